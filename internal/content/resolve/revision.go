package resolve

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// InterfaceIcons are the icons that templates render by themselves.
var InterfaceIcons = []site.Icon{
	"menu", "x", "arrow-left", "arrow-right", "arrow-up-right", "check", "chevron-right", "send",
	"sparkles", "quote", "mail", "clock", "loader-circle", "circle-alert", "circle-check",
}

// Revision puts a website together that has no errors.
func Revision(w *outline.Website) *site.Revision {
	r := &resolver{w}
	made := &site.Revision{Sites: make([]*site.Bundle, 0, len(r.Sites))}
	for _, s := range r.Sites {
		bundle := r.bundle(s)
		bundle.ID = r.siteID(s, bundle)
		made.Sites = append(made.Sites, bundle)
		if s.UsedDay || s.UsedYear {
			made.ValidUntil = outline.Earliest(made.ValidUntil, text.NextMidnight(r.Now, s.Zone))
		}
	}
	for _, c := range r.Collections {
		made.ValidUntil = outline.Earliest(made.ValidUntil, c.NextOver)
	}
	if !r.Options.Drafts {
		for _, s := range r.Sites {
			made.ValidUntil = outline.Earliest(made.ValidUntil, s.Announced.Flips(r.Now))
		}
		for _, page := range r.Pages {
			made.ValidUntil = outline.Earliest(made.ValidUntil, page.Window.Flips(r.Now))
			made.ValidUntil = outline.Earliest(made.ValidUntil, page.Flips(r.Now))
		}
	}
	if !made.ValidUntil.IsZero() {
		made.ValidUntil = made.ValidUntil.UTC()
	}
	made.Shown = r.shown()
	made.ID = r.id(made.Sites)
	return made
}

// Attach fills in what visitors load beside the pages of a revision that nobody has yet, which
// becomes part of its ID. The function may complete the head of pages that have no picture. What
// it returns and fills in depends on the bundle alone.
func Attach(rev *site.Revision, assets func(*site.Bundle) site.Assets) {
	all := sha256.New()
	io.WriteString(all, rev.ID)
	for _, bundle := range rev.Sites {
		bundle.Site.Assets = assets(bundle)
		bundle.ID = shortID(fmt.Appendf(nil, "%s %q", bundle.ID, []any{bundle.Site.Assets}))
		io.WriteString(all, bundle.ID)
	}
	rev.ID = hex.EncodeToString(all.Sum(nil)[:6])
}

func shortID(of []byte) string {
	sum := sha256.Sum256(of)
	return hex.EncodeToString(sum[:6])
}

// shown returns the entries of collections that some page shows or refers to, or
// words that stand on many pages.
func (r *resolver) shown() map[string]bool {
	all := map[string]bool{}
	add := func(u *outline.Dependencies) {
		for _, entry := range u.Entries {
			all[entry] = true
		}
	}
	add(&r.Values)
	for _, s := range r.Sites {
		for _, page := range s.Pages {
			if page.Shows(r.Website) {
				add(&page.Deps)
			}
		}
		if s.NotFound != nil && s.NotFound.Shows(r.Website) {
			add(&s.NotFound.Deps)
		}
	}
	return all
}

func (r *resolver) bundle(s *outline.Site) *site.Bundle {
	r.showTrails(s)
	bundle := &site.Bundle{
		Products: s.Products.Out, Plans: s.Plans.Out, Industries: s.Industries.Out, Forms: s.Forms.Out,
		Images: s.Images.Out, People: s.People.Out, Testimonials: s.Testimonials.Out,
		Pages: make([]*site.Page, 0, len(s.Pages)), Aliases: map[string]string{}, Files: map[string]site.File{},
		WellKnown: s.WellKnownFiles(),
	}
	shown := shownDependencies{icons: map[site.Icon]bool{}, styles: map[string]bool{}, files: bundle.Files}
	shown.add(&outline.Dependencies{Icons: InterfaceIcons})
	shown.add(&s.Deps)
	if s.Terms != nil {
		bundle.Terms = s.Terms.Out.Legal
	}
	if s.Privacy != nil {
		bundle.Privacy = s.Privacy.Out.Legal
	}
	for _, page := range s.Pages { // in the order of their paths
		if !page.Shows(r.Website) {
			continue
		}
		bundle.Pages = append(bundle.Pages, page.Out)
		shown.add(&page.Deps)
		for _, alias := range page.Aliases() {
			if r.Aliases[s.In(alias)] == page {
				bundle.Aliases[alias] = page.Path
			}
		}
	}
	s.AddLists(bundle)
	if s.NotFound != nil && s.NotFound.Shows(r.Website) {
		bundle.NotFound = s.NotFound.Out
		shown.add(&s.NotFound.Deps)
	}
	bundle.Icons = slices.Sorted(maps.Keys(shown.icons))
	bundle.StyleParts = slices.Sorted(maps.Keys(shown.styles))
	bundle.Samples = site.StyledSamples(bundle.Pages)
	bundle.Site = s.Out
	return bundle
}

// shownDependencies collects what the visible part of a site uses.
type shownDependencies struct {
	icons  map[site.Icon]bool
	styles map[string]bool
	files  map[string]site.File
}

func (c *shownDependencies) add(u *outline.Dependencies) {
	for _, icon := range u.Icons {
		c.icons[icon] = true
	}
	for _, part := range u.Styles {
		c.styles[part] = true
	}
	maps.Copy(c.files, u.Files)
}

// id is a short hash of all that made the revision: the bytes of the files,
// the options, and as much of the clock as can be seen in the result. The same
// tree gives the same id on every machine, so times of files are no part of it.
func (r *resolver) id(sites []*site.Bundle) string {
	hash := sha256.New()
	fmt.Fprintf(hash, "marquee revision 2\x00%s\x00%v\n", r.Options.BaseURL, r.Options.Drafts)
	for i, s := range r.Sites {
		io.WriteString(hash, sites[i].ID)
		switch {
		case s.UsedDay:
			io.WriteString(hash, s.Day.Date)
		case s.UsedYear:
			io.WriteString(hash, s.Day.Year)
		}
		io.WriteString(hash, "\n")
	}
	return hex.EncodeToString(hash.Sum(nil)[:6])
}

// siteID is a short hash of what made a site.
func (r *resolver) siteID(s *outline.Site, bundle *site.Bundle) string {
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
	write := func(f *tree.File, shown bool) {
		if f != nil {
			writeFile(f.Path, f.Hash, shown)
		}
	}
	for _, f := range []*tree.File{s.File, s.Products.File, s.Plans.File, s.Industries.File, s.Forms.File, s.Blocks.File, s.Images.File, s.People.File, s.Testimonials.File} {
		write(f, true)
	}
	for _, page := range s.Pages {
		write(page.File, page.Shows(r.Website))
	}
	if s.OwnNotFound != nil {
		write(s.OwnNotFound.File, s.OwnNotFound.Shows(r.Website))
	}
	for _, file := range s.WellKnown {
		writeFile(file.Path, file.Hash, true)
	}
	for _, c := range s.Collections { // what is over shows elsewhere
		fmt.Fprintf(hash, "%s %d\n", c.Index.Path, c.Past)
	}
	fmt.Fprintf(hash, "%q", slices.Sorted(maps.Keys(bundle.Files)))
	return hex.EncodeToString(hash.Sum(nil)[:6])
}
