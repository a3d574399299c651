package resolve

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// resolveEntries resolves all entries of a kind of content.
func (r *resolver) resolveEntries(k *site.Kind, s *outline.Site) {
	if k.AsWritten {
		k.Set(s.Made, k.Of(s.Parsed))
		return
	}
	scope := &scope{resolver: r, owner: s, shown: s, file: s.Files[k.Name], deps: &s.Deps}
	for id, raw := range k.Of(s.Parsed).AnyEntries() {
		if form, isForm := raw.(*site.Form); isForm {
			scope.filled = mailBlanks(form)
		}
		made := reflect.New(reflect.TypeOf(raw).Elem())
		made.Elem().Set(reflect.ValueOf(raw).Elem())
		scope.visit(made.Elem(), plan.Of(made.Elem().Type()), outline.At(id))
		for name, value := range map[string]string{"ID": id, "SiteID": s.ID} {
			if field := made.Elem().FieldByName(name); field.IsValid() {
				field.SetString(value)
			}
		}
		if complete := completions[k.Name]; complete != nil {
			complete(scope, id, made.Interface())
		}
		k.Of(s.Made).PutEntry(id, made.Interface())
	}
}

// completions complete what entries leave out, and report what does not fit, by the kinds of content. Most need none.
var completions = map[string]func(s *scope, id string, entry any){}

func completeWith[T any](g group[T], complete func(s *scope, id string, entry *T)) {
	completions[string(g)] = func(s *scope, id string, entry any) { complete(s, id, entry.(*T)) }
}

func init() {
	completeWith(images, (*scope).checkNote)
	completeWith(plans, (*scope).completePlan)
	completeWith(forms, (*scope).completeForm)
	completeWith(locations, (*scope).completeLocation)
	completeWith(products, func(s *scope, id string, product *site.Product) {
		product.Preview = s.completePreview(product.Preview, outline.At(id).Child("preview"))
	})
	completeWith(industries, func(s *scope, id string, industry *site.Industry) {
		if industry.Drawing == nil {
			industry.Drawing = s.drawingCalled(id)
		}
		industry.Sample = s.completeSample(industry.Sample, outline.At(id).Child("sample"))
	})
}

// group is a kind of content by its name, such as products.
type group[T any] string

const (
	products     group[site.Product]     = "products"
	plans        group[site.Plan]        = "plans"
	industries   group[site.Industry]    = "industries"
	forms        group[site.Form]        = "forms"
	people       group[site.Person]      = "people"
	locations    group[site.Location]    = "locations"
	testimonials group[site.Testimonial] = "testimonials"
	blocks       group[site.Section]     = "blocks"
	images       group[site.ImageNote]   = "images"
)

// of returns the entries of a site, resolved.
func (g group[T]) of(s *outline.Site) *site.Collection[T] {
	return site.KindCalled(string(g)).Of(s.Made).(*site.Collection[T])
}

func idIn(ref site.Ref) string { return string(ref[strings.IndexByte(string(ref), '/')+1:]) }

// lookup finds the entry that a reference names, and the site it belongs to.
func (g group[T]) lookup(s *scope, ref site.Ref, at *outline.Place) (*T, *outline.Site) {
	owner, id := s.owner, idIn(ref)
	if siteID, _, other := strings.Cut(string(ref), "/"); other {
		if owner = s.resolver.Named(siteID, s.owner); owner == nil {
			s.refers(at, string(ref), "unknown-reference", text.DidYouMean(siteID, s.resolver.SiteIDs, ""),
				"There is no site %q.", siteID)
			return nil, nil
		}
	}
	if entry := g.of(owner).Get(id); entry != nil {
		s.deps.Show(owner, string(g), id)
		return entry, owner
	}
	if id == "" || owner.Broken(string(g)) {
		return nil, nil
	}

	ids := owner.IDs(string(g))
	hint := inSite(string(ref), id, text.DidYouMean(id, ids, ""))
	for _, other := range s.resolver.Sites {
		if hint == "" && other != owner && slices.Contains(other.IDs(string(g)), id) {
			hint = fmt.Sprintf("The site %s has one: write %s/%s.", other.ID, other.ID, id)
		}
	}
	if hint == "" && len(ids) > 0 && len(ids) <= 12 {
		hint = text.KnownAre(ids)
	}
	s.refers(at, owner.ID+"/"+id, "unknown-reference", cmp.Or(hint, owner.Lacks(string(g))), "There is no %s %q.",
		outline.Noun(string(g)), id)
	return nil, nil
}

// show is lookup for an entry that the page shows.
func (g group[T]) show(s *scope, ref site.Ref, at *outline.Place) *T {
	entry, owner := g.lookup(s, ref, at)
	if entry == nil {
		return nil
	}
	return show(s, idIn(ref), entry, owner, owner.Files[string(g)])
}

// showAll returns all entries that a list of references names, or all of the site where the list is left out.
func (g group[T]) showAll(s *scope, refs []site.Ref, at *outline.Place) []*T {
	items := make([]*T, 0, len(refs))
	if len(refs) == 0 {
		for id, entry := range g.of(s.owner).All() {
			s.deps.Show(s.owner, string(g), id)
			items = append(items, show(s, id, entry, s.owner, s.owner.Files[string(g)]))
		}
		if len(items) == 0 && !s.owner.Broken(string(g)) && !s.file.Broken {
			s.at(at, "nothing-to-show", fmt.Sprintf("Add some to %s.yaml, or name those of another site with refs.", g),
				"The site has no %s to show here.", g)
		}
		return items
	}
	for i, ref := range refs {
		where := at.Child("refs").Item(i)
		if slices.Contains(refs[:i], ref) {
			s.at(where, "duplicate-reference", "Remove one of both.", "%q is listed twice.", ref)
		} else if entry := g.show(s, ref, where); entry != nil {
			items = append(items, entry)
		}
	}
	return items
}

// show returns an entry as the page shows it: its icons and pictures are in use there, and its links
// are validated from there. Only what holds links is copied: all else is shared by all pages, and not written to.
func show[T any](s *scope, id string, entry *T, owner *outline.Site, file *tree.File) *T {
	of := plan.Of(reflect.TypeFor[T]())
	if of.Links {
		copied := *entry
		entry = &copied
	}
	s.showIn(reflect.ValueOf(entry).Elem(), of, owner, file, outline.At(id))
	return entry
}

func (s *scope) showIn(v reflect.Value, p *plan.Type, owner *outline.Site, file *tree.File, at *outline.Place) {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		if p.Links {
			made := reflect.New(v.Type().Elem())
			made.Elem().Set(v.Elem())
			v.Set(made)
		}
		v = v.Elem()
	}
	switch p.Kind {
	case plan.Icon:
		s.useIcon(site.Icon(v.String()))
	case plan.Image:
		s.showImage(v.Addr().Interface().(*site.Image), owner)
	case plan.Link:
		if link := v.Addr().Interface().(*site.Link); link.To != "" {
			s.useIcon(link.Icon)
			s.addLink(link, file, at.Child("to"), -1).Owner = owner
		}
	case plan.Struct:
		for _, field := range p.Fields {
			if field.Type.Used {
				s.showIn(v.Field(field.Index[0]), field.Type, owner, file, at.Child(field.Name))
			}
		}
	case plan.List:
		if p.Links && v.Len() > 0 {
			made := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(made, v)
			v.Set(made)
		}
		for i := range v.Len() {
			s.showIn(v.Index(i), p.Elem, owner, file, at.Item(i))
		}
	}
}

// showImage notes that the page shows the picture of an entry, which may be another site's.
func (s *scope) showImage(shown *site.Image, owner *outline.Site) {
	if shown.URL == "" {
		return
	}
	again := *shown // it is resolved already: what counts are its files
	if found := s.resolver.mediaFile(shown.Src, owner); found.Code == "" {
		s.show(found, &again)
	}
	if again.Narrow != nil {
		if found := s.resolver.mediaFile(shown.Phone, owner); found.Code == "" {
			s.showNarrow(found, &again)
		}
	}
}

func (s *scope) price(price *site.Price) {
	price.Text, price.PeriodText = s.owner.Locale.Money(price.Amount, price.Currency), s.period(price.Period)
	once := price.Period == "" || price.Period == "once"
	if strings.Trim(price.Amount, "0.") == "" && once && !price.From {
		price.Text, price.PeriodText = s.period("free"), ""
	}
}

func (s *scope) period(name string) string {
	wording := s.resolver.Period(s.owner, name)
	if wording.Owner == nil {
		return string(wording.Text)
	}
	inner := scope{resolver: s.resolver, owner: wording.Owner, file: wording.Owner.File, deps: s.deps}
	return string(inner.text(wording.Text, outline.At(wording.Path)))
}
