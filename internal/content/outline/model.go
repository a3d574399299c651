package outline

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// Site is a site while it is resolved.
type Site struct {
	ID     string
	Folder string // with its media: business, also of business.de
	// The site in its first language, and the tag of the folder with this one; nil and empty for that itself.
	Original *Site
	Tag      string
	Called   site.Text                // what its folder calls the language; may be empty
	own      map[tree.Kind]*tree.File // what that folder has beside pages
	// Of an original, the same site in other languages.
	Languages []*Site

	File *tree.File
	Raw  *site.Site
	Out  *site.Site

	Path  string   // empty where site.yaml does not tell a usable one
	Space string   // see resolveSpaces
	Hosts []string // as browsers send them
	// Whether the hosts are wrong, so that nobody knows where the site lives.
	displaced   bool
	BaseURL     string
	Zone        *time.Location
	Locale      locale.Locale
	LanguageTag string     // of its words, such as de-CH
	Language    string     // the same without a region
	builtIn     *site.Site // the words of Marquee in its language; nil where there are none
	// How its words are set.
	Typography text.Typography
	Window     Window // in which the site has any page
	shows      bool   // whether that is now, or all of it is shown

	Values map[string]*Value
	// The kinds of content, as they are parsed and as they are resolved, and the files that they stand in, by kind.
	Parsed, Made *site.Bundle
	Files        map[string]*tree.File

	Former      []*Former // the aliases of its pages, and the lines of redirects.yaml
	Pages       []*Page   // hidden ones too, not-found pages not
	Collections []*Collection
	WellKnown   []*media.File // what is served below /.well-known/
	Look        []*media.File // its style sheets, sorted by path
	LookWords   []string      // what pages may say at look
	// The site's own not-found page, and the one that is shown: its own, or the main site's shown as its own.
	OwnNotFound, NotFound *Page
	Terms                 *Page
	Privacy               *Page
	Deps                  Dependencies
}

// Broken tells whether an entry of a kind may be missing because of a problem that is reported elsewhere.
func (s *Site) Broken(kind string) bool {
	f := s.Files[kind]
	if site.KindCalled(kind) == nil { // facts
		f = s.File
	}
	return f != nil && f.Broken
}

// take gives the site the entries of a file.
func (s *Site) take(f *tree.File) {
	k := site.KindCalled(strings.TrimSuffix(string(f.Kind), ".yaml"))
	k.Set(s.Parsed, f.Value.(site.AnyCollection))
	s.Files[k.Name] = f
}

// takePage gives the site a page of its folder.
func (s *Site) takePage(page *Page) {
	switch page.Entry.Kind {
	case tree.KindTerms:
		s.Terms = page
	case tree.KindPrivacy:
		s.Privacy = page
	case tree.KindNotFound:
		s.OwnNotFound = page
		return
	}
	s.Pages = append(s.Pages, page)
}

// Page is a page while it is resolved.
type Page struct {
	Site     *Site // on which it is shown
	Owner    *Site // in whose folder it is written
	Entry    tree.Entry
	File     *tree.File
	RawPage  *site.Page  // nil for legal documents
	RawLegal *site.Legal // nil for all others
	address
	Out *site.Page
	// The page in the first language of the site, of one that translates it; and those that translate this one.
	Original     *Page
	Translations []*Page
	entryState
	Deps    Dependencies
	Anchors anchors
	Written []Written     // where the sections of Out are written
	Forms   []*site.Forms // sections, those too that are not there now: time alone makes no link wrong
}

// Written is where a section is written: in the file of the page, or in blocks.yaml.
type Written struct {
	File *tree.File
	At   *Place
}

// entryState is what a page is in its collection, and what it shows of any.
type entryState struct {
	Member membership
	// Whether the file that would say so of the folder has problems of its own.
	Doubtful bool
	Tags     []string  // the slugs of its tags
	order    time.Time // by which it stands in the collection
	over     time.Time // when an event is over
	Past     bool      // whether it is
	Card     *site.EntryCard
	Asked    []AskedEntries // sections that show entries
}

// address is where and when a page exists: what has to be known of all pages before the first of them is made.
type address struct {
	Path   string // empty for not-found pages
	At     string // the path with its space, which nothing else has; empty for not-found pages
	Window Window
	shows  bool // see Shows
	// Whether another file claims the same address, so that a missing anchor proves nothing.
	Contested bool
}

func newPage(s *Site, entry tree.Entry, f *tree.File) *Page {
	page := &Page{Site: s, Owner: s, Entry: entry, File: f}
	page.RawPage, _ = f.Value.(*site.Page)
	page.RawLegal, _ = f.Value.(*site.Legal)
	return page
}

// Shows tells whether visitors see the page now.
func (p *Page) Shows() bool { return p.shows }

func (r *Website) collect() {
	r.ByID = map[string]*Site{}
	for _, id := range r.Tree.Sites {
		r.add(&Site{ID: id, Folder: id})
	}
	for i, entry := range r.Tree.List {
		s, f := r.ByID[entry.Site], r.Tree.Files[i]
		if s != nil && entry.Language != "" {
			id := entry.Site + "." + entry.Language
			if r.ByID[id] == nil {
				r.add(&Site{ID: id, Folder: s.ID, Original: s, Tag: entry.Language, own: map[tree.Kind]*tree.File{}})
			}
			s = r.ByID[id]
		}
		switch {
		case s == nil || f == nil:
		case entry.Kind.IsPage():
			s.takePage(newPage(s, entry, f))
		case s.Original == nil && entry.Kind == tree.KindSite:
			s.File, s.Raw = f, f.Value.(*site.Site)
		case s.Original == nil:
			s.take(f)
		default:
			s.own[entry.Kind] = f
		}
	}
	r.takeTranslations()
	for _, id := range r.SiteIDs {
		// A site whose site.yaml could not even be read has its problem already.
		if s := r.ByID[id]; s.File != nil {
			r.Sites = append(r.Sites, s)
		} else {
			r.lost = true
		}
	}
}

func (r *Website) add(s *Site) {
	s.Raw, s.Zone = &site.Site{}, time.UTC
	s.Parsed, s.Made, s.Files = &site.Bundle{}, &site.Bundle{}, map[string]*tree.File{}
	r.ByID[s.ID] = s
	r.SiteIDs = append(r.SiteIDs, s.ID)
}

func (r *Website) order() {
	slices.SortStableFunc(r.Sites, func(a, b *Site) int {
		if (a.Path == "") != (b.Path == "") { // sites without a usable path come last
			return strings.Compare(b.Path, a.Path)
		}
		return cmp.Or(strings.Compare(a.Space, b.Space), strings.Compare(a.Path, b.Path), strings.Compare(a.ID, b.ID))
	})
	if r.Main != nil && r.Main.Path == "" {
		r.Main = nil
	}
}

// Logo makes the logo a link. Without a home it leads to the first page of the site.
func (s *Site) Logo(home site.Text) *site.Link {
	return &site.Link{Label: s.Out.Name, To: cmp.Or(home, site.Text(s.Path)), Kind: site.LinkPlaceholder}
}

// IsDecoration tells whether images.yaml says of a picture that it shows nothing that matters.
func (s *Site) IsDecoration(src string) bool {
	return s.Files["images"] != nil && s.Files["images"].Doc.HasEmpty(src+".alt")
}

// Above returns the path of the folder that a page lies in; "" for the first page of the site.
func (s *Site) Above(path string) string {
	if path == s.Path || len(path) < 2 {
		return ""
	}
	return path[:max(strings.LastIndexByte(path, '/'), 1)]
}

// Contrast is a pair of colours that templates put text in.
type Contrast struct {
	Key   string  `json:"key"` // of the colour of the text
	Color string  `json:"color"`
	OnKey string  `json:"onKey"`
	On    string  `json:"on"`
	Words string  `json:"-"`
	Ratio float64 `json:"ratio"`
	Least float64 `json:"least"` // that it should have
}

// Contrasts returns the pairs of a palette whose colours can be read.
func Contrasts(c site.Colors) (all []Contrast) {
	for _, pair := range []Contrast{
		{"text", c.Text, "background", c.Background, "Text on the background", 0, 0},
		{"text", c.Text, "surface", c.Surface, "Text on cards (surface)", 0, 0},
		{"muted", c.Muted, "background", c.Background, "Muted text on the background", 0, 0},
		{"muted", c.Muted, "surface", c.Surface, "Muted text on cards (surface)", 0, 0},
		{"primary", c.Primary, "background", c.Background, "A link (primary) on the background", 0, 0},
		{"onPrimary", c.OnPrimary, "primary", c.Primary, "Text on buttons (onPrimary on primary)", 0, 0},
		{"accent", c.Accent, "background", c.Background, "A line above a title (accent) on the background", 0, 0},
	} {
		color, err1 := colour.Parse(pair.Color)
		on, err2 := colour.Parse(pair.On)
		if err1 != nil || err2 != nil { // then the decoder has said so
			continue
		}
		pair.Ratio, pair.Least = colour.Contrast(color, on), colour.Readable
		if pair.On == c.Background {
			pair.Least = colour.ReadableOnTints
		}
		all = append(all, pair)
	}
	return all
}

// WarnContrast warns of pairs of colours that are hard to read.
func (u *Dependencies) WarnContrast(in *tree.File, c site.Colors, path string) {
	for _, pair := range Contrasts(c) {
		hint := "At least 4.5 to 1 is needed."
		if pair.Least == colour.ReadableOnTints {
			hint = "At least 5 to 1 is needed: bands of a page have a tint of the background."
		}
		if pair.Ratio < pair.Least {
			u.Warn(in, path+"."+pair.Key, "low-contrast", hint,
				"%s has a contrast of %.1f to 1: hard to read for many.", pair.Words, math.Floor(pair.Ratio*10)/10)
		}
	}
}

// Dependencies are what a piece of content needs, and the problems in it.
type Dependencies struct {
	tree.Findings
	Icons   []site.Icon
	Styles  []string // parts of the stylesheet
	Media   []*media.File
	Files   map[string]site.File // that its media are served as, by address
	Links   []PendingLink
	Entries []string // of collections that it shows or refers to: SITE/plans/ID
	Lead    string   // the first picture, as [site.Image.Shown] tells it
	// Until when it is right, as the clock has noted it; zero for ever.
	Until time.Time
}

// Use notes a picture, and the files that it is served as.
func (u *Dependencies) Use(found *media.File, files map[string]site.File) {
	u.Media = append(u.Media, found)
	if u.Files == nil {
		u.Files = make(map[string]site.File, len(files))
	}
	maps.Copy(u.Files, files)
}

// UseFile is Use for what is served as it is. What is wrong is noted, too: it is reported where it is used.
func (u *Dependencies) UseFile(found *media.File) {
	var files map[string]site.File
	if found.Code == "" {
		files = map[string]site.File{found.URL: found.Served()}
	}
	u.Use(found, files)
}

// Show notes that an entry of a collection is shown or referred to.
func (u *Dependencies) Show(owner *Site, group, id string) {
	u.Entries = append(u.Entries, owner.ID+"/"+group+"/"+id)
}

// PendingLink is a link whose target is validated when all pages are known.
type PendingLink struct {
	Link   *site.Link
	File   *tree.File
	At     *Place // of the target in the file
	Offset int    // of the link in a text of the file; -1 where the path says it all
	Owner  *Site  // whose words it is: its paths are those of that site's hosts
	Shown  *Site
	Page   *Page  // nil for what belongs to no page
	Quiet  bool   // whether problems are reported elsewhere
	Keeps  bool   // whether browsers keep where it leads, so that a file needs its address that stays
	Window Window // in which it is there, where that is not as long as the page
}
