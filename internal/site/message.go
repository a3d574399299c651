package site

import (
	"fmt"
	"time"
)

// Kinds of mail.
const (
	MailNotice       = "notice"       // to the team: what a visitor sent
	MailConfirmation = "confirmation" // to the visitor: that it arrived
	MailDigest       = "digest"       // to the team: many notices in one, when mail floods
	KindWebhook      = "webhook"      // no mail: a request to another program (Form.Webhooks)
)

// Message is a mail, or a webhook, rendered. It is stored as it is, so that every attempt to send it has the same
// bytes. No field that becomes a header has control characters.
type Message struct {
	// One of the kinds above.
	Kind string `json:"kind"`
	// Sender: an address, or a name with an address in angle brackets.
	From string `json:"from"`
	// Receivers, one address each.
	To      []string `json:"to"`
	ReplyTo string   `json:"replyTo,omitempty"`
	Subject string   `json:"subject"`
	Text    string   `json:"text"`
	HTML    string   `json:"html"`
	// Further headers.
	Headers     map[string]string `json:"headers,omitempty"`
	Attachments []Attachment      `json:"attachments,omitempty"`
	// Set for a webhook, which has nothing of the above but its kind.
	Webhook *WebhookCall `json:"webhook,omitempty"`
	// Whether it is noted without being stored: a confirmation is skipped, a notice goes with the next digest, for
	// which a suspect must be released first.
	Withheld bool `json:"-"`
}

// WebhookCall is a request to another program, rendered.
type WebhookCall struct {
	// The environment variable that holds the address, such as HOOK_SALES. The address itself is a secret, and looked
	// up with each attempt.
	Variable string `json:"variable"`
	// What the body is for: json, slack or discord.
	Format string `json:"format"`
	// The body, which is JSON.
	Body string `json:"body"`
}

// Attachment is a file that goes with a mail.
type Attachment struct {
	Name        string `json:"name"`
	ContentType string `json:"contentType"`
	Content     []byte `json:"content"`
	// Where the content lies in the folder of uploads, instead of being here.
	Upload string `json:"upload,omitempty"`
}

// DeliveryFate says what to do with a mail that was not sent.
type DeliveryFate string

const (
	FateRetry DeliveryFate = "retry" // try again: the network, a timeout, a limit, a fault on their side
	FateLater DeliveryFate = "later" // not tried yet: again after the time that is asked for, without counting it
	FatePark  DeliveryFate = "park"  // try again, without counting, once a wrong key or domain is corrected
	FateDead  DeliveryFate = "dead"  // never: the mail itself is refused
)

// DeliveryError is why a mail was not sent.
type DeliveryError struct {
	Fate DeliveryFate
	// How long the provider asks to wait; zero where it does not say.
	After time.Duration
	// HTTP status of the provider's answer; zero where there was none.
	Status int
	// Whether the provider may have taken the mail all the same, because its answer was lost.
	Uncertain bool
	// What the provider said, without anything a visitor typed.
	Reason string
}

// Error implements error.
func (e *DeliveryError) Error() string {
	if e.Status == 0 {
		return fmt.Sprintf("%s: %s", e.Fate, e.Reason)
	}
	return fmt.Sprintf("%s: %d: %s", e.Fate, e.Status, e.Reason)
}
