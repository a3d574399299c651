package resolve

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

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
	r := &resolver{Website: w}
	made := &site.Revision{Sites: make([]*site.Bundle, 0, len(r.Sites)), Drafts: r.Options.Drafts}
	var translated []byte
	for _, page := range r.Pages {
		if page.Original != nil && page.Shows(r.Website) {
			translated = fmt.Appendf(translated, "%s %s\n", page.At, page.Original.At)
		}
	}
	bundles := map[*outline.Site]*site.Bundle{}
	for _, s := range r.Sites {
		bundle := r.bundle(s)
		bundles[s] = bundle
		bundle.ID = r.siteID(s, bundle, translated)
		made.Sites = append(made.Sites, bundle)
		made.ValidUntil = outline.Earliest(made.ValidUntil, s.Deps.Turns)
		if s.UsedDay || s.UsedYear {
			made.ValidUntil = outline.Earliest(made.ValidUntil, text.NextMidnight(r.Now, s.Zone))
		}
	}
	for s, bundle := range bundles {
		bundle.Original = bundles[s.Original]
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
	made.Shown = map[string]bool{}
	visible := []*outline.Dependencies{&r.Values}
	for _, page := range r.Pages {
		if page.Shows(r.Website) {
			visible = append(visible, &page.Deps)
		}
	}
	for _, used := range visible {
		made.ValidUntil = outline.Earliest(made.ValidUntil, used.Turns)
		for _, entry := range used.Entries {
			made.Shown[entry] = true
		}
	}
	if !made.ValidUntil.IsZero() {
		made.ValidUntil = made.ValidUntil.UTC()
	}
	made.ID = r.id(made.Sites)
	return made
}

// Attach fills in what visitors load beside the pages of a revision that nobody has yet, which
// becomes part of its ID. The function may complete the head of pages that have no picture. What
// it returns and fills in depends on the bundle alone.
func Attach(rev *site.Revision, assets func(*site.Bundle) site.Assets) {
	ids := []string{rev.ID}
	for _, bundle := range rev.Sites {
		bundle.Site.Assets = assets(bundle)
		bundle.ID = shortID(fmt.Appendf(nil, "%s %q", bundle.ID, []any{bundle.Site.Assets}))
		ids = append(ids, bundle.ID)
	}
	rev.ID = shortID(fmt.Append(nil, ids))
}

func shortID(of []byte) string {
	sum := sha256.Sum256(of)
	return hex.EncodeToString(sum[:6])
}

func (r *resolver) bundle(s *outline.Site) *site.Bundle {
	bundle := &site.Bundle{
		Products: s.Products.Out, Plans: s.Plans.Out, Industries: s.Industries.Out, Forms: s.Forms.Out,
		Images: s.Images.Out, People: s.People.Out, Testimonials: s.Testimonials.Out, Locations: s.Locations.Out,
		Pages: make([]*site.Page, 0, len(s.Pages)), Aliases: map[string]string{}, Files: map[string]site.File{},
		WellKnown: map[string]site.File{},
	}
	for _, file := range s.WellKnown {
		bundle.WellKnown[file.URL] = file.Served()
	}
	icons, styles := map[site.Icon]bool{}, map[string]bool{}
	add := func(used *outline.Dependencies) {
		for _, icon := range used.Icons {
			icons[icon] = true
		}
		for _, part := range used.Styles {
			styles[part] = true
		}
		maps.Copy(bundle.Files, used.Files)
	}
	add(&outline.Dependencies{Icons: InterfaceIcons})
	add(&s.Deps)
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
		page.Out.Trail = r.trail(s, s.Above(page.Path))
		bundle.Pages = append(bundle.Pages, page.Out)
		add(&page.Deps)
	}
	r.AddRedirects(s, bundle)
	s.AddLists(bundle)
	if s.NotFound != nil && s.NotFound.Shows(r.Website) {
		bundle.NotFound = s.NotFound.Out
		add(&s.NotFound.Deps)
	}
	bundle.Icons = slices.Sorted(maps.Keys(icons))
	bundle.StyleParts = slices.Sorted(maps.Keys(styles))
	bundle.Samples = site.StyledSamples(bundle.Pages)
	bundle.Site, bundle.Look = s.Out, r.lookOf(s)
	return bundle
}

// id is a short hash of all that made the revision: the files, the options, and as much of the clock as can be seen.
// It is the same on every machine.
func (r *resolver) id(sites []*site.Bundle) string {
	all := fmt.Appendf(nil, "marquee revision 3 %q %v\n", r.Options.BaseURL, r.Options.Drafts)
	for i, s := range r.Sites {
		shown := ""
		switch {
		case s.UsedDay:
			shown = s.Day.Date
		case s.UsedYear:
			shown = s.Day.Year
		}
		all = fmt.Appendf(all, "%s %s\n", sites[i].ID, shown)
	}
	return shortID(all)
}

// siteID is a hash of what made a site. Translated tells which pages of all sites are one page in several languages.
func (r *resolver) siteID(s *outline.Site, bundle *site.Bundle, translated []byte) string {
	hash := sha256.New()
	write := func(f *tree.File, shown bool) {
		if f != nil {
			fmt.Fprintf(hash, "%s %x %v\n", f.Path, f.Sum(), shown)
		}
	}
	for _, f := range s.Files() {
		write(f, true)
	}
	turns := s.Deps.Turns
	for _, page := range s.Pages {
		write(page.File, page.Shows(r.Website))
		turns = outline.Earliest(turns, page.Deps.Turns)
	}
	fmt.Fprintf(hash, "%d\n", turns.Unix()) // what shows the hours says something else after each
	hash.Write(translated)
	if s.OwnNotFound != nil {
		write(s.OwnNotFound.File, s.OwnNotFound.Shows(r.Website))
	}
	for _, file := range slices.Concat(s.WellKnown, s.Look) {
		fmt.Fprintf(hash, "%s %x\n", file.Path, file.Hash)
	}
	for _, c := range s.Collections { // what is over shows elsewhere
		fmt.Fprintf(hash, "%s %d\n", c.Index.Path, c.Past)
	}
	fmt.Fprintf(hash, "%q", slices.Sorted(maps.Keys(bundle.Files)))
	return hex.EncodeToString(hash.Sum(nil)[:6])
}

// Reuse replaces pages and settings of a new revision by those of the revision before where they are equal. So
// whoever made something of them, such as rendered bytes, knows by the pointer that it is still right.
func Reuse(before, made *site.Revision) {
	if before == nil {
		return
	}
	for _, bundle := range made.Sites {
		if was := before.ByID(bundle.Site.ID); was != nil {
			reusePages(was, bundle)
			if reflect.DeepEqual(bundle.Site, was.Site) {
				bundle.Site = was.Site
			}
		}
	}
}

func reusePages(was, bundle *site.Bundle) {
	known := make(map[string]*site.Page, len(was.Pages))
	for _, page := range was.Pages {
		known[page.Path] = page
	}
	before := make([]*site.Page, len(bundle.Pages))
	made := slices.Clone(bundle.Pages) // in place of those of the bundle, which feeds hold too
	for i, page := range made {
		before[i] = known[page.Path]
	}
	const together = 64 // whose entries are compared once
	var working sync.WaitGroup
	for i := 0; i < len(made); i += together {
		end := min(i+together, len(made))
		working.Go(func() { keepSame(before[i:end], made[i:end]) })
	}
	working.Wait()
	bundle.Pages = made
	if reflect.DeepEqual(was.NotFound, bundle.NotFound) {
		bundle.NotFound = was.NotFound
	}
}

// keepSame puts the pages of before in the place of those that are equal to them.
func keepSame(before, made []*site.Page) {
	switch half := len(made) / 2; {
	case reflect.DeepEqual(before, made):
		copy(made, before)
	case half > 0:
		keepSame(before[:half], made[:half])
		keepSame(before[half:], made[half:])
	}
}
