package content

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/document"
)

// Limits of a tree.
const (
	maxDepth     = 12       // folders inside folders
	maxTotalYAML = 64 << 20 // bytes of all YAML files together
	maxEntries   = 100_000  // files and folders
)

// found is one YAML file of the tree.
type found struct {
	path     string // from the root of the tree: business/pages/index.yaml
	site     string // the site's folder: business
	kind     kind
	below    string // of a page: its path below the site's path, such as /services
	size     int64
	modified time.Time
	held     *snapshotFile // nil in trees that are no snapshots
}

// take notes what is known of the file itself.
func (f *found) take(info fs.FileInfo) {
	f.size, f.modified = info.Size(), info.ModTime()
	f.held, _ = info.Sys().(*snapshotFile)
}

// walker looks for files. It follows symbolic links; the tree itself decides
// whether they may lead out of it (an os.Root does not let them).
type walker struct {
	ctx     context.Context
	tree    fs.FS
	files   []found
	sites   []string // folders with a site.yaml
	entries int
	// Files whose author believes that they are read: what they hold is not
	// missing, and whoever needs it is told about the file alone.
	misnamed []found
	findings
}

// walk lists the files of all sites. The error is of the tree as a whole.
func (w *walker) walk() error {
	entries, err := fs.ReadDir(w.tree, ".")
	if err != nil {
		return fmt.Errorf("list the content folder: %w", err)
	}
	for _, entry := range entries {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		name := entry.Name()
		if isHidden(name) {
			continue
		}
		info, ok := w.stat(name, entry)
		switch {
		case !ok:
		case info.IsDir():
			w.site(name)
		case isYAML(name):
			w.name(name, "stray-file", "Move it into the folder of a site.", "This file stands outside of every site.")
		}
	}
	if len(w.sites) == 0 && len(w.problems) == 0 {
		w.name(".", "no-site", "Make a folder with a file site.yaml in it.", "There is no site here.")
	}
	return w.ctx.Err()
}

func (w *walker) site(id string) {
	entries, ok := w.list(id)
	if !ok {
		return
	}
	if onlySchemas(entries) {
		return
	}
	if !isSlug(id) {
		w.name(id, "bad-name", "", "The name of a site's folder is made of small letters, digits and single hyphens, such as my-site.")
	}
	before, beforeMisnamed := len(w.files), len(w.misnamed)
	complete := false
	for _, entry := range entries {
		name := entry.Name()
		if isHidden(name) {
			continue
		}
		full := path.Join(id, name)
		info, ok := w.stat(full, entry)
		if !ok {
			complete = complete || name == "site.yaml"
			continue
		}
		fileKind, known := siteFiles[name]
		switch {
		case known && !info.IsDir():
			complete = complete || fileKind == kindSite
			entry := found{path: full, site: id, kind: fileKind}
			entry.take(info)
			w.files = append(w.files, entry)
		case name == "pages" && info.IsDir():
			w.pages(id, full, "/", 0)
		case name == "images" && info.IsDir():
		default:
			w.stray(id, full, info)
		}
	}
	if !complete {
		w.name(id, "no-site-file", "Add a site.yaml, or put a _ before the folder's name to set it aside.",
			"The folder %s has no file site.yaml, so it is no site.", id)
		w.files, w.misnamed = w.files[:before], w.misnamed[:beforeMisnamed]
		return
	}
	w.sites = append(w.sites, id)
}

// onlySchemas tells whether a folder holds schemas for editors and nothing else.
func onlySchemas(entries []fs.DirEntry) bool {
	for _, entry := range entries {
		if entry.IsDir() || path.Ext(entry.Name()) != ".json" {
			return false
		}
	}
	return len(entries) > 0
}

// stray reports what nobody reads, because its author believes that it is read.
func (w *walker) stray(id, full string, info fs.FileInfo) {
	name := path.Base(full)
	stem := strings.TrimSuffix(name, path.Ext(name))
	meant := meantYAML(name)
	switch {
	case info.IsDir():
		w.name(full, "unknown-folder", didYouMean(name, []string{"pages", "images"}, "A site has the folders pages and images."),
			"A site has no folder %s.", name)
	case meant != "" && path.Ext(name) != ".yaml":
		if fileKind, known := siteFiles[meant]; known {
			w.misnamed = append(w.misnamed, found{path: full, site: id, kind: fileKind, below: "/" + strings.TrimSuffix(meant, ".yaml")})
		}
		w.name(full, "wrong-ending", "Rename it to "+meant+".", "Names of content files end in .yaml.")
	case isYAML(name):
		hint := "Pages belong in the folder pages."
		if near, found := document.Nearest(stem, siteStems); found {
			hint = fmt.Sprintf("Did you mean \"%s.yaml\"?", near)
		}
		w.name(full, "unknown-file", hint, "A site has no file %s.", name)
	case isPicture(name):
		w.name(full, "stray-file", "Move it into the folder images.", "Pictures belong in the folder images.")
	case isNote(name):
	default:
		w.name(full, "unknown-file", "Put a _ before its name to set it aside.", "Nothing reads the file %s.", name)
	}
}

func (w *walker) pages(id, dir, below string, depth int) {
	if depth > maxDepth {
		w.name(dir, "too-deep", "", "Folders of pages are nested too deeply: at most %d levels.", maxDepth)
		return
	}
	if w.again(id, dir, below, depth) {
		return
	}
	entries, ok := w.list(dir)
	if !ok {
		return
	}
	trail := w.begin(dir)
	for _, entry := range entries {
		name := entry.Name()
		if isHidden(name) {
			continue
		}
		full := path.Join(dir, name)
		info, ok := w.stat(full, entry)
		if !ok {
			continue
		}
		if info.IsDir() {
			if !isSlug(name) {
				w.badSlug(full, name)
			}
			trail.pause(w, name)
			w.pages(id, full, path.Join(below, name), depth+1)
			trail.resume(w)
			continue
		}
		w.page(id, full, below, info)
	}
	trail.end(w)
}

func (w *walker) page(id, full, below string, info fs.FileInfo) {
	name := path.Base(full)
	stem, isPage := strings.CutSuffix(name, ".yaml")
	page := found{path: full, site: id, kind: kindPage}
	page.take(info)
	meant := meantYAML(name)
	switch {
	case isPage && stem == "404" && below != "/":
		w.name(full, "bad-name", "", "404.yaml stands directly in the folder pages: it answers for the whole site.")
		return
	case isPage && stem == "404":
		page.kind = kindNotFound
	case isPage && stem == "index":
		page.below = below
	case isPage:
		if !isSlug(stem) {
			w.badSlug(full, stem)
		}
		page.below = path.Join(below, stem)
		if !isSlugPath(page.below) {
			w.misnamed = append(w.misnamed, found{path: full, site: id, kind: kindPage, below: slugPath(page.below)})
		}
	case meant != "":
		page.below = slugPath(path.Join(below, strings.TrimSuffix(meant, ".yaml")))
		if meant == "index.yaml" {
			page.below = below
		}
		if meant == "404.yaml" {
			page.kind = kindNotFound
		}
		w.misnamed = append(w.misnamed, page)
		w.name(full, "wrong-ending", "Rename it to "+meant+".", "Names of content files end in .yaml.")
		return
	case isNote(name) && strings.HasPrefix(strings.ToUpper(name), "README"):
		return
	default:
		w.name(full, "unknown-file", "Pages end in .yaml; pictures belong in the folder images.", "The file %s is no page.", name)
		return
	}
	w.files = append(w.files, page)
}

func (w *walker) badSlug(full, name string) {
	hint := ""
	if slug := slugify(name); slug != "" {
		hint = "Rename it to " + slug + "."
	}
	w.name(full, "bad-name", hint,
		"The name %s becomes part of an address, so it is made of small letters, digits and single hyphens.", name)
}
