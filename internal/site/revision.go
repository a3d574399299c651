package site

import (
	"strings"
	"time"
)

// Revision is everything that is served, as it was at one moment: all sites
// with all references, links and dates resolved.
//
// It is immutable: nothing that can be reached from it is ever written again. What
// is the same as in the revision before is shared with it: a [Bundle], a [Site] and
// a [Page] that are the same pointer are the same, and whoever made something of
// them need not make it again. Another pointer may hold the same all the same. A
// page does not hold its site: what is made of both has to be compared by both.
type Revision struct {
	// Hash of everything that went into it; the header X-Content-Revision.
	ID string
	// All sites, the main site (path /) first, the others by path.
	Sites []*Bundle
	// From the time when it was made until this moment its dates and
	// scheduled pages are right; zero means for ever.
	ValidUntil time.Time
}

// Bundle is one site of a revision with all that belongs to it.
type Bundle struct {
	Site       *Site
	Products   Collection[Product]
	Plans      Collection[Plan]
	Industries Collection[Industry]
	Forms      Collection[Form]
	// The legal documents; nil where the site has none.
	Terms   *Legal
	Privacy *Legal
	// All pages that exist now, legal documents among them, in the order of their paths.
	Pages []*Page
	// What is shown for unknown paths below the site; a site without one takes the main site's.
	NotFound *Page
	// Permanent redirects: former path to canonical path.
	Aliases map[string]string
	// Names of all icons in use by the site, sorted.
	Icons []Icon
	// Files that the site's content refers to, by their address.
	Files map[string]File
}

// File is a file of the content tree that is served as it is, such as an image.
type File struct {
	// Media type, such as image/svg+xml.
	ContentType string
	// The bytes. Nobody may change them.
	Data []byte
}

// Main returns the site at /, or nil.
func (r *Revision) Main() *Bundle {
	for _, bundle := range r.Sites {
		if bundle.Site.Path == "/" {
			return bundle
		}
	}
	return nil
}

// ByID returns the site whose folder has the name, or nil.
func (r *Revision) ByID(id string) *Bundle {
	for _, bundle := range r.Sites {
		if bundle.Site.ID == id {
			return bundle
		}
	}
	return nil
}

// At returns the site that a path lies in, the innermost one; nil where the
// revision has none for it.
func (r *Revision) At(path string) *Bundle {
	var innermost *Bundle
	for _, bundle := range r.Sites {
		if Within(path, bundle.Site.Path) && (innermost == nil || len(bundle.Site.Path) > len(innermost.Site.Path)) {
			innermost = bundle
		}
	}
	return innermost
}

// Within reports whether a path is a site's path or lies below it.
func Within(path, scope string) bool {
	if scope == "/" {
		return true
	}
	rest, found := strings.CutPrefix(path, scope)
	return found && (rest == "" || rest[0] == '/')
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

// Icons gives the drawing of an icon. It is what a checker needs to name
// unknown icons, and what a sprite is made of.
type Icons interface {
	// Symbol returns the inner SVG of the icon's 24x24 drawing, and whether there is such an icon.
	Symbol(name Icon) (svg string, known bool)
	// Names returns all names, sorted.
	Names() []string
}
