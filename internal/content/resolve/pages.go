package resolve

import (
	"cmp"
	"reflect"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

func (r *resolver) resolvePage(p *outline.Page) {
	s := &scope{resolver: r, owner: p.Owner, file: p.File, shown: p.Site, page: p, deps: &p.Deps}
	p.Deps.Links, p.Deps.Icons = make([]outline.PendingLink, 0, 16), make([]site.Icon, 0, 48) // as many as most have
	p.Anchors.Open = p.File.Broken
	if p.RawLegal != nil {
		s.resolveLegal(p)
	} else {
		s.resolveNormal(p)
	}
	p.Out.Path, p.Out.SiteID, p.Out.Translations = p.Path, p.Site.ID, s.resolver.translationsOf(p)
	p.Out.Modified = s.modified(p)
	s.landing(p)
	p.Out.Navigation = s.mergeNavigation(p.Out.Navigation)
	p.Deps.Styles = append(p.Deps.Styles, p.Out.StyleParts()...)
	s.joinDrawings(p.Out)
	if p.Member.At != "" || p.Lists() {
		p.Deps.Styles = append(p.Deps.Styles, site.StyleEntries)
	}
	s.entry(p)
	p.Out.Head = s.head(p.Out)
	p.Out.Head.Policy = p.Out.Policy(s.shown.Out)
	p.Out.Head.Feed = s.feedLinks(p)
	p.Anchors.Seal()
}

func (s *scope) resolveNormal(p *outline.Page) {
	s.checkPage(p)
	s.checkLook(p.RawPage)
	parts := s.partsOf(p.RawPage.Sections)
	s.resolveAnchors(parts)
	made := *p.RawPage
	made.Sections = nil
	s.visit(reflect.ValueOf(&made).Elem(), plan.Of(reflect.TypeFor[site.Page]()), nil)
	if made.ExpireAt != nil { // what programs read is a moment
		over := text.WhenOver(p.RawPage.ExpireAt, s.owner.Zone).UTC()
		made.ExpireAt = &over
	}
	p.Out = &made
	p.Out.Sections = s.resolveParts(parts)
	p.Out.Lead = p.Deps.Lead
	p.Out.Template = site.TemplatePage
	if p.Entry.Kind == tree.KindNotFound {
		p.Out.Template = site.TemplateNotFound
	}
}

// modified returns the day of the last change that the author of a page gives, or "".
func (s *scope) modified(p *outline.Page) string {
	if p.RawLegal == nil {
		return cmp.Or(p.Out.Updated, p.Out.Date)
	}
	if strings.Contains(string(p.RawLegal.Updated), "{{") {
		return ""
	}
	updated := string(p.Out.Legal.Updated)
	formats := []string{s.owner.Raw.DateFormat, "January 2, 2006", time.DateOnly, "2 January 2006", "Jan 2, 2006"}
	for _, format := range formats {
		if day, err := time.Parse(format, updated); err == nil {
			return day.Format(time.DateOnly)
		}
	}
	if day, known := s.owner.Locale.ParseDate(updated); known {
		return day.Format(time.DateOnly)
	}
	return ""
}

func (s *scope) checkPage(p *outline.Page) {
	if p.File.Broken {
		return
	}
	page := p.RawPage
	kind := site.TemplatePage
	if p.Entry.Kind == tree.KindNotFound {
		kind = site.TemplateNotFound
	}
	if page.Template != "" && page.Template != kind {
		s.at(outline.At("template"), "wrong-template", "Remove this line.",
			"This page is drawn by the template %s: legal is for terms.yaml and privacy.yaml, not-found for pages/404.yaml.",
			kind)
	}
	if kind == site.TemplateNotFound {
		if page.NotFound == nil {
			s.at(nil, "no-not-found", "Add notFound with code, title and actions.",
				"The page 404.yaml needs the key notFound: what visitors of an unknown address see.")
		}
		if len(page.Sections) > 0 {
			s.atKey("sections", "unused-sections", "Remove them.", "The page 404.yaml shows no sections.")
		}
		return
	}
	s.checkEntry(p)
	if page.NotFound != nil {
		s.atKey("notFound", "useless-not-found", "Remove it.", "Only pages/404.yaml can have notFound.")
	}
	if len(page.Sections) == 0 && p.Member.At == "" && !p.Lists() && !p.InMarkdown() && !p.Doubtful {
		s.at(nil, "empty-page", "Add sections, or draft: true with a first section.",
			"The page shows nothing: it has no sections.")
	}
}

// resolveLegal makes a page of a legal document. The anchors of its sections
// come before those of headings in their texts.
func (s *scope) resolveLegal(p *outline.Page) {
	sections := outline.At("sections")
	for i, section := range p.RawLegal.Sections {
		s.putAnchor(section.ID, sections.Item(i).Child("id"))
	}
	ids := make([]string, len(p.RawLegal.Sections))
	for i, section := range p.RawLegal.Sections {
		ids[i] = section.ID
		if ids[i] == "" {
			title := s.text(section.Title, sections.Item(i).Child("title"))
			ids[i] = p.Anchors.Unique(string(title), s.owner.Language, outline.Always)
		}
	}
	legal := resolved(s, p.RawLegal, nil)
	for i, id := range ids {
		legal.Sections[i].ID = id
	}
	legal.Path = p.Path
	p.Out = &site.Page{
		Title: legal.Title, Description: legal.Description, Template: site.TemplateLegal,
		Navigation: legal.Navigation, Legal: legal,
	}
}

// landing gives a translation the bar without links and the footer of the page that it translates, where it says
// nothing of its own.
func (s *scope) landing(p *outline.Page) {
	if p.Original != nil && p.Original.RawPage != nil {
		of := p.Original.RawPage
		p.Out.Footer = cmp.Or(p.Out.Footer, of.Footer)
		if p.Out.Navigation == nil && of.Navigation != nil && of.Navigation.Site != "" {
			p.Out.Navigation = &site.PageNavigation{Site: of.Navigation.Site}
		}
	}
	if p.Out.Footer == "small" && len(s.shown.Raw.Footer.Links) == 0 {
		s.warn(outline.At("footer"), "no-legal-links", "Write links to privacy and terms at footer.links of site.yaml.",
			"The small footer shows the links of its last line alone, and this site has none there.")
	}
}

// mergeNavigation fills in what a page's own navigation leaves out. What is wrong with the site's links is reported
// once, for the site.
func (s *scope) mergeNavigation(own *site.PageNavigation) *site.PageNavigation {
	if own == nil {
		return nil
	}
	own = new(*own) // it may be that of the file
	common, shared := s.shown.Out.Navigation, len(s.deps.Links)
	if own.Site != "" {
		common = site.Navigation{Home: common.Home}
	}
	s.showIn(reflect.ValueOf(&common).Elem(), plan.Of(reflect.TypeFor[site.Navigation]()), s.shown, s.shown.File,
		navigation)
	if own.Links == nil {
		own.Links = common.Links
	}
	own.Action = cmp.Or(own.Action, common.Action)
	own.Logo = s.shown.Logo(cmp.Or(own.Home, common.Home))
	if own.Home == "" {
		s.addLink(own.Logo, s.shown.File, navigation.Child("home"), -1).Owner = s.shown
	}
	for i := range s.deps.Links[shared:] {
		s.deps.Links[shared+i].Quiet = true
	}
	if own.Home != "" {
		s.addLink(own.Logo, s.file, navigation.Child("home"), -1)
	}
	return own
}

func (s *scope) head(page *site.Page) site.Head {
	settings := s.shown.Out
	head := site.Head{
		Title:       string(page.Title),
		Description: string(cmp.Or(page.Description, settings.SEO.Description)),
		NoIndex: page.NoIndex || page.Path == "" || !s.page.Shows() ||
			s.resolver.Options.Drafts || s.resolver.Options.Preview != "",
	}
	if template := string(settings.SEO.TitleTemplate); template != "" {
		head.Title = strings.ReplaceAll(template, "{title}", head.Title)
	}
	base := s.shown.BaseURL
	if base == "" {
		return head
	}
	if page.Path != "" {
		head.Canonical = base + page.Path
	}
	if image := cmp.Or(page.Image, settings.SEO.Image); image != nil && image.URL != "" {
		head.Image, head.ImageAlt, head.ImageWidth, head.ImageHeight = base+image.URL, image.Alt, image.Width, image.Height
	}
	return head
}

// feedLinks says where the feed of the collection is that a page belongs to; nil where it has none.
func (s *scope) feedLinks(p *outline.Page) *site.FeedLinks {
	c := s.resolver.MemberOf(p)
	if c == nil && p.Lists() {
		c = s.resolver.Collections[p.At]
	}
	if c == nil || !c.Settings.Feed || s.shown.BaseURL == "" {
		return nil
	}
	quiet := &scope{
		resolver: s.resolver, owner: c.Index.Owner, file: c.Index.File, shown: s.shown, deps: &outline.Dependencies{},
	}
	title := quiet.text(c.Index.RawPage.Title, outline.At("title"))
	if name := s.shown.Out.Name; name != title {
		title += " – " + name
	}
	list := s.shown.BaseURL + c.Index.Path + "/"
	return &site.FeedLinks{Title: string(title), Atom: list + outline.FeedNames[0], JSON: list + outline.FeedNames[1]}
}

// translationsOf says where visitors read a page in each of its languages; nil where it is in one alone.
func (r *resolver) translationsOf(p *outline.Page) (made []site.Translation) {
	all := p.InAll()
	if len(all) == 1 || !p.Shows() {
		return nil
	}
	for _, page := range all {
		if page.Shows() && page.Path != "" {
			made = append(made, site.Translation{
				Language: page.Site.LanguageTag, Href: hrefFrom(p.Site, page.Site, page.Path),
				NoIndex: page.RawPage != nil && page.RawPage.NoIndex,
			})
		}
	}
	if len(made) < 2 {
		return nil
	}
	return made
}

// hrefFrom returns how pages of a site lead to a path of another one.
func hrefFrom(s, to *outline.Site, path string) string {
	if s.Space == to.Space {
		return path
	}
	return to.BaseURL + path
}

// switcherOf returns how visitors of a site choose a language; nil where there is no choice.
func (r *resolver) switcherOf(s *outline.Site) *site.Switcher {
	place := s.Raw.Languages
	made := &site.Switcher{Bar: place == "bar" || place == "both", Footer: place == "footer" || place == "both"}
	count := map[string]int{} // of languages, without their regions
	for _, in := range s.InAll() {
		count[in.Language]++
	}
	for _, in := range s.InAll() {
		if home := r.Routes[in.In(in.Path)]; home == nil || !home.Shows() {
			continue
		}
		name, tag := in.Called, in.LanguageTag
		switch {
		case name != "":
		case count[in.Language] > 1:
			name = site.Text(locale.Name(tag))
		default:
			name = site.Text(locale.Name(in.Language))
		}
		made.Languages = append(made.Languages, site.Language{Tag: tag, Name: name, Home: hrefFrom(s, in, in.Path)})
	}
	if len(made.Languages) < 2 || !made.Bar && !made.Footer {
		return nil
	}
	return made
}
