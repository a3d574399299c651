package tree

import (
	"cmp"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/slug"
)

// Kind says what a file of the tree is, and so what it is parsed into. What stands directly in a site's folder is known
// by its name.
type Kind string

const (
	KindSite     Kind = "site.yaml"
	KindTerms    Kind = "terms.yaml"
	KindPrivacy  Kind = "privacy.yaml"
	KindBlocks   Kind = "blocks.yaml"
	KindPage     Kind = "page"
	KindNotFound Kind = "not-found"
)

// IsPage tells whether a file of the kind makes a page.
func (k Kind) IsPage() bool {
	return k == KindTerms || k == KindPrivacy || k == KindPage || k == KindNotFound
}

// siteFiles are the files that stand directly in a site's folder, and what they are parsed into.
var siteFiles = func() map[Kind]reflect.Type {
	all := map[Kind]reflect.Type{
		KindSite: reflect.TypeFor[site.Site](), KindTerms: reflect.TypeFor[site.Legal](),
		KindPrivacy: reflect.TypeFor[site.Legal](),
	}
	for _, k := range site.Kinds {
		all[FileOf(k)] = k.Type
	}
	return all
}()

// FileOf returns the file of a kind of content.
func FileOf(k *site.Kind) Kind { return Kind(k.Name + ".yaml") }

// content returns the kind of content of a file; nil where it is none.
func (k Kind) content() *site.Kind { return site.KindCalled(strings.TrimSuffix(string(k), ".yaml")) }

func (k Kind) newValue() any {
	if of, known := siteFiles[k]; known {
		return reflect.New(of).Interface()
	}
	return new(site.Page)
}

// TranslationRecord is the file in the folder of a language that says which words of the original each text translates.
// No website is made of it: package translation reads and writes it.
const TranslationRecord = "translated.yaml"

// ServedFiles are addresses without a page that content may link to.
var ServedFiles = map[string]bool{"/sitemap.xml": true, "/robots.txt": true, "/llms.txt": true}

// IsSlug tells whether a word is made of small letters, digits and single hyphens between them.
func IsSlug(word string) bool { return slug.Pattern.MatchString(word) }

// IsSlugPath tells whether a path is / or made of slugs: /websites/business.
func IsSlugPath(p string) bool {
	if p == "/" {
		return true
	}
	rest, rooted := strings.CutPrefix(p, "/")
	return rooted && !slices.ContainsFunc(strings.Split(rest, "/"), func(segment string) bool { return !IsSlug(segment) })
}

// IsHidden tells whether a name is left out without a word: hidden names, names put aside with an underscore, and what
// editors leave behind for a moment while they save.
func IsHidden(name string) bool {
	switch {
	case strings.HasPrefix(name, "."), strings.HasPrefix(name, "_"), strings.HasPrefix(name, "#"):
		return true
	case strings.HasSuffix(name, "~"), name == "4913", name == "Thumbs.db", name == "desktop.ini":
		return true
	}
	switch path.Ext(name) {
	case ".swp", ".swo", ".swx", ".tmp", ".temp", ".bak", ".orig", ".part", ".crdownload":
		return true
	}
	// kate, JetBrains and some sync clients
	return sedCopy.MatchString(name) || strings.Contains(name, "___jb_") || strings.HasSuffix(name, ".kate-swp")
}

// sedCopy is the file that `sed -i` writes and then renames.
var sedCopy = regexp.MustCompile(`^sed[A-Za-z0-9]{6}$`)

func isNote(name string) bool {
	return yamldoc.IsMarkdown(name) || strings.EqualFold(path.Ext(name), ".txt") || name == "LICENSE"
}

// FolderOfSite returns the folder of a site by its id: business, or business/de for business.de, which is business in
// German.
func FolderOfSite(id string) string { return strings.Replace(id, ".", "/", 1) }

// JoinPath puts a path below a site's path: / and about make /about.
func JoinPath(sitePath, below string) string {
	return path.Join("/", sitePath, below)
}

func isYAML(name string) bool {
	extension := path.Ext(name)
	return extension == ".yaml" || extension == ".yml"
}

func pageStem(name string) (made string, isPage bool) {
	if made, isPage = strings.CutSuffix(name, ".yaml"); isPage {
		return made, true
	}
	if made = stem(name); yamldoc.IsMarkdown(name) && made != "404" && !isReadme(name) {
		return made, true
	}
	return name, false
}

// meantYAML returns the name under which a content file would be read: for about.yml, About.YAML and about.yaml.txt it
// is about.yaml. It is empty for all other kinds of file.
func meantYAML(name string) string {
	lower := strings.TrimSuffix(strings.ToLower(name), ".txt")
	if !isYAML(lower) {
		return ""
	}
	return cmp.Or(slug.Make(stem(lower), ""), stem(lower)) + ".yaml"
}

func IsPicture(name string) bool {
	endings := []string{".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".ico", ".avif"}
	return slices.Contains(endings, strings.ToLower(path.Ext(name)))
}
