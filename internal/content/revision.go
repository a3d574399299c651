package content

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// interfaceIcons are the icons that templates render by themselves.
var interfaceIcons = []site.Icon{
	"menu", "x", "arrow-left", "arrow-right", "arrow-up-right", "check", "chevron-right", "send",
	"sparkles", "quote", "mail", "clock", "loader-circle", "circle-alert", "circle-check",
}

// revision puts everything together. There must be no problem but warnings.
func (r *resolver) revision() *site.Revision {
	made := &site.Revision{Sites: make([]*site.Bundle, 0, len(r.sites))}
	for _, s := range r.sites {
		bundle := r.bundle(s)
		s.digest = r.siteDigest(s, bundle)
		made.Sites = append(made.Sites, bundle)
		if s.usedDay || s.usedYear {
			made.ValidUntil = earliest(made.ValidUntil, text.NextMidnight(r.now, s.zone))
		}
	}
	for _, c := range r.collections {
		made.ValidUntil = earliest(made.ValidUntil, c.nextOver)
	}
	if !r.options.Drafts {
		for _, s := range r.sites {
			made.ValidUntil = earliest(made.ValidUntil, s.announced.flips(r.now))
		}
		for _, page := range r.pages {
			made.ValidUntil = earliest(made.ValidUntil, page.window.flips(r.now))
			made.ValidUntil = earliest(made.ValidUntil, page.flips(r.now))
		}
	}
	if !made.ValidUntil.IsZero() {
		made.ValidUntil = made.ValidUntil.UTC()
	}
	made.Shown = r.shown()
	made.ID = r.id()
	return made
}

// shown returns the entries of collections that some page shows or refers to, or
// words that stand on many pages.
func (r *resolver) shown() map[string]bool {
	all := map[string]bool{}
	add := func(u *dependencies) {
		for _, entry := range u.entries {
			all[entry] = true
		}
	}
	add(&r.values)
	for _, s := range r.sites {
		for _, page := range s.pages {
			if page.shows(r) {
				add(&page.deps)
			}
		}
		if s.notFound != nil && s.notFound.shows(r) {
			add(&s.notFound.deps)
		}
	}
	return all
}

func (r *resolver) bundle(s *siteState) *site.Bundle {
	r.showTrails(s)
	bundle := &site.Bundle{
		Products: s.products.out, Plans: s.plans.out, Industries: s.industries.out, Forms: s.forms.out,
		Images: s.images.out, People: s.people.out, Testimonials: s.testimonials.out,
		Pages: make([]*site.Page, 0, len(s.pages)), Aliases: map[string]string{}, Files: map[string]site.File{},
		WellKnown: s.wellKnownFiles(),
	}
	shown := shownDependencies{icons: map[site.Icon]bool{}, styles: map[string]bool{}, files: bundle.Files}
	shown.add(&dependencies{icons: interfaceIcons})
	shown.add(&s.deps)
	if s.terms != nil {
		bundle.Terms = s.terms.out.Legal
	}
	if s.privacy != nil {
		bundle.Privacy = s.privacy.out.Legal
	}
	for _, page := range s.pages { // in the order of their paths
		if !page.shows(r) {
			continue
		}
		bundle.Pages = append(bundle.Pages, page.out)
		shown.add(&page.deps)
		for _, alias := range page.aliases() {
			if r.aliases[s.in(alias)] == page {
				bundle.Aliases[alias] = page.path
			}
		}
	}
	s.addLists(bundle)
	if s.notFound != nil && s.notFound.shows(r) {
		bundle.NotFound = s.notFound.out
		shown.add(&s.notFound.deps)
	}
	bundle.Icons = slices.Sorted(maps.Keys(shown.icons))
	bundle.StyleParts = slices.Sorted(maps.Keys(shown.styles))
	bundle.Samples = site.StyledSamples(bundle.Pages)
	bundle.Site = s.out
	if r.options.Assets != nil {
		bundle.Site.Assets = r.options.Assets(bundle)
	}
	return bundle
}

// shownDependencies collects what the visible part of a site uses.
type shownDependencies struct {
	icons  map[site.Icon]bool
	styles map[string]bool
	files  map[string]site.File
}

func (c *shownDependencies) add(u *dependencies) {
	for _, icon := range u.icons {
		c.icons[icon] = true
	}
	for _, part := range u.styles {
		c.styles[part] = true
	}
	maps.Copy(c.files, u.files)
}

// id is a short hash of all that made the revision: the bytes of the files,
// the options, and as much of the clock as can be seen in the result. The same
// tree gives the same id on every machine, so times of files are no part of it.
func (r *resolver) id() string {
	hash := sha256.New()
	fmt.Fprintf(hash, "marquee revision 2\x00%s\x00%v\n", r.options.BaseURL, r.options.Drafts)
	for _, s := range r.sites {
		hash.Write(s.digest[:])
		switch {
		case s.usedDay:
			io.WriteString(hash, s.day.Date)
		case s.usedYear:
			io.WriteString(hash, s.day.Year)
		}
		io.WriteString(hash, "\n")
	}
	return hex.EncodeToString(hash.Sum(nil)[:6])
}

// digests returns the part of each site in the id, by the site's id.
func (r *resolver) digests() map[string]string {
	all := make(map[string]string, len(r.sites))
	for _, s := range r.sites {
		all[s.id] = hex.EncodeToString(s.digest[:6])
	}
	return all
}

// siteDigest is the part of a site in the id.
func (r *resolver) siteDigest(s *siteState, bundle *site.Bundle) (sum [sha256.Size]byte) {
	hash := sha256.New()
	var line []byte
	writeFile := func(path string, sum [sha256.Size]byte, shown bool) {
		line = append(append(line[:0], path...), 0)
		line = append(line, sum[:]...)
		if shown {
			line = append(line, '+')
		}
		hash.Write(append(line, '\n'))
	}
	write := func(f *file, shown bool) {
		if f != nil {
			writeFile(f.path, f.hash, shown)
		}
	}
	for _, f := range []*file{s.file, s.products.file, s.plans.file, s.industries.file, s.forms.file, s.blocks.file, s.images.file, s.people.file, s.testimonials.file} {
		write(f, true)
	}
	for _, page := range s.pages {
		write(page.file, page.shows(r))
	}
	if s.ownNotFound != nil {
		write(s.ownNotFound.file, s.ownNotFound.shows(r))
	}
	for _, file := range s.wellKnown {
		writeFile(file.Path, file.Hash, true)
	}
	for _, c := range s.collections { // what is over shows elsewhere
		fmt.Fprintf(hash, "%s %d\n", c.index.path, c.past)
	}
	fmt.Fprintf(hash, "%q %q", slices.Sorted(maps.Keys(bundle.Files)), []any{bundle.Site.Assets})
	hash.Sum(sum[:0])
	return sum
}
