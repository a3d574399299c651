package outline

import (
	"cmp"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

func (r *Website) resolveRoutes() {
	r.Routes, r.Missing = make(map[string]*Page, len(r.Tree.List)), map[string]bool{}
	r.Former = map[string]*Former{}
	// A page may be missing because its file has a name that is not read, which is reported itself.
	r.Unsure = r.lost || slices.ContainsFunc(r.Tree.Problems, func(p yamldoc.Problem) bool {
		return p.Code == "wrong-ending" || p.Code == "bad-name"
	})
	for _, s := range r.Sites {
		if s.OwnNotFound != nil {
			r.resolveWindow(s.OwnNotFound)
			r.show(s.OwnNotFound)
		}
	}
	for _, s := range r.Sites {
		r.findCollections(s)
		r.resolveWindows(s)
		for _, page := range s.Pages {
			r.resolveRoute(page)
		}
		r.resolveNotFound(s)
		slices.SortStableFunc(s.Pages, func(a, b *Page) int {
			return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.File.Path, b.File.Path))
		})
		r.Pages = append(r.Pages, s.Pages...)
		if s.NotFound != nil {
			r.Pages = append(r.Pages, s.NotFound)
		}
		if home := s.In(s.Path); s.Path != "" && r.Routes[home] == nil && !r.Unsure {
			r.Missing[home] = true
			r.Deps.Name(tree.FolderOfSite(s.ID), "no-first-page", "Add pages/index.yaml.",
				"The site %s has no first page.", s.ID)
		}
	}
	r.checkSwallowed()
	r.joinTranslations()
	r.resolveCollections()
	for _, page := range r.Pages {
		r.resolveAliases(page)
	}
	for _, s := range r.Sites {
		r.resolveRedirects(s)
	}
}

// resolveWindows finds out when each page exists. Legal documents exist as long
// as any other page of their site, so that a site can be prepared as drafts.
func (r *Website) resolveWindows(s *Site) {
	s.Window = Window{Never: true}
	others := 0
	for _, page := range s.Pages {
		if page.RawPage != nil {
			r.resolveWindow(page)
			s.Window = s.Window.Union(page.Window)
			others++
		}
	}
	if others == 0 {
		s.Window = Always
	}
	r.followFirstPage(s)
	for _, page := range s.Pages {
		if page.RawLegal != nil {
			page.Window = s.Window
		}
		r.show(page)
	}
	s.shows = r.Shows(s, s.Window, &r.Deps)
}

// show finds out whether visitors see a page now. Its window must be final.
func (r *Website) show(page *Page) { page.shows = r.Shows(page.Site, page.Window, &r.Deps) }

// followFirstPage hides a language for as long as its first page: it is in preparation until that is there.
func (r *Website) followFirstPage(s *Site) {
	i := slices.IndexFunc(s.Pages, func(p *Page) bool { return p.Entry.Below == "/" && p.RawPage != nil })
	if s.Original == nil || i < 0 {
		return
	}
	s.Window = s.Pages[i].Window
	for _, page := range s.Pages {
		if page.RawPage != nil {
			page.Window = page.Window.Intersect(s.Window)
		}
	}
}

func (r *Website) resolveWindow(page *Page) {
	raw, zone := page.RawPage, page.Owner.Zone
	w := Window{Never: raw.Draft, From: text.When(raw.PublishAt, zone), Until: text.WhenOver(raw.ExpireAt, zone)}
	page.Window = w
	if page.Member.At != "" {
		r.resolveEntryTimes(page)
	}
	if w.Ends() {
		page.Window = Always
		page.Deps.Error(page.File, "expireAt", "bad-expiry", "Give expireAt a later moment than publishAt.",
			"The page would end before it begins.")
	}
}

func (r *Website) resolveRoute(page *Page) {
	s := page.Site
	below, at := page.Entry.Below, ""
	if page.RawLegal != nil {
		below = "/" + strings.TrimSuffix(path.Base(page.File.Path), ".yaml")
		if slug := page.RawLegal.Slug; slug != "" {
			below, at = slug, "slug"
			if !tree.IsSlugPath(slug) || slug == "/" {
				page.Deps.Error(page.File, at, "bad-path",
					"Write it with small letters, digits and hyphens, such as /privacy-policy.",
					"%q cannot be a path below the site.", slug)
				r.Unsure = true
				return
			}
		}
	}
	if s.Path == "" {
		return
	}
	page.Path = tree.JoinPath(s.Path, below)
	page.At = s.In(page.Path)
	if site.IsReserved(page.Path) {
		page.Deps.Error(page.File, at, "reserved-path", "Give the file another name.",
			"The address %s is taken by Marquee itself.", page.Path)
		return
	}
	if other := r.Routes[page.At]; other != nil {
		page.Deps.Error(page.File, at, "duplicate-path", "Rename or remove one of both.",
			"The address %s belongs to %s already.", page.Path, other.File.Path)
		other.Contested = true
		return
	}
	r.Routes[page.At] = page
}

// resolveNotFound gives a site without a not-found page that of another one, shown as its own.
func (r *Website) resolveNotFound(s *Site) {
	s.NotFound = s.OwnNotFound
	switch {
	case s.NotFound != nil && s == r.Main:
		if s.NotFound.Window != Always {
			s.NotFound.Deps.Error(s.NotFound.File, "draft", "hidden-not-found", "Remove draft, publishAt and expireAt.",
				"The not-found page of the main site cannot be hidden: all sites need it.")
		}
	case s.NotFound != nil && s.NotFound.Shows():
	case s == r.Main && r.Unsure:
	case s == r.Main:
		r.Deps.Name(s.ID, "no-not-found-page", "Add pages/404.yaml.", "The main site has no page for unknown addresses.")
	case r.Main != nil && r.Main.OwnNotFound != nil:
		if s.NotFound != nil { // hidden, and checked nevertheless
			r.Pages = append(r.Pages, s.NotFound)
		}
		common := r.commonNotFound(s)
		s.NotFound = newPage(s, common.Entry, common.File)
		s.NotFound.Owner = common.Owner
		s.NotFound.Window = common.Window
		r.show(s.NotFound)
	}
}

// commonNotFound returns the not-found page of another site that a site shows: one in its own language if there is any.
func (r *Website) commonNotFound(s *Site) *Page {
	for _, of := range []*Site{r.Main.Speaking(s), s.Original} {
		if of != nil && of.OwnNotFound != nil && of.OwnNotFound.Shows() {
			return of.OwnNotFound
		}
	}
	return r.Main.OwnNotFound
}

func (r *Website) checkSwallowed() {
	homes := make(map[string]*Site, len(r.Sites))
	for _, s := range r.Sites {
		if s.Path != "" && s.Path != "/" {
			homes[s.In(s.Path)] = s
		}
	}
	for _, other := range r.Sites {
		for _, page := range other.Pages {
			for i, c := range page.At {
				if c != '/' {
					continue
				}
				s := homes[page.At[:i]]
				if s != nil && s != other && !strings.HasPrefix(other.In(other.Path)+"/", page.At[:i+1]) {
					page.Deps.Error(page.File, "", "swallowed-page",
						"Move the page into that site, or give one of both another path.",
						"The address %s lies inside of the site %s, which lives at %s.", page.Path, s.ID, s.Path)
				}
			}
		}
	}
}

// Aliases are the former addresses that the page's file names.
func (p *Page) Aliases() []string {
	switch {
	case p.RawLegal != nil:
		return p.RawLegal.Aliases
	case p.Site == p.Owner:
		return p.RawPage.Aliases
	}
	return nil
}

// takenBy says what answers at an address of its own accord, so that nobody could be led on from there; "" for nothing.
func (r *Website) takenBy(s *Site, from string) string {
	address, _, asks := strings.Cut(from, "?")
	file, wellKnown := strings.CutPrefix(address, "/.well-known/")
	page := r.Routes[s.In(site.PageOfMarkdown(address))]
	c, below := r.CollectionAbove(s.In(address))
	switch {
	case site.IsReserved(address):
		return "by Marquee itself"
	case (wellKnown || media.IsRootFile(strings.TrimPrefix(file, "/"))) &&
		r.Tree.Find(path.Join(s.Folder, tree.WellKnownFolder, file)) != nil:
		return "by a file of the folder well-known"
	case asks || strings.HasSuffix(address, "/*"): // a star leads on what nothing else answers
	case site.PageOfMarkdown(address) != "" && page != nil:
		return "by the page " + page.Path + " as Markdown"
	case c != nil && c.owns(below):
		return "by the list " + c.Index.Path
	}
	return ""
}

func (r *Website) resolveAliases(page *Page) {
	for i, alias := range page.Aliases() {
		at := fmt.Sprintf("aliases[%d]", i)
		report := func(code, hint, format string, args ...any) {
			page.Deps.Error(page.File, at, code, hint, format, args...)
		}
		from := norm.NFC.String(alias)
		taken, by := r.Routes[page.Site.In(from)], r.takenBy(page.Site, alias)
		if taken != nil && taken != page && taken.Window != Always {
			taken = nil // it leads on while the page is not there
		}
		if former := r.Former[page.Site.In(from)]; former != nil {
			taken = former.Page
		}
		switch {
		case alias == "": // the decoder has said so
		case page.Path == "" && page.Entry.Kind == tree.KindNotFound:
			report("useless-alias", "Remove this line.", "A not-found page has no address, so it cannot have had another one.")
		case strings.ContainsAny(alias, "*?"):
			report("bad-alias", fmt.Sprintf("Write a line into redirects.yaml, beside site.yaml: %s: %s", alias, page.Path),
				"%q cannot be a former address: an alias has neither a star nor a query.", alias)
		case len(alias) > 1 && isCleanAlias(strings.TrimSuffix(alias, "/")) && strings.HasSuffix(alias, "/"):
			report("bad-alias", fmt.Sprintf("Write %s, which stands for both.", strings.TrimSuffix(alias, "/")),
				"%q ends with a slash.", alias)
		case !isCleanAlias(alias):
			report("bad-alias", "Write the path alone, from its first /, such as /old-page.",
				"%q cannot be a former address.", alias)
		case by != "":
			report("reserved-path", "Remove this line.", "The address %s is taken %s.", alias, by)
		case taken == page:
			report("useless-alias", "Remove this line.", "The address %s is the page's own, or listed twice.", alias)
		case taken != nil:
			report("alias-clash", "A former address cannot be a page, or that of two.",
				"The address %s belongs to %s.", alias, taken.File.Path)
		default:
			former := &Former{File: page.File, Key: alias, To: page.Path, From: from, Page: page}
			if page.Shows() {
				former.Out = page.Path
			}
			r.leadOn(page.Site, former)
		}
	}
}

// isCleanAlias takes what may have been an address elsewhere (/About_us.html),
// as long as it is written as the server will see it.
func isCleanAlias(alias string) bool {
	if !strings.HasPrefix(alias, "/") || alias == "/" || path.Clean(alias) != alias {
		return false
	}
	return !strings.ContainsFunc(alias, func(c rune) bool {
		return c < ' ' || c == 0x7f || strings.ContainsRune(`?#%\{}<>"`, c)
	})
}

// Former is a former address: an alias of a page, or a line of redirects.yaml.
type Former struct {
	File    *tree.File
	Key, To string // as they are written
	From    string // as [site.Redirects] has it, without the space
	Page    *Page  // whose alias it is; nil for a redirect
	Out     string // where it leads in the end; empty where nobody is led on
}

func (r *Website) leadOn(s *Site, former *Former) {
	address := s.In(former.From)
	r.Former[address], s.Former = former, append(s.Former, former)
	r.Moved.Add(address, former.To)
}

// resolveRedirects reads the former addresses of a site, which nothing else may have.
func (r *Website) resolveRedirects(s *Site) {
	f := s.Files["redirects"]
	for key, to := range s.Parsed.Redirects.All() {
		from, hint := readFormer(key)
		address := s.In(from)
		page, other, by := r.Routes[address], r.Former[address], r.takenBy(s, from)
		report := func(code, hint, format string, args ...any) {
			if !s.Deps.Full() {
				s.Deps.ErrorAtKey(f, key, code, hint, format, args...)
			}
		}
		switch {
		case *to == "": // the decoder has said so
		case hint != "":
			report("bad-redirect", hint, "%q cannot be a former address.", key)
		case by != "":
			report("reserved-path", "Remove this line: only a server in front of Marquee, such as Caddy, can lead it on.",
				"The address %s is taken %s.", key, by)
		case page != nil && page.Window == Always: // else it leads on while the page is not there
			report("alias-clash", "Remove this line, or move the page.",
				"The address %s is that of a page, %s, which nobody would see.", key, page.File.Path)
		case other != nil && other.Page != nil:
			report("alias-clash", "Remove one of both.", "%s has the address %s among its aliases.", other.File.Path, key)
		case other != nil:
			report("duplicate-redirect", "Remove one of both.", "The address %s is there twice: also as %s in %s.",
				key, other.Key, other.File.Path)
		default:
			r.leadOn(s, &Former{File: f, Key: key, To: string(*to), From: from})
		}
	}
}

// readFormer reads a former address as somebody had it at hand: with umlauts or percent-encoded, with a slash at its
// end or without. The hint says what to write where it is none.
func readFormer(key string) (from, hint string) {
	written, query, asks := strings.Cut(key, "?")
	folder, star := strings.CutSuffix(written, "/*")
	path, err := url.PathUnescape(folder)
	values, badQuery := url.ParseQuery(query)
	if from = norm.NFC.String(path); len(from) > 1 {
		from = strings.TrimSuffix(from, "/")
	}
	switch {
	case strings.Contains(written, "://"):
		return "", "Write the path alone, from its first /, and the host at hosts in site.yaml: its addresses are looked for " +
			"here as soon as it leads to this server."
	case strings.Contains(key, "#"):
		return "", "Leave out the # and what follows it: browsers keep that to themselves."
	case star && strings.Trim(folder, "/") == "":
		return "", "A star needs a folder before it, such as /old/*; the not-found page is for the rest."
	case strings.Contains(folder+query, "*"), star && asks:
		return "", "A star stands at the end, alone behind a folder, such as /old/*."
	case err != nil, badQuery != nil, asks && len(values) == 0, strings.Contains(strings.ToLower(folder), "%2f"),
		from != "/" && !isCleanAlias(from):
		return "", "Write the path from its first /, as the address bar shows it, such as /old-page or /?id=5."
	case asks:
		return from + "?" + values.Encode(), ""
	case star:
		return from + "/*", ""
	}
	return from, ""
}

// AddRedirects adds the former addresses of a site to what is served.
func (s *Site) AddRedirects(bundle *site.Bundle) {
	for _, former := range s.Former {
		if former.Out != "" { // systems write an umlaut as one sign or as two
			bundle.Aliases[former.From], bundle.Aliases[norm.NFD.String(former.From)] = former.Out, former.Out
		}
	}
}
