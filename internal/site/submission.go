package site

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Inquiry is a form as it arrived: the server has read its body, and knows that no foreign website sent it.
type Inquiry struct {
	// What was sent, by name.
	Values map[string]FormValue
	Files  map[string][]Upload
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
	// The query of the document that the visit began with (header Form-Campaign, utm_source=…), as much of it as fits;
	// empty where nobody said.
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
	Text  string
	Fault Fault // why it cannot be what somebody typed
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
	Code       string          // empty when it is stored; else the code of the error answer
	Message    Text            // what to tell people when it is not stored
	Fields     map[string]Text // what is wrong with each field
	RetryAfter time.Duration   // how long to wait before trying again; zero for no advice

	// The submission's id, and its short name for people. Set when it is stored.
	ID, Reference string

	// The site and form that it was meant for; empty where the body names none that exist.
	SiteID, FormID string
	Values         map[string]string // what was typed, by field, for showing it again
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
	// Tag of the language that its sender read, such as de; empty for the first one of the site.
	Language string `json:"language,omitempty"`
	// What was typed, byte for byte, in the order of the form.
	Values []Entry `json:"values"`
	// Files that came with it. The values of their fields are their names, one to a line.
	Files []StoredFile `json:"files,omitempty"`
	// Path of the page that it was sent from, id of the plan that led there, and the query of the page as it was escaped
	// there; empty where unknown.
	Page  string `json:"page,omitempty"`
	Plan  string `json:"plan,omitempty"`
	Query string `json:"query,omitempty"`
	// What tells of the campaign that led there, such as utm_source.
	Campaign []Entry `json:"campaign,omitempty"`
	// When it arrived, and when it is to be erased, in UTC.
	ReceivedAt time.Time `json:"receivedAt"`
	EraseAfter time.Time `json:"eraseAfter"`
	// How its team reads dates and times.
	Clock Clock `json:"clock,omitzero"`
	// Why it is taken for spam, such as honeypot; empty where it is not. Suspects are kept, but mailed only when
	// somebody releases them.
	Suspect string `json:"suspect,omitempty"`

	// How the owner of its address confirms it; nil where the form does not ask for that.
	OptIn *OptIn `json:"optIn,omitempty"`

	// The Idempotency-Key; empty where there was none.
	Key string `json:"-"`
	// SHA-256 of site, form and values: tells whether two submissions say the same.
	Digest [32]byte `json:"-"`
}

// OptIn is what proves that the owner of an address agreed ([Form.OptIn]).
type OptIn struct {
	// The words of the form as they stood there, consents and button among them, and the tag of their language.
	Words    string `json:"words"`
	Language string `json:"language"`
	// When the link of the mail was followed; zero until then.
	ConfirmedAt time.Time `json:"confirmedAt,omitzero"`
	// What the link has that nobody can guess; only its hash is stored.
	Token string `json:"-"`
}

// IsUnconfirmed reports whether nobody is to be told of the submission before its address is confirmed.
func (s *Submission) IsUnconfirmed() bool { return s.OptIn != nil && s.OptIn.ConfirmedAt.IsZero() }

// ConfirmPath is where links of opt-ins lead. Their query names site and form, for the words, and holds the token.
const ConfirmPath = "/api/confirm"

// OptInState is what a link of an opt-in leads to.
type OptInState string

const (
	OptInUnknown   OptInState = "unknown"   // it is no link of ours, or what it belonged to is erased
	OptInPending   OptInState = "pending"   // the button is still to be pressed
	OptInConfirmed OptInState = "confirmed" // it has just been pressed
	OptInAlready   OptInState = "already"   // it was pressed before
)

// Confirmation says what became of a link of an opt-in. Site and form are empty where it is unknown.
type Confirmation struct {
	State          OptInState
	SiteID, FormID string
}

// Clock is how a [Site] writes dates and times, for those who read no content.
type Clock struct {
	TimeZone   string `json:"timeZone"`
	Language   string `json:"language,omitempty"`
	Region     string `json:"region,omitempty"`
	DateFormat string `json:"dateFormat,omitempty"`
	TimeFormat string `json:"timeFormat,omitempty"`
}

// Entry is the value of one field.
type Entry struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// The label of the field, and the value as people read it where that differs, both as the team reads them.
	Label string `json:"label,omitempty"`
	Text  string `json:"text,omitempty"`
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
	Fresh         bool // whether it was stored now; false when it had arrived before
}

// referenceAlphabet has no characters that people mistake for another one when they read a reference aloud or from
// paper: neither 0 nor O, neither 1 nor I nor L, no S beside 5, no U beside V. The number of characters is a prime on
// purpose, see checkCharacter.
const referenceAlphabet = "23456789ABCDEFGHJKMNPQRTVWXYZ"

var referencePattern = regexp.MustCompile(`^([` + referenceAlphabet + `]{4})-([` + referenceAlphabet + `]{4})$`)

// NewReference makes a short name of a submission for people, such as K7M3-9QX3: seven characters from random and one
// that checks them. There are 17 billion; the store says when one is taken.
func NewReference() string {
	name := ""
	for range 7 {
		place, err := rand.Int(rand.Reader, big.NewInt(int64(len(referenceAlphabet))))
		if err != nil {
			panic(err) // the reader of crypto/rand never fails
		}
		name += referenceAlphabet[place.Int64():][:1]
	}
	return name[:4] + "-" + name[4:] + checkCharacter(name)
}

// ValidReference reports whether the text is written as NewReference writes them, so that nothing else is shown as a
// reference.
func ValidReference(text string) bool {
	found := referencePattern.FindStringSubmatch(text)
	return found != nil && checkCharacter(found[1]+found[2][:3]) == found[2][3:]
}

// checkCharacter is the sum of the characters' places in the alphabet, weighted 2, 3, 4 …, modulo the alphabet's size.
// As that is a prime, every single wrong character and every two that changed places are noticed.
func checkCharacter(name string) string {
	sum := 0
	for i := range len(name) {
		sum += (i + 2) * strings.IndexByte(referenceAlphabet, name[i])
	}
	return referenceAlphabet[sum%len(referenceAlphabet):][:1]
}

// Upload is a file that came with an inquiry. It lies on the disk for as long as the inquiry is handled.
type Upload struct {
	// As its sender calls it, made safe: one line, no folders, an ending that fits its type.
	Name string
	// What its bytes are; empty for anything that no form takes.
	Type     FileType
	Size     int64
	Sum      [32]byte // SHA-256
	TooLarge bool     // whether it had more bytes than any form takes; they are not kept
	File     string   // where it lies until it is kept
}

// StoredFile is a file that is kept with a submission.
type StoredFile struct {
	Field string `json:"field"`
	Name  string `json:"name"`
	// Its media type, by its bytes.
	Type string `json:"type"`
	Size int64  `json:"size"`
	Path string `json:"path"` // where it lies in the folder of uploads
}

// FileType is a type of file that forms can take.
type FileType struct {
	// What a form accepts it as: image, pdf, text, document, spreadsheet.
	Group   string
	Media   string
	Endings []string // the endings of its names; the first is the usual one
}

// UploadPath returns where a submission's file lies in the folder of uploads, such as <id>/1.jpg; the first has the
// number 0.
func UploadPath(id string, number int, kind FileType) string {
	ending := ""
	if len(kind.Endings) > 0 {
		ending = kind.Endings[0]
	}
	return id + "/" + strconv.Itoa(number+1) + ending
}

// FileTypes are all of them. None of them runs when it is opened.
var FileTypes = []FileType{
	{"image", "image/jpeg", []string{".jpg", ".jpeg"}},
	{"image", "image/png", []string{".png"}},
	{"image", "image/webp", []string{".webp"}},
	{"image", "image/gif", []string{".gif"}},
	{"image", "image/heic", []string{".heic", ".heif"}},
	{"pdf", "application/pdf", []string{".pdf"}},
	{"text", "text/plain", []string{".txt", ".md"}},
	{"document", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", []string{".docx"}},
	{"document", "application/vnd.oasis.opendocument.text", []string{".odt"}},
	{"document", "application/rtf", []string{".rtf"}},
	{"spreadsheet", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", []string{".xlsx"}},
	{"spreadsheet", "application/vnd.oasis.opendocument.spreadsheet", []string{".ods"}},
	{"spreadsheet", "text/csv", []string{".csv"}},
}

// Bounds of the files of a form.
const (
	MostFiles         = 10 // of a field
	MostFileMegabytes = 50 // of a form in all
	usualMegabytes    = 5  // of a file
	megabyte          = 1_000_000
)

// FileCount returns how many files the field takes; zero for other fields.
func (f *Field) FileCount() int {
	if f.Type != "file" {
		return 0
	}
	return cmp.Or(f.Max, 1)
}

// FileSize returns how many bytes each file of the field may have.
func (f *Field) FileSize() int64 { return int64(cmp.Or(f.Megabytes, usualMegabytes)) * megabyte }

// Accepted returns the types that the field takes.
func (f *Field) Accepted() []FileType {
	groups := f.Accept
	if len(groups) == 0 {
		groups = []string{"image", "pdf"}
	}
	return slices.DeleteFunc(slices.Clone(FileTypes), func(t FileType) bool { return !slices.Contains(groups, t.Group) })
}

// AcceptList returns the types of the field as browsers want them.
func (f *Field) AcceptList() string {
	var all []string
	for _, t := range f.Accepted() {
		all = append(append(all, t.Media), t.Endings...)
	}
	return strings.Join(all, ",")
}

// FileBytes returns how many bytes the files of the form may have together.
func (f *Form) FileBytes() (total int64) {
	for i := range f.Fields {
		field := &f.Fields[i]
		total += int64(field.FileCount()) * field.FileSize()
	}
	return total
}

// FileBytes returns the most bytes that the files of any form may have together; zero where no form takes files.
func (r *Revision) FileBytes() (most int64) {
	for _, bundle := range r.Sites {
		for _, form := range bundle.Forms.All() {
			most = max(most, form.FileBytes())
		}
	}
	return most
}

// Kinds of mail.
const (
	MailNotice       = "notice"       // to the team: what a visitor sent
	MailConfirmation = "confirmation" // to the visitor: that it arrived
	MailOptIn        = "optin"        // to the visitor: is this your address?
	MailAppointment  = "appointment"  // to the visitor: the time of a booking is firm, or another one
	MailDigest       = "digest"       // to the team: many notices in one, when mail floods
	MailSuspects     = "suspects"     // to the team: what is held as spam
	MailProblems     = "problems"     // to authors: a change is held back, or all is live again
	MailCode         = "code"         // to who edits the website: lets them in
	KindWebhook      = "webhook"      // no mail: a request to another program (Form.Webhooks)
)

// ToVisitor reports whether mails of a kind go to an address that was typed.
func ToVisitor(kind string) bool {
	return kind == MailConfirmation || kind == MailOptIn || kind == MailAppointment
}

// Message is a mail, or a webhook, rendered. It is stored as it is, so that every attempt to send it has the same
// bytes. No field that becomes a header has control characters.
type Message struct {
	Kind string `json:"kind"`
	// An address, or a name with an address in angle brackets.
	From        string            `json:"from"`
	To          []string          `json:"to"`
	ReplyTo     string            `json:"replyTo,omitempty"`
	Subject     string            `json:"subject"`
	Text        string            `json:"text"`
	HTML        string            `json:"html"`
	Headers     map[string]string `json:"headers,omitempty"`
	Attachments []Attachment      `json:"attachments,omitempty"`
	// Set for a webhook, which has nothing of the above but its kind.
	Webhook *WebhookCall `json:"webhook,omitempty"`
	// Whether it is noted without being stored: a confirmation is skipped, a notice goes with the next digest, for
	// which a suspect must be released first.
	Withheld bool `json:"-"`
	// How long it waits before it is sent.
	After time.Duration `json:"-"`
}

// Letter is a mail of the program's own words, before it gets the look of a site.
type Letter struct {
	Kind, To string
	// Tag of the language of the words.
	Language   string
	Title      string // the subject, too
	Paragraphs []string
	// A button after them, and the path of the website that it leads to.
	Action, ActionPath string
	Why                []string // why the reader gets it
}

// WebhookCall is a request to another program, rendered.
type WebhookCall struct {
	// The environment variable that holds the address, such as HOOK_SALES. The address itself is a secret, and looked
	// up with each attempt.
	Variable string `json:"variable"`
	// What the body is for: the format of the webhook.
	Format string `json:"format"`
	Body   string `json:"body"`
	// The path below the address, where the variable holds an API key.
	Path string `json:"path,omitempty"`
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
	Fate   DeliveryFate
	After  time.Duration // how long the provider asks to wait; zero where it does not say
	Status int           // HTTP status of the provider's answer; zero where there was none
	// Whether the provider may have taken the mail all the same, because its answer was lost.
	Uncertain bool
	Reason    string // what the provider said, without anything a visitor typed
}

func (e *DeliveryError) Error() string {
	if e.Status == 0 {
		return fmt.Sprintf("%s: %s", e.Fate, e.Reason)
	}
	return fmt.Sprintf("%s: %d: %s", e.Fate, e.Status, e.Reason)
}
