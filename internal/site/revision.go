package site

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"
)

// Revision is everything that is served, as it was at one moment: all sites with all references, links and dates
// resolved.
//
// Nothing that can be reached from it is ever written again. What is the same as in the revision before is shared with
// it: the same pointer to a [Bundle], a [Site] or a [Page] holds the same, and what was made of it need not be made
// again. A page does not hold its site: what is made of both has to be compared by both.
//
// Sites that answer on the same hosts share a space. The main site's space has no name; any other is named by the first
// of its hosts. An address is unique within a revision: the name of the space, then the path, such as /about or
// bakery.example.com/about.
type Revision struct {
	// Hash of what visitors and programs get of its sites; the header X-Content-Revision.
	ID    string
	Sites []*Bundle // all sites, the main site first, the others by space and path
	// From the time when it was made until this moment its dates and scheduled pages are right; zero means for ever.
	ValidUntil time.Time
	// Whether it has what is not published, such as drafts. Search engines are asked to stay away from all of it.
	Drafts bool
	// The entries of collections that some page shows or refers to, as SITE/plans/ID; nil where nobody has asked, and
	// all of them count as shown.
	Shown map[string]bool

	// Sites by their id and by their address, made when somebody first asks.
	indexing        sync.Once
	byID, byAddress map[string]*Bundle
	bySpace         map[string][]*Bundle
	redirects       Redirects
}

// Bundle is one site of a revision with all that belongs to it.
type Bundle struct {
	// Hash of what visitors and programs get of the site.
	ID   string
	Site *Site
	// The same site in its first language, of one in another language; nil for all others.
	Original *Bundle
	// The kinds of content, see [Kind]. Each is resolved in all sites before the next: pictures have notes first.
	Images       Collection[ImageNote]   // by the path of the picture
	Plans        Collection[Plan]        `noun:"plan" parts:"price name period duration badge" api:"shown"`
	Products     Collection[Product]     `noun:"product" parts:"name tagline category" api:"shown"`
	Industries   Collection[Industry]    `noun:"industry" parts:"name" api:"shown"`
	People       Collection[Person]      `noun:"person" parts:"name role"`
	Locations    Collection[Location]    `noun:"location" parts:"name address phone email hours"`
	Testimonials Collection[Testimonial] `noun:"testimonial"`
	// A form is there to be sent, from wherever it is shown.
	Forms Collection[Form] `noun:"form" api:"all"`
	// Sections as they are written: each page that names one makes its own of it.
	Blocks         Collection[Section]  `noun:"block" resolved:"no"`
	Redirects      Collection[Redirect] `resolved:"no" languages:"own"`
	Terms, Privacy *Legal               // the legal documents; nil where the site has none
	// All pages that exist now, legal documents among them, in the order of their paths.
	Pages []*Page
	// What is shown for unknown paths below the site; a site without one takes the main site's.
	NotFound *Page
	// Permanent redirects: a former path, as in [Redirects], and where it leads.
	Aliases map[string]string
	Icons   []Icon // names of all icons in use by the site, sorted
	// Names of the parts of the stylesheet that the site's pages need, sorted.
	StyleParts []string
	// Its own look; empty where it has none.
	Look Look
	// Samples that its pages show in a palette, a font or corners of their own.
	Samples []Sample
	Files   map[string]File // files that the site's content refers to, by their address
	// Files for programs (RFC 8615), by their address in the site's space, such as /.well-known/security.txt. Only a
	// site at / has any.
	WellKnown map[string]File
}

// AllPages returns the pages of the site, and what is shown for unknown paths.
func (b *Bundle) AllPages() []*Page {
	if b.NotFound == nil {
		return b.Pages
	}
	return append(slices.Clip(b.Pages), b.NotFound)
}

// Main returns the main site, the one at / of the space without a name, or nil.
func (r *Revision) Main() *Bundle {
	r.indexing.Do(r.index)
	return r.byAddress["/"]
}

// ByID returns the site whose folder has the name, or nil.
func (r *Revision) ByID(id string) *Bundle {
	r.indexing.Do(r.index)
	return r.byID[id]
}

// At returns the site that an address lies in, the innermost one; nil where the revision has none for it.
func (r *Revision) At(address string) *Bundle {
	r.indexing.Do(r.index)
	space, _ := SplitAddress(address)
	for at := len(address); at > len(space); at = strings.LastIndexByte(address[:at], '/') {
		if bundle := r.byAddress[address[:at]]; bundle != nil {
			return bundle
		}
	}
	return r.byAddress[space+"/"]
}

// Nearest returns the site that an address lies in, else the first one of its space, else the main site; nil where the
// revision has none of them.
func (r *Revision) Nearest(address string) *Bundle {
	if bundle := r.At(address); bundle != nil {
		return bundle
	}
	space, _ := SplitAddress(address)
	if all := r.In(space); len(all) > 0 {
		return all[0]
	}
	return r.Main()
}

// In returns the sites of a space, in the order of Sites.
func (r *Revision) In(space string) []*Bundle {
	r.indexing.Do(r.index)
	return r.bySpace[space]
}

// Spaces yields the names of all spaces with their sites, in the order of Sites.
func (r *Revision) Spaces() iter.Seq2[string, []*Bundle] {
	return func(yield func(string, []*Bundle) bool) {
		for _, bundle := range r.Sites {
			space := bundle.Site.Space
			if all := r.In(space); all[0] == bundle && !yield(space, all) {
				return
			}
		}
	}
}

func (r *Revision) index() {
	r.byID, r.byAddress, r.bySpace = map[string]*Bundle{}, map[string]*Bundle{}, map[string][]*Bundle{}
	for _, bundle := range r.Sites {
		owner := bundle.Site
		r.byID[owner.ID], r.byAddress[owner.Address(owner.Path)] = bundle, bundle
		r.bySpace[owner.Space] = append(r.bySpace[owner.Space], bundle)
		for from, to := range bundle.Aliases {
			r.redirects.Add(owner.Address(from), to)
		}
	}
}

// Redirects returns where former addresses of all sites lead; of a nil revision, none.
func (r *Revision) Redirects() *Redirects {
	if r == nil {
		return &Redirects{}
	}
	r.indexing.Do(r.index)
	return &r.redirects
}

// Address returns the address of a path in the site's space.
func (s *Site) Address(path string) string { return s.Space + path }

// SplitAddress returns the name of the space and the path of an address.
func SplitAddress(address string) (space, path string) {
	space, _, _ = strings.Cut(address, "/")
	return space, address[len(space):]
}

// ForTeam returns what a team reads of a form of the site: both in the first language of the site.
func (b *Bundle) ForTeam(form *Form) (*Bundle, *Form) {
	if b.Original == nil {
		return b, form
	}
	return b.Original, b.Original.Forms.Get(form.ID)
}

// FormOfKind returns the site's first form of a kind, or nil.
func (b *Bundle) FormOfKind(kind string) *Form {
	for _, form := range b.Forms.All() {
		if form.Kind == kind {
			return form
		}
	}
	return nil
}

// Forms returns the forms that a page shows, from top to bottom.
func (p *Page) Forms() []*Form {
	var shown []*Form
	for _, section := range p.Sections {
		if forms, holds := section.Body.(*Forms); holds {
			shown = append(shown, forms.Items...)
		}
	}
	return shown
}

// Icons gives the drawing of an icon. It is what a checker needs to name unknown icons, and what a sprite is made of.
type Icons interface {
	// Symbol returns the inner SVG of the icon's 24x24 drawing, and whether there is such an icon.
	Symbol(name Icon) (svg string, known bool)
	// Names returns all names, sorted.
	Names() []string
	// Former returns the name of today of an icon that had another one, and whether the name is known: it is empty for a
	// brand, which has no icon.
	Former(name Icon) (today string, known bool)
}

// Collection is a map from id to entry that keeps the order of its file. The zero value is empty and ready to use.
type Collection[T any] struct {
	ids  []string
	byID map[string]*T
}

// Get returns the entry with the id, or nil.
func (c *Collection[T]) Get(id string) *T { return c.byID[id] }

// Put adds an entry at the end, or replaces the one that has the id.
func (c *Collection[T]) Put(id string, entry *T) {
	if c.byID == nil {
		c.byID = map[string]*T{}
	}
	if _, known := c.byID[id]; !known {
		c.ids = append(c.ids, id)
	}
	c.byID[id] = entry
}

// Len returns the number of entries.
func (c *Collection[T]) Len() int { return len(c.ids) }

// IDs returns the ids in the order of the file. The caller must not change it.
func (c *Collection[T]) IDs() []string { return c.ids }

// All yields id and entry in the order of the file.
func (c *Collection[T]) All() iter.Seq2[string, *T] {
	return func(yield func(string, *T) bool) {
		for _, id := range c.ids {
			if !yield(id, c.byID[id]) {
				return
			}
		}
	}
}

// NewEntry returns a new *T, for decoders that know the collection only by reflection.
func (c *Collection[T]) NewEntry() any { return new(T) }

// PutEntry is Put for such decoders; entry must be the *T that NewEntry returned.
func (c *Collection[T]) PutEntry(id string, entry any) { c.Put(id, entry.(*T)) }

// AnyEntries is All for whoever knows the collection only by reflection.
func (c Collection[T]) AnyEntries() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for _, id := range c.ids {
			if !yield(id, c.byID[id]) {
				return
			}
		}
	}
}

// AnyEntry is Get for them.
func (c *Collection[T]) AnyEntry(id string) any { return c.byID[id] }

// MarshalJSON writes an object from id to entry, in the order of the file.
func (c Collection[T]) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, id := range c.ids {
		if i > 0 {
			out = append(out, ',')
		}
		key, err := json.Marshal(id)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(c.byID[id])
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, key...), ':'), value...)
	}
	return append(out, '}'), nil
}
