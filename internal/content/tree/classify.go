package tree

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/look"
	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/slug"
)

// maxDepth is how deeply folders of pages may be nested.
const maxDepth = 12

// Entry is one YAML file of the tree.
type Entry struct {
	Path string // from the root of the tree: business/pages/index.yaml
	Site string // the site's folder: business
	// The tag of the language whose folder in the site it stands in: de; empty for the site's own language.
	Language string
	Kind     Kind
	Below    string // of a page: its path below the site's path, such as /services
	Size     int64
	stamp    osfile.Stamp
}

func (e DirEntry) found(full string, in folder, kind Kind, below string) Entry {
	return Entry{Path: full, Site: in.site, Language: in.language, Kind: kind, Below: below, Size: e.size, stamp: e.Stamp}
}

// folder is where the files of a site stand in one language: business, or business/de.
type folder struct{ site, language string }

func (f folder) path() string { return path.Join(f.site, f.language) }

// Original returns the path of the file that a file in the folder of a language completes; "" for all others, such as
// pages, which are written whole.
func (e Entry) Original() string {
	if e.Language == "" || e.Kind.IsPage() || e.Kind.content() != nil && e.Kind.content().Own {
		return ""
	}
	return e.Site + strings.TrimPrefix(e.Path, folder{e.Site, e.Language}.path())
}

type classifier struct {
	names *Listing
	files []Entry
	sites []string // folders with a site.yaml
	Findings
}

func (c *classifier) classify() {
	for _, e := range c.names.Folders["."] {
		switch {
		case IsHidden(e.Name) || c.unreadableEntry(e.Name, e):
		case e.isFolder:
			c.site(e.Name)
		case isYAML(e.Name):
			c.Name(e.Name, "stray-file", "Move it into the folder of a site.", "This file stands outside of every site.")
		}
	}
	if len(c.sites) == 0 && len(c.Problems) == 0 {
		c.Add(NoSite)
	}
}

var NoSite = yamldoc.Problem{
	Severity: yamldoc.Error, File: ".", Code: "no-site", Message: "There is no site here.",
	Hint: "Make a folder with a file site.yaml in it.",
}

func (c *classifier) unreadableEntry(full string, e DirEntry) bool {
	if e.Err == nil {
		return false
	}
	switch {
	case errors.Is(e.Err, ErrLeadsOut):
		c.Name(full, "broken-symlink",
			"Put a copy of what it leads to here. A link within the content folder is written without a / "+
				"in front, such as ../images/logo.svg.",
			"This symbolic link leads out of the content folder, and only what is in the folder is read.")
	case errors.Is(e.Err, ErrLeadsNowhere):
		c.Name(full, "broken-symlink", "Remove it, or put back what it leads to.", "This symbolic link leads nowhere.")
	default:
		c.unreadable(full, e.Err)
	}
	return true
}

func (c *classifier) site(id string) {
	entries := c.names.Folders[id]
	noSchema := func(e DirEntry) bool { return e.isFolder || path.Ext(e.Name) != ".json" }
	if len(entries) > 0 && !slices.ContainsFunc(entries, noSchema) {
		return
	}
	if !IsSlug(id) {
		c.Name(id, "bad-name", "",
			"The name of a site's folder is made of small letters, digits and single hyphens, such as my-site.")
	}
	before := len(c.files)
	complete := c.siteFolder(folder{site: id}, entries)
	if !complete {
		c.Name(id, "no-site-file", "Add a site.yaml, or put a _ before the folder's name to set it aside.",
			"The folder %s has no file site.yaml, so it is no site.", id)
		c.files = c.files[:before]
		return
	}
	c.sites = append(c.sites, id)
}

// siteFolder finds the files of a site in one language. It reports whether a site.yaml is among them.
func (c *classifier) siteFolder(in folder, entries []DirEntry) (complete bool) {
	for _, e := range entries {
		if IsHidden(e.Name) {
			continue
		}
		full := path.Join(in.path(), e.Name)
		if c.unreadableEntry(full, e) {
			complete = complete || e.Name == "site.yaml"
			continue
		}
		fileKind := Kind(e.Name)
		_, known := siteFiles[fileKind]
		own := e.isFolder && in.language == ""
		switch {
		case known && !e.isFolder:
			complete = complete || fileKind == KindSite
			c.files = append(c.files, e.found(full, in, fileKind, ""))
		case e.Name == "pages" && e.isFolder:
			c.pages(in, full, "/", 0)
		case (e.Name == "images" || e.Name == FilesFolder) && own:
		case e.Name == FontFolder && own:
			c.fonts(full)
		case e.Name == WellKnownFolder && own:
			c.wellKnown(full)
		case e.Name == media.LookFolder && own:
			c.look(full)
		case e.Name == TranslationRecord && !e.isFolder && in.language != "":
		case locale.IsTag(e.Name) && own:
			c.siteFolder(folder{in.site, e.Name}, c.names.Folders[full])
		default:
			c.stray(in, full, e)
		}
	}
	return complete
}

// siteFolders are the folders that a site may have beside those of languages.
var siteFolders = []string{"pages", "images", FilesFolder, FontFolder, WellKnownFolder, media.LookFolder}

// stray reports what nobody reads, because its author believes that it is read.
func (c *classifier) stray(in folder, full string, e DirEntry) {
	name := e.Name
	meant := meantYAML(name)
	switch {
	case e.isFolder && in.language != "" && slices.Contains(siteFolders, name):
		c.Name(full, "unknown-folder", fmt.Sprintf("Move what is in it to %s/%s.", in.site, name),
			"All languages of a site share its folder %s.", name)
	case e.isFolder:
		hint := text.DidYouMean(name, siteFolders, "A site has the folders pages, images, files, fonts, look and "+
			"well-known, and one for each further language, named by its tag, such as de.")
		if tag := locale.TagOf(name); tag != "" && in.language == "" {
			hint = fmt.Sprintf("The folder of a language is named by its tag: rename it to %s.", tag)
		}
		c.Name(full, "unknown-folder", hint, "A site has no folder %s.", name)
	case meant != "" && path.Ext(name) != ".yaml":
		c.Name(full, "wrong-ending", "Rename it to "+meant+".", "Names of content files end in .yaml.")
	case isYAML(name):
		hint := "Pages belong in the folder pages."
		var stems []string
		for _, file := range slices.Sorted(maps.Keys(siteFiles)) {
			stems = append(stems, stem(string(file)))
		}
		if near, found := site.Nearest(stem(name), stems); found {
			hint = fmt.Sprintf("Did you mean \"%s.yaml\"?", near)
		}
		c.Name(full, "unknown-file", hint, "A site has no file %s.", name)
	case IsPicture(name):
		c.Name(full, "stray-file", "Move it into the folder images.", "Pictures belong in the folder images.")
	case media.IsRootFile(name):
		c.Name(full, "stray-file", "Move it into the folder well-known: it answers at /"+name+" then.",
			"Files for programs belong in the folder well-known.")
	case isNote(name):
	case media.IsDownload(name):
		c.Name(full, "stray-file", "Move it into the folder files.", "Files for visitors belong in the folder files.")
	default:
		c.Name(full, "unknown-file", "Put a _ before its name to set it aside.", "Nothing reads the file %s.", name)
	}
}

func (c *classifier) pages(in folder, dir, below string, depth int) {
	if depth > maxDepth {
		c.Name(dir, "too-deep", "", "Folders of pages are nested too deeply: at most %d levels.", maxDepth)
		return
	}
	for _, e := range c.names.Folders[dir] {
		if IsHidden(e.Name) {
			continue
		}
		full := dir + "/" + e.Name
		switch {
		case c.unreadableEntry(full, e):
		case e.isFolder:
			if !IsSlug(e.Name) {
				c.badSlug(in, full, e.Name)
			}
			c.pages(in, full, path.Join(below, e.Name), depth+1)
		default:
			c.page(in, full, below, e)
		}
	}
}

func (c *classifier) page(in folder, full, below string, e DirEntry) {
	name := e.Name
	stem, isPage := pageStem(name)
	page := e.found(full, in, KindPage, "")
	switch {
	case isPage && stem == "404" && below != "/":
		c.Name(full, "bad-name", "", "404.yaml stands directly in the folder pages: it answers for the whole site.")
		return
	case isPage && stem == "404":
		page.Kind = KindNotFound
	case isPage && stem == "index":
		page.Below = below
	case isPage:
		page.Below = strings.TrimSuffix(below, "/") + "/" + stem
		if !IsSlug(stem) {
			c.badSlug(in, full, stem)
		}
	case meantYAML(name) != "":
		c.Name(full, "wrong-ending", "Rename it to "+meantYAML(name)+".", "Names of content files end in .yaml.")
		return
	case isReadme(name):
		return
	default:
		c.Name(full, "unknown-file",
			"Pages end in .yaml, entries of collections in .md, too; pictures belong in the folder images.",
			"The file %s is no page.", name)
		return
	}
	c.files = append(c.files, page)
}

func (c *classifier) badSlug(in folder, full, name string) {
	hint, made, german := "", slug.Make(name, in.language), slug.Make(name, "de")
	switch {
	case made == "":
	case in.language == "" && german != made: // the language of the site is not known before its files are read
		hint = fmt.Sprintf("Rename it to %s, or in German to %s.", made, german)
	default:
		hint = "Rename it to " + made + "."
	}
	c.Name(full, "bad-name", hint,
		"The name %s becomes part of an address, so it is made of small letters, digits and single hyphens.", name)
}

func (f *Findings) unreadable(file string, err error) {
	if errors.Is(err, fs.ErrPermission) {
		f.Name(file, "unreadable", "Ask for permission to read it.", "It may not be read.")
	} else {
		f.Name(file, "unreadable", "Save it again.", "It cannot be read.")
	}
}

// The folder fonts of a site holds the files of its own fonts.
const FontFolder = "fonts"

// IsFont tells whether a path, below its site, is that of a file which is read as a font.
func IsFont(below string) bool {
	dir, name := path.Split(below)
	return dir == FontFolder+"/" && !IsHidden(name) && strings.EqualFold(path.Ext(name), ".woff2")
}

func (c *classifier) fonts(dir string) {
	for _, e := range c.names.Folders[dir] {
		full := dir + "/" + e.Name
		switch ending := strings.ToLower(path.Ext(e.Name)); {
		case IsHidden(e.Name) || c.unreadableEntry(full, e) || IsFont(Below(full)) || !e.isFolder && isNote(e.Name):
		case e.isFolder:
			c.Name(full, "unknown-folder", "Put the files directly into the folder fonts.",
				"The folder fonts has no folders in it.")
		case ending == ".ttf" || ending == ".otf" || ending == ".woff":
			c.Name(full, "wrong-format",
				"Convert it to WOFF2: who sells or gives away the font has it, and so has every font converter.",
				"The font %s is too large for visitors in this form.", e.Name)
		default:
			c.Name(full, "unknown-file", "Put a _ before its name to set it aside.",
				"The folder fonts holds WOFF2 files, and %s is none.", e.Name)
		}
	}
}

// isLookFile tells whether a path, below its site, is that of a file of its look: look.css, a style sheet of a section,
// a drawing, or a picture.
func isLookFile(below string) bool {
	dir, name := path.Split(below)
	stem, extension := stem(name), path.Ext(name)
	switch {
	case IsHidden(name):
		return false
	case dir == media.SheetFolder+"/":
		return extension == ".css" && slices.Contains(look.Sections(), stem)
	case dir == media.DrawingFolder+"/":
		return extension == ".svg" && IsSlug(stem)
	}
	return dir == media.LookFolder+"/" && (name == "look.css" || IsPicture(name))
}

// look reports what nobody reads in the folder look.
func (c *classifier) look(dir string) {
	for _, e := range c.names.Folders[dir] {
		full := dir + "/" + e.Name
		switch below := Below(full); {
		case IsHidden(e.Name) || c.unreadableEntry(full, e) || isLookFile(below) || !e.isFolder && isNote(e.Name):
		case e.isFolder && (below == media.SheetFolder || below == media.DrawingFolder):
			c.look(full)
		case e.isFolder:
			c.Name(full, "unknown-folder", text.DidYouMean(e.Name, []string{"sections", "drawings"}, ""),
				"A look has the folders sections and drawings.")
		case Below(dir) == media.SheetFolder && path.Ext(e.Name) == ".css":
			c.Name(full, "unknown-section", text.Meant(stem(e.Name), look.Sections()),
				"There is no type of section %q.", stem(e.Name))
		default:
			c.Name(full, "unknown-file",
				"A look has look.css, sections/….css, drawings/….svg and pictures; put a _ before the name to set it aside.",
				"Nothing reads the file %s.", e.Name)
		}
	}
}

// The folder well-known of a site holds files for programs, which are served below
// /.well-known/ (RFC 8615) as they are.
const WellKnownFolder = "well-known"

func (c *classifier) wellKnown(dir string) {
	for _, e := range c.names.Folders[dir] {
		full := dir + "/" + e.Name
		switch {
		case IsHidden(e.Name) || isReadme(e.Name) || c.unreadableEntry(full, e):
		case !wellKnownName.MatchString(e.Name):
			c.Name(full, "bad-name", "",
				"The name %s becomes part of an address, so it is made of letters, digits, points, hyphens and underscores.",
				e.Name)
		case e.isFolder && e.Name == "acme-challenge":
			c.Name(full, "unknown-folder", "Remove the folder.",
				"Certificates are asked for by the proxy that ends TLS, which answers /.well-known/acme-challenge/ itself.")
		case e.isFolder:
			c.wellKnown(full)
		}
	}
}

var wellKnownName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,100}$`)

func isReadme(name string) bool {
	return isNote(name) && strings.HasPrefix(strings.ToUpper(name), "README")
}

// The folder files of a site holds what visitors get as it is: documents, films, sound, archives.
const FilesFolder = "files"
