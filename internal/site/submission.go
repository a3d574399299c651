package site

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/netip"
	"strings"
	"time"
)

// Inquiry is a form as it arrived: the server has read its body, and knows that no foreign website sent it.
type Inquiry struct {
	// What was sent, by name.
	Values map[string]FormValue
	// Files by the names that they came under.
	Files map[string][]Upload
	// Whether the body cannot be read; Values has what could be read of it.
	Unreadable bool
	// Whether a browser posted it without any script, so that a page answers it.
	Native bool
	// The header Idempotency-Key: names one filling of a form; empty where there is none.
	Key string
	// Who sent it: the right-most address that no trusted proxy vouches for.
	Address netip.Addr
	// The space whose host it was sent to ([Revision]); empty for the main site's.
	Space string
	// The page that it was sent from: path and query of the header Referer where it is an address of this host, else
	// empty. When a native form is sent again from the answer to an earlier attempt, the page of the first one.
	Referrer string
	// The query of the first page of the visit that had marks of a campaign (header Form-Campaign, utm_source=…); empty
	// where nobody said.
	Campaign string
	// Whether a browser said where the request comes from (Sec-Fetch-Site or Origin).
	FromBrowser bool
	// Whether it says which languages its reader speaks (Accept-Language), as every browser does.
	SaysLanguage bool
	// How long the form was on the screen (header Form-Age, milliseconds); negative where nobody said.
	Age time.Duration
}

// FormValue is what came under one name.
type FormValue struct {
	Text string
	// Why it cannot be what somebody typed.
	Fault Fault
	// Whether the name came more than once; Text is the first value, and All has every one, each on a line, for fields
	// of which several can be chosen.
	Repeated bool
	All      string
}

// Fault is why a value cannot be what somebody typed.
type Fault int

const (
	FaultNone Fault = iota
	FaultType       // JSON, but no string
	FaultText       // not UTF-8, or half a surrogate pair
)

// Codes of error answers to forms; the server has more for requests that never become an inquiry.
const (
	CodeBadRequest  = "bad_request"
	CodeInvalidForm = "invalid_form"
	CodeConflict    = "conflict"
	CodeTooMany     = "too_many_requests"
	CodeUnavailable = "unavailable"
)

// Receipt says what became of an inquiry.
type Receipt struct {
	// Empty when it is stored; else the code of the error answer.
	Code string
	// What to tell people when it is not stored.
	Message Text
	// What is wrong with which field, by the field's name.
	Fields map[string]Text
	// How long to wait before trying again; zero for no advice.
	RetryAfter time.Duration

	// The submission's id, and its short name for people. Set when it is stored.
	ID, Reference string

	// The site and form that it was meant for; empty where the body names none that exist.
	SiteID, FormID string
	// What was typed, by field, for showing it again.
	Values map[string]string
}

// Stored reports whether the inquiry is safely kept.
func (r Receipt) Stored() bool { return r.Code == "" }

// FormState is what a form shows besides itself, when the answer to a native form post is the page that the form stands
// on.
type FormState struct {
	// The site and the form.
	SiteID string `json:"site"`
	FormID string `json:"form"`
	// What was typed, by field.
	Values map[string]string `json:"values,omitempty"`
	// What is wrong with which field, by the field's name.
	Errors map[string]Text `json:"errors,omitempty"`
	// Why it was not taken; empty when it was.
	Failure Text `json:"failure,omitempty"`
	// The reference of what is stored; empty when it was not taken.
	Reference string `json:"reference,omitempty"`
	// Path and query of the page that it was first sent from, to be sent along with the next attempt; empty where
	// unknown, or when it was taken.
	From string `json:"from,omitempty"`
}

var (
	// ErrKeyReused says that an Idempotency-Key came before with another message.
	ErrKeyReused = errors.New("the idempotency key was used for another message")
	// ErrReferenceTaken says that another submission has this reference: make a new one, render the mails with it, and
	// save both again.
	ErrReferenceTaken = errors.New("the reference is taken")
)

// Submission is what a visitor sent with a form, checked and ready to be stored.
type Submission struct {
	// A UUID of version 7 (RFC 9562).
	ID string `json:"id"`
	// Its short name for people, such as K7M3-9QX3.
	Reference string `json:"reference"`
	SiteID    string `json:"site"`
	FormID    string `json:"form"`
	// The form's kind: message, contact or booking.
	Kind string `json:"kind"`
	// What was typed, byte for byte, in the order of the form.
	Values []Entry `json:"values"`
	// Files that came with it. The values of their fields are their names, one to a line.
	Files []StoredFile `json:"files,omitempty"`
	// Path of the page that it was sent from, and id of the plan that led there; empty where unknown.
	Page string `json:"page,omitempty"`
	Plan string `json:"plan,omitempty"`
	// The query of that page's address, as it was escaped there; bounded.
	Query string `json:"query,omitempty"`
	// What tells of the campaign that led there, such as utm_source; bounded.
	Campaign []Entry `json:"campaign,omitempty"`
	// When it arrived, in UTC.
	ReceivedAt time.Time `json:"receivedAt"`
	// When it is to be erased, in UTC.
	EraseAfter time.Time `json:"eraseAfter"`
	// Why it is taken for spam, such as honeypot; empty where it is not. Suspects are kept, but mailed only when
	// somebody releases them.
	Suspect string `json:"suspect,omitempty"`

	// The Idempotency-Key; empty where there was none.
	Key string `json:"-"`
	// SHA-256 of site, form and values: tells whether two submissions say the same.
	Digest [32]byte `json:"-"`
}

// Entry is the value of one field.
type Entry struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Value returns what was typed into a field; empty for unknown ones.
func (s *Submission) Value(field string) string {
	for _, entry := range s.Values {
		if entry.Name == field {
			return entry.Value
		}
	}
	return ""
}

// Saved says where a submission was stored: under its own id, or under that of the same submission which arrived
// before.
type Saved struct {
	ID, Reference string
	// Whether it was stored now; false when it had arrived before.
	Fresh bool
}

// referenceAlphabet has no characters that people mistake for another one when they read a reference aloud or from
// paper: neither 0 nor O, neither 1 nor I nor L, no S beside 5, no U beside V. The number of characters is a prime on
// purpose, see checkCharacter.
const referenceAlphabet = "23456789ABCDEFGHJKMNPQRTVWXYZ"

const (
	// Characters of a reference without its hyphen; the last one checks the others.
	referenceLength = 8
	referenceGroup  = 4
)

// NewReference makes a short name of a submission for people, such as K7M3-9QX3: seven characters from random and one
// that checks them. There are 17 billion; the store says when one is taken. It returns the error of random.
func NewReference(random io.Reader) (string, error) {
	var name [referenceLength]byte
	for i := range referenceLength - 1 {
		place, err := rand.Int(random, big.NewInt(int64(len(referenceAlphabet))))
		if err != nil {
			return "", fmt.Errorf("read randomness: %w", err)
		}
		name[i] = referenceAlphabet[place.Int64()]
	}
	name[referenceLength-1] = checkCharacter(string(name[:referenceLength-1]))
	return string(name[:referenceGroup]) + "-" + string(name[referenceGroup:]), nil
}

// ValidReference reports whether the text is written as NewReference writes them, so that nothing else is shown as a
// reference.
func ValidReference(text string) bool {
	if len(text) != referenceLength+1 || text[referenceGroup] != '-' {
		return false
	}
	name := text[:referenceGroup] + text[referenceGroup+1:]
	check := name[referenceLength-1]
	return strings.Trim(name, referenceAlphabet) == "" && checkCharacter(name[:referenceLength-1]) == check
}

// checkCharacter is the sum of the characters' places in the alphabet, weighted 2, 3, 4 …, modulo the alphabet's size.
// As that is a prime, every single wrong character and every two that changed places are noticed.
func checkCharacter(name string) byte {
	sum := 0
	for i := range len(name) {
		sum += (i + 2) * strings.IndexByte(referenceAlphabet, name[i])
	}
	return referenceAlphabet[sum%len(referenceAlphabet)]
}
