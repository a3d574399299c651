package resendtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Mail is a mail that was taken.
type Mail struct {
	// Its idempotency key, and the id that was answered.
	Key, ID string
	// What it says.
	From        string
	To          []string
	ReplyTo     []string
	Subject     string
	Text, HTML  string
	Headers     map[string]string
	Attachments []Attachment
	// When it was taken first.
	At time.Time
	// How often the key was accepted, and how often the mail went out for it: a
	// key that is accepted again within 24 hours sends nothing.
	Accepted, Delivered int
}

// Attachment is a file that went with a mail.
type Attachment struct {
	Name, ContentType string
	Content           []byte
}

// payload is the body of POST /emails (resend.com/docs/api-reference/emails/send-email).
type payload struct {
	From        string            `json:"from"`
	To          texts             `json:"to"`
	CC          texts             `json:"cc"`
	BCC         texts             `json:"bcc"`
	ReplyTo     texts             `json:"reply_to"`
	Subject     string            `json:"subject"`
	Text        string            `json:"text"`
	HTML        string            `json:"html"`
	Headers     map[string]string `json:"headers"`
	Attachments []struct {
		Filename    string `json:"filename"`
		Content     octets `json:"content"`
		ContentType string `json:"content_type"`
	} `json:"attachments"`
}

// texts is a string or a list of strings.
type texts []string

func (t *texts) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*t = texts{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(t))
}

// octets is base64 or a list of numbers.
type octets []byte

func (o *octets) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		decoded, err := base64.StdEncoding.DecodeString(text)
		*o = decoded
		return err
	}
	var numbers []uint8
	var wide []int
	if err := json.Unmarshal(data, &wide); err != nil {
		return err
	}
	for _, number := range wide {
		if number < 0 || number > 255 {
			return fmt.Errorf("%d is no octet", number)
		}
		numbers = append(numbers, uint8(number))
	}
	*o = numbers
	return nil
}

// parse reads a body strictly: fields that are not known, other types than
// those above, and anything after the object are errors.
func parse(body []byte) (*payload, error) {
	if !utf8.Valid(body) {
		return nil, errors.New("the body is not UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	var sent payload
	if err := decoder.Decode(&sent); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("something comes after the mail")
	}
	return &sent, nil
}

// check returns the name of the error that the mail is refused with; empty for none.
func (p *payload) check() (name, reason string) {
	if p.From == "" || len(p.To) == 0 || p.Subject == "" || p.Text == "" && p.HTML == "" {
		return "missing_required_field", "from, to, subject, and text or html are required"
	}
	if !address(p.From) {
		return "invalid_from_address", "from is no address"
	}
	if len(p.To) > 50 {
		return "validation_error", "more than 50 receivers"
	}
	for _, list := range [][]string{p.To, p.CC, p.BCC, p.ReplyTo} {
		for _, one := range list {
			if !address(one) {
				return "validation_error", "a receiver or reply_to is no address"
			}
		}
	}
	if !plain(p.Subject) {
		return "validation_error", "the subject has control characters"
	}
	for name, value := range p.Headers {
		if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == ':' }) ||
			!plain(value) {
			return "invalid_parameter", "a header has characters that headers cannot have"
		}
	}
	for _, file := range p.Attachments {
		if file.Filename == "" || len(file.Content) == 0 {
			return "invalid_attachment", "an attachment has no name or no content"
		}
	}
	return "", ""
}

// address reports whether a text is exactly one ASCII address, or a name and
// such an address.
func address(text string) bool {
	parsed, err := mail.ParseAddress(text)
	return err == nil && plain(text) && !strings.ContainsFunc(parsed.Address, func(r rune) bool { return r > 0x7e }) &&
		strings.Contains(parsed.Address[strings.LastIndex(parsed.Address, "@"):], ".")
}

// plain reports whether a header has no control characters, line breaks or
// characters that change the direction of text.
func plain(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
	})
}
