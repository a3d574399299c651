package outbox

import (
	"errors"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

var (
	// ErrReferenceTaken says that another submission has this reference: make a
	// new one, render the mails with it, and save both again.
	// It is an error with a method ReferenceTaken, by which those know it who do not import this package.
	ErrReferenceTaken error = referenceTaken{}
	// ErrNotFound says that there is no such submission.
	ErrNotFound = errors.New("no such submission")
	// ErrAmbiguous says that a reference names more than one submission.
	ErrAmbiguous = errors.New("more than one submission has this reference")
)

type referenceTaken struct{}

func (referenceTaken) Error() string        { return "the reference is taken" }
func (referenceTaken) ReferenceTaken() bool { return true }

// States of a delivery, as people see them. The first four and StateSuspect can be asked for in a Filter.
const (
	// Taken by the provider.
	StateSent = "sent"
	// Due now or later.
	StateWaiting = "waiting"
	// Refused until the configuration changes, such as a wrong key.
	StateParked = "parked"
	// Refused for ever, or tried for three days. Never deleted but by erasure.
	StateDead = "dead"
	// The submission is taken for spam. Its deliveries are held.
	StateSuspect = "suspect"
	// Waits until somebody releases the submission.
	StateHeld = "held"
	// Waits for the next digest of its form.
	StateCollected = "collected"
	// Not sent: the mailbox had a confirmation within the last 24 hours, its sender had its share,
	// or the form sent as many as it may within the hour.
	StateSkipped = "skipped"
)

// Filter chooses submissions. Empty fields choose all.
type Filter struct {
	Site, Form string
	// One of StateSent, StateWaiting, StateParked, StateDead and StateSuspect.
	State string
	// An address that was typed into any field; upper and lower case are the same.
	Email string
	// Those that arrived at this time or later.
	Since time.Time
	// At most so many; zero for all.
	Limit int
}

// Record is a submission with the state of its mails.
type Record struct {
	site.Submission
	// Why it was taken for spam, before somebody released it.
	Released   string     `json:"released,omitempty"`
	Deliveries []Delivery `json:"deliveries"`
}

// Delivery is the state of one mail. Where a mail went into a digest, it is that of the digest.
type Delivery struct {
	Seq  int64  `json:"seq"`
	Kind string `json:"kind"`
	// One of the states above.
	State string `json:"state"`
	// How often it was tried since the last Retry.
	Attempts int `json:"attempts"`
	// When it is tried next, for waiting and parked ones; in UTC.
	DueAt time.Time `json:"dueAt,omitzero"`
	// When the provider took it; in UTC.
	SentAt time.Time `json:"sentAt,omitzero"`
	// The provider's name for it.
	ProviderID string `json:"providerId,omitempty"`
	LastError  string `json:"lastError,omitempty"`
}

// Counts says how much there is in each state: submissions, suspects among them, and deliveries.
type Counts struct {
	Submissions int `json:"submissions"`
	Suspect     int `json:"suspect"`

	Sent      int `json:"sent"`
	Waiting   int `json:"waiting"`
	Parked    int `json:"parked"`
	Dead      int `json:"dead"`
	Held      int `json:"held"`
	Collected int `json:"collected"`
	Skipped   int `json:"skipped"`

	// When the oldest delivery was queued that is waiting or parked; zero where there is none.
	OldestUnsent time.Time `json:"oldestUnsent,omitzero"`
}
