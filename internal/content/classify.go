package content

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/osfile"

	"github.com/evenlight/marquee/internal/content/text"
)

// maxDepth is how deeply folders of pages may be nested.
const maxDepth = 12

// found is one YAML file of the tree.
type found struct {
	path  string // from the root of the tree: business/pages/index.yaml
	site  string // the site's folder: business
	kind  kind
	below string // of a page: its path below the site's path, such as /services
	size  int64
	stamp osfile.Stamp
}

func (e entry) found(full, site string, kind kind, below string) found {
	return found{path: full, site: site, kind: kind, below: below, size: e.size, stamp: e.stamp}
}

// classifier finds out what each file of a listing is.
type classifier struct {
	names *listing
	files []found
	sites []string // folders with a site.yaml
	// Files whose author believes that they are read: what they hold is not
	// missing, and only the name of the file is reported.
	misnamed []found
	findings
}

// classify finds the files of all sites, and reports names that nothing reads.
func (c *classifier) classify() {
	for _, e := range c.names.folders["."] {
		switch {
		case isHidden(e.name) || c.unreadableEntry(e.name, e):
		case e.isFolder:
			c.site(e.name)
		case isYAML(e.name):
			c.name(e.name, "stray-file", "Move it into the folder of a site.", "This file stands outside of every site.")
		}
	}
	if len(c.sites) == 0 && len(c.problems) == 0 {
		c.add(noSite)
	}
}

var noSite = yamldoc.Problem{
	Severity: yamldoc.Error, File: ".", Code: "no-site", Message: "There is no site here.", Hint: "Make a folder with a file site.yaml in it.",
}

// unreadableEntry reports an entry that cannot be read.
func (c *classifier) unreadableEntry(full string, e entry) bool {
	if e.err == nil {
		return false
	}
	switch {
	case errors.Is(e.err, errLeadsOut):
		c.name(full, "broken-symlink", "Put a copy of what it leads to here. A link within the content folder is written without a / in front, such as ../images/logo.svg.",
			"This symbolic link leads out of the content folder, and only what is in the folder is read.")
	case errors.Is(e.err, errLeadsNowhere):
		c.name(full, "broken-symlink", "Remove it, or put back what it leads to.", "This symbolic link leads nowhere: what it names is not there.")
	case errors.Is(e.err, errLeadsRound):
		c.name(full, "broken-symlink", "Remove it.", "This symbolic link leads in a circle.")
	default:
		c.unreadable(full, e.err)
	}
	return true
}

func (c *classifier) site(id string) {
	entries := c.names.folders[id]
	if onlySchemas(entries) {
		return
	}
	if !isSlug(id) {
		c.name(id, "bad-name", "", "The name of a site's folder is made of small letters, digits and single hyphens, such as my-site.")
	}
	before, beforeMisnamed := len(c.files), len(c.misnamed)
	complete := false
	for _, e := range entries {
		if isHidden(e.name) {
			continue
		}
		full := path.Join(id, e.name)
		if c.unreadableEntry(full, e) {
			complete = complete || e.name == "site.yaml"
			continue
		}
		fileKind, known := siteFiles[e.name]
		switch {
		case known && !e.isFolder:
			complete = complete || fileKind == kindSite
			c.files = append(c.files, e.found(full, id, fileKind, ""))
		case e.name == "pages" && e.isFolder:
			c.pages(id, full, "/", 0)
		case (e.name == "images" || e.name == filesFolder) && e.isFolder:
		case e.name == fontFolder && e.isFolder:
			c.fonts(full)
		case e.name == wellKnownFolder && e.isFolder:
			c.wellKnown(full)
		default:
			c.stray(id, full, e)
		}
	}
	if !complete {
		c.name(id, "no-site-file", "Add a site.yaml, or put a _ before the folder's name to set it aside.",
			"The folder %s has no file site.yaml, so it is no site.", id)
		c.files, c.misnamed = c.files[:before], c.misnamed[:beforeMisnamed]
		return
	}
	c.sites = append(c.sites, id)
}

// onlySchemas tells whether a folder holds schemas for editors and nothing else.
func onlySchemas(entries []entry) bool {
	for _, e := range entries {
		if e.isFolder || path.Ext(e.name) != ".json" {
			return false
		}
	}
	return len(entries) > 0
}

// stray reports what nobody reads, because its author believes that it is read.
func (c *classifier) stray(id, full string, e entry) {
	name := e.name
	meant := meantYAML(name)
	switch {
	case e.isFolder:
		c.name(full, "unknown-folder", text.DidYouMean(name, []string{"pages", "images", filesFolder, fontFolder, wellKnownFolder}, "A site has the folders pages, images, files, fonts and well-known."),
			"A site has no folder %s.", name)
	case meant != "" && path.Ext(name) != ".yaml":
		if fileKind, known := siteFiles[meant]; known {
			c.misnamed = append(c.misnamed, found{path: full, site: id, kind: fileKind, below: "/" + stem(meant)})
		}
		c.name(full, "wrong-ending", "Rename it to "+meant+".", "Names of content files end in .yaml.")
	case isYAML(name):
		hint := "Pages belong in the folder pages."
		if near, found := yamldoc.Nearest(stem(name), siteStems); found {
			hint = fmt.Sprintf("Did you mean \"%s.yaml\"?", near)
		}
		c.name(full, "unknown-file", hint, "A site has no file %s.", name)
	case isPicture(name):
		c.name(full, "stray-file", "Move it into the folder images.", "Pictures belong in the folder images.")
	case isNote(name):
	case media.IsDownload(name):
		c.name(full, "stray-file", "Move it into the folder files.", "Files for visitors belong in the folder files.")
	default:
		c.name(full, "unknown-file", "Put a _ before its name to set it aside.", "Nothing reads the file %s.", name)
	}
}

func (c *classifier) pages(id, dir, below string, depth int) {
	if depth > maxDepth {
		c.name(dir, "too-deep", "", "Folders of pages are nested too deeply: at most %d levels.", maxDepth)
		return
	}
	for _, e := range c.names.folders[dir] {
		if isHidden(e.name) {
			continue
		}
		full := dir + "/" + e.name
		switch {
		case c.unreadableEntry(full, e):
		case e.isFolder:
			if !isSlug(e.name) {
				c.badSlug(full, e.name)
			}
			c.pages(id, full, path.Join(below, e.name), depth+1)
		default:
			c.page(id, full, below, e)
		}
	}
}

func (c *classifier) page(id, full, below string, e entry) {
	name := e.name
	stem, isPage := pageStem(name)
	page := e.found(full, id, kindPage, "")
	switch {
	case isPage && stem == "404" && below != "/":
		c.name(full, "bad-name", "", "404.yaml stands directly in the folder pages: it answers for the whole site.")
		return
	case isPage && stem == "404":
		page.kind = kindNotFound
	case isPage && stem == "index":
		page.below = below
	case isPage:
		page.below = strings.TrimSuffix(below, "/") + "/" + stem
		if !isSlugPath(page.below) { // its own name, or that of a folder
			if !isSlug(stem) {
				c.badSlug(full, stem)
			}
			c.misnamed = append(c.misnamed, found{path: full, site: id, kind: kindPage, below: slugPath(page.below)})
		}
	case meantYAML(name) != "":
		meant := meantYAML(name)
		page.below = slugPath(path.Join(below, strings.TrimSuffix(meant, ".yaml")))
		if meant == "index.yaml" {
			page.below = below
		}
		if meant == "404.yaml" {
			page.kind = kindNotFound
		}
		c.misnamed = append(c.misnamed, page)
		c.name(full, "wrong-ending", "Rename it to "+meant+".", "Names of content files end in .yaml.")
		return
	case isReadme(name):
		return
	default:
		c.name(full, "unknown-file", "Pages end in .yaml, entries of collections in .md, too; pictures belong in the folder images.", "The file %s is no page.", name)
		return
	}
	c.files = append(c.files, page)
}

func (c *classifier) badSlug(full, name string) {
	hint := ""
	if slug := slugify(name); slug != "" {
		hint = "Rename it to " + slug + "."
	}
	c.name(full, "bad-name", hint,
		"The name %s becomes part of an address, so it is made of small letters, digits and single hyphens.", name)
}

func (f *findings) unreadable(file string, err error) {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.name(file, "unreadable", "Save it again.", "It disappeared while it was read.")
	case errors.Is(err, fs.ErrPermission):
		f.name(file, "unreadable", "Ask for permission to read it.", "It may not be read.")
	default:
		f.name(file, "unreadable", "", "It cannot be read: the disk reported an error.")
	}
}
