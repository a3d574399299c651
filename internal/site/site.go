// Package site is the domain of Marquee: what a website is made of.
//
// It imports the standard library only and knows no YAML library, no HTTP and no SQL. Adapters (content, render, pages,
// server) speak in its types.
//
// # One type, two faces
//
// Every type here is the single source of the YAML that marketers write (`yaml` tags), the JSON that templates and the
// API receive (`json` tags), and the rules of both (`validate` tags, in the words of go-playground/validator). A field
// with `yaml:"-"` is computed when a revision is made; one with `json:"-"` never leaves the process. One that all
// languages of a site share says `languages:"same"`, one that each of them says by itself `languages:"own"`, and one by
// which items of a list are known in all of them `languages:"key"`. One that visitors cannot tell says
// `private:"true"`, and is no part of the ids of pages and sites. `make generate` makes JSON Schemas, TypeScript types
// and the guide of these types; the doc comment of a field is what an editor shows.
//
// # From file to revision
//
// Package content reads a folder for each [Site], resolves every reference and link, and makes one immutable
// [Revision]. Nobody changes a revision after it was made; a new one replaces it whole.
//
// # Words
//
// [Text] is what a visitor reads. No sentence for visitors stands in Go or TSX: words of the interface live in [Labels]
// and [Errors], and in package content/words where a site does not say them.
package site

import (
	"regexp"
	"time"
)

// Site is the settings of one website: the file site.yaml of its folder. Its JSON is public; what must stay private has
// `json:"-"`.
type Site struct {
	// Name of the company or brand. In the folder of a language, such as business/de, the name of that language as it
	// calls itself; left out, it is Deutsch for de.
	Name Text `yaml:"name" json:"name" validate:"required" languages:"own"`
	// In the folder of a language, the name of the company where it is written otherwise in that language.
	Brand Text `yaml:"brand" json:"-" languages:"own"`
	// Where the site lives, such as / or /websites/business.
	Path string `yaml:"path" json:"path" validate:"required" owner:"true"`
	// Domains of its own, such as bakery.example.com: the site lives at its path of these alone, so path is usually /.
	// Links and search engines get the first. Sites that share a domain list the same ones. Left out, the site lives
	// where the main site does.
	Hosts []string `yaml:"hosts" json:"-" validate:"omitempty,dive,required" owner:"true"`
	// Address of the website without a path, such as https://www.example.com. Left out, it is https:// and the first of
	// the hosts, or else the main site's.
	BaseURL string `yaml:"baseURL" json:"baseURL" validate:"omitempty,http_url" owner:"true"`
	// Language of the words, such as en or de-CH. Dates, prices and numbers are written as it writes them. Left out: en.
	// Marquee speaks ar, de, en, es, fr, he, it, nl, pl and pt: it has the words of the interface that a site leaves out.
	Language string `yaml:"language" json:"language" validate:"omitempty,bcp47_language_tag" languages:"own" owner:"true"`
	// Time zone of the business, such as America/New_York. {{today}} and booking dates follow it.
	TimeZone string `yaml:"timeZone" json:"timeZone" validate:"required,timezone" languages:"same" owner:"true"`
	// How dates are written, by Go's reference date with its names in English, such as 2 Jan 2006: visitors read them in
	// the language. Left out, dates are as the language writes them in full: January 2, 2006, or 2. Januar 2006.
	DateFormat string `yaml:"dateFormat" json:"-" languages:"own"`
	// How times are written, by Go's reference time: 15:04 or 3:04 PM. Left out, they are as the language writes them
	// where it counts to 24, such as 15.04 in Danish; else 15:04.
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
	API API `yaml:"api" json:"-" languages:"same" owner:"true"`
	// Statements that are written once and referred to as {{facts.id}}.
	Facts Collection[Fact] `yaml:"facts" json:"-" private:"true"`
	// The site mark: an SVG from the images folder.
	Mark *Image `yaml:"mark" json:"mark,omitempty" owner:"true"`
	// The favicon: an SVG, PNG or ICO from the images folder. Left out, the mark is taken.
	Favicon *Image `yaml:"favicon" json:"favicon,omitempty" owner:"true"`
	// Colours, fonts and shapes.
	Theme Theme `yaml:"theme" json:"theme" validate:"required" owner:"true"`
	// A slim line above the bar at the top of every page, such as news or holidays.
	Announcement *Announcement `yaml:"announcement" json:"announcement,omitempty"`
	// The bar at the top.
	Navigation Navigation `yaml:"navigation" json:"navigation"`
	// Where visitors choose among the languages of the site: in the bar, in the footer, or in both. None has no choice.
	Languages string `yaml:"languages" json:"-" languages:"same" private:"true" validate:"omitempty,oneof=bar footer both none"`
	// What stands at the end of every page.
	Footer Footer `yaml:"footer" json:"footer"`
	// Defaults for search engines and link previews.
	SEO SEO `yaml:"seo" json:"-"`
	// Who receives mail. Private.
	Mail Mail `yaml:"mail" json:"-" private:"true" languages:"same" owner:"true"`
	// Words of the interface. What a site leaves out is said by the main site where that has the same language, else by
	// Marquee.
	Labels Labels `yaml:"labels" json:"labels" languages:"own"`
	// Words of the error page and of error answers. What a site leaves out is said as in labels.
	Errors Errors `yaml:"errors" json:"errors" languages:"own"`

	// What is said of a form that does not fit. What a site leaves out is said as in labels.
	Checks Checks `yaml:"checks" json:"-" languages:"own"`
	// Words of mails. What a site leaves out is said as in labels.
	MailWords MailWords `yaml:"mailWords" json:"-" languages:"own" private:"true"`

	// Programs of others that count visits or answer visitors, by name. Left out, there is no cookie and no request to
	// anybody else.
	Integrations Integrations `yaml:"integrations" json:"-" owner:"true"`
	// Hosts whose pages sections embed may show, such as doctolib.fr with all below it, or google.com/maps for that path
	// alone. A page loads nothing of them before a visitor asks for it.
	Embeds []string `yaml:"embeds" json:"-" validate:"omitempty,dive,embed" languages:"same" owner:"true"`
	// How visitors are asked whether they agree to integrations that need it. It is never shown where none does. Left
	// out, it is taken from the main site.
	Consent *Consent `yaml:"consent" json:"-" owner:"true"`

	// The name of the site's folder.
	ID string `yaml:"-" json:"id"`
	// Of a language without a region, the country of its site.
	Region string `yaml:"-" json:"-"`
	// The space that it lives in: the first of its hosts, or empty for the main site's space. See [Revision].
	Space string `yaml:"-" json:"-"`
	// Addresses of the files that every page of the site needs.
	Assets Assets `yaml:"-" json:"assets"`
	// How visitors choose a language; nil where they do not.
	Switcher *Switcher `yaml:"-" json:"switcher,omitempty"`
	// What every page of the site may do beyond what those of all sites may.
	Policy Policy `yaml:"-" json:"-"`
	// The integrations, as the script loads them.
	Services []Integration `yaml:"-" json:"services,omitempty"`
	// How visitors are asked; nil where nothing needs it.
	Asks *Consent `yaml:"-" json:"asks,omitempty"`
	// Where people find the business, in the order of locations.yaml.
	Locations []*Location `yaml:"-" json:"-"`

	// The loaded TimeZone.
	Location *time.Location `yaml:"-" json:"-"`
}

// Switcher is how visitors choose among the languages of a site.
type Switcher struct {
	// Where it stands.
	Bar    bool `json:"bar,omitempty"`
	Footer bool `json:"footer,omitempty"`
	// The languages, the first one of the site first.
	Languages []Language `json:"languages" validate:"required"`
}

// Language is a language of a site.
type Language struct {
	// Its tag, such as de or de-CH.
	Tag string `json:"tag"`
	// What it calls itself, such as Deutsch.
	Name Text `json:"name"`
	// Where its first page is: a path, or an address of another host.
	Home string `json:"home"`
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
	// The site mark and the favicon: their addresses, or where they are small the pictures themselves, as data: URLs.
	Mark    string `json:"mark,omitempty"`
	Favicon string `json:"-"`
	// Addresses of the font files to load first.
	Fonts []string `json:"fonts,omitempty"`
	// Pictures of the look that pages load first.
	Backdrops []Backdrop `json:"-"`
	// The icon for home screens, 180 pixels wide.
	TouchIcon string `json:"-"`
	// The icon for what does not show SVG (favicon.ico).
	Icon string `json:"-"`
	// The web manifest, and the icons that it names.
	Manifest string   `json:"-"`
	Icons    []string `json:"-"`
}

// Backdrop is a picture of a look, for the windows that it is made for.
type Backdrop struct {
	URL   string
	Media string // media query of those windows; empty for all
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

// Mail says who receives the messages of visitors, and who hears of mistakes. It never leaves the process.
type Mail struct {
	// Addresses that receive messages.
	Recipients []string `yaml:"recipients" validate:"omitempty,dive,email"`
	// Addresses that are told when a change is held back for two minutes, and when all is live again.
	Problems []string `yaml:"problems" validate:"omitempty,dive,email"`
	// Sender, such as Evenlight <hello@evenlight.example>.
	From string `yaml:"from"`
}
