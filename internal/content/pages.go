package content

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// resolvePage makes a page of its file, all but the targets of its links.
func (r *resolver) resolvePage(p *pageState) {
	s := &scope{resolver: r, owner: p.owner, file: p.file, shown: p.site, page: p, deps: &p.deps}
	p.anchors.open = p.file.broken
	if p.rawLegal != nil {
		s.resolveLegal(p)
	} else {
		s.resolveNormal(p)
	}
	p.out.Path, p.out.SiteID = p.path, p.site.id
	p.out.Modified = s.modified(p)
	p.out.Navigation = s.mergeNavigation(p.out.Navigation)
	p.deps.styles = p.out.StyleParts()
	p.out.Scenes = site.ScenesOf(p.deps.styles)
	if p.member.at != "" || p.lists() {
		p.deps.styles = append(p.deps.styles, site.StyleEntries)
	}
	s.entry(p)
	p.out.Head = s.head(p.out)
	p.out.Head.Policy = p.out.Policy(s.shown.out)
	p.out.Head.Feed = s.feedLinks(p)
	p.anchors.seal()
}

func (s *scope) resolveNormal(p *pageState) {
	s.checkPage(p)
	parts := s.partsOf(p.rawPage.Sections)
	s.resolveAnchors(parts)
	made := *p.rawPage
	made.Sections = nil
	s.visit(reflect.ValueOf(&made).Elem(), typePlanOf(reflect.TypeFor[site.Page]()), nil)
	p.out = &made
	p.out.Sections = s.resolveParts(parts)
	p.out.Lead = p.deps.lead
	p.parts = kept(parts)
	p.out.Template = site.TemplatePage
	if p.entry.kind == kindNotFound {
		p.out.Template = site.TemplateNotFound
	}
	if p.lists() {
		s.needWords(s.shown, "collection", shownWords(p.rawPage.Collection)...)
	}
}

// modified returns the day of the last change that the author of a page gives, or
// "". That a legal document shows the current day says nothing of when it changed.
func (s *scope) modified(p *pageState) string {
	if p.rawLegal == nil {
		return cmp.Or(p.out.Updated, p.out.Date)
	}
	if strings.Contains(string(p.rawLegal.Updated), "{{") {
		return ""
	}
	for _, format := range []string{s.owner.dateFormat(), text.DefaultDateFormat, time.DateOnly, "2 January 2006", "Jan 2, 2006"} {
		if day, err := time.Parse(format, string(p.out.Legal.Updated)); err == nil {
			return day.Format(time.DateOnly)
		}
	}
	return ""
}

// checkPage checks what a page may hold: it depends on what kind of page it is.
func (s *scope) checkPage(p *pageState) {
	if p.file.broken {
		return
	}
	page := p.rawPage
	if page.Horizon != "" && !s.shown.file.broken && s.shown.raw.Theme.Background != "aurora" {
		s.warn(&place{key: "horizon"}, "useless-horizon", "Nothing shows this horizon: only the background aurora has one.", "Remove this line, or choose background: aurora in the theme of the site.")
	}
	template := &place{key: "template"}
	if p.entry.kind == kindNotFound {
		if page.Template != "" && page.Template != site.TemplateNotFound {
			s.at(template, "wrong-template", "The page 404.yaml is drawn by the template not-found.", "Remove this line.")
		}
		if page.NotFound == nil {
			s.at(nil, "no-not-found", "The page 404.yaml needs the key notFound: what visitors of an unknown address see.", "Add notFound with code, title and actions.")
		}
		if len(page.Sections) > 0 {
			s.deps.add(s.file.doc.AtKey("sections", "unused-sections", "The page 404.yaml shows no sections.", "Remove them."))
		}
		return
	}
	switch page.Template {
	case site.TemplateLegal:
		s.at(template, "wrong-template", "The template legal draws terms.yaml and privacy.yaml only.", "Remove this line, and use a prose section for running text.")
	case site.TemplateNotFound:
		s.at(template, "wrong-template", "The template not-found draws pages/404.yaml only.", "Remove this line.")
	}
	s.checkEntry(p)
	if page.NotFound != nil {
		s.deps.add(s.file.doc.AtKey("notFound", "useless-not-found", "Only pages/404.yaml can have notFound.", "Remove it."))
	}
	if len(page.Sections) == 0 && p.member.at == "" && !p.lists() && !p.inMarkdown() {
		s.at(nil, "empty-page", "The page shows nothing: it has no sections.", "Add sections, or draft: true with a first section.")
	}
}

// resolveLegal makes a page of a legal document. The anchors of its sections
// come before those of headings in their texts.
func (s *scope) resolveLegal(p *pageState) {
	sections := &place{key: "sections"}
	for i, section := range p.rawLegal.Sections {
		if section.ID != "" {
			s.putAnchor(section.ID, sections.item(i).child("id"))
		}
	}
	ids := make([]string, len(p.rawLegal.Sections))
	for i, section := range p.rawLegal.Sections {
		ids[i] = section.ID
		if ids[i] == "" {
			ids[i] = p.anchors.unique(string(s.text(section.Title, sections.item(i).child("title"))), always)
		}
	}
	legal := resolved(s, p.rawLegal, nil)
	for i, id := range ids {
		legal.Sections[i].ID = id
	}
	legal.Path = p.path
	p.out = &site.Page{
		Title: legal.Title, Description: legal.Description, Template: site.TemplateLegal,
		Navigation: legal.Navigation, Legal: legal,
	}
}

// mergeNavigation fills in what a page's own navigation leaves out.
func (s *scope) mergeNavigation(own *site.Navigation) *site.Navigation {
	if own == nil {
		return nil
	}
	common, settings := &s.shown.out.Navigation, s.shown.file
	if own.Links == nil {
		own.Links = slices.Clone(common.Links)
		for i := range own.Links {
			link, at := &own.Links[i], navigation.child("links").item(i)
			s.addSharedLink(&link.Link, settings, at.child("to"))
			link.Links = slices.Clone(link.Links)
			for j := range link.Links {
				s.addSharedLink(&link.Links[j], settings, at.child("links").item(j).child("to"))
			}
		}
	}
	if own.Action == nil && common.Action != nil {
		action := *common.Action
		own.Action = &action
		s.addSharedLink(own.Action, settings, navigation.child("action").child("to"))
	}
	if own.Home == "" {
		own.Logo = s.shown.logo(common.Home)
		s.addSharedLink(own.Logo, settings, navigation.child("home"))
		return own
	}
	own.Logo = s.shown.logo(own.Home)
	s.addLink(own.Logo, s.file, navigation.child("home"), -1)
	return own
}

// addSharedLink adds a link of the site that is on the page too; what is wrong
// with it is reported once, for the site.
func (s *scope) addSharedLink(link *site.Link, file *file, at *place) {
	if link.To != "" {
		s.addLink(link, file, at, -1)
		added := &s.deps.links[len(s.deps.links)-1]
		added.quiet, added.owner = true, s.shown
	}
}

// logo makes the logo a link. Without a home it leads to the first page of the site.
func (s *siteState) logo(home site.Text) *site.Link {
	if home == "" {
		home = site.Text(s.path)
	}
	return &site.Link{Label: s.out.Name, To: home, Kind: site.LinkPlaceholder}
}

// head makes what stands in the head of the document.
func (s *scope) head(page *site.Page) site.Head {
	settings := s.shown.out
	head := site.Head{
		Title:       string(page.Title),
		Description: string(page.Description),
		NoIndex:     page.NoIndex || page.Path == "" || s.page.phase != phaseOpen,
	}
	if template := string(settings.SEO.TitleTemplate); template != "" {
		head.Title = strings.ReplaceAll(template, "{title}", head.Title)
	}
	if head.Description == "" {
		head.Description = string(settings.SEO.Description)
	}
	base := s.shown.baseURL
	if base == "" {
		return head
	}
	if page.Path != "" {
		head.Canonical = base + page.Path
	}
	image := page.Image
	if image == nil {
		image = settings.SEO.Image
	}
	if image != nil && image.URL != "" {
		head.Image, head.ImageAlt, head.ImageWidth, head.ImageHeight = base+image.URL, image.Alt, image.Width, image.Height
	}
	return head
}

// feedLinks says where the feed of the collection is that a page belongs to; nil where
// it has none.
func (s *scope) feedLinks(p *pageState) *site.FeedLinks {
	c := s.resolver.memberOf(p)
	if c == nil && p.lists() {
		c = s.resolver.collections[p.at]
	}
	if c == nil || !c.settings.Feed || s.shown.baseURL == "" {
		return nil
	}
	quiet := &scope{resolver: s.resolver, owner: c.index.owner, file: c.index.file, shown: s.shown, deps: &dependencies{}}
	title := quiet.text(c.index.rawPage.Title, &place{key: "title"})
	if name := s.shown.out.Name; name != title {
		title += " – " + name
	}
	list := s.shown.baseURL + c.index.path + "/"
	return &site.FeedLinks{Title: string(title), Atom: list + feedNames[0], JSON: list + feedNames[1]}
}

// validatePage looks at the targets of links, when all anchors are known.
func (r *resolver) validatePage(p *pageState) {
	r.validateLinks(&p.deps)
	r.warnPage(p)
	r.warnGap(p)
}
