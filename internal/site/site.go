package site

import (
	"regexp"
	"time"
)

// Site is the settings of one website: the file site.yaml of its folder.
// Its JSON is public; what must stay private has `json:"-"`.
type Site struct {
	// Name of the company or brand.
	Name Text `yaml:"name" json:"name" validate:"required"`
	// Where the site lives, such as / or /websites/business.
	Path string `yaml:"path" json:"path" validate:"required"`
	// Domains of its own, such as bakery.example.com: the site lives at its path of these alone, so path is usually /. Links and search engines get the first. Sites that share a domain list the same ones. Left out, the site lives where the main site does.
	Hosts []string `yaml:"hosts" json:"-" validate:"omitempty,dive,required"`
	// Address of the website without a path, such as https://www.example.com. Left out, it is https:// and the first of the hosts, or else the main site's.
	BaseURL string `yaml:"baseURL" json:"baseURL" validate:"omitempty,http_url"`
	// Language of the words, such as en or de-CH. Left out: en.
	Language string `yaml:"language" json:"language" validate:"omitempty,bcp47_language_tag"`
	// Time zone of the business, such as America/New_York. {{today}} and booking dates follow it.
	TimeZone string `yaml:"timeZone" json:"timeZone" validate:"required,timezone"`
	// How {{today}} is written, by Go's reference date. Left out: January 2, 2006.
	DateFormat string `yaml:"dateFormat" json:"-"`
	// How times of events are written, by Go's reference time: 15:04 or 3:04 PM. Left out: 15:04.
	TimeFormat string `yaml:"timeFormat" json:"-"`
	// A few words that say what the site is.
	Tagline Text `yaml:"tagline" json:"tagline,omitempty"`
	// Public mail address: {{site.email}}.
	Email Text `yaml:"email" json:"email,omitempty"`
	// Public phone number: {{site.phone}}.
	Phone Text `yaml:"phone" json:"phone,omitempty"`
	// What kind of business it is, and where people find it. Search engines show it.
	Business *Business `yaml:"business" json:"-"`
	// Who may read the content as JSON besides the website itself.
	API API `yaml:"api" json:"-"`
	// Statements that are written once and referred to as {{facts.id}}.
	Facts Collection[Fact] `yaml:"facts" json:"-"`
	// The site mark: an SVG from the images folder.
	Mark *Image `yaml:"mark" json:"mark,omitempty"`
	// The favicon: an SVG, PNG or ICO from the images folder. Left out, the mark is taken.
	Favicon *Image `yaml:"favicon" json:"favicon,omitempty"`
	// Colours, fonts and shapes.
	Theme Theme `yaml:"theme" json:"theme" validate:"required"`
	// A slim line above the bar at the top of every page, such as news or holidays.
	Announcement *Announcement `yaml:"announcement" json:"announcement,omitempty"`
	// The bar at the top.
	Navigation Navigation `yaml:"navigation" json:"navigation"`
	// What stands at the end of every page.
	Footer Footer `yaml:"footer" json:"footer"`
	// Defaults for search engines and link previews.
	SEO SEO `yaml:"seo" json:"-"`
	// Who receives mail. Private.
	Mail Mail `yaml:"mail" json:"-"`
	// Words of the interface. What a site leaves out is taken from the main site.
	Labels Labels `yaml:"labels" json:"labels"`
	// Words of the error page and of error answers. What a site leaves out is taken from the main site.
	Errors Errors `yaml:"errors" json:"errors"`

	// What is said of a form that does not fit. What a site leaves out is taken from the main site.
	Checks Checks `yaml:"checks" json:"-"`
	// Words of mails. What a site leaves out is taken from the main site.
	MailWords MailWords `yaml:"mailWords" json:"-"`

	// Programs of others that count visits or answer visitors, by name. Left out, there is no cookie and no request to anybody else.
	Integrations Integrations `yaml:"integrations" json:"-"`
	// How visitors are asked whether they agree to integrations that need it. It is never shown where none does. Left out, it is taken from the main site.
	Consent *Consent `yaml:"consent" json:"-"`

	// The name of the site's folder.
	ID string `yaml:"-" json:"id"`
	// The space that it lives in: the first of its hosts, or empty for the main
	// site's space. See [Revision].
	Space string `yaml:"-" json:"-"`
	// Addresses of the files that every page of the site needs.
	Assets Assets `yaml:"-" json:"assets"`
	// What every page of the site may do beyond what those of all sites may.
	Policy Policy `yaml:"-" json:"-"`
	// The integrations, as the script loads them.
	Services []Integration `yaml:"-" json:"services,omitempty"`
	// How visitors are asked; nil where nothing needs it.
	Asks *Consent `yaml:"-" json:"asks,omitempty"`

	// The loaded TimeZone.
	Location *time.Location `yaml:"-" json:"-"`
}

// API says who may read the content as JSON besides the website itself.
type API struct {
	// Websites whose scripts may read it in a browser, such as https://app.example.com; "*" for all.
	Origins []string `yaml:"origins" validate:"omitempty,dive,origin"`
}

// OriginPattern is how the address of a website without a path is written.
var OriginPattern = regexp.MustCompile(`^(\*|https?://[a-z0-9.-]+(:[0-9]{1,5})?)$`)

// Assets are the addresses of generated files, with the hash of their bytes in the name.
type Assets struct {
	// The site's stylesheet: the built CSS with the site's theme.
	Stylesheet string `json:"stylesheet"`
	// The icons that the site uses, as SVG symbols; the id of a symbol is the name of the icon.
	Sprite string `json:"sprite"`
	// Addresses of the font files to load first.
	Fonts []string `json:"fonts,omitempty"`
	// The icon for home screens, 180 pixels wide.
	TouchIcon string `json:"-"`
	// The icon for what does not show SVG (favicon.ico).
	Icon string `json:"-"`
	// The web manifest.
	Manifest string `json:"-"`
}

// Navigation is the bar at the top of every page. A page may replace parts of it.
type Navigation struct {
	// Where the logo leads. Left out: the first page of the site.
	Home Text `yaml:"home" json:"-"`
	// The links, in order.
	Links []NavigationLink `yaml:"links" json:"links,omitempty"`
	// The button at the end.
	Action *Link `yaml:"action" json:"action,omitempty"`

	// The logo as a link: the site's name, leading home.
	Logo *Link `yaml:"-" json:"logo,omitempty"`
}

// NavigationLink is a link of the bar at the top. With links of its own it opens a menu of them.
type NavigationLink struct {
	Link
	// The links of the menu that it opens, in order. Where the link itself leads somewhere, that is the first line of the menu.
	Links []Link `yaml:"links" json:"links,omitempty" validate:"omitempty,min=1"`
}

// Announcement is a slim line above the bar at the top of every page.
type Announcement struct {
	// What it says, in one short sentence.
	Text Text `yaml:"text" json:"text" validate:"required"`
	// Where it leads. Left out, it leads nowhere.
	To Text `yaml:"to" json:"-"`
	// When it appears, such as 2026-12-01 09:00 on the clock of the site. Left out, it is there at once.
	From *time.Time `yaml:"from" json:"-"`
	// When it goes, such as 2026-12-04 18:00. A day alone is shown to its end. Left out, it stays.
	Until *time.Time `yaml:"until" json:"-"`

	// All of it as a link, where it leads somewhere.
	Link *Link `yaml:"-" json:"link,omitempty"`
}

// Footer is what stands at the end of every page.
type Footer struct {
	// A sentence beside the logo.
	Text Text `yaml:"text" json:"text,omitempty"`
	// Columns of links.
	Columns []FooterColumn `yaml:"columns" json:"columns,omitempty"`
	// The line at the bottom, such as "© {{year}} {{site.name}}. All rights reserved".
	Copyright Text `yaml:"copyright" json:"copyright,omitempty"`
	// Links in the line at the bottom.
	Links []Link `yaml:"links" json:"links,omitempty"`
}

// FooterColumn is one column of links.
type FooterColumn struct {
	// The title above the links.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// The links, from top to bottom.
	Links []Link `yaml:"links" json:"links" validate:"required,min=1"`
}

// SEO holds defaults for search engines and link previews.
type SEO struct {
	// How a page's title is written in the browser's tab: {title} stands for it. Left out: the title alone.
	TitleTemplate Text `yaml:"titleTemplate" validate:"omitempty,contains={title}"`
	// Description of pages that have none.
	Description Text `yaml:"description"`
	// Picture of link previews for pages that have none.
	Image *Image `yaml:"image" slot:"preview"`
}

// Mail says who receives the messages of visitors. It never leaves the process.
type Mail struct {
	// Addresses that receive messages.
	Recipients []string `yaml:"recipients" validate:"omitempty,dive,email"`
	// Sender, such as Evenlight <hello@evenlight.example>.
	From string `yaml:"from"`
}

// Labels are the words of the interface that belong to no page.
type Labels struct {
	// First link of a page, for people who use the keyboard.
	Skip Text `yaml:"skip" json:"skip"`
	// Name of the bar at the top, for screen readers.
	Navigation Text `yaml:"navigation" json:"navigation"`
	// Name of the links at the bottom, for screen readers.
	Footer Text `yaml:"footer" json:"footer"`
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
	// Button that switches between light and dark, said as what is on or off: Dark mode. Needed where theme.switch is on.
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
	// Said when there is no connection to the server: a page does not come, a form is not sent. Left out, text is said.
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
}

// Checks are what is said of a field that does not fit, where it has no message
// of its own that says so. {min}, {max}, {date} and {zone} stand for the form's rules.
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
	// Not a number. Needed for fields of type number, like the three below.
	Number Text `yaml:"number"`
	// A number below {min}.
	TooLow Text `yaml:"tooLow"`
	// A number above {max}.
	TooHigh Text `yaml:"tooHigh"`
	// A number between the steps of {step}.
	Step Text `yaml:"step"`
	// A file of a type that the field does not take; {types} are the endings that it takes. Needed for fields of type file, like the three below.
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
}
