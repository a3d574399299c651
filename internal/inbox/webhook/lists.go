package webhook

import (
	"cmp"
	"context"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// contactOf brings the address of a submission to a list. Both requests say how a contact is to be, so they may come
// twice (developers.brevo.com/reference/createcontact, mailchimp.com/developer/marketing/api/list-members).
func contactOf(hook site.Webhook, form *site.Form, s *site.Submission) (path string, body object) {
	address, attributes := "", object{}
	if field := form.AddressField(); field != nil {
		address = s.Value(field.Name)
	}
	for _, one := range hook.Attributes {
		if value := s.Value(one.Field); value != "" {
			attributes[one.As] = value
		}
	}
	if hook.Format == "brevo" {
		list, _ := strconv.Atoi(hook.List) // a number, or the content has an error
		return "/v3/contacts", object{
			"email": address, "listIds": []int{list}, "updateEnabled": true, "attributes": attributes,
		}
	}
	sum := md5.Sum([]byte(strings.ToLower(address)))
	return "/3.0/lists/" + url.PathEscape(hook.List) + "/members/" + hex.EncodeToString(sum[:]),
		object{"email_address": address, "status": "subscribed", "merge_fields": attributes}
}

// Keys as both give them out; the last part of Mailchimp's names its data centre.
var (
	brevoKey     = regexp.MustCompile(`^[A-Za-z0-9_-]{16,200}$`)
	mailchimpKey = regexp.MustCompile(`^[0-9a-z]{16,64}-([a-z]{2}[0-9]{1,3})$`)
)

// listRequest makes the request that changes a list; nil where the key is none.
func (s *Sender) listRequest(ctx context.Context, call *site.WebhookCall, key string) *http.Request {
	method, base, header, value := http.MethodPost, "https://api.brevo.com", "Api-Key", key
	ofMailchimp := mailchimpKey.FindStringSubmatch(key)
	switch {
	case call.Format == "mailchimp" && ofMailchimp != nil:
		method, base = http.MethodPut, "https://"+ofMailchimp[1]+".api.mailchimp.com"
		header, value = "Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("marquee:"+key))
	case call.Format == "mailchimp", !brevoKey.MatchString(key):
		return nil
	}
	address := cmp.Or(s.config.Lists, base) + call.Path
	request, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(call.Body))
	if err != nil {
		return nil
	}
	request.Header.Set(header, value)
	request.Header.Set("Content-Type", "application/json")
	return request
}

// judgeList says what a status of 400 to 404 means; nil where the contact is on the list already. Of the answer only the
// name of the fault is repeated: the rest may quote what was typed.
func judgeList(answer *http.Response) *site.DeliveryError {
	failure := &site.DeliveryError{Fate: site.FatePark, Status: answer.StatusCode}
	var fault struct {
		Code, Title string
		Metadata    struct {
			Identifiers []string `json:"duplicate_identifiers"`
		}
	}
	switch answer.StatusCode {
	case http.StatusBadRequest:
		err := json.NewDecoder(io.LimitReader(answer.Body, 64<<10)).Decode(&fault)
		// A phone number that another contact has is no such thing: nothing was changed then.
		others := slices.DeleteFunc(fault.Metadata.Identifiers, func(of string) bool { return of == "email" })
		if err == nil && (fault.Code == "duplicate_parameter" && len(others) == 0 || fault.Title == "Member Exists") {
			return nil
		}
		failure.Fate, failure.Reason = site.FateDead, "the contact is refused: "+short(fault.Code+fault.Title, 60, asIs)
	case http.StatusNotFound:
		failure.Reason = "the list is not known there: correct its id in forms.yaml"
	default:
		failure.Reason = "the API key in it is refused, or its account may not do this"
	}
	return failure
}
