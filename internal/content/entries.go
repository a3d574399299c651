package content

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// resolveEntries resolves the collections of a site.
func (r *resolver) resolveEntries(s *siteState) {
	r.resolveImages(s) // first: others have pictures
	resolveAll(r, s, &s.products, func(id string, product *site.Product, scope *scope) {
		product.ID = id
		product.Preview = scope.completePreview(product.Preview, (&place{key: id}).child("preview"))
	})
	resolveAll(r, s, &s.plans, func(id string, plan *site.Plan, scope *scope) {
		plan.ID = id
		scope.completePlan(plan, &place{key: id})
	})
	resolveAll(r, s, &s.industries, func(id string, industry *site.Industry, scope *scope) {
		industry.ID = id
		if industry.Drawing == nil {
			industry.Drawing = scope.drawingCalled(id)
		}
		industry.Sample = scope.completeSample(industry.Sample, (&place{key: id}).child("sample"))
	})
	resolveAll(r, s, &s.forms, func(id string, form *site.Form, scope *scope) {
		form.ID, form.SiteID = id, s.id
		scope.completeForm(form, &place{key: id})
	})
	resolveAll(r, s, &s.people, func(id string, person *site.Person, _ *scope) { person.ID = id })
	resolveAll(r, s, &s.testimonials, func(id string, said *site.Testimonial, _ *scope) { said.ID = id })
}

func resolveAll[T any](r *resolver, s *siteState, e *entries[T], finish func(string, *T, *scope)) {
	e.out = site.Collection[T]{}
	scope := &scope{resolver: r, owner: s, shown: s, file: e.file, deps: &s.deps}
	for id, raw := range e.raw.All() {
		if form, isForm := any(raw).(*site.Form); isForm {
			scope.filled = mailBlanks(form)
		}
		made := resolved(scope, raw, &place{key: id})
		finish(id, made, scope)
		e.out.Put(id, made)
	}
}

// lookup finds the entry that a reference names, and the site it belongs to.
func lookup[T any](s *scope, ref site.Ref, at *place, group string, of func(*siteState) *entries[T]) (*T, *siteState) {
	return lookupIn(s, ref, at, group, of, func(list *entries[T], id string) *T { return list.out.Get(id) })
}

func (e *entries[T]) rawEntry(id string) *T { return e.raw.Get(id) }

// cutRef splits a reference into the site and the id of an entry.
func cutRef(ref site.Ref) (siteID, id string, other bool) { return strings.Cut(string(ref), "/") }

// lookupIn is lookup among the entries as they are resolved, or as they were parsed.
func lookupIn[T any](s *scope, ref site.Ref, at *place, group string, of func(*siteState) *entries[T], get func(*entries[T], string) *T) (*T, *siteState) {
	owner, id := s.owner, string(ref)
	if siteID, rest, other := strings.Cut(id, "/"); other {
		owner, id = s.resolver.byID[siteID], rest
		if owner == nil {
			s.deps.addRefers(s.file.doc.At(at.String(), "unknown-reference", fmt.Sprintf("There is no site %q.", siteID),
				text.DidYouMean(siteID, s.resolver.siteIDs, "")), string(ref))
			return nil, nil
		}
	}
	list := of(owner)
	if entry := get(list, id); entry != nil {
		s.deps.show(owner, group, id)
		return entry, owner
	}
	if id == "" || list.broken() {
		return nil, nil
	}
	hint := text.DidYouMean(id, list.raw.IDs(), "")
	for _, other := range s.resolver.sites {
		if hint == "" && other != owner && of(other).raw.Get(id) != nil {
			hint = fmt.Sprintf("The site %s has one: write %s/%s.", other.id, other.id, id)
		}
	}
	if hint == "" && list.raw.Len() > 0 && list.raw.Len() <= 12 {
		hint = text.KnownAre(list.raw.IDs())
	}
	if hint == "" {
		hint = owner.lacks(group)
	}
	s.deps.addRefers(s.file.doc.At(at.String(), "unknown-reference", fmt.Sprintf("There is no %s %q.", nouns[group], id), hint), owner.id+"/"+id)
	return nil, nil
}

// lookupAll finds all entries that a list of references names, or all of the
// site where the list is left out.
func lookupAll[T any](s *scope, refs []site.Ref, at *place, group string, of func(*siteState) *entries[T], show func(string, *T, *siteState) *T) []*T {
	items := make([]*T, 0, len(refs))
	if len(refs) == 0 {
		list := of(s.owner)
		for id, entry := range list.out.All() {
			s.deps.show(s.owner, group, id)
			items = append(items, show(id, entry, s.owner))
		}
		if len(items) == 0 && !list.broken() && !s.file.broken {
			s.at(at, "nothing-to-show", fmt.Sprintf("The site has no %s to show here.", group), fmt.Sprintf("Add some to %s.yaml, or name those of another site with refs.", group))
		}
		return items
	}
	seen := map[site.Ref]bool{}
	for i, ref := range refs {
		where := at.child("refs").item(i)
		if seen[ref] {
			s.at(where, "duplicate-reference", fmt.Sprintf("%q is listed twice.", ref), "Remove one of both.")
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

func productsOf(s *siteState) *entries[site.Product]         { return &s.products }
func plansOf(s *siteState) *entries[site.Plan]               { return &s.plans }
func industriesOf(s *siteState) *entries[site.Industry]      { return &s.industries }
func formsOf(s *siteState) *entries[site.Form]               { return &s.forms }
func peopleOf(s *siteState) *entries[site.Person]            { return &s.people }
func testimonialsOf(s *siteState) *entries[site.Testimonial] { return &s.testimonials }

// showPlan returns a plan as the page shows it: its link is validated from there.
func (s *scope) showPlan(id string, plan *site.Plan, owner *siteState) *site.Plan {
	if plan.Action == nil {
		return plan
	}
	shown, action := *plan, *plan.Action
	shown.Action = &action
	s.addEntryLink(&action, owner, owner.plans.file, (&place{key: id}).child("action"))
	return &shown
}

// showProduct returns a product as the page shows it: its links are validated from there.
func (s *scope) showProduct(id string, product *site.Product, owner *siteState) *site.Product {
	s.useIcons(product.Icon)
	s.showImage(product.Image, owner)
	s.showFeatures(product, owner)
	if len(product.Actions) == 0 {
		return product
	}
	shown := *product
	shown.Actions = s.showLinks(product.Actions, owner, owner.products.file, (&place{key: id}).child("actions"))
	return &shown
}

// showPerson returns a person as the page shows it: its links are validated from there.
func (s *scope) showPerson(id string, person *site.Person, owner *siteState) *site.Person {
	s.showImage(person.Image, owner)
	if len(person.Links) == 0 {
		return person
	}
	shown := *person
	shown.Links = s.showLinks(person.Links, owner, owner.people.file, (&place{key: id}).child("links"))
	return &shown
}

// showTestimonial returns a testimonial as the page shows it: its link is validated from there.
func (s *scope) showTestimonial(id string, said *site.Testimonial, owner *siteState) *site.Testimonial {
	s.showImage(said.Image, owner)
	if said.Source == nil {
		return said
	}
	shown, source := *said, *said.Source
	shown.Source = &source
	s.addEntryLink(&source, owner, owner.testimonials.file, (&place{key: id}).child("source"))
	return &shown
}

// showImage notes that the page shows the picture of an entry, which may be another site's.
func (s *scope) showImage(shown *site.Image, owner *siteState) {
	if shown == nil || shown.URL == "" {
		return
	}
	again := *shown // it is resolved already: what counts are its files
	if found := s.resolver.tree.mediaFile(path.Join(owner.id, shown.Src)); found.Code == "" {
		s.show(found, &again)
	}
	if again.Narrow != nil {
		if found := s.resolver.tree.mediaFile(path.Join(owner.id, shown.Phone)); found.Code == "" {
			s.showNarrow(found, &again)
		}
	}
}

// showLinks returns the links of an entry as the page shows them.
func (s *scope) showLinks(links []site.Link, owner *siteState, file *file, at *place) []site.Link {
	shown := append([]site.Link(nil), links...)
	for i := range shown {
		s.addEntryLink(&shown[i], owner, file, at.item(i))
	}
	return shown
}

func (s *scope) addEntryLink(link *site.Link, owner *siteState, file *file, at *place) {
	s.useIcons(link.Icon)
	if link.To != "" {
		s.addLink(link, file, at.child("to"), -1)
		s.deps.links[len(s.deps.links)-1].owner = owner
	}
}

func (s *scope) showFeatures(product *site.Product, owner *siteState) []site.Feature {
	for _, feature := range product.Features {
		s.useIcons(feature.Icon)
		s.showImage(feature.Image, owner)
	}
	return product.Features
}

func (s *scope) showIndustry(_ string, industry *site.Industry, _ *siteState) *site.Industry {
	s.useIcons(industry.Icon)
	return industry
}

// showForm returns a form as the page shows it: the links of its fields are validated from there.
func (s *scope) showForm(id string, form *site.Form, owner *siteState) *site.Form {
	if !slices.ContainsFunc(form.Fields, func(f site.Field) bool { return f.Link != nil }) {
		return form
	}
	shown := *form
	shown.Fields = slices.Clone(form.Fields)
	for i := range shown.Fields {
		if link := shown.Fields[i].Link; link != nil {
			own := *link
			shown.Fields[i].Link = &own
			s.addEntryLink(&own, owner, owner.forms.file, (&place{key: id}).child("fields").item(i).child("link"))
		}
	}
	return &shown
}

// price writes a price in words.
func (s *scope) price(price *site.Price) {
	price.Text = price.Format()
	words := s.owner.periods[price.Period]
	if words.owner == nil {
		return
	}
	inner := scope{resolver: s.resolver, owner: words.owner, file: words.owner.file, deps: s.deps}
	price.PeriodText = string(inner.text(words.text, &place{key: words.path}))
}
