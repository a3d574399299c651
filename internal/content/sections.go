package content

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/evenlight/marquee/internal/site"
)

// section resolves a section, and what it shows of the collections.
func (s *scope) section(section *site.Section, at *place) {
	if section.Body == nil { // then the decoder has said so
		return
	}
	raw := reflect.ValueOf(section.Body).Elem()
	fill, plan := fillers[raw.Type()], typePlanOf(raw.Type())
	at = at.child(section.Type)
	if fill == nil && !needsCopy(raw, plan) {
		s.visit(raw, plan, at)
		return
	}
	made := reflect.New(raw.Type())
	made.Elem().Set(raw)
	s.visit(made.Elem(), plan, at)
	section.Body = made.Interface()
	if fill != nil {
		fill(s, section.Body, at)
	}
}

// fillers fill in what a section shows of the collections. Sections that hold
// all their words themselves have none.
var fillers = map[reflect.Type]func(s *scope, body any, at *place){
	reflect.TypeFor[site.Hero](): filler((*scope).fillHero),
	reflect.TypeFor[site.ProductShowcase](): filler(func(s *scope, body *site.ProductShowcase, at *place) {
		body.Items = lookupAll(s, body.Refs, at, "products", productsOf, s.showProduct)
	}),
	reflect.TypeFor[site.Features](): filler(func(s *scope, body *site.Features, at *place) {
		body.Items = []site.Feature{}
		if product, owner := lookup(s, body.Product, at.child("product"), "products", productsOf); product != nil {
			body.Items = s.showFeatures(product, owner)
			// Without its links, which the page does not show and so does not follow.
			body.Of = &site.Product{ID: product.ID, Name: product.Name, Category: product.Category, Text: product.Text, Features: product.Features}
		}
	}),
	reflect.TypeFor[site.SinglePlan](): filler(func(s *scope, body *site.SinglePlan, at *place) {
		if plan, owner := lookup(s, body.Ref, at.child("ref"), "plans", plansOf); plan != nil {
			body.Plan = s.showPlan(plan.ID, plan, owner)
		}
	}),
	reflect.TypeFor[site.Plans](): filler((*scope).fillPlans),
	reflect.TypeFor[site.Consultations](): filler(func(s *scope, body *site.Consultations, at *place) {
		body.Items = lookupAll(s, body.Refs, at, "plans", plansOf, s.showPlan)
	}),
	reflect.TypeFor[site.Industries](): filler(func(s *scope, body *site.Industries, at *place) {
		body.Items = lookupAll(s, body.Refs, at, "industries", industriesOf, s.showIndustry)
		s.checkWindows(body, at)
	}),
	reflect.TypeFor[site.Forms](): filler(func(s *scope, body *site.Forms, at *place) {
		body.Items = lookupAll(s, body.Refs, at, "forms", formsOf, s.showForm)
	}),
	reflect.TypeFor[site.Testimonials](): filler((*scope).fillTestimonials),
	reflect.TypeFor[site.Team]():         filler((*scope).fillTeam),
	reflect.TypeFor[site.Logos]():        filler((*scope).fillLogos),
	reflect.TypeFor[site.FAQ]():          filler((*scope).fillFAQ),
	reflect.TypeFor[site.Comparison]():   filler((*scope).checkComparison),
	reflect.TypeFor[site.Split]():        filler((*scope).checkSplit),
	reflect.TypeFor[site.Gallery]():      filler((*scope).fillGallery),
	reflect.TypeFor[site.Video]():        filler((*scope).fillVideo),
	reflect.TypeFor[site.Embed]():        filler((*scope).fillEmbed),
	reflect.TypeFor[site.Place]():        filler((*scope).fillPlace),
	reflect.TypeFor[site.Entries]():      filler((*scope).fillEntries),
	reflect.TypeFor[site.Tiles]():        filler((*scope).fillTiles),
	reflect.TypeFor[site.Services](): filler(func(s *scope, body *site.Services, at *place) {
		for i := range body.Items {
			s.fillService(&body.Items[i], at.child("items").item(i))
		}
	}),
}

func filler[Body any](fill func(*scope, *Body, *place)) func(*scope, any, *place) {
	return func(s *scope, body any, at *place) { fill(s, body.(*Body), at) }
}

func (s *scope) fillHero(hero *site.Hero, at *place) {
	hero.Preview = s.completePreview(hero.Preview, at.child("preview"))
	if hero.Product == "" {
		return
	}
	at = at.child("product")
	if hero.Preview != nil {
		s.at(at, "two-previews", "This hero has a preview of its own and one of a product.", "Keep one of both.")
		return
	}
	product, _ := lookup(s, hero.Product, at, "products", productsOf)
	if product == nil {
		return
	}
	if product.Preview == nil {
		s.at(at, "no-preview", fmt.Sprintf("The product %q has no preview to show.", hero.Product), "Add one to products.yaml, or remove this line.")
		return
	}
	hero.Preview = product.Preview
}

func (s *scope) fillService(service *site.Service, at *place) {
	if service.Plan == "" {
		if service.From && !s.file.broken {
			s.at(at.child("from"), "useless-from", "There is no price that from could stand before.", "Add the plan whose price is shown, or remove this line.")
		}
		return
	}
	if plan, _ := lookup(s, service.Plan, at.child("plan"), "plans", plansOf); plan != nil {
		price := plan.Price
		price.From = price.From || service.From
		service.Price = &price
	}
}

// previewAnchors returns the anchors inside of a preview, by the path of each.
func previewAnchors(preview *site.Preview, at *place, yield func(id string, at *place)) {
	if preview == nil {
		return
	}
	if preview.Chat != nil && preview.Chat.ID != "" {
		yield(preview.Chat.ID, at.child("chat").child("id"))
	}
	if preview.Example != nil && preview.Example.ID != "" {
		yield(preview.Example.ID, at.child("example").child("id"))
	}
}

// resolveAnchors finds the anchors that are written in the page, before
// headings get theirs: those must not take a name that a section asks for.
func (s *scope) resolveAnchors(parts []part) {
	var heroes []window
	for i := range parts {
		p := &parts[i]
		if p.section.Body == nil {
			continue
		}
		id := sectionID(p.section.Body)
		hero, isHero := p.section.Body.(*site.Hero)
		faq, isFAQ := p.section.Body.(*site.FAQ)
		forms, isForms := p.section.Body.(*site.Forms)
		tiles, isTiles := p.section.Body.(*site.Tiles)
		if id == "" && !isHero && !isFAQ && !isForms && !isTiles {
			continue
		}
		inner, at := s.inside(p), p.at.child(p.section.Type)
		if p.blocked() { // what is wrong is so on this page alone
			inner.file, at = s.file, p.inPage.child(site.BlockType)
		}
		put := func(id string, at *place) { inner.putAnchor(id, at) }
		if p.blocked() {
			put = func(id string, _ *place) {
				if !inner.page.anchors.put(id, inner.window) {
					inner.at(at, "duplicate-anchor", fmt.Sprintf("The block brings the anchor %q, which is on this page already.", id), "A page shows it once.")
				}
			}
		}
		if id != "" {
			put(id, at.child("id"))
		}
		if isFAQ {
			questionAnchors(faq, at, put)
		}
		if isTiles {
			tileAnchors(tiles, at, put)
		}
		if isForms && forms.Contact != nil && forms.Contact.ID != "" {
			put(forms.Contact.ID, at.child("contact").child("id"))
		}
		if !isHero {
			continue
		}
		if slices.ContainsFunc(heroes, p.window.meets) {
			inner.at(at, "second-hero", "A page has one hero: its title is the title of the whole page.", "Use another section, such as cta or cards.")
		}
		heroes = append(heroes, p.window)
		previewAnchors(hero.Preview, at.child("preview"), put)
		if hero.Product != "" && hero.Preview == nil {
			quiet := *inner
			quiet.owner, quiet.deps = p.owner, &dependencies{}
			if product, _ := lookup(&quiet, hero.Product, at, "products", productsOf); product != nil {
				previewAnchors(product.Preview, at, func(id string, _ *place) { put(id, at.child("product")) })
			}
		}
	}
	if len(heroes) == 0 && len(parts) > 0 && !s.file.broken && s.page.member.at == "" && !s.page.lists() && !slices.ContainsFunc(parts, func(p part) bool { return p.section.Body == nil }) {
		s.warn(&place{key: "sections"}, "no-hero", "The page has no hero, so it has no main title.", "Begin it with a hero section.")
	}
}

func (s *scope) putAnchor(id string, at *place) {
	if !s.page.anchors.put(id, s.window) {
		s.at(at, "duplicate-anchor", fmt.Sprintf("The anchor %q is on this page already.", id), "Give this one another name, or remove it.")
	}
}

// sectionID returns the anchor of a section's body.
func sectionID(body any) string {
	v := reflect.ValueOf(body).Elem()
	at, known := idFields.Load(v.Type())
	if !known {
		field, _ := v.Type().FieldByName("ID")
		at, _ = idFields.LoadOrStore(v.Type(), field.Index)
	}
	if len(at.([]int)) == 0 {
		return ""
	}
	return v.FieldByIndex(at.([]int)).String()
}

// idFields says where the anchors of sections are: reflect.Type -> []int, nil where
// sections of a type have none. Looking for a field by its name takes long.
var idFields sync.Map
