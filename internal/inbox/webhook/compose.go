package webhook

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// Compose renders the webhooks of a submission, in the order of the form.
func Compose(bundle *site.Bundle, form *site.Form, s *site.Submission) []site.Message {
	var all []site.Message
	for _, hook := range form.Webhooks {
		var body any
		switch hook.Format {
		case formatSlack:
			body = slackMessage(bundle, form, s)
		case formatDiscord:
			body = discordMessage(bundle, form, s)
		default:
			body = newEvent(s)
		}
		all = append(all, site.Message{Kind: site.KindWebhook, Webhook: &site.WebhookCall{
			Variable: hook.Variable(), Format: hook.Format, Body: encode(body),
		}})
	}
	return all
}

// The formats that content can choose.
const (
	formatJSON    = "json"
	formatSlack   = "slack"
	formatDiscord = "discord"
)

// eventType is the only kind of event that there is yet.
const eventType = "submission.created"

// event is what programs get. Members are only ever added.
type event struct {
	Type string `json:"type"`
	// When the submission arrived, in UTC.
	Timestamp time.Time `json:"timestamp"`
	Data      eventData `json:"data"`
}

type eventData struct {
	ID        string `json:"id"`
	Reference string `json:"reference"`
	Site      string `json:"site"`
	Form      string `json:"form"`
	Kind      string `json:"kind"`
	// What was typed, by the names of the fields, in the order of the form.
	Fields fields `json:"fields"`
	Page   string `json:"page,omitempty"`
	Plan   string `json:"plan,omitempty"`
	// The query of the page, and what tells of a campaign, such as utm_source.
	Query    string `json:"query,omitempty"`
	Campaign fields `json:"campaign,omitempty"`
	// Files that came with it, and where they lie in the folder of uploads.
	Files      []site.StoredFile `json:"files,omitempty"`
	ReceivedAt time.Time         `json:"receivedAt"`
}

func newEvent(s *site.Submission) event {
	return event{Type: eventType, Timestamp: s.ReceivedAt, Data: eventData{
		ID: s.ID, Reference: s.Reference, Site: s.SiteID, Form: s.FormID, Kind: s.Kind,
		Fields: s.Values, Page: s.Page, Plan: s.Plan, Query: s.Query, Campaign: s.Campaign, Files: s.Files, ReceivedAt: s.ReceivedAt,
	}}
}

// fields is a JSON object that keeps its order.
type fields []site.Entry

// MarshalJSON implements json.Marshaler.
func (f fields) MarshalJSON() ([]byte, error) {
	out := bytes.NewBufferString("{")
	for i, entry := range f {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(encode(entry.Name) + ":" + encode(entry.Value))
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// encode returns the JSON of texts and structs of texts, which always have one.
func encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // recovered where submissions are taken, with the type of the fault
	}
	return string(text)
}
