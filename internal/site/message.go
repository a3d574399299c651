package site

import (
	"fmt"
	"time"
)

// Kinds of mail.
const (
	// To the team: what a visitor sent.
	MailNotice = "notice"
	// To the visitor: that it arrived.
	MailConfirmation = "confirmation"
	// To the team: many notices in one, when mail floods.
	MailDigest = "digest"
	// No mail: a request to another program (Form.Webhooks).
	KindWebhook = "webhook"
)

// Message is a mail, or a webhook, rendered. It is stored as it is, so that every attempt to
// send it has the same bytes. No field that becomes a header has control characters.
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
	// Whether it is noted without being stored: a confirmation is skipped, a notice
	// goes with the next digest, for which a suspect must be released first.
	Withheld bool `json:"-"`
}

// WebhookCall is a request to another program, rendered.
type WebhookCall struct {
	// The environment variable that holds the address, such as HOOK_SALES. The
	// address itself is a secret, and looked up with each attempt.
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
	// Try again later: the network, a timeout, a limit, a fault on their side.
	FateRetry DeliveryFate = "retry"
	// Nothing was tried: again after the time that is asked for. It counts as no attempt.
	FateLater DeliveryFate = "later"
	// Try again when the configuration has changed: a wrong key or domain.
	// Attempts are not counted.
	FatePark DeliveryFate = "park"
	// Never: the mail itself is refused.
	FateDead DeliveryFate = "dead"
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
