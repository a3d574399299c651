package resolve

import (
	"fmt"
	"io/fs"
	"net/mail"
	"path"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

type linkValidator struct {
	*outline.PendingLink
	*resolver
	deps *outline.Dependencies
}

func (j linkValidator) report(code, hint, format string, args ...any) {
	j.Link.Href, j.Link.Kind = "", site.LinkPlaceholder
	if j.Quiet || j.deps.Full() {
		return
	}
	message := fmt.Sprintf(format, args...)
	problem := j.File.Doc.At(j.At.String(), code, message, hint)
	if j.Offset >= 0 {
		problem = j.File.Doc.AtOffset(j.At.String(), j.Offset, code, message, hint)
	}
	problem.Refers = string(j.Link.To)
	j.deps.Add(problem)
}

func (j linkValidator) set(kind site.LinkKind, href string) { j.Link.Kind, j.Link.Href = kind, href }

func (r *resolver) validateLink(slot *outline.PendingLink, u *outline.Dependencies) {
	j := linkValidator{slot, r, u}
	to := string(slot.Link.To)
	scheme, rest, hasScheme := strings.Cut(to, ":")
	switch scheme = strings.ToLower(scheme); {
	case strings.HasPrefix(to, "#"):
		j.anchor(to[1:])
	case strings.HasPrefix(to, "//"):
		j.report("bad-link", "Write https: before it.", "The link %q is not complete.", to)
	case strings.HasPrefix(to, tree.FilesFolder+"/"):
		j.toFile(j.Owner, to)
	case strings.HasPrefix(to, "/"):
		j.internal(j.home(to), to, false)
	case hasScheme && (scheme == "https" || scheme == "http"):
		j.external(to)
	case hasScheme && scheme == "mailto":
		j.mail(rest)
	case hasScheme && scheme == "tel":
		j.phone(rest)
	case hasScheme && r.siteCalled(scheme) != nil:
		j.ofSite(r.siteCalled(scheme), rest, strings.Contains(scheme, "."))
	default:
		j.unknown(to, hasScheme && !strings.ContainsAny(scheme, "/.@ "))
	}
}

// unknown refuses what is no link. Beginners leave out the / before a page.
func (j linkValidator) unknown(to string, hasScheme bool) {
	name, below, _ := strings.Cut(to, ":")
	id, _, isLanguage := strings.Cut(name, ".")
	isPage := strings.HasPrefix(below, "/") && !strings.HasPrefix(below, "//")
	if hasScheme && isPage || isLanguage && j.ByID[id] != nil {
		j.unknownSite(name)
		return
	}
	hint := "A link begins with https:, http:, mailto:, tel:, / or #; one to a file with files/."
	if hasScheme {
		j.report("forbidden-link", hint, "Links such as %q are not allowed.", to)
		return
	}
	path, fragment, hasFragment := strings.Cut(to, "#")
	near, found := j.nearPage(path, j.Shown)
	_, err := mail.ParseAddress(to)
	switch {
	case err == nil:
		hint = "Write mailto:" + to + "."
	case strings.HasPrefix(to, "www."):
		hint = "Write https://" + to + "."
	case found && !strings.Contains(path, "@"):
		if hasFragment {
			near += "#" + fragment
		}
		hint = fmt.Sprintf("Did you mean %q?", near)
	}
	j.report("bad-link", hint, "The link %q does not say where it begins.", to)
}

// unknownSite refuses a link to a site or a language that is not there, and says how to begin it.
func (j linkValidator) unknownSite(name string) {
	id, tag, both := strings.Cut(name, ".")
	what, begins := "site", fmt.Sprintf("To begin it: marquee new site %s.", name)
	if !both {
		id, tag, what = j.Owner.Folder, locale.TagOf(name), "site or language"
	}
	language := id + "." + tag
	if locale.IsTag(tag) {
		begins = fmt.Sprintf("To begin the language: marquee new language %s %s. A link to it is %s:/.", id, tag, language)
	}
	hint := text.DidYouMean(name, j.SiteIDs, begins)
	if j.siteCalled(language) != nil {
		hint = fmt.Sprintf("Write %s:/.", language)
	}
	j.report("unknown-site", hint, "There is no %s %q.", what, name)
}

func (j linkValidator) toFile(of *outline.Site, src string) {
	src, fragment, hasFragment := strings.Cut(src, "#") // such as #page=2 of a PDF
	if !fs.ValidPath(src) || strings.ContainsAny(src, `\?`) {
		j.report("bad-link", "Write its path as it is in the folder, such as files/price-list.pdf.",
			"%q is no file of the folder files.", src)
		return
	}
	found := j.Tree.MediaFile(path.Join(of.Folder, src))
	if j.Shows(j.Shown, j.Window, j.deps) {
		j.deps.UseFile(found)
	} else { // in a section to come: the file is checked, and not served yet
		j.deps.Media = append(j.deps.Media, found)
	}
	if found.Code != "" {
		j.report(found.Code, found.Hint, "%s", found.Message)
		return
	}
	j.set(site.LinkFile, found.URL)
	if j.Keeps {
		j.Link.Href = found.Lasting()
	}
	if hasFragment && !text.HasBlank(fragment) {
		j.Link.Href += "#" + fragment
	}
	j.Link.File = fmt.Sprintf("%s, %s", strings.ToUpper(found.Type.Extension), j.Shown.Locale.FileSize(found.Size))
}

func (j linkValidator) anchor(name string) {
	if j.Page == nil {
		if j.File.Value == nil || j.File == j.Shown.File {
			j.report("lone-anchor", "Write the page before it, such as /#"+name+".",
				"The link %q does not say on which page: these words stand on every page.", "#"+name)
			return
		}
		// An entry of a collection: the page that shows it decides.
		j.set(site.LinkAnchor, "#"+name)
		return
	}
	if j.hasAnchor(j.Page, name, "#") {
		if shows, _ := j.reaches(j.Page, name); shows {
			j.set(site.LinkAnchor, "#"+name)
		}
	}
}

func (j linkValidator) hasAnchor(page *outline.Page, name, before string) bool {
	if page.Anchors.Has(name) {
		return true
	}
	if page.Contested || page.Anchors.Open {
		return false
	}
	where := "This page"
	if page != j.Page || j.File != page.File { // also an entry of a collection, shown by the page
		where = "The page " + j.spelled(page.Site, page.Path)
	}
	names := page.Anchors.Names
	hint := "It has no anchors; give a section an id."
	if near, found := site.Nearest(name, names); found {
		hint = fmt.Sprintf("Did you mean %q?", before+near)
	} else if len(names) > 0 {
		hint = "It has " + text.Listed(names) + "."
	}
	j.report("unknown-anchor", hint, "%s has no anchor %q.", where, name)
	return false
}

// internal judges a link to a path in the space of a site. One to a page in the first language of its site leads to the
// translation in the language of who reads it, where there is one, unless exactly that page is meant.
func (j linkValidator) internal(of *outline.Site, to string, exactly bool) {
	t := targetOf(to)
	path, fragment, hasFragment := t.path, t.fragment, t.hasFragment
	if tree.ServedFiles[path] && !hasFragment {
		j.lead(of, to)
		return
	}
	target := j.Routes[of.In(path)]
	if target == nil {
		if !j.ofCollection(of, to) {
			j.missing(of, path)
		}
		return
	}
	if text.HasBlank(to) || strings.Contains(to, `\`) {
		j.report("bad-link", "", "The link %q has a character that no address has.", to)
		return
	}
	same := target.Speaking(j.Shown)
	if j.Page != nil && j.Page.Original == target { // it is there whenever the link is
		same = j.Page
	}
	if !exactly && target.Original == nil && same != nil && same != target {
		target, of, path = same, same.Site, same.Path
		if hasFragment && !target.Anchors.Has(fragment) && j.File != target.File && !target.Anchors.Open {
			j.deps.Warn(j.File, j.At.String(), "unknown-anchor", "Give its section the same id as in the first language.",
				"The translation %s has no anchor %q: the link leads to its beginning.", path, fragment)
			hasFragment, fragment = false, ""
		}
		to = path
		if t.asks {
			to += "?" + t.query
		}
		if hasFragment {
			to += "#" + fragment
		}
	}
	if hasFragment && !j.hasAnchor(target, fragment, j.spelled(of, path)+"#") {
		return
	}
	if !j.visible(target) || t.asks && !j.chooses(target, t.query) {
		return
	}
	if hasFragment {
		switch shows, right := j.reaches(target, fragment); {
		case !right || !shows && target == j.Page:
			return
		case !shows: // the page is there, and its section is not
			to, _, _ = strings.Cut(to, "#")
			hasFragment = false
		}
	}
	switch {
	case hasFragment && target == j.Page && !t.asks:
		j.set(site.LinkAnchor, "#"+fragment)
	case target.Site == j.Shown:
		j.set(site.LinkPage, to)
	default:
		j.lead(target.Site, to)
	}
}

// siteCalled returns the site with an id, or nil. The first language has an id with its tag, too, where there are
// others: business.en.
func (r *resolver) siteCalled(id string) *outline.Site {
	if s := r.ByID[id]; s != nil {
		return s
	}
	first, tag, _ := strings.Cut(id, ".")
	if s := r.ByID[first]; s != nil && len(s.Languages) > 0 && strings.EqualFold(tag, s.LanguageTag) {
		return s
	}
	return nil
}

type target struct {
	path, query, fragment string
	asks, hasFragment     bool
}

func targetOf(to string) target {
	var t target
	t.path, t.fragment, t.hasFragment = strings.Cut(to, "#")
	t.path, t.query, t.asks = strings.Cut(t.path, "?")
	return t
}

func (j linkValidator) missing(of *outline.Site, path string) {
	r := j.resolver
	if now := r.Moved.Lookup(of.In(path)); now != "" {
		j.report("former-address", "Write "+j.spelled(of, now)+".", "%s is a former address.", j.spelled(of, path))
		return
	}
	if r.Unsure || r.Missing[of.In(path)] {
		j.set(site.LinkPlaceholder, "")
		return
	}
	if j.Quiet || j.deps.Full() { // nobody reads what was meant
		j.report("unknown-page", "", "")
		return
	}
	hint := "Write another target, or add the page."
	near, found := r.nearPage(path, of)
	_, rest := r.CollectionAbove(of.In(path))
	own := r.Routes[of.In(tree.JoinPath(of.Path, path))]
	switch {
	case own != nil && own.Original != nil:
		hint = fmt.Sprintf("Write %s: links name the page in the first language, and lead to its translation.",
			j.spelled(own.Original.Site, own.Original.Path))
	case found:
		hint = fmt.Sprintf("Did you mean %q?", j.spelled(of, near))
	case strings.HasPrefix(rest, outline.PageSegment+"/"): // of a list that is shorter
		hint = ""
	case strings.HasPrefix(path, "/"+tree.FilesFolder+"/"):
		hint = fmt.Sprintf("A file is written without the first /: %s.", strings.Replace(path[1:], "/"+of.Folder+"/", "/", 1))
	case tree.IsSlugPath(path):
		hint += fmt.Sprintf(" If another one took its place, link to that, and give it aliases: [%s].", path)
	}
	j.report("unknown-page", hint, "There is no page %s.", j.spelled(of, path))
}

// MaxSearches is for how many links of one load a near page is searched for: each search looks at
// all pages. More broken links mean that a folder was moved.
const MaxSearches = 100

func (r *resolver) nearPage(path string, in *outline.Site) (string, bool) {
	if r.searches.Add(1) > MaxSearches {
		return "", false
	}
	var among []string
	for _, page := range r.Pages {
		if page.Path != "" && page.Site.Space == in.Space {
			among = append(among, page.Path)
		}
	}
	return NearPath(path, among)
}

// NearPath finds the path that is written most like another one. Both are compared from the first part on that differs:
// what they share does not say whether /websites/business/privacy was meant by /websites/business/connect.
func NearPath(typed string, among []string) (string, bool) {
	var near []string
	for _, candidate := range among {
		own, other := afterShared(typed, candidate)
		if _, found := site.Nearest(own, []string{other}); found {
			near = append(near, candidate)
		}
	}
	if len(near) < 2 {
		return strings.Join(near, ""), len(near) == 1
	}
	return site.Nearest(typed, near)
}

func afterShared(a, b string) (string, string) {
	shared := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			shared = i + 1
		}
	}
	return a[shared:], b[shared:]
}
