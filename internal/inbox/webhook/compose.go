// Package webhook tells other programs what visitors sent.
//
// [Compose] renders the requests that a form asks for (site.Form.Webhooks), which the outbox stores with the
// submission: events as standardwebhooks.com has them, for programs, messages in a channel of Slack or Discord, and
// contacts of a list of Brevo or Mailchimp.
// What was typed is text there and nothing else: it mentions nobody, links nothing and is cut where it is too long.
//
// [Sender] makes the requests. Addresses are secrets and stand in the environment. Who writes content does not choose
// where requests go, and who runs a receiver does not reach the machines beside ours: redirects are not followed, and
// an address is checked when it is dialled, whatever the name servers say.
package webhook

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// formatJSON is the format of events; the others are slack and discord.
const formatJSON = "json"

// Compose renders the webhooks of a submission, in the order of the form.
func Compose(bundle *site.Bundle, form *site.Form, s *site.Submission) []site.Message {
	bundle, form = bundle.ForTeam(form)
	var all []site.Message
	for _, hook := range form.Webhooks {
		var body any
		path := ""
		switch hook.Format {
		case "brevo", "mailchimp":
			path, body = contactOf(hook, form, s)
		case "slack":
			body = slackMessage(bundle, form, s)
		case "discord":
			body = discordMessage(bundle, form, s)
		default:
			body = event{Type: "submission.created", Timestamp: s.ReceivedAt, Data: eventData{
				ID: s.ID, Reference: s.Reference, Site: s.SiteID, Form: s.FormID, Kind: s.Kind, Language: s.Language,
				Fields: byName(s.Values), Page: s.Page, Plan: s.Plan, Query: s.Query, Campaign: byName(s.Campaign),
				Files: s.Files, ReceivedAt: s.ReceivedAt, OptIn: s.OptIn,
			}}
		}
		all = append(all, site.Message{Kind: site.KindWebhook, Webhook: &site.WebhookCall{
			Variable: hook.Variable(), Format: hook.Format, Body: encode(body), Path: path,
		}})
	}
	return all
}

// event is what programs get. Members are only ever added.
type event struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
	Data      eventData `json:"data"`
}

type eventData struct {
	ID        string `json:"id"`
	Reference string `json:"reference"`
	Site      string `json:"site"`
	Form      string `json:"form"`
	Kind      string `json:"kind"`
	// The language that the sender read, where it is not the first one of the site.
	Language string `json:"language,omitempty"`
	// What was typed, by the names of the fields, in the order of the form.
	Fields site.Collection[string] `json:"fields"`
	Page   string                  `json:"page,omitempty"`
	Plan   string                  `json:"plan,omitempty"`
	// The query of the page, and what tells of a campaign, such as utm_source.
	Query    string                  `json:"query,omitempty"`
	Campaign site.Collection[string] `json:"campaign,omitzero"`
	// Files that came with it, and where they lie in the folder of uploads.
	Files      []site.StoredFile `json:"files,omitempty"`
	ReceivedAt time.Time         `json:"receivedAt"`
	// What its sender agreed to, where the form has an opt-in: then the event is sent once the address is confirmed.
	OptIn *site.OptIn `json:"optIn,omitempty"`
}

func byName(entries []site.Entry) (all site.Collection[string]) {
	for _, entry := range entries {
		all.Put(entry.Name, &entry.Value)
	}
	return all
}

func encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // recovered where submissions are taken, with the type of the fault
	}
	return string(text)
}

// Bounds of messages, in characters: docs.slack.dev/reference/block-kit,
// discord.com/developers/docs/resources/message#embed-object.
const (
	slackTitle  = 150
	slackText   = 3000
	slackBlocks = 50

	discordName   = 256 // Also of a title.
	discordValue  = 1024
	discordFields = 25
	// All texts of an embed together, with some room for a footer.
	discordAll = 5500
)

type object map[string]any

// slackMessage is one for an incoming webhook. Everything is plain text, where Slack looks for neither links nor
// mentions, and escaped beside that.
func slackMessage(bundle *site.Bundle, form *site.Form, s *site.Submission) object {
	block := func(kind, text string, limit int) object {
		text = short(text, limit, slackEscape)
		return object{"type": kind, "text": object{"type": "plain_text", "text": text, "emoji": false}}
	}
	blocks := []object{block("header", title(form), slackTitle)}
	for _, filled := range filledFields(bundle, form, s) {
		if len(blocks) == slackBlocks-1 {
			break
		}
		blocks = append(blocks, block("section", filled.Name+"\n"+filled.Value, slackText))
	}
	return object{
		// What a notification shows.
		"text":         short(title(form)+" · "+s.Reference, slackTitle, slackEscape),
		"blocks":       append(blocks, block("section", about(bundle, s), slackText)),
		"unfurl_links": false, "unfurl_media": false,
	}
}

var slackSigns = map[rune]string{'&': "&amp;", '<': "&lt;", '>': "&gt;"}

func slackEscape(r rune) string { return cmp.Or(slackSigns[r], string(r)) }

func discordMessage(bundle *site.Bundle, form *site.Form, s *site.Submission) object {
	heading := short(title(form), discordName, asIs)
	footer := short(about(bundle, s), discordName, asIs)
	room := discordAll - utf8.RuneCountInString(heading+footer)
	all := []object{}
	for _, filled := range filledFields(bundle, form, s) {
		if len(all) == discordFields || room < discordName {
			break
		}
		name := short(filled.Name, min(discordName, room/2), asIs)
		room -= utf8.RuneCountInString(name)
		value := short(filled.Value, min(discordValue, room), discordEscape)
		room -= utf8.RuneCountInString(value)
		all = append(all, object{"name": name, "value": value})
	}
	embed := object{"title": heading, "fields": all, "footer": object{"text": footer}}
	return object{"embeds": []object{embed}, "allowed_mentions": object{"parse": []string{}}}
}

// discordEscape takes the meaning from what makes words bold, links, mentions or addresses.
func discordEscape(r rune) string {
	if strings.ContainsRune("\\*_~`|>#-+.[](){}<@:!", r) {
		return `\` + string(r)
	}
	return string(r)
}

func asIs(r rune) string { return string(r) }

func title(form *site.Form) string { return cmp.Or(string(form.Title), form.ID) }

func about(bundle *site.Bundle, s *site.Submission) string {
	return string(bundle.Site.Name) + " · " + s.Reference
}

func filledFields(bundle *site.Bundle, form *site.Form, s *site.Submission) (filled []site.Entry) {
	in := locale.Of(bundle.Site)
	for i := range form.Fields {
		field := &form.Fields[i]
		value, _ := field.Answer(in, s.Value(field.Name))
		if value = strings.TrimSpace(value); value != "" {
			filled = append(filled, site.Entry{Name: cmp.Or(string(field.Label), field.Name), Value: value})
		}
	}
	return filled
}

// short escapes a text, without what controls how text runs, and cuts it to so many characters after that, never inside
// of an escape. It is never empty.
func short(text string, limit int, escape func(rune) string) string {
	var out strings.Builder
	n := 0
	for _, r := range text {
		if r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' {
			continue
		}
		part := escape(r)
		n += utf8.RuneCountInString(part)
		if n > limit-1 {
			return out.String() + "…"
		}
		out.WriteString(part)
	}
	return cmp.Or(out.String(), "-")
}
