package site

import (
	"path"
	"time"
)

// EntryKind says what the entries of a collection are.
type EntryKind string

// The kinds of entry.
const (
	KindArticle   EntryKind = "article"    // a news item, a post of a blog
	KindCaseStudy EntryKind = "case-study" // what was done for a client
	KindChangelog EntryKind = "changelog"  // what is new in a product
	KindEvent     EntryKind = "event"      // something that begins and ends
	KindJob       EntryKind = "job"        // an open position
)

// Listing makes a folder of pages a collection: the first page of the folder lists all others as its entries, the
// newest first.
type Listing struct {
	// What the entries are. It decides how they look, what they need, and what search engines are told.
	Kind EntryKind `yaml:"kind" json:"kind" validate:"required,oneof=article case-study changelog event job"`
	// How many entries stand on one page of the list. Left out: 12.
	PerPage int `yaml:"perPage" json:"-" validate:"omitempty,min=1,max=100"`
	// Whether there are feeds for news readers, at feed.xml and feed.json below the path of the collection.
	Feed bool `yaml:"feed" json:"-"`
	// Whether each tag has a list of its own, such as /blog/tags/speed.
	Tags bool `yaml:"tags" json:"-"`
}

// EntryFields are what only a page of a collection has.
type EntryFields struct {
	// The day on which an entry was changed last, such as 2026-11-09.
	Updated string `yaml:"updated" json:"-" private:"true" validate:"omitempty,day"`
	// Who wrote the entry: the id of a person in people.yaml.
	Author Ref `yaml:"author" json:"-" private:"true" of:"people"`
	// What the entry is about, in words such as Speed. Entries with the same tags are shown as related.
	Tags []string `yaml:"tags" json:"-" private:"true" validate:"omitempty,max=20,dive,required,max=60"`
	// One or two sentences for lists and feeds. Left out: the description.
	Summary Text `yaml:"summary" json:"summary,omitempty"`
	// Short facts beside the entry, such as Client: Northwind.
	Facts []EntryFact `yaml:"facts" json:"facts,omitempty"`
	// The text of the entry, as Markdown. It stands above the sections.
	Markdown *Markdown `yaml:"markdown" json:"markdown,omitempty"`
	// When an event begins, such as 2026-12-01 09:00 on the clock of the site. A day without a time is included: the
	// event takes all of it.
	Starts *time.Time `yaml:"starts" json:"-" private:"true"`
	// When an event ends, such as 2026-12-01 18:00. A day without a time is included: it is the last one. Left out, the
	// event ends with the day on which it begins.
	Ends *time.Time `yaml:"ends" json:"-" private:"true"`
}

// EntryFact is one short fact about an entry.
type EntryFact struct {
	// What it is about, such as Client.
	Label Text `yaml:"label" json:"label" validate:"required"`
	// What there is to say, such as Northwind.
	Value Text `yaml:"value" json:"value" validate:"required"`
}

// EntryDetail is what a page of a collection shows beside its own words.
type EntryDetail struct {
	EntryDates
	// What the entries of its collection are.
	Kind EntryKind `json:"kind"`
	// The list that it stands in, under its title.
	List Link `json:"list"`
	// How long reading it takes, in words; empty where there is little to read.
	ReadingTime string `json:"readingTime,omitempty"`
	// The picture above the text.
	Image *Image `json:"image,omitempty"`
	// Its tags; without a target where tags have no lists.
	Tags []*Link `json:"tags,omitempty"`
	// The next one in time, and the one before; nil at the ends of the list.
	Newer *Link `json:"newer,omitempty"`
	Older *Link `json:"older,omitempty"`
	// Who wrote it.
	Author *Person `json:"author,omitempty"`
	// Other entries with the same tags, at most three.
	Related []*EntryCard `json:"related,omitempty"`

	// The words of its tags.
	TagNames []string `json:"-"`
}

// EntryDates are the days and moments of an entry, for programs and in words.
type EntryDates struct {
	// The day that it is of, such as 2026-11-01, and as visitors read it; empty for an event that has none.
	Date     string `json:"date,omitempty"`
	DateText string `json:"dateText,omitempty"`
	// The day of its last change.
	Updated     string `json:"updated,omitempty"`
	UpdatedText string `json:"updatedText,omitempty"`
	// When an event begins and ends: a day, or a moment with its zone. Ends is the last day that belongs to it.
	Starts string `json:"starts,omitempty"`
	Ends   string `json:"ends,omitempty"`
	// Both in words.
	When string `json:"when,omitempty"`
	// Whether an event is over.
	Past bool `json:"past,omitempty"`
}

// EntryCard is an entry as lists show it.
type EntryCard struct {
	EntryDates
	// Its title, leading to it.
	Link Link `json:"link"`
	// What the entries of its collection are.
	Kind EntryKind `json:"kind"`
	// One or two sentences.
	Summary Text `json:"summary,omitempty"`
	// Its picture.
	Image *Image `json:"image,omitempty"`
	// The words of its tags.
	Tags []string `json:"tags,omitempty"`
	// Name of who wrote it.
	Author Text `json:"author,omitempty"`
	// The facts of the entry.
	Facts []EntryFact `json:"facts,omitempty"`
	// The text of an entry whose list shows all of it.
	Markdown *Markdown `json:"markdown,omitempty"`
}

// EntryList is a page of the list of a collection, or of those entries of it that have a tag.
type EntryList struct {
	// What the entries are.
	Kind EntryKind `json:"kind"`
	// The main title of the page, where no hero of its own says it.
	Title Text `json:"title,omitempty"`
	// Of a tag, and of all pages but the first: the whole list, under its title.
	Whole *Link `json:"whole,omitempty"`
	// The entries, in order: the newest first; of events those to come, the nearest first.
	Items []*EntryCard `yaml:"-" json:"items"`
	// Events that are over, the last one first.
	Past []*EntryCard `json:"past,omitempty"`
	// All tags, the most frequent first; empty where tags have no lists.
	Tags []*Link `json:"tags,omitempty"`
	// Which of how many pages this is; from 1.
	Number int `json:"number"`
	Count  int `json:"count"`
	// The pages beside this one.
	Newer *Link `json:"newer,omitempty"`
	Older *Link `json:"older,omitempty"`

	// The tag whose entries these are; empty for all.
	Tag string `json:"-"`
}

// FeedEntries is how many entries a feed has at most: the newest ones.
const FeedEntries = 20

// Feed is what news readers ask for again and again: the newest entries of a collection.
type Feed struct {
	Title Text // its title, which is that of the collection
	// Path of the list. The feeds lie below it: feed.xml (Atom, RFC 4287) and feed.json (jsonfeed.org).
	Path    string
	Entries []*Page // the newest entries first, [FeedEntries] at most
}

// AtomPath and JSONPath are the paths of the two forms of a feed.
func (f *Feed) AtomPath() string { return path.Join(f.Path, "feed.xml") }

// JSONPath is the path of its JSON Feed.
func (f *Feed) JSONPath() string { return path.Join(f.Path, "feed.json") }
