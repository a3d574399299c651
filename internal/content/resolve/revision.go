package resolve

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/locale"
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
	made := &site.Revision{
		Sites: make([]*site.Bundle, 0, len(r.Sites)), Drafts: r.Options.Drafts, Shown: map[string]bool{},
	}
	bundles := map[*outline.Site]*site.Bundle{}
	made.ValidUntil = r.Deps.Until
	visible := []*outline.Dependencies{&r.Values}
	for _, s := range r.Sites {
		bundles[s] = r.bundle(s)
		made.Sites = append(made.Sites, bundles[s])
		made.ValidUntil = outline.Earliest(made.ValidUntil, s.Deps.Until)
	}
	for s, bundle := range bundles {
		bundle.Original = bundles[s.Original]
	}
	for _, page := range r.Pages {
		if page.Shows() {
			visible = append(visible, &page.Deps)
		}
	}
	for _, used := range visible {
		made.ValidUntil = outline.Earliest(made.ValidUntil, used.Until)
		for _, entry := range used.Entries {
			made.Shown[entry] = true
		}
	}
	made.ValidUntil = made.ValidUntil.UTC()
	if r.Options.Attach != nil {
		for _, bundle := range made.Sites {
			bundle.Site.Assets = r.Options.Attach(bundle)
		}
	}
	identify(made)
	return made
}

func (r *resolver) bundle(s *outline.Site) *site.Bundle {
	bundle := s.Made
	bundle.Pages, bundle.Aliases = make([]*site.Page, 0, len(s.Pages)), map[string]string{}
	bundle.Files, bundle.WellKnown = map[string]site.File{}, map[string]site.File{}
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
	add(&outline.Dependencies{Icons: InterfaceIcons, Styles: s.Out.StyleParts()})
	add(&s.Deps)
	if locale.Direction(s.Out.Language) == "rtl" {
		styles[site.StyleRightToLeft] = true
	}
	if s.Terms != nil {
		bundle.Terms = s.Terms.Out.Legal
	}
	if s.Privacy != nil {
		bundle.Privacy = s.Privacy.Out.Legal
	}
	for _, page := range s.Pages { // in the order of their paths
		if !page.Shows() {
			continue
		}
		page.Out.Trail = r.trail(s, s.Above(page.Path))
		bundle.Pages = append(bundle.Pages, page.Out)
		add(&page.Deps)
	}
	s.AddRedirects(bundle)
	addLists(s, bundle)
	for _, page := range bundle.Pages {
		day, err := time.ParseInLocation(time.DateOnly, page.Modified, site.OnCalendar)
		if err == nil && r.Clock(s, &s.Deps).Before(text.Moment(day, s.Zone)) { // what is still to come is no change
			page.Modified = ""
		}
	}
	if s.NotFound != nil && s.NotFound.Shows() {
		bundle.NotFound = s.NotFound.Out
		add(&s.NotFound.Deps)
	}
	bundle.Icons = slices.Sorted(maps.Keys(icons))
	bundle.StyleParts = slices.Sorted(maps.Keys(styles))
	bundle.Samples = site.StyledSamples(bundle.Pages)
	bundle.Site, bundle.Look = s.Out, r.lookOf(s)
	return bundle
}

// Reuse replaces pages and settings of a new revision by those of the revision before where they are the same. So
// whoever made something of them, such as rendered bytes, knows by the pointer that it is still right.
func Reuse(before, made *site.Revision) {
	if before == nil {
		return
	}
	for _, bundle := range made.Sites {
		was := before.ByID(bundle.Site.ID)
		if was == nil {
			continue
		}
		if reflect.DeepEqual(bundle.Site, was.Site) {
			bundle.Site = was.Site
		}
		known := make(map[string]*site.Page, len(was.Pages))
		for _, page := range was.Pages {
			known[page.ID] = page
		}
		for i, page := range bundle.Pages {
			bundle.Pages[i] = cmp.Or(known[page.ID], page)
		}
		if now := bundle.NotFound; now != nil && was.NotFound != nil && now.ID == was.NotFound.ID {
			bundle.NotFound = was.NotFound
		}
	}
}
