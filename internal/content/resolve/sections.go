package resolve

import (
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

func (s *scope) section(section *site.Section, at *outline.Place) {
	if section.Body == nil { // then the decoder has said so
		return
	}
	raw := reflect.ValueOf(section.Body).Elem()
	fill, of := fillers[raw.Type()], plan.Of(raw.Type())
	at = at.Child(section.Type)
	if fill == nil && !needsCopy(raw, of) {
		s.visit(raw, of, at)
		return
	}
	made := reflect.New(raw.Type())
	made.Elem().Set(raw)
	s.visit(made.Elem(), of, at)
	section.Body = made.Interface()
	if fill != nil {
		fill(s, section.Body, at)
	}
}

// fillers fill in what a section shows of the collections, by the type of its body. Sections that hold all their words
// themselves have none.
var fillers = map[reflect.Type]func(s *scope, body any, at *outline.Place){}

func init() {
	fillWith((*scope).fillHero)
	fillWith((*scope).fillFeatures)
	fillWith((*scope).fillPlans)
	fillWith((*scope).fillTestimonials)
	fillWith((*scope).fillTeam)
	fillWith((*scope).fillLogos)
	fillWith((*scope).fillFAQ)
	fillWith((*scope).checkComparison)
	fillWith((*scope).checkSplit)
	fillWith((*scope).fillGallery)
	fillWith((*scope).fillVideo)
	fillWith((*scope).fillEmbed)
	fillWith((*scope).fillPlace)
	fillWith((*scope).fillLocations)
	fillWith((*scope).fillEntries)
	fillWith((*scope).fillTiles)
	fillWith(func(s *scope, body *site.ProductShowcase, at *outline.Place) {
		body.Items = products.showAll(s, body.Refs, at)
	})
	fillWith(func(s *scope, body *site.SinglePlan, at *outline.Place) {
		body.Plan = plans.show(s, body.Ref, at.Child("ref"))
	})
	fillWith(func(s *scope, body *site.Consultations, at *outline.Place) {
		body.Items = plans.showAll(s, body.Refs, at)
	})
	fillWith(func(s *scope, body *site.Industries, at *outline.Place) {
		body.Items = industries.showAll(s, body.Refs, at)
		s.checkWindows(body, at)
	})
	fillWith(func(s *scope, body *site.Forms, at *outline.Place) {
		body.Items = forms.showAll(s, body.Refs, at)
		// Several have their titles on tabs.
		if body.Title == "" && len(body.Items) == 1 {
			body.Title = body.Items[0].Title
		}
	})
	fillWith(func(s *scope, body *site.Services, at *outline.Place) {
		for i := range body.Items {
			s.fillService(&body.Items[i], at.Child("items").Item(i))
		}
	})
}

func fillWith[Body any](fill func(*scope, *Body, *outline.Place)) {
	fillers[reflect.TypeFor[Body]()] = func(s *scope, body any, at *outline.Place) { fill(s, body.(*Body), at) }
}

func (s *scope) fillHero(hero *site.Hero, at *outline.Place) {
	hero.Preview = s.completePreview(hero.Preview, at.Child("preview"))
	if hero.Product == "" {
		return
	}
	at = at.Child("product")
	if hero.Preview != nil {
		s.at(at, "two-previews", "Keep one of both.", "This hero has a preview of its own and one of a product.")
		return
	}
	product, _ := products.lookup(s, hero.Product, at)
	if product == nil {
		return
	}
	if product.Preview == nil {
		s.at(at, "no-preview", "Add one to products.yaml, or remove this line.",
			"The product %q has no preview to show.", hero.Product)
		return
	}
	hero.Preview = product.Preview
}

// fillFeatures takes the features of a product, and what says whose they are. It leaves out the
// product's links, which the page does not show.
func (s *scope) fillFeatures(body *site.Features, at *outline.Place) {
	body.Items = []site.Feature{}
	product, owner := products.lookup(s, body.Product, at.Child("product"))
	if product == nil {
		return
	}
	of := &site.Product{
		ID: product.ID, Name: product.Name, Category: product.Category, Text: product.Text, Features: product.Features,
	}
	body.Of = show(s, product.ID, of, owner, nil)
	body.Items = body.Of.Features
}

func (s *scope) fillService(service *site.Service, at *outline.Place) {
	if service.Plan == "" {
		return
	}
	if plan, _ := plans.lookup(s, service.Plan, at.Child("plan")); plan != nil {
		price := plan.Price
		price.From = price.From || service.From
		service.Price = &price
	}
}

// putAnchors puts the anchors that a section holds below its own one.
func putAnchors(body any, at *outline.Place, put func(id string, at *outline.Place)) {
	switch body := body.(type) {
	case *site.FAQ:
		for i, question := range body.Items {
			put(question.ID, at.Child("items").Item(i).Child("id"))
		}
	case *site.Tiles:
		for i, tile := range body.Items {
			if body.Scene != nil {
				put(tile.Part, at.Child("items").Item(i).Child("part"))
			}
		}
	case *site.Forms:
		if body.Contact != nil {
			put(body.Contact.ID, at.Child("contact").Child("id"))
		}
	}
}

func previewAnchors(preview *site.Preview, at *outline.Place, put func(id string, at *outline.Place)) {
	if preview != nil && preview.Chat != nil {
		put(preview.Chat.ID, at.Child("chat").Child("id"))
	}
	if preview != nil && preview.Example != nil {
		put(preview.Example.ID, at.Child("example").Child("id"))
	}
}

// resolveAnchors finds the anchors that are written in the page, before
// headings get theirs: those must not take a name that a section asks for.
func (s *scope) resolveAnchors(parts []part) {
	var heroes []outline.Window
	for i := range parts {
		p := &parts[i]
		if p.Body == nil {
			continue
		}
		inner, at := s.inside(p), p.at.Child(p.Type)
		if p.isBlock() { // what is wrong is so on this page alone
			inner.file, at = s.file, p.inPage.Child(site.BlockType)
		}
		put := inner.putAnchor
		if p.isBlock() {
			put = func(id string, _ *outline.Place) {
				if id != "" && !inner.page.Anchors.Put(id, inner.window) {
					inner.at(at, "duplicate-anchor", "A page shows it once.",
						"The block brings the anchor %q, which is on this page already.", id)
				}
			}
		}
		if anchored, is := p.Body.(interface{ Anchor() string }); is && anchored.Anchor() != "" {
			put(anchored.Anchor(), at.Child("id"))
		}
		hero, isHero := p.Body.(*site.Hero)
		if !isHero {
			putAnchors(p.Body, at, put)
			continue
		}
		if slices.ContainsFunc(heroes, p.window.Meets) {
			inner.at(at, "second-hero", "Use another section, such as cta or cards.",
				"A page has one hero: its title is the title of the whole page.")
		}
		heroes = append(heroes, p.window)
		previewAnchors(hero.Preview, at.Child("preview"), put)
		if hero.Product != "" && hero.Preview == nil {
			quiet := *inner
			quiet.owner, quiet.deps = p.owner, &outline.Dependencies{}
			if product, _ := products.lookup(&quiet, hero.Product, at); product != nil {
				previewAnchors(product.Preview, at, func(id string, _ *outline.Place) { put(id, at.Child("product")) })
			}
		}
	}
	if len(heroes) == 0 && len(parts) > 0 && !s.file.Broken && s.page.Member.At == "" && !s.page.Lists() &&
		!slices.ContainsFunc(parts, func(p part) bool { return p.Body == nil }) {
		s.warn(outline.At("sections"), "no-hero", "Begin it with a hero section.",
			"The page has no hero, so it has no main title.")
	}
}

func (s *scope) putAnchor(id string, at *outline.Place) {
	if id != "" && !s.page.Anchors.Put(id, s.window) {
		s.at(at, "duplicate-anchor", "Give this one another name, or remove it.",
			"The anchor %q is on this page already.", id)
	}
}

// part is a section of a page: written there, or in blocks.yaml. It may be there for a time only.
type part struct {
	*site.Section               // as it was parsed; its body is nil where it is not known
	owner         *outline.Site // in whose folder it is written
	file          *tree.File
	at            *outline.Place // in its file
	inPage        *outline.Place // in the file of the page
	window        outline.Window
}

// isBlock tells whether the section is written in blocks.yaml.
func (p *part) isBlock() bool { return p.at != p.inPage }

func (s *scope) partsOf(sections []site.Section) []part {
	parts, list := make([]part, len(sections)), outline.At("sections")
	for i := range sections {
		at := list.Item(i)
		p := part{Section: &sections[i], owner: s.owner, file: s.file, at: at, inPage: at}
		p.window = s.sectionWindow(p.Section, s.owner, at)
		if p.Type == site.BlockType {
			s.takeBlock(&p)
		}
		parts[i] = p
	}
	return parts
}

func (s *scope) takeBlock(p *part) {
	ref := p.Block
	p.Section = &site.Section{Type: site.BlockType}
	block, owner := blocks.lookup(s, ref, p.inPage.Child(site.BlockType))
	if block == nil {
		return
	}
	p.Section, p.owner, p.file, p.at = block, owner, owner.Files["blocks"], outline.At(idIn(ref))
	inner := *s
	inner.owner, inner.file = p.owner, p.file
	p.window = p.window.Intersect(inner.sectionWindow(block, owner, p.at))
}

func (s *scope) sectionWindow(section *site.Section, owner *outline.Site, at *outline.Place) outline.Window {
	w := outline.Window{From: text.When(section.PublishAt, owner.Zone), Until: text.WhenOver(section.ExpireAt, owner.Zone)}
	if w == outline.Always {
		return w
	}
	for key, written := range map[string]*time.Time{"publishAt": section.PublishAt, "expireAt": section.ExpireAt} {
		if written != nil {
			s.checkClock(*written, func() *outline.Place { return s.timeOf(section, at, key) })
		}
	}
	if w.Ends() {
		s.at(s.timeOf(section, at, "expireAt"), "bad-expiry", "Give expireAt a later moment than publishAt.",
			"The section would end before it begins.")
		return outline.Always
	}
	return w
}

// timeOf returns where a time of a section is written: beside its type, or among its keys.
func (s *scope) timeOf(section *site.Section, at *outline.Place, key string) *outline.Place {
	if within := at.Child(section.Type).Child(key); s.file.Doc.Has(within.String()) {
		return within
	}
	return at.Child(key)
}

func (s *scope) inside(p *part) *scope {
	if p.file == s.file && p.window == outline.Always { // as most
		return s
	}
	inner := *s
	inner.owner, inner.file, inner.window = p.owner, p.file, p.window
	return &inner
}

// resolveParts makes the sections of a page. Those that are not there now are made too, so that their mistakes are
// found early; but their pictures are not served, and entries that only they show are not public.
func (s *scope) resolveParts(parts []part) []site.Section {
	shown := make([]site.Section, 0, len(parts))
	for i := range parts {
		p := &parts[i]
		made := site.Section{Type: p.Type, Body: p.Body}
		open := s.resolver.Shows(s.page.Site, p.window, s.deps)
		icons, entries, files, lead := len(s.deps.Icons), len(s.deps.Entries), s.deps.Files, s.deps.Lead
		until := s.deps.Until
		if !open {
			files = maps.Clone(files)
		}
		s.inside(p).section(&made, p.at)
		if forms, is := made.Body.(*site.Forms); is {
			s.page.Forms = append(s.page.Forms, forms)
		}
		switch {
		case made.Body == nil:
		case open:
			shown = append(shown, made)
			s.page.Written = append(s.page.Written, outline.Written{File: p.file, At: p.at})
			if len(shown) > 1 { // what is below the first one, phones do not show at once
				s.deps.Lead = lead
			}
		default:
			s.deps.Icons, s.deps.Entries = s.deps.Icons[:icons], s.deps.Entries[:entries]
			s.deps.Files, s.deps.Lead, s.deps.Until = files, lead, until
		}
	}
	return shown
}
