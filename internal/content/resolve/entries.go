package resolve

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// resolveEntries resolves the collections of a site.
func (r *resolver) resolveEntries(s *outline.Site) {
	r.resolveImages(s) // first: others have pictures
	resolveAll(r, s, &s.Products, func(id string, product *site.Product, scope *scope) {
		product.ID = id
		product.Preview = scope.completePreview(product.Preview, (&outline.Place{Key: id}).Child("preview"))
	})
	resolveAll(r, s, &s.Plans, func(id string, plan *site.Plan, scope *scope) {
		plan.ID = id
		scope.completePlan(plan, &outline.Place{Key: id})
	})
	resolveAll(r, s, &s.Industries, func(id string, industry *site.Industry, scope *scope) {
		industry.ID = id
		if industry.Drawing == nil {
			industry.Drawing = scope.drawingCalled(id)
		}
		industry.Sample = scope.completeSample(industry.Sample, (&outline.Place{Key: id}).Child("sample"))
	})
	resolveAll(r, s, &s.Forms, func(id string, form *site.Form, scope *scope) {
		form.ID, form.SiteID = id, s.ID
		scope.completeForm(form, &outline.Place{Key: id})
	})
	resolveAll(r, s, &s.People, func(id string, person *site.Person, _ *scope) { person.ID = id })
	resolveAll(r, s, &s.Testimonials, func(id string, said *site.Testimonial, _ *scope) { said.ID = id })
}

func resolveAll[T any](r *resolver, s *outline.Site, e *outline.Entries[T], finish func(string, *T, *scope)) {
	e.Out = site.Collection[T]{}
	scope := &scope{resolver: r, owner: s, shown: s, file: e.File, deps: &s.Deps}
	for id, raw := range e.Raw.All() {
		if form, isForm := any(raw).(*site.Form); isForm {
			scope.filled = mailBlanks(form)
		}
		made := resolved(scope, raw, &outline.Place{Key: id})
		finish(id, made, scope)
		e.Out.Put(id, made)
	}
}

// lookup finds the entry that a reference names, and the site it belongs to.
func lookup[T any](s *scope, ref site.Ref, at *outline.Place, group string, of func(*outline.Site) *outline.Entries[T]) (*T, *outline.Site) {
	return lookupIn(s, ref, at, group, of, func(list *outline.Entries[T], id string) *T { return list.Out.Get(id) })
}

// cutRef splits a reference into the site and the id of an entry.
func cutRef(ref site.Ref) (siteID, id string, other bool) { return strings.Cut(string(ref), "/") }

// lookupIn is lookup among the entries as they are resolved, or as they were parsed.
func lookupIn[T any](s *scope, ref site.Ref, at *outline.Place, group string, of func(*outline.Site) *outline.Entries[T], get func(*outline.Entries[T], string) *T) (*T, *outline.Site) {
	owner, id := s.owner, string(ref)
	if siteID, rest, other := strings.Cut(id, "/"); other {
		owner, id = s.resolver.ByID[siteID], rest
		if owner == nil {
			s.deps.AddRefers(s.file.Doc.At(at.String(), "unknown-reference", fmt.Sprintf("There is no site %q.", siteID),
				text.DidYouMean(siteID, s.resolver.SiteIDs, "")), string(ref))
			return nil, nil
		}
	}
	list := of(owner)
	if entry := get(list, id); entry != nil {
		s.deps.Show(owner, group, id)
		return entry, owner
	}
	if id == "" || list.Broken() {
		return nil, nil
	}
	hint := text.DidYouMean(id, list.Raw.IDs(), "")
	for _, other := range s.resolver.Sites {
		if hint == "" && other != owner && of(other).Raw.Get(id) != nil {
			hint = fmt.Sprintf("The site %s has one: write %s/%s.", other.ID, other.ID, id)
		}
	}
	if hint == "" && list.Raw.Len() > 0 && list.Raw.Len() <= 12 {
		hint = text.KnownAre(list.Raw.IDs())
	}
	if hint == "" {
		hint = owner.Lacks(group)
	}
	s.deps.AddRefers(s.file.Doc.At(at.String(), "unknown-reference", fmt.Sprintf("There is no %s %q.", outline.Nouns[group], id), hint), owner.ID+"/"+id)
	return nil, nil
}

// lookupAll finds all entries that a list of references names, or all of the
// site where the list is left out.
func lookupAll[T any](s *scope, refs []site.Ref, at *outline.Place, group string, of func(*outline.Site) *outline.Entries[T], show func(string, *T, *outline.Site) *T) []*T {
	items := make([]*T, 0, len(refs))
	if len(refs) == 0 {
		list := of(s.owner)
		for id, entry := range list.Out.All() {
			s.deps.Show(s.owner, group, id)
			items = append(items, show(id, entry, s.owner))
		}
		if len(items) == 0 && !list.Broken() && !s.file.Broken {
			s.at(at, "nothing-to-show",
				fmt.Sprintf("Add some to %s.yaml, or name those of another site with refs.", group),
				"The site has no %s to show here.", group)
		}
		return items
	}
	seen := map[site.Ref]bool{}
	for i, ref := range refs {
		where := at.Child("refs").Item(i)
		if seen[ref] {
			s.at(where, "duplicate-reference", "Remove one of both.", "%q is listed twice.", ref)
			continue
		}
		seen[ref] = true
		if entry, owner := lookup(s, ref, where, group, of); entry != nil {
			_, id, other := strings.Cut(string(ref), "/")
			if !other {
				id = string(ref)
			}
			items = append(items, show(id, entry, owner))
		}
	}
	return items
}

func productsOf(s *outline.Site) *outline.Entries[site.Product]         { return &s.Products }
func plansOf(s *outline.Site) *outline.Entries[site.Plan]               { return &s.Plans }
func industriesOf(s *outline.Site) *outline.Entries[site.Industry]      { return &s.Industries }
func formsOf(s *outline.Site) *outline.Entries[site.Form]               { return &s.Forms }
func peopleOf(s *outline.Site) *outline.Entries[site.Person]            { return &s.People }
func testimonialsOf(s *outline.Site) *outline.Entries[site.Testimonial] { return &s.Testimonials }

// showPlan returns a plan as the page shows it: its link is validated from there.
func (s *scope) showPlan(id string, plan *site.Plan, owner *outline.Site) *site.Plan {
	if plan.Action == nil {
		return plan
	}
	shown, action := *plan, *plan.Action
	shown.Action = &action
	s.addEntryLink(&action, owner, owner.Plans.File, (&outline.Place{Key: id}).Child("action"))
	return &shown
}

// showProduct returns a product as the page shows it: its links are validated from there.
func (s *scope) showProduct(id string, product *site.Product, owner *outline.Site) *site.Product {
	s.useIcons(product.Icon)
	s.showImage(product.Image, owner)
	s.showFeatures(product, owner)
	if len(product.Actions) == 0 {
		return product
	}
	shown := *product
	shown.Actions = s.showLinks(product.Actions, owner, owner.Products.File, (&outline.Place{Key: id}).Child("actions"))
	return &shown
}

// showPerson returns a person as the page shows it: its links are validated from there.
func (s *scope) showPerson(id string, person *site.Person, owner *outline.Site) *site.Person {
	s.showImage(person.Image, owner)
	if len(person.Links) == 0 {
		return person
	}
	shown := *person
	shown.Links = s.showLinks(person.Links, owner, owner.People.File, (&outline.Place{Key: id}).Child("links"))
	return &shown
}

// showTestimonial returns a testimonial as the page shows it: its link is validated from there.
func (s *scope) showTestimonial(id string, said *site.Testimonial, owner *outline.Site) *site.Testimonial {
	s.showImage(said.Image, owner)
	if said.Source == nil {
		return said
	}
	shown, source := *said, *said.Source
	shown.Source = &source
	s.addEntryLink(&source, owner, owner.Testimonials.File, (&outline.Place{Key: id}).Child("source"))
	return &shown
}

// showImage notes that the page shows the picture of an entry, which may be another site's.
func (s *scope) showImage(shown *site.Image, owner *outline.Site) {
	if shown == nil || shown.URL == "" {
		return
	}
	again := *shown // it is resolved already: what counts are its files
	if found := s.resolver.Tree.MediaFile(path.Join(owner.ID, shown.Src)); found.Code == "" {
		s.show(found, &again)
	}
	if again.Narrow != nil {
		if found := s.resolver.Tree.MediaFile(path.Join(owner.ID, shown.Phone)); found.Code == "" {
			s.showNarrow(found, &again)
		}
	}
}

// showLinks returns the links of an entry as the page shows them.
func (s *scope) showLinks(links []site.Link, owner *outline.Site, file *tree.File, at *outline.Place) []site.Link {
	shown := append([]site.Link(nil), links...)
	for i := range shown {
		s.addEntryLink(&shown[i], owner, file, at.Item(i))
	}
	return shown
}

func (s *scope) addEntryLink(link *site.Link, owner *outline.Site, file *tree.File, at *outline.Place) {
	s.useIcons(link.Icon)
	if link.To != "" {
		s.addLink(link, file, at.Child("to"), -1)
		s.deps.Links[len(s.deps.Links)-1].Owner = owner
	}
}

func (s *scope) showFeatures(product *site.Product, owner *outline.Site) []site.Feature {
	for _, feature := range product.Features {
		s.useIcons(feature.Icon)
		s.showImage(feature.Image, owner)
	}
	return product.Features
}

func (s *scope) showIndustry(_ string, industry *site.Industry, _ *outline.Site) *site.Industry {
	s.useIcons(industry.Icon)
	return industry
}

// showForm returns a form as the page shows it: the links of its fields are validated from there.
func (s *scope) showForm(id string, form *site.Form, owner *outline.Site) *site.Form {
	if !slices.ContainsFunc(form.Fields, func(f site.Field) bool { return f.Link != nil }) {
		return form
	}
	shown := *form
	shown.Fields = slices.Clone(form.Fields)
	for i := range shown.Fields {
		if link := shown.Fields[i].Link; link != nil {
			own := *link
			shown.Fields[i].Link = &own
			s.addEntryLink(&own, owner, owner.Forms.File, (&outline.Place{Key: id}).Child("fields").Item(i).Child("link"))
		}
	}
	return &shown
}

// price writes a price in words.
func (s *scope) price(price *site.Price) {
	price.Text = price.Format()
	words := s.owner.Periods[price.Period]
	if words.Owner == nil {
		return
	}
	inner := scope{resolver: s.resolver, owner: words.Owner, file: words.Owner.File, deps: s.deps}
	price.PeriodText = string(inner.text(words.Text, &outline.Place{Key: words.Path}))
}
