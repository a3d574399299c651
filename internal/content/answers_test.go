//go:build !race

package content

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// answers are what visitors and programs get of a site, by name.
type answers map[string]string

// answersOf returns the answers of each site of a revision.
func answersOf(t *testing.T, rev *site.Revision) map[string]answers {
	t.Helper()
	all := map[string]answers{}
	for _, bundle := range rev.Sites {
		made := answers{}
		put := func(name string, value any) {
			text, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			made[name] = string(text)
		}
		owner := bundle.Site
		put("settings", []any{owner, owner.Assets, owner.Policy, owner.SEO, owner.Business, owner.Asks, owner.Services})
		for _, l := range owner.Locations { // of which search engines and forms are told, whatever pages show
			put("location "+l.ID, []any{l, fmt.Sprint(l.Address, l.Phone, l.Email, l.Map, l.Hours, l.Exceptions)})
		}
		for _, page := range bundle.Pages {
			put("page "+page.Path, []any{page, page.Modified, page.Trail, page.Feed})
		}
		put("not found", bundle.NotFound)
		putShown(rev, bundle, "plans", &bundle.Plans, func(p *site.Plan) bool { return p.Public }, put)
		putShown(rev, bundle, "products", &bundle.Products, func(p *site.Product) bool { return p.Public }, put)
		putShown(rev, bundle, "industries", &bundle.Industries, func(i *site.Industry) bool { return i.Public }, put)
		putShown(rev, bundle, "forms", &bundle.Forms, func(*site.Form) bool { return true }, put)
		for from, to := range bundle.Aliases {
			made["redirect "+from] = to
		}
		for address, file := range bundle.WellKnown {
			made[address] = file.ContentType + string(file.Data)
		}
		for _, address := range slices.Sorted(maps.Keys(bundle.Files)) {
			made["files"] += address + "\n"
		}
		all[bundle.Site.ID] = made
	}
	return all
}

// putShown puts the entries of a collection that the API has.
func putShown[T any](rev *site.Revision, bundle *site.Bundle, group string, entries *site.Collection[T],
	public func(*T) bool, put func(string, any),
) {
	for id, entry := range entries.All() {
		if rev.Shown[bundle.Site.ID+"/"+group+"/"+id] || public(entry) {
			put(group+" "+id, entry)
		}
	}
}

// differing returns the names of answers that are not the same, sorted.
func differing(before, now answers) []string {
	names := answers{}
	maps.Copy(names, before)
	maps.Copy(names, now)
	maps.DeleteFunc(names, func(name, _ string) bool {
		was, there := before[name]
		is, still := now[name]
		return there == still && was == is
	})
	return slices.Sorted(maps.Keys(names))
}

// sameIDs checks that /readyz says what a fresh start says of the sites that are served.
func sameIDs(t *testing.T, where string, status Status, want *site.Revision) {
	t.Helper()
	if status.Revision != want.ID {
		t.Errorf("%s /readyz says %s, and a fresh start %s", where, status.Revision, want.ID)
	}
	for _, one := range status.Sites {
		if bundle := want.ByID(one.ID); bundle != nil && bundle.ID != one.Revision {
			t.Errorf("%s /readyz says %s of %s, and a fresh start %s", where, one.Revision, one.ID, bundle.ID)
		}
	}
}

// causes returns a function that says why a site may have become another one: by the time; where none went by, since
// files of its own folder alone are other ones, or those of another site or language too.
func causes(changed []string, moved bool) func(id string) string {
	own := map[string]bool{}
	for _, name := range changed {
		id, rest, _ := strings.Cut(name, "/")
		if in, _, below := strings.Cut(rest, "/"); below && len(in) == len("de") {
			id += "." + in
		}
		own[id] = true
	}
	return func(id string) string {
		switch {
		case moved:
			return "time"
		case own[id] && len(own) == 1:
			return "edited"
		}
		return "another"
	}
}

// idsTell compares what two revisions answer with whether their ids are the same, and returns what does not fit, by the
// name of the comparison.
func idsTell(was, is *site.Revision, before, now map[string]answers, cause func(id string) string) map[string]string {
	faults, anything := map[string]string{}, ""
	for _, id := range slices.Sorted(maps.Keys(now)) {
		differ := differing(before[id], now[id])
		if len(differ) > 0 {
			anything += fmt.Sprintf("%s: %q\n", id, differ)
		}
		old, new := was.ByID(id), is.ByID(id)
		switch {
		case old == nil || new == nil:
		case len(differ) > 0 && old.ID == new.ID:
			faults["site, "+cause(id)] += fmt.Sprintf("the id of %s stays %s, and there differs %q\n", id, new.ID, differ)
		case len(differ) == 0 && old.ID != new.ID && alike(old, new):
			faults["site, nothing"] += fmt.Sprintf("the id of %s becomes %s, and nothing differs\n", id, new.ID)
		}
	}
	if anything != "" && was.ID == is.ID {
		why := "edited"
		if cause("") == "time" {
			why = "time"
		}
		faults["revision, "+why] = fmt.Sprintf("the id of the revision stays %s, and there differs\n%s", is.ID, anything)
	}
	return faults
}

// alike tells whether nothing differs between two versions of a site that answers could be made of, such as JSON-LD.
func alike(a, b *site.Bundle) bool {
	shown := func(of *site.Bundle) reflect.Value {
		return reflect.ValueOf([]any{of.Site, of.Pages, of.NotFound, of.WellKnown})
	}
	return differs("", shown(a), shown(b), true) == ""
}
