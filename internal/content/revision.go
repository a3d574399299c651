package content

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// interfaceIcons are the icons that templates draw by themselves.
var interfaceIcons = []site.Icon{
	"menu", "x", "arrow-left", "arrow-right", "arrow-up-right", "check", "chevron-right", "send",
	"sparkles", "quote", "mail", "clock", "loader-circle", "circle-alert", "circle-check",
}

// revision puts everything together. There must be no problem but warnings.
func (r *run) revision() *site.Revision {
	made := &site.Revision{}
	for _, s := range r.sites {
		made.Sites = append(made.Sites, r.bundle(s))
		if s.usedDay.Load() || s.usedYear.Load() {
			made.ValidUntil = earliest(made.ValidUntil, nextMidnight(r.now, s.zone))
		}
	}
	if !r.options.Drafts {
		for _, page := range r.pages {
			made.ValidUntil = earliest(made.ValidUntil, page.window.flips(r.now))
		}
	}
	if !made.ValidUntil.IsZero() {
		made.ValidUntil = made.ValidUntil.UTC()
	}
	made.ID = r.id(made)
	return made
}

func (r *run) bundle(s *siteState) *site.Bundle {
	bundle := &site.Bundle{
		Site: s.out, Products: s.products.out, Plans: s.plans.out, Industries: s.industries.out, Forms: s.forms.out,
		Pages: []*site.Page{}, Aliases: map[string]string{}, Files: map[string]site.File{},
	}
	used := uses{icons: slices.Clone(interfaceIcons)}
	used.take(&s.uses)
	if s.terms != nil {
		bundle.Terms = s.terms.out.Legal
	}
	if s.privacy != nil {
		bundle.Privacy = s.privacy.out.Legal
	}
	for _, page := range s.pages {
		if page.shows(r) {
			bundle.Pages = append(bundle.Pages, page.out)
			used.take(&page.uses)
		}
	}
	slices.SortFunc(bundle.Pages, func(a, b *site.Page) int { return strings.Compare(a.Path, b.Path) })
	if s.notFound != nil && s.notFound.shows(r) {
		bundle.NotFound = s.notFound.out
		used.take(&s.notFound.uses)
	}
	for alias, page := range r.aliases {
		if page.site == s && page.shows(r) {
			bundle.Aliases[alias] = page.path
		}
	}
	slices.Sort(used.icons)
	bundle.Icons = slices.Compact(used.icons)
	for _, picture := range used.pictures {
		bundle.Files[picture.url] = site.File{ContentType: picture.format.contentType, Data: picture.data}
	}
	if r.options.Assets != nil {
		bundle.Site.Assets = r.options.Assets(bundle)
	}
	return bundle
}

// id is a short hash of all that made the revision: the bytes of the files,
// the options, and as much of the clock as can be seen in the result. The same
// tree gives the same id on every machine, so times of files are no part of it.
func (r *run) id(made *site.Revision) string {
	hash := sha256.New()
	note := func(parts ...any) {
		for _, part := range parts {
			fmt.Fprintf(hash, "%v\x00", part)
		}
		io.WriteString(hash, "\n")
	}
	note("marquee revision 1", r.options.BaseURL, r.options.Drafts)
	var files []*file
	for _, f := range r.loader.files {
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b *file) int { return cmp.Compare(a.path, b.path) })
	for _, f := range files {
		note(f.path, hex.EncodeToString(f.hash[:]))
	}
	for i, s := range r.sites {
		bundle := made.Sites[i]
		switch {
		case s.usedDay.Load():
			note(s.id, r.now.In(s.zone).Format("2006-01-02"))
		case s.usedYear.Load():
			note(s.id, s.year)
		}
		for _, page := range bundle.Pages {
			note(page.Path)
		}
		note(bundle.NotFound != nil, slices.Sorted(maps.Keys(bundle.Files)))
		note(fmt.Sprintf("%q", []any{bundle.Site.Assets}))
	}
	return hex.EncodeToString(hash.Sum(nil)[:6])
}
