package site

import (
	"strings"
	"time"
)

// Templates that draw a page.
const (
	TemplatePage     = "page"
	TemplateLegal    = "legal"
	TemplateNotFound = "not-found"
)

// Page is one page: a file below the folder pages, whose path is the page's path.
type Page struct {
	// Title, for the browser's tab, search results and link previews.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// One or two sentences for search results and link previews.
	Description Text `yaml:"description" json:"description,omitempty"`
	// The template that draws it. Left out: page.
	Template string `yaml:"template" json:"template" validate:"omitempty,oneof=page legal not-found"`
	// In the folder of a language, the path of the page that this one translates, such as /services. Left out, it is the
	// page that has the same path below the site.
	Translates string `yaml:"translates" json:"-" private:"true"`
	// Replaces parts of the site's navigation on this page: none leaves the site's name alone. A translation has none
	// where the page that it translates has.
	Navigation *PageNavigation `yaml:"navigation" json:"navigation,omitempty"`
	// How much of the footer this page has: small is its last line alone, with copyright and links. Left out, it is that
	// of the page that this one translates, else full.
	Footer string `yaml:"footer" json:"footer,omitempty" validate:"omitempty,oneof=small full"`
	// A word that the site's own look knows, and draws this page by.
	Look string `yaml:"look" json:"look,omitempty" validate:"omitempty,slug"`
	// A link above the content, such as "Back to Services".
	Back *Link `yaml:"back" json:"back,omitempty"`
	EntryFields
	// Makes the folder a collection, whose entries this page lists: only in the index.yaml of a folder.
	Collection *Listing `yaml:"collection" json:"-" private:"true"`
	// The sections, from top to bottom.
	Sections []Section `yaml:"sections" json:"sections,omitempty"`
	// What the template not-found shows.
	NotFound *NotFound `yaml:"notFound" json:"notFound,omitempty"`
	// Picture of link previews.
	Image *Image `yaml:"image" json:"-" private:"true" slot:"preview"`
	// Keeps the page out of search engines and the sitemap.
	NoIndex bool `yaml:"noIndex" json:"-" private:"true"`
	// Former paths of the page: they answer a permanent redirect.
	Aliases []string `yaml:"aliases" json:"-" private:"true"`
	// Whether the page is not to be seen yet.
	Draft bool `yaml:"draft" json:"-" private:"true"`
	// The day that the page is of, in the time zone of its site: 2026-11-01. Search engines are told it as the day of
	// the last change. An entry of a collection is not there before its day.
	Date string `yaml:"date" json:"-" private:"true" validate:"omitempty,day=publishAt (or starts of an event)"`
	// When the page goes live, such as 2026-12-01 09:00 on the clock of the site, or with a zone of its own:
	// 2026-12-01T09:00:00-05:00. A day without a time is included.
	PublishAt *time.Time `yaml:"publishAt" json:"-" private:"true"`
	// When the page goes, such as 2026-12-24 18:00. A day without a time is included.
	ExpireAt *time.Time `yaml:"expireAt" json:"-"`

	// The page's path, such as /websites/business/services. Empty for not-found pages.
	Path string `yaml:"-" json:"path"`
	// The first picture that the page shows, which browsers load before the others: its address, and how wide it is
	// shown.
	Lead string `yaml:"-" json:"lead,omitempty"`
	// Address of one file with all drawings of the page, where it is not only one with a file of its own: the part fan
	// of /images/main/oven-1a2b.svg is called oven-1a2b.fan there.
	Drawings string `yaml:"-" json:"drawings,omitempty"`
	// What the template legal shows.
	Legal *Legal `yaml:"-" json:"legal,omitempty"`
	// What an entry of a collection shows beside its own words.
	Entry *EntryDetail `yaml:"-" json:"entry,omitempty"`
	// What a page lists: the entries of its collection.
	List *EntryList `yaml:"-" json:"list,omitempty"`
	// The feed of a collection, on the first page of its list; nil where it has none.
	Feed *Feed `yaml:"-" json:"-"`
	// What stands in the head of the document.
	Head Head `yaml:"-" json:"head"`
	// The page in each of its languages, itself among them, the original first. Left out where it is in one alone.
	Translations []Translation `yaml:"-" json:"translations,omitempty"`
	// The pages above it, from the first page of its site on; empty for that one.
	Trail []Ancestor `yaml:"-" json:"-"`

	// A hash of what visitors and programs get of it; empty as long as it is made.
	ID string `yaml:"-" json:"-" private:"true"`
	// The id of the site that the page belongs to.
	SiteID string `yaml:"-" json:"-"`
	// The day of the last change as its author says it, such as 2026-11-01: the page's date, or that of a legal
	// document; empty where nobody says, and before that day. For the sitemap.
	Modified string `yaml:"-" json:"-"`
}

// Ancestor is a page whose path another page lies below.
type Ancestor struct {
	Title Text
	Path  string
}

// Translation is a page in one of its languages.
type Translation struct {
	// Tag of the language, such as de or de-CH.
	Language string `json:"language"`
	// A path, or an address of another host.
	Href string `json:"href"`
	// Whether search engines are asked to stay away from it.
	NoIndex bool `json:"noIndex,omitempty"`
}

// InLanguages returns the absolute addresses of the page in each of its languages, as search engines are told them, and
// of the original as x-default; nil where it is in one alone. The base is the address of its website without a path.
func (p *Page) InLanguages(base string) (all []Translation) {
	original := ""
	for i, in := range p.Translations {
		if in.NoIndex {
			continue
		}
		if strings.HasPrefix(in.Href, "/") {
			in.Href = base + in.Href
		}
		if i == 0 {
			original = in.Href
		}
		all = append(all, in)
	}
	if original != "" {
		all = append(all, Translation{Language: "x-default", Href: original})
	}
	return all
}

// NotFound is what visitors of an unknown path see.
type NotFound struct {
	// The large sign, such as 404.
	Code Text `yaml:"code" json:"code" validate:"required"`
	// What happened.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// What to do about it.
	Text Text `yaml:"text" json:"text,omitempty"`
	// Ways to go on.
	Actions []Link `yaml:"actions" json:"actions" validate:"required,min=1"`
	// A poster composed of these shapes beside the words: the first one leads, and all may stand more than once.
	Poster []string `yaml:"poster" json:"poster,omitempty" validate:"omitempty,max=6,dive,oneof=arch eye leaf disc column"`
}

// Head is what stands in the head of the document.
type Head struct {
	// The whole title, as the browser's tab shows it.
	Title string `json:"title"`
	// Description for search engines.
	Description string `json:"description,omitempty"`
	// The page's own absolute address; empty for not-found pages.
	Canonical string `json:"canonical,omitempty"`
	// Absolute address of the link-preview picture.
	Image string `json:"image,omitempty"`
	// What the picture shows, and its size in pixels; 0 where the file does not tell.
	ImageAlt    Text `json:"-"`
	ImageWidth  int  `json:"-"`
	ImageHeight int  `json:"-"`
	// Whether search engines are asked to stay away.
	NoIndex bool `json:"noIndex,omitempty"`
	// What the page may do beyond what every page may; left out where that is nothing.
	Policy Policy `json:"policy,omitempty"`
	// The feed of the collection that the page belongs to; nil where there is none.
	Feed *FeedLinks `json:"-"`
}

// FeedLinks are where the feed of a collection is found.
type FeedLinks struct {
	Title      string
	Atom, JSON string // absolute addresses of its two forms
}

// Legal is a legal document: the file terms.yaml or privacy.yaml.
type Legal struct {
	// Title of the document.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// One or two sentences for search results and link previews.
	Description Text `yaml:"description" json:"description,omitempty"`
	// Path below the site, such as /privacy-policy. Left out: /terms or /privacy.
	Slug string `yaml:"slug" json:"-" validate:"omitempty,startswith=/"`
	// Date of the last change, as it is shown; {{today}} is the current day.
	Updated Text `yaml:"updated" json:"updated" validate:"required"`
	// A link above the document, such as "Back to Home".
	Back *Link `yaml:"back" json:"back,omitempty"`
	// Replaces parts of the site's navigation on this page: none leaves the site's name alone.
	Navigation *PageNavigation `yaml:"navigation" json:"-"`
	// What stands before the first section.
	Intro *LegalIntro `yaml:"intro" json:"intro,omitempty"`
	// The sections, in order.
	Sections []LegalSection `yaml:"sections" json:"sections" validate:"required,min=1"`
	// Former paths of the document: they answer a permanent redirect.
	Aliases []string `yaml:"aliases" json:"-"`
	// A poster composed of these shapes beside the title: the first one leads, and all may stand more than once.
	Poster []string `yaml:"poster" json:"poster,omitempty" validate:"omitempty,max=6,dive,oneof=arch eye leaf disc column"`

	// The document's path.
	Path string `yaml:"-" json:"path"`
}

// LegalIntro is what stands before the first section of a legal document.
type LegalIntro struct {
	// The words before the first part.
	Markdown Markdown `yaml:"markdown" json:"markdown" validate:"required"`
}

// LegalSection is one section of a legal document.
type LegalSection struct {
	// Anchor of the section. Left out, it is made from the title.
	ID string `yaml:"id" json:"id" validate:"omitempty,slug"`
	// Title of the section.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// The words, as Markdown.
	Markdown Markdown `yaml:"markdown" json:"markdown" validate:"required"`
}

// Navigation is the bar at the top of every page. A page may replace parts of it.
type Navigation struct {
	// Where the logo leads. Left out: the first page of the site.
	Home Text `yaml:"home" json:"-"`
	// The links, in order.
	Links []NavigationLink `yaml:"links" json:"links,omitzero"`
	// The button at the end.
	Action *Link `yaml:"action" json:"action,omitempty"`

	// The logo as a link: the site's name, leading home.
	Logo *Link `yaml:"-" json:"logo,omitempty"`
}

// PageNavigation is the bar at the top of one page. What it leaves out is taken from the site; an empty list of links
// is no links.
type PageNavigation struct {
	Navigation
	// What is taken from the site: none for its name alone, without links, button and choice of a language. Left out:
	// all that the page does not replace.
	Site string `yaml:"site" json:"site,omitempty" validate:"omitempty,oneof=none" short:"true"`
}

// NavigationLink is a link of the bar at the top. With links of its own it opens a menu of them.
type NavigationLink struct {
	Link
	// The links of the menu that it opens, in order. Where the link itself leads somewhere, that is the first line of
	// the menu.
	Links []Link `yaml:"links" json:"links,omitempty" validate:"omitempty,min=1"`
}

// Announcement is a slim line above the bar at the top of every page.
type Announcement struct {
	// What it says, in one short sentence.
	Text Text `yaml:"text" json:"text" validate:"required"`
	// Where it leads. Left out, it leads nowhere.
	To Text `yaml:"to" json:"-"`
	// When it appears, such as 2026-12-01 09:00 on the clock of the site. A day without a time is included. Left out, it
	// is there at once.
	From *time.Time `yaml:"from" json:"-"`
	// When it goes, such as 2026-12-04 18:00. A day without a time is included. Left out, it stays.
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
	// What the visitor's browser has measured of this very page: {weight} and {requests} are what it is made of, {paint}
	// is when its first words or pictures were there. Without a script there is no such line.
	Measured Text `yaml:"measured" json:"measured,omitempty"`
	// The sites of one company, by their folders, such as main and business: each with its mark, name and tagline. List
	// the site itself, too: it is marked as the one that visitors see.
	SiteIDs []string `yaml:"sites" json:"-" validate:"omitempty,dive,required"`

	// What is shown of these sites.
	Sites []FooterSite `yaml:"-" json:"sites,omitempty"`
}

// FooterSite is a site as the footer of another one shows it.
type FooterSite struct {
	// The name of the site, leading to its first page.
	Link Link `yaml:"-" json:"link"`
	// A few words that say what it is.
	Tagline Text `yaml:"-" json:"tagline,omitempty"`
	// Its mark.
	Mark *Image `yaml:"-" json:"mark,omitempty"`
	// Whether it is the site that shows the footer.
	Current bool `yaml:"-" json:"current,omitempty"`
}

// FooterColumn is one column of links.
type FooterColumn struct {
	// The title above the links.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// The links, from top to bottom.
	Links []Link `yaml:"links" json:"links" validate:"required,min=1"`
}

// LinkKind tells templates how to draw a link, so that they hold no rule of their own.
type LinkKind string

// The kinds of link.
const (
	LinkPage        LinkKind = "page"        // a page of the same site: the client navigates
	LinkSite        LinkKind = "site"        // a page of another site: the browser navigates
	LinkFile        LinkKind = "file"        // a file of the folder files: the browser shows or saves it
	LinkAnchor      LinkKind = "anchor"      // an anchor on the same page
	LinkExternal    LinkKind = "external"    // another website: opens in a new tab, without opener
	LinkContact     LinkKind = "contact"     // mailto: or tel:
	LinkPlaceholder LinkKind = "placeholder" // no target: drawn, and marked as not available
)

// Link is a link or a button. Without `to` it is a placeholder.
type Link struct {
	// The words of the link.
	Label Text `yaml:"label" json:"label" validate:"required"`
	// Where it leads: a path (/about), an anchor (#products), both, a page below another site (bakery:/about), a file
	// (files/price-list.pdf), or an address with https:, http:, mailto: or tel:.
	To Text `yaml:"to" json:"-"`
	// How a button looks.
	Style string `yaml:"style" json:"style,omitempty" validate:"omitempty,oneof=primary secondary ghost text"`
	// Icon beside the words.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// A hint shown on hover and focus.
	Hint Text `yaml:"hint" json:"hint,omitempty"`

	// The resolved target; empty for a placeholder.
	Href string `yaml:"-" json:"href,omitempty"`
	// Kind and size of a file, such as PDF, 340 KB.
	File string `yaml:"-" json:"file,omitempty"`
	// What the target is.
	Kind LinkKind `yaml:"-" json:"kind"`
	// The language of the target, where it is another one than that of the page.
	Language string `yaml:"-" json:"language,omitempty"`
}
