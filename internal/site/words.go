package site

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"
)

// Text is plain text for visitors. As it is typed it may refer to facts, such as {{plans.promptify-pro.price}} or
// {{year}}; in a revision what it refers to is resolved, and quotation marks and apostrophes that were typed straight
// are those of its language.
type Text string

// Icon is the name of a Lucide icon, such as "shield-check".
type Icon string

// Ref is the id of an entry of a collection. Another site's entry is written with the site's id first:
// "main/promptify-pro".
type Ref string

// Fact is one short statement that is written once and referred to by text everywhere, such as an opening time:
// {{facts.business-hours}}.
type Fact = Text

// Markdown is formatted text. Templates receive it as a tree of [Node], never as HTML.
type Markdown struct {
	Source Text
	Nodes  []Node
}

// MarshalJSON writes the nodes as an array, an empty one where there are none.
func (m Markdown) MarshalJSON() ([]byte, error) {
	if m.Nodes == nil {
		return []byte("[]"), nil
	}
	return json.Marshal(m.Nodes)
}

// Node is one element of a Markdown text.
type Node struct {
	// What it is: paragraph, heading, list, item, text, strong, emphasis, deleted, code, codeblock, link, quote, break,
	// rule, figure (a picture by itself), image (a picture among words), table, titles (its first row), row, cell, note
	// (the number of a footnote), notes (the footnotes, as items).
	Kind string `json:"kind"`
	// The words of text, code and codeblock nodes; the caption of a figure.
	Text string `json:"text,omitempty"`
	// Level of a heading, from 2 to 6.
	Level int `json:"level,omitempty"`
	// Anchor of a heading, of a footnote, or of where it is first referred to.
	ID string `json:"id,omitempty"`
	// Whether a list is numbered, and its first number where that is not 1.
	Ordered bool `json:"ordered,omitempty"`
	Start   int  `json:"start,omitempty"`
	// Of an item of a list of tasks: open or done.
	Task string `json:"task,omitempty"`
	// The number of a footnote.
	Note int `json:"note,omitempty"`
	// Where the words of a cell stand: center or end; empty for the beginning.
	Align string `json:"align,omitempty"`
	// The picture of a figure or image.
	Image *Image `json:"image,omitempty"`
	// Target of a link; of a note, its footnote, and of that, where it is first referred to.
	Link *Link `json:"link,omitempty"`
	// What is inside, in order.
	Children []Node `json:"children,omitempty"`
}

// Rare reports whether the node is, or holds, what few texts have: the stylesheet has a part for it.
func (n Node) Rare() bool {
	rare := []string{"quote", "rule", "code", "codeblock", "table", "note", "notes"}
	return n.Task != "" || slices.Contains(rare, n.Kind) || slices.ContainsFunc(n.Children, Node.Rare)
}

// A moment that is written without a zone is on the clock of the site, which is not known while a file is read. Until a
// revision is made of it, its location is one of these.
var (
	// OnClock is the location of a moment such as 2026-12-01 09:00.
	OnClock = time.FixedZone("clock", 0)
	// OnCalendar is the location of a day such as 2026-12-01: its first moment.
	OnCalendar = time.FixedZone("calendar", 0)
)

// Labels are the words of the interface that belong to no page.
type Labels struct {
	// First link of a page, for people who use the keyboard.
	Skip Text `yaml:"skip" json:"skip"`
	// Name of the bar at the top, for screen readers.
	Navigation Text `yaml:"navigation" json:"navigation"`
	// Name of the links at the bottom, for screen readers.
	Footer Text `yaml:"footer" json:"footer"`
	// Name of the choice among the languages of the site, for screen readers.
	Languages Text `yaml:"languages" json:"languages"`
	// Button that opens the menu.
	OpenMenu Text `yaml:"openMenu" json:"openMenu"`
	// Button that closes the menu.
	CloseMenu Text `yaml:"closeMenu" json:"closeMenu"`
	// Name of the region of toasts.
	Notifications Text `yaml:"notifications" json:"notifications"`
	// Button that closes a toast.
	CloseNotification Text `yaml:"closeNotification" json:"closeNotification"`
	// Hint of links without a target.
	Placeholder Text `yaml:"placeholder" json:"placeholder"`
	// Said after links that open in a new tab.
	NewTab Text `yaml:"newTab" json:"newTab"`
	// Said while a page is on its way.
	Loading Text `yaml:"loading" json:"loading"`
	// Title of the contents list of legal documents.
	Contents Text `yaml:"contents" json:"contents"`
	// Stands before the date of legal documents.
	Updated Text `yaml:"updated" json:"updated"`
	// Button that switches between light and dark, said as what is on or off: Dark mode.
	DarkMode Text `yaml:"darkMode" json:"darkMode,omitempty"`
	// Marks fields that may stay empty.
	Optional Text `yaml:"optional" json:"optional"`
	// Stands above the list of what is wrong with a form.
	ErrorSummary Text `yaml:"errorSummary" json:"errorSummary"`
	// Stands before the reference of what was sent.
	Reference Text `yaml:"reference" json:"reference"`
	// Names the field that people leave empty, for those whose program reads it out.
	LeaveEmpty Text `yaml:"leaveEmpty" json:"leaveEmpty"`
	// First, empty choice of a select.
	Choose Text `yaml:"choose" json:"choose"`
	// Stands before a price that is the lowest of several.
	From Text `yaml:"from" json:"from"`
	// After a price: per month.
	PerMonth Text `yaml:"perMonth" json:"perMonth"`
	// After a price: per year.
	PerYear Text `yaml:"perYear" json:"perYear"`
	// After a price: paid once.
	Once Text `yaml:"once" json:"once"`
	// Shown instead of a price of 0 that is not paid every month or year.
	Free Text `yaml:"free" json:"-"`
	// Button that closes a large picture.
	Close Text `yaml:"close" json:"close,omitempty"`
	// Button that shows the picture before.
	Previous Text `yaml:"previous" json:"previous,omitempty"`
	// Button that shows the next picture.
	Next Text `yaml:"next" json:"next,omitempty"`
	// Leads to newer entries of a collection.
	Newer Text `yaml:"newer" json:"newer,omitempty"`
	// Leads to older entries of a collection.
	Older Text `yaml:"older" json:"older,omitempty"`
	// How long reading an entry takes; {minutes} stands for the number.
	ReadingTime Text `yaml:"readingTime" json:"-"`
	// Shows what another website has, such as a map, once it is asked for.
	Show Text `yaml:"show" json:"-"`
	// Says that nothing was loaded from there yet; {host} stands for the name of that website.
	ShowNote Text `yaml:"showNote" json:"-"`
	// Name of the tags of a collection, for screen readers.
	Tags Text `yaml:"tags" json:"tags,omitempty"`
	// Title of the events that are still to come.
	Upcoming Text `yaml:"upcoming" json:"upcoming,omitempty"`
	// Title of the events that are over, and said of each.
	Past Text `yaml:"past" json:"past,omitempty"`
	// Read out for the sign of what is there, in tables that compare.
	Included Text `yaml:"included" json:"included,omitempty"`
	// Read out for the sign of what is not there, in tables that compare.
	NotIncluded Text `yaml:"notIncluded" json:"notIncluded,omitempty"`
	// Stands above holidays and other exceptions to the hours.
	SpecialHours Text `yaml:"specialHours" json:"-"`
	// The hours of a day on which a location does not open, and said of one that is closed.
	Closed Text `yaml:"closed" json:"-"`
	// The hours of a day without a break.
	AllDay Text `yaml:"allDay" json:"-"`
	// The hours of a day on which visitors agree on a time.
	ByAppointment Text `yaml:"byAppointment" json:"-"`
	// Said of a location that is open.
	Open Text `yaml:"open" json:"-"`
	// Said of a location that is open until {time}.
	OpenUntil Text `yaml:"openUntil" json:"-"`
	// Said of a location that is closed and opens today at {time}.
	OpensAt Text `yaml:"opensAt" json:"-"`
	// Said of a location that is closed and opens on another {day} at {time}.
	OpensOn Text `yaml:"opensOn" json:"-"`
	// Said on a {day} on which a location is closed, such as a holiday: {reason} says why.
	ClosedOn Text `yaml:"closedOn" json:"-"`
	// Link to the way to a location.
	Directions Text `yaml:"directions" json:"-"`
	// Below a page that is seen by a preview link, which ends on {end}.
	Preview Text `yaml:"preview" json:"-"`
	// The same where the link shows the website as of {day}.
	PreviewOf Text `yaml:"previewOf" json:"-"`
	// Button beside it that shows the public website again.
	LeavePreview Text `yaml:"leavePreview" json:"-"`
}

// Errors are the words of the error page and of error answers.
type Errors struct {
	// Title of the error page.
	Title Text `yaml:"title" json:"title"`
	// A sentence of help on the error page.
	Text Text `yaml:"text" json:"text"`
	// Link of the error page that tries again.
	Retry Text `yaml:"retry" json:"retry"`
	// Link of the error page that leads home.
	Home Text `yaml:"home" json:"home"`
	// Said when there is no connection to the server: a page does not come, a form is not sent.
	Offline Text `yaml:"offline" json:"offline"`
	// Answer for an unknown address or entry.
	NotFound Text `yaml:"notFound" json:"notFound"`
	// Answer for a method that the address does not take.
	MethodNotAllowed Text `yaml:"methodNotAllowed" json:"methodNotAllowed"`
	// Answer for a request that cannot be read.
	BadRequest Text `yaml:"badRequest" json:"badRequest"`
	// Answer for a body over the limit.
	TooLarge Text `yaml:"tooLarge" json:"tooLarge"`
	// Answer for a media type or encoding that is not taken.
	UnsupportedMedia Text `yaml:"unsupportedMedia" json:"unsupportedMedia"`
	// Answer when something broke on our side.
	Internal Text `yaml:"internal" json:"internal"`
	// Answer when messages cannot be taken at the moment.
	Unavailable Text `yaml:"unavailable" json:"unavailable"`
	// Answer for a form with fields that do not fit.
	InvalidForm Text `yaml:"invalidForm" json:"-"`
	// Answer when the same filling of a form was sent before with other words.
	Conflict Text `yaml:"conflict" json:"-"`
	// Answer when one address sends too much.
	TooMany Text `yaml:"tooMany" json:"-"`
	// Answer for a preview link whose time is over.
	PreviewEnded Text `yaml:"previewEnded" json:"-"`
	// Answer for a form that is sent from a preview.
	PreviewOnly Text `yaml:"previewOnly" json:"-"`
}

// Sentence returns what is said of a status of HTTP, whose own reason phrases are English whatever the language of the
// site.
func (e *Errors) Sentence(status int) Text {
	switch status {
	case http.StatusNotFound, http.StatusMisdirectedRequest:
		return e.NotFound
	case http.StatusMethodNotAllowed:
		return e.MethodNotAllowed
	case http.StatusConflict:
		return e.Conflict
	case http.StatusGone:
		return e.PreviewEnded
	case http.StatusRequestEntityTooLarge, http.StatusRequestHeaderFieldsTooLarge:
		return e.TooLarge
	case http.StatusUnsupportedMediaType:
		return e.UnsupportedMedia
	case http.StatusUnprocessableEntity:
		return e.InvalidForm
	case http.StatusLocked:
		return e.PreviewOnly
	case http.StatusTooManyRequests:
		return e.TooMany
	case http.StatusServiceUnavailable, http.StatusRequestTimeout: // which does not lie in what was typed
		return e.Unavailable
	}
	if status >= http.StatusInternalServerError && status != http.StatusHTTPVersionNotSupported {
		return e.Internal
	}
	return e.BadRequest
}

// Checks are what is said of a field that does not fit, where it has no message of its own that says so. {min}, {max},
// {date} and {zone} stand for the form's rules.
type Checks struct {
	// A required field is empty.
	Required Text `yaml:"required"`
	// Not a mail address.
	Email Text `yaml:"email"`
	// Not a phone number.
	Phone Text `yaml:"phone"`
	// Not one of the choices.
	Option Text `yaml:"option"`
	// Fewer than {min} characters.
	TooShort Text `yaml:"tooShort"`
	// More than {max} characters.
	TooLong Text `yaml:"tooLong"`
	// Not a day of the calendar.
	Date Text `yaml:"date"`
	// Before {date}, which is today in the time zone {zone}.
	DatePast Text `yaml:"datePast"`
	// After {date}, the last day that can be chosen.
	DateFar Text `yaml:"dateFar"`
	// Characters that cannot be written, such as control characters.
	Characters Text `yaml:"characters"`
	// Not a number.
	Number Text `yaml:"number"`
	// A number below {min}.
	TooLow Text `yaml:"tooLow"`
	// A number above {max}.
	TooHigh Text `yaml:"tooHigh"`
	// A number between the steps of {step}.
	Step Text `yaml:"step"`
	// A required box that is not ticked.
	Tick Text `yaml:"tick"`
	// A required file that was not chosen.
	File Text `yaml:"file"`
	// Fewer than {min} of a group of fields are filled in.
	Fewer Text `yaml:"fewer"`
	// A time of the appointment that is over.
	TimePast Text `yaml:"timePast"`
	// A time of the appointment at which the location is closed.
	Closed Text `yaml:"closed"`
	// A file without anything in it.
	FileEmpty Text `yaml:"fileEmpty"`
	// A file of a type that the field does not take; {types} are the endings that it takes.
	FileType Text `yaml:"fileType"`
	// A file of more than {max} megabytes.
	FileSize Text `yaml:"fileSize"`
	// More than {max} files.
	FileCount Text `yaml:"fileCount"`
	// The files must be chosen again, because something else was wrong.
	FileAgain Text `yaml:"fileAgain"`
}

// MailWords are the words of mails that belong to no form.
type MailWords struct {
	// Stands before the reference.
	Reference Text `yaml:"reference"`
	// Stands before the time of arrival.
	Received Text `yaml:"received"`
	// Stands before the page that it was sent from.
	Page Text `yaml:"page"`
	// Stands before the plan that led there.
	Plan Text `yaml:"plan"`
	// Stands before the time zone of a booking.
	TimeZone Text `yaml:"timeZone"`
	// Stands before the language that the sender read, where it is not the first one of the site.
	Language Text `yaml:"language"`
	// Stands for the value of a field that was left empty.
	Empty Text `yaml:"empty"`
	// Says how to answer: a reply goes to the visitor.
	Reply Text `yaml:"reply"`
	// Last line of a mail to a visitor: why they get it.
	WhyVisitor Text `yaml:"whyVisitor"`
	// Subject of many notices in one mail: {count}, {form}.
	DigestSubject Text `yaml:"digestSubject"`
	// A sentence before them.
	DigestText Text `yaml:"digestText"`
	// Subject of the mail about messages that are held as suspects: {count}.
	SuspectsSubject Text `yaml:"suspectsSubject"`
	// A sentence before them: {count}.
	SuspectsText Text `yaml:"suspectsText"`
	// Subject of the mail that asks whether an address is its reader's, of forms with optIn: {form}.
	OptInSubject Text `yaml:"optInSubject"`
	// What that mail says: {form}.
	OptInText Text `yaml:"optInText"`
	// The button that confirms an address, in the mail and on the page that it leads to.
	OptInButton Text `yaml:"optInButton"`
	// Title of the message that such a form was sent.
	OptInSent Text `yaml:"optInSent"`
	// A sentence more about it.
	OptInSentText Text `yaml:"optInSentText"`
	// Above the button on the page that the mail leads to.
	OptInAsk Text `yaml:"optInAsk"`
	// Said when the button was pressed.
	OptInDone Text `yaml:"optInDone"`
	// Said when it was pressed before.
	OptInAlready Text `yaml:"optInAlready"`
	// Said when the link is unknown, or too old.
	OptInExpired Text `yaml:"optInExpired"`
	// Subject of the mail that an appointment is firm: {time}.
	AppointmentSubject Text `yaml:"appointmentSubject"`
	// What that mail says: {time}.
	AppointmentText Text `yaml:"appointmentText"`
	// What it says where the time is another one than before: {time}.
	AppointmentMoved Text `yaml:"appointmentMoved"`
	// Stands above what a visitor wrote, in an answer to it: {time}.
	Quote Text `yaml:"quote"`
}
