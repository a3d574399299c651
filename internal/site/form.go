package site

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Form is a form for visitors: an entry of forms.yaml. One definition draws it, checks it in the browser and on the
// server, and words the mail.
type Form struct {
	// What is sent: booking is an appointment, with fields for a day and a time; message and contact are everything
	// else, such as questions, orders and newsletters. Programs that get it read the word contact or booking as its
	// type.
	Kind string `yaml:"kind" json:"kind" validate:"required,oneof=message contact booking"`
	// Title above the form, and label of its tab where forms share a place.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence before the fields.
	Text Text `yaml:"text" json:"text,omitempty"`
	// The fields, in order.
	Fields []Field `yaml:"fields" json:"fields" validate:"required,min=1"`
	// A group of fields of which some must be filled in.
	AtLeast *AtLeast `yaml:"atLeast" json:"atLeast,omitempty"`
	// The button.
	Submit Submit `yaml:"submit" json:"submit" validate:"required"`
	// Shown when the message is stored. Required without optIn; with it, left out, it asks to look for the mail.
	Success Notice `yaml:"success" json:"success"`
	// What happens next.
	Then Next `yaml:"next" json:"-"`
	// What is said of what happens next.
	Next Text `yaml:"-" json:"next,omitempty"`
	// Shown when it could not be sent.
	Failure Notice `yaml:"failure" json:"failure" validate:"required"`
	// Of a booking, when and where the appointment is: the calendar file and the time after which it is erased go by it.
	// Left out only where the form has one date.
	Appointment Appointment `yaml:"appointment" json:"-"`
	// The name of the field of type email with the visitor's own address: answers and the confirmation go there. Left
	// out: the first one.
	ReplyTo string `yaml:"replyTo" json:"-" private:"true" validate:"omitempty,slug"`
	// Who gets what is sent: a list of mail addresses, or {by: FIELD, VALUE: […]} with a list for each value of a field
	// of type select, radio or time. Left out, and for other values, those of site.yaml.
	Recipients Recipients `yaml:"recipients" json:"-" private:"true" owner:"true"`
	// The mail to the team. Left out: the form's title is its subject.
	Mail FormMail `yaml:"mail" json:"-" private:"true" languages:"same"`
	// Whether the visitor confirms the address first, by a link in a mail. Nobody is told before, and what nobody
	// confirms within 7 days is erased. It needs a required field of type email.
	OptIn bool `yaml:"optIn" json:"-"`
	// The mail with that link; {form} stands for the title, nothing for what was typed. Left out, mailWords in site.yaml
	// word it.
	OptInMail FormMail `yaml:"optInMail" json:"-" private:"true"`
	// The mail to the visitor. Left out: none is sent.
	Confirmation *FormMail `yaml:"confirmation" json:"-" private:"true"`
	// Other programs that are told of each submission. Left out: none is.
	Webhooks []Webhook `yaml:"webhooks" json:"-" private:"true" validate:"max=5" owner:"true"`
	// For how many days what was sent is kept; for a booking, counted from its date. What was not delivered is kept
	// longer. Left out: 180, for a booking 90.
	RetentionDays int `yaml:"retentionDays" json:"-" private:"true" validate:"min=0,max=3650" owner:"true"`

	ID string `yaml:"-" json:"id"`
	// The site that it belongs to; sent with the fields.
	SiteID string `yaml:"-" json:"site"`
	// The appointment, where it names its location; else nil.
	Offer *Appointment `yaml:"-" json:"offer,omitempty"`
	// The page that visitors are led to once it is stored; nil where they stay.
	Thanks *Link `yaml:"-" json:"thanks,omitempty"`
}

// AtLeast is a group of fields of which some must be filled in, such as the products of an order. A 0 does not count.
type AtLeast struct {
	// The names of the fields.
	Fields []string `yaml:"fields" json:"fields" validate:"required,min=1,dive,slug"`
	// How many of them. Left out: 1.
	Of int `yaml:"of" json:"of" validate:"min=1,max=100"`

	// What to say where there are fewer; made from the checks of the site.
	Words Text `yaml:"-" json:"words"`
}

// Recipients are the mail addresses that get what is sent with a form.
type Recipients struct {
	// The name of the field whose value decides; empty where one list is for all.
	By string
	// The lists, by value. One for all has no value.
	Of map[string][]string
}

// For returns the recipients of a submission; none where they are those of its site.
func (r Recipients) For(s *Submission) []string { return r.Of[s.Value(r.By)] }

// Next is what happens after a form was sent.
type Next struct {
	// What happens next, in words; they stay below the form with the reference of what was sent.
	Text Text `yaml:"text" json:"text,omitempty" short:"true"`
	// A page that visitors are led to instead, such as /thanks.
	To Text `yaml:"to" json:"-" languages:"same"`
}

// Appointment names the fields of a booking that say when the appointment is, and where.
type Appointment struct {
	// The field of type date that is the day. Left out only where the form has one.
	Date string `yaml:"date" json:"date" validate:"omitempty,slug" short:"true"`
	// The field of type time. Left out only where the form has one.
	Time string `yaml:"time" json:"time" validate:"omitempty,slug"`
	// A location of locations.yaml, or a field whose options are such locations. Times at which it is closed are not
	// taken.
	Location string `yaml:"location" json:"location" validate:"omitempty,slug"`

	// The times that are open, by location, and by the days that have hours of their own, such as 2026-11-26, or else
	// the day of the week from 0 for Sunday.
	Open map[string]map[string][]string `yaml:"-" json:"open,omitempty"`
	// What to say of others.
	Closed Text `yaml:"-" json:"closed,omitempty"`
}

// KindBooking is the kind of a form for appointments.
const KindBooking = "booking"

// AppointmentField returns the field with the day of the appointment; nil where the form is no booking, and where it
// has several dates and does not say which one it is.
func (f *Form) AppointmentField() *Field { return f.momentField("date", f.Appointment.Date) }

// ClockField returns the field with the time of the appointment, or nil as AppointmentField does.
func (f *Form) ClockField() *Field { return f.momentField("time", f.Appointment.Time) }

func (f *Form) momentField(kind, name string) *Field {
	fields := f.fieldsOf(kind)
	for _, field := range fields {
		if f.Kind == KindBooking && (field.Name == name || name == "" && len(fields) == 1) {
			return field
		}
	}
	return nil
}

// PlaceField returns the field in which visitors choose the location of the appointment, or nil.
func (f *Form) PlaceField() *Field {
	if field := f.Field(f.Appointment.Location); field != nil && field.HasChoices() {
		return field
	}
	return nil
}

// Field returns the field of a name, or nil.
func (f *Form) Field(name string) *Field {
	for i := range f.Fields {
		if f.Fields[i].Name == name {
			return &f.Fields[i]
		}
	}
	return nil
}

// AddressField returns the field with the visitor's address; nil where the form has none.
func (f *Form) AddressField() *Field {
	for _, field := range f.fieldsOf("email") {
		if field.Name == f.ReplyTo || f.ReplyTo == "" {
			return field
		}
	}
	return nil
}

// fieldsOf returns the fields of a type, in their order.
func (f *Form) fieldsOf(kind string) (fields []*Field) {
	for i := range f.Fields {
		if f.Fields[i].Type == kind {
			fields = append(fields, &f.Fields[i])
		}
	}
	return fields
}

// Field is one field of a form.
type Field struct {
	// Name under which the value is sent.
	Name string `yaml:"name" json:"name" validate:"required,slug" languages:"key"`
	// What is asked for. Time is a choice of the options; checkbox is one box, or several with options; consent is a
	// box that must be ticked; file takes files.
	Type string `yaml:"type" json:"type" validate:"required,oneof=text email tel select date time textarea checkbox radio consent number file"`
	// The words above the field; beside a single box, and for consent all that is agreed to, which is stored with the
	// answer.
	Label Text `yaml:"label" json:"label" validate:"required"`
	// Words in the empty field.
	Placeholder Text `yaml:"placeholder" json:"placeholder,omitempty"`
	// A hint below the field.
	Hint Text `yaml:"hint" json:"hint,omitempty"`
	// Whether it must be filled in.
	Required bool `yaml:"required" json:"required,omitempty"`
	// Least number of characters; for a number the least value. Left out: 0.
	Min int `yaml:"min" json:"min,omitempty" validate:"min=-1000000000,max=1000000000"`
	// Greatest number of characters, for a number the greatest value, for a file how many. Left out: 200, for a
	// textarea 5,000, for an email 254, for a tel 40, for a file 1.
	Max int `yaml:"max" json:"max,omitempty" validate:"min=0,max=1000000000"`
	// For a number: how far values lie apart, such as 5 or 0.5. Left out: 1.
	Step string `yaml:"step" json:"step,omitempty"`
	// For a file: what may be sent. image is JPEG, PNG, WebP, GIF and HEIC; document is Word, OpenDocument and RTF;
	// spreadsheet is Excel, OpenDocument and CSV. Left out: image and pdf.
	Accept []string `yaml:"accept" json:"-" validate:"omitempty,dive,oneof=image pdf text document spreadsheet"`
	// For a file: how many megabytes each may have. Left out: 5.
	Megabytes int `yaml:"megabytes" json:"megabytes,omitempty" validate:"min=0,max=20"`
	// The earliest date that may be chosen, in the site's time zone: today, or how far from it in days, weeks, months or
	// years, such as +2d or -18y.
	NotBefore string `yaml:"notBefore" json:"-" validate:"omitempty,bound"`
	// The latest date that may be chosen, written like notBefore. Left out: in five years.
	NotAfter string `yaml:"notAfter" json:"-" validate:"omitempty,bound"`
	// Choices of a select, radio or time field, or of a checkbox of which several may be ticked.
	Options []Option `yaml:"options" json:"options,omitempty"`
	// A link behind the words of a consent or checkbox, such as to the privacy policy.
	Link *Link `yaml:"link" json:"link,omitempty"`
	// What to say when it is empty, too short or not of its type. Left out, the words of checks in site.yaml are said.
	Message Text `yaml:"message" json:"message,omitempty"`
	// What the browser may fill in, such as name, email or tel.
	Autocomplete string `yaml:"autocomplete" json:"autocomplete,omitempty"`
	// Whether it shares a line with its neighbour.
	Half bool `yaml:"half" json:"half,omitempty"`

	// The earliest and the latest date, as 2026-11-21; made from NotBefore and NotAfter.
	MinDate string `yaml:"-" json:"minDate,omitempty"`
	MaxDate string `yaml:"-" json:"maxDate,omitempty"`
	// Of a file: the media types and endings that browsers offer, with commas between.
	AcceptTypes string `yaml:"-" json:"acceptTypes,omitempty"`
	// Of a file: what to say of one that is too large.
	TooLarge Text `yaml:"-" json:"tooLarge,omitempty"`
	// What to say where it has no message of its own; made from the checks of its site.
	Checks *FieldChecks `yaml:"-" json:"checks,omitempty"`
}

// FieldChecks are what is said of a field that does not fit, each only where it may be so.
type FieldChecks struct {
	// It is empty.
	Required Text `json:"required,omitempty"`
	// It is no mail address, no day or no number.
	Format Text `json:"format,omitempty"`
	// It has too few characters.
	TooShort Text `json:"tooShort,omitempty"`
	// It is below the least number, or before the earliest day.
	TooLow Text `json:"tooLow,omitempty"`
	// It is above the greatest number, or after the latest day.
	TooHigh Text `json:"tooHigh,omitempty"`
	// It lies between the steps of a number.
	Step Text `json:"step,omitempty"`
}

// Rule is what a value breaks, as the words of checks name it in braces.
type Rule struct {
	Min, Max         int
	Step, Date, Zone string
	Types            string // endings of files
}

// Fill returns words of checks with the rule in place of the names in braces.
func (r Rule) Fill(words Text) Text {
	return Text(strings.NewReplacer(
		"{min}", strconv.Itoa(r.Min), "{max}", strconv.Itoa(r.Max), "{step}", r.Step,
		"{date}", r.Date, "{zone}", r.Zone, "{types}", r.Types,
	).Replace(string(words)))
}

// BoundPattern matches a bound of dates: today, or a number of days, weeks, months or years from it.
var BoundPattern = regexp.MustCompile(`^(?:today|[+-][0-9]{1,3}[dwmy])$`)

// NamesPerson reports whether people write their name into the field.
func (f *Field) NamesPerson() bool {
	names := []string{"name", "given-name", "family-name", "additional-name", "nickname"}
	return f.Type == "text" && (f.Name == "name" || slices.Contains(names, f.Autocomplete))
}

// Option is one choice.
type Option struct {
	// What is sent.
	Value string `yaml:"value" json:"value" validate:"required" languages:"key"`
	// What is shown. Left out: the value, which in a time field is shown on the clock of the site.
	Label Text `yaml:"label" json:"label"`
	// How long an appointment of this choice takes, for the calendar. Left out: 60.
	Minutes int `yaml:"minutes" json:"-" validate:"min=0,max=1440"`
}

// FormMail words a mail about a submission. A field's name in braces stands for what was typed, such as {name};
// {reference} for the submission's reference, {answers} for all that was chosen, numbers included, with its labels.
type FormMail struct {
	// The subject.
	Subject Text `yaml:"subject" json:"-"`
	// A paragraph before what was typed.
	Text Text `yaml:"text" json:"-"`
}

// Webhook is another program that is told of each submission.
type Webhook struct {
	// The environment variable with the address, such as $HOOK_SALES. Its name begins with HOOK_. An address itself
	// cannot stand here, because it is a secret. For brevo and mailchimp it holds their API key.
	URL string `yaml:"url" json:"-" validate:"required"`
	// What is sent: json, signed as standardwebhooks.com says, a message for slack or discord, or the address to a list
	// of brevo or mailchimp. Left out: json.
	Format string `yaml:"format" json:"-" validate:"omitempty,oneof=json slack discord brevo mailchimp"`
	// For brevo and mailchimp, the id of the list.
	List string `yaml:"list" json:"-" validate:"omitempty,slug"`
	// For brevo and mailchimp, what else of the form they get beside the address.
	Attributes []Attribute `yaml:"attributes" json:"-"`
}

// Attribute is a field of a form that becomes one of a contact.
type Attribute struct {
	// The name of the field.
	Field string `yaml:"field" json:"-" validate:"required"`
	// What brevo calls the attribute, or mailchimp the merge field, such as FIRSTNAME or FNAME.
	As string `yaml:"as" json:"-" validate:"required"`
}

// IsList reports whether the webhook brings addresses to a list, for which its variable holds an API key.
func (w Webhook) IsList() bool { return w.Format == "brevo" || w.Format == "mailchimp" }

// webhookVariable is what the variable of a webhook is called: content must not be able to send the program's own
// secrets anywhere, such as DATABASE_URL.
var webhookVariable = regexp.MustCompile(`^\$(HOOK_[A-Z0-9_]{0,59}[A-Z0-9])$`)

// Variable returns the environment variable with the address, such as HOOK_SALES; empty where the webhook names none
// that may be used.
func (w Webhook) Variable() string {
	found := webhookVariable.FindStringSubmatch(w.URL)
	// HOOK_X_FILE names the file that holds HOOK_X.
	if found == nil || strings.HasSuffix(found[1], "_FILE") {
		return ""
	}
	return found[1]
}

// Submit is the button of a form.
type Submit struct {
	// The words on the button.
	Label Text `yaml:"label" json:"label" validate:"required"`
	// The words while it is being sent.
	Sending Text `yaml:"sending" json:"sending" validate:"required"`
}

// Notice is a short message that appears and goes, shown as a toast.
type Notice struct {
	// What has happened, in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence more about it.
	Text Text `yaml:"text" json:"text,omitempty"`
}

// Bounds of an address (RFC 5321, section 4.5.3.1; the whole without its brackets).
const (
	maxAddress      = 254
	maxAddressLocal = 64
)

// address is the rule of web/src/forms/fields/email.tsx: what the HTML standard takes for an address, without dots that
// mail servers refuse, and with a domain whose last name is no number. That leaves out bare hosts and IP addresses,
// where nobody could be answered.
var address = regexp.MustCompile(`^` + addressWord + `(?:\.` + addressWord + `)*` +
	`@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$`)

const addressWord = `[a-zA-Z0-9!#$%&'*+/=?^_` + "`{|}~-]+"

// MailAddress reports whether a text is an address that a mail can be sent to: local@host.domain in letters that every
// mail server takes, and nothing around it.
func MailAddress(text string) bool {
	return len(text) <= maxAddress && strings.IndexByte(text, '@') <= maxAddressLocal && address.MatchString(text)
}
