// Package scaffold writes new content: a whole site, a site in another language, one page, or one entry. The words are
// those of package starter, with comments that teach the format. Pages and entries are drafts, so that samples are not
// live.
//
// Names are checked before anything is touched. Everything is written under a hidden name, which the content loader
// passes over, and moved to its place by one rename: a running server sees all of it or nothing. A file or folder that
// exists is an error. All access goes through [os.Root], so neither a name nor a symbolic link leads out of the
// content folder.
package scaffold

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"text/template"
	"time"

	"github.com/evenlight/marquee/internal/content/starter"
	"github.com/evenlight/marquee/internal/slug"
)

// ErrNoMainSite says that no site lives at /, which others take their base URL and sender from.
var ErrNoMainSite = errors.New("there is no main site yet, which every other site needs: " +
	"write one with marquee init")

// NewMain writes a complete main site into the folder root, which is made where it does not exist. It returns the files
// that it wrote, sorted, as paths below root such as main/site.yaml. Without a name it is "Your Company".
//
// It is an error if there is anything in the folder but a .git; then nothing is written.
func NewMain(root string, o Options) ([]string, error) {
	o.Path = "/"
	if err := errors.Join(checkText("name", cmp.Or(o.Name, "left out")), o.Answers.Check()); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder: %w", err)
	}
	folder, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("open the folder: %w", err)
	}
	defer folder.Close()
	entries, err := fs.ReadDir(folder.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("read the folder: %w", err)
	}
	for _, entry := range entries {
		if entry.Name() != ".git" {
			return nil, fmt.Errorf("the folder %s is not empty: there is %s. "+
				"Name an empty folder, or one that does not exist", root, shorten(entry.Name()))
		}
	}
	return placeStarter(folder, "main", o)
}

// Options are what a new site may be given; the zero value is fine.
type Options struct {
	// Where the site lives. Empty: /websites/ and the id; with a host, its root.
	Path string
	// A domain of its own, such as bakery.example.com. Empty: it lives where the main site does.
	Host string
	// Name of the company or brand. Empty: made from the id.
	Name string
	Answers

	// The day of its privacy policy.
	Today time.Time
}

// IsMain says that all other sites are beside it, and take from it what they leave out.
func (o Options) IsMain() bool { return o.Path == "/" && o.Host == "" }

// Base stands before the paths of the site's pages.
func (o Options) Base() string { return strings.TrimSuffix(o.Path, "/") }

// NewSite writes a new site into the content folder root, and returns the files that it wrote, sorted, as paths below
// root such as bakery/site.yaml. The id is the name of the site's folder.
//
// It is an error if there is no main site ([NewMain] writes one), if the folder exists, if another site lives at the
// path, or if id or path are no good names; then nothing is written.
func NewSite(root, id string, o Options) ([]string, error) {
	if err := checkName("site id", id); err != nil {
		return nil, err
	}
	switch {
	case o.Path == "" && o.Host != "":
		o.Path = "/"
	case o.Path == "":
		o.Path = "/websites/" + id
	}
	o.Name, o.Color = cmp.Or(o.Name, words(id)), cmp.Or(o.Color, "#1f5f4a")
	wrong := errors.Join(checkHost(o.Host), checkSitePath(o.Path, o.Host), checkText("name", o.Name), o.Answers.Check())
	if wrong != nil {
		return nil, wrong
	}
	folder, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("open content folder: %w", err)
	}
	defer folder.Close()
	owners, err := owners(folder.FS())
	if err != nil {
		return nil, err
	}
	if owners["/"] == "" {
		return nil, ErrNoMainSite
	}
	if err := free(folder.FS(), id); err != nil {
		return nil, err
	}
	if owner := owners[path.Clean(o.Path)]; owner != "" && o.Host == "" {
		return nil, fmt.Errorf("the path %s is taken by the site %s: choose another with --path", o.Path, owner)
	}
	return placeStarter(folder, id, o)
}

// File is new content, as it will be written.
type File struct {
	Name string // its path below the content folder
	Data []byte
}

// NewPage writes a new page of a site in the content folder root, and returns the file that it wrote as a path below
// root. Of the site business.de that is a file in business/de. The page's path is given as visitors see it, such as
// /websites/bakery/cakes, or as its part below the site, such as cakes.
//
// It is an error if there is no such site, if there is such a page already, or
// if the path is no good address; then nothing is written.
func NewPage(root, site, address string) ([]string, error) {
	return create(root, func(content fs.FS) (File, error) { return Page(content, site, address, "") })
}

// Page returns what [NewPage] writes, for a content folder that is only read. Without a title it is made of the path.
func Page(content fs.FS, site, address, title string) (File, error) {
	settings, dir, below, err := findPlace(content, site, address)
	if err != nil {
		return File{}, err
	}
	full := path.Join(settings.Path, below)
	title = cmp.Or(title, words(path.Base(full)))
	if err := checkText("title", title); below != "" && err != nil {
		return File{}, err
	}
	target, err := pageFile(content, path.Join(dir, "pages", below), below == "")
	if err != nil {
		return File{}, err
	}
	return filled(target, "page.yaml", map[string]string{
		"Path": full, "Home": path.Clean(settings.Path), "Title": title,
	})
}

// Copy returns a place for a copy of a page or an entry, with an address as for [Page], and the path of the original.
func Copy(content fs.FS, site, original, address string) (File, error) {
	_, dir, below, err := findPlace(content, site, address)
	if err == nil && below == "" {
		err = errors.New("there is one first page: choose another path")
	}
	if err != nil {
		return File{}, err
	}
	base := path.Join(dir, "pages", below)
	if err := free(content, base+".md", base+".markdown", base+".yaml", base); err != nil {
		return File{}, err
	}
	data, err := fs.ReadFile(content, original)
	return File{base + path.Ext(original), data}, err
}

// create writes what a function makes of the content folder root.
func create(root string, make func(content fs.FS) (File, error)) ([]string, error) {
	folder, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("open content folder: %w", err)
	}
	defer folder.Close()
	made, err := make(folder.FS())
	if err != nil {
		return nil, err
	}
	return place(folder, made.Name, []File{{Data: made.Data}})
}

// pageFile returns where the page is written: in its own folder where there is
// one (services/index.yaml), or as a file (services.yaml).
func pageFile(content fs.FS, base string, first bool) (string, error) {
	info, err := fs.Stat(content, base)
	switch {
	case err == nil && !info.IsDir():
		return "", fmt.Errorf("%s is in the way: it is no folder", base)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("look for %s: %w", base, err)
	}
	index, file := path.Join(base, "index.yaml"), base+".yaml"
	if first {
		return index, free(content, index)
	}
	if info != nil {
		return index, free(content, index, file)
	}
	return file, free(content, file)
}

// EntryOptions are what may be chosen of a new entry.
type EntryOptions struct {
	// The last part of its address. Left out, it is made of the title.
	Slug string
	// Whether it is written as YAML, for sections, instead of Markdown.
	YAML bool
	// Now; the day is that of the site's time zone.
	Now time.Time
}

// NewEntry writes a new entry of a collection of a site in the content folder root, and returns the file that it wrote
// as a path below root. The collection is given as visitors see it, such as /websites/bakery/blog, or as its part below
// the site, such as blog. The entry is of today, and a draft.
//
// It is an error if there is no such collection, or such an entry already; then nothing is written.
func NewEntry(root, site, collection, title string, options EntryOptions) ([]string, error) {
	return create(root, func(content fs.FS) (File, error) { return Entry(content, site, collection, title, options) })
}

// Entry returns what [NewEntry] writes, for a content folder that is only read.
func Entry(content fs.FS, site, collection, title string, options EntryOptions) (File, error) {
	if err := checkText("title", title); err != nil {
		return File{}, err
	}
	settings, dir, below, err := findPlace(content, site, collection)
	if err != nil {
		return File{}, err
	}
	kind, err := kindOf(content, site, dir, below)
	if err != nil {
		return File{}, err
	}
	name, err := Slug(title, settings.Language, options.Slug)
	if err != nil {
		return File{}, err
	}
	base := path.Join(dir, "pages", below, name)
	if err := free(content, base+".md", base+".markdown", base+".yaml", base); err != nil {
		return File{}, err
	}
	ending := ".md"
	if options.YAML {
		ending = ".yaml"
	}
	zone, err := time.LoadLocation(cmp.Or(settings.TimeZone, "Local"))
	if err != nil { // which is for the checker to report
		zone = time.Local
	}
	return filled(base+ending, "entry"+ending, map[string]string{
		"Title": title,
		"Date":  options.Now.In(zone).Format(time.DateOnly),
		"Kind":  kind,
		"List":  path.Join(settings.Path, below),
	})
}

// ErrNoAddress says that a title has nothing that an address can be made of.
var ErrNoAddress = errors.New("no address")

// Slug returns the last part of an address: the chosen one, or else what is made of a title in a language.
func Slug(title, language, chosen string) (string, error) {
	made := slug.Make(title, language)
	name := cmp.Or(chosen, strings.TrimRight(made[:min(len(made), maxName)], "-"))
	if name == "" {
		return "", fmt.Errorf("the title %s gives %w: choose one with --slug", shorten(title), ErrNoAddress)
	}
	return name, checkName("part of the path", name)
}

// fill executes a template of package starter. It quotes names with %q: as they have no character that cannot be shown,
// YAML reads that as Go does. Of the files with words that it includes, later ones replace what earlier ones say.
func fill(name string, values any, words ...string) ([]byte, error) {
	empty := template.New(path.Base(name)).Delims("<<", ">>").Option("missingkey=error").Funcs(template.FuncMap{
		"sample": func(words string) string { return words }, // a mark for the checker
	})
	parsed, err := empty.ParseFS(starter.Files, append(words, name)...)
	if err != nil {
		return nil, fmt.Errorf("parse %s: %w", name, err)
	}
	var out bytes.Buffer
	err = parsed.Execute(&out, values)
	return out.Bytes(), err
}

func filled(target, name string, values map[string]string) (File, error) {
	values["Schema"] = strings.Repeat("../", strings.Count(target, "/")) + ".schemas/page.json"
	data, err := fill(name, values)
	return File{target, data}, err
}

// placeStarter writes a whole site, with the words of its trade.
func placeStarter(folder *os.Root, target string, o Options) ([]string, error) {
	var files []File
	err := fs.WalkDir(starter.Files, "site", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fill(name, o, tradeFile(DefaultTrade), tradeFile(o.Trade))
		files = append(files, File{strings.TrimPrefix(name, "site/"), data})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("fill in the starter site: %w", err)
	}
	return place(folder, target, files)
}

// place writes files under a hidden name in the content folder, and renames the whole to target. A file without a name
// is the target itself. It returns the paths of the files. Nothing is left behind on an error, but perhaps empty
// folders above the target.
func place(folder *os.Root, target string, files []File) (written []string, err error) {
	// The name ends in .tmp and begins with a point: watchers pass over it.
	hidden := ".new-" + rand.Text() + ".tmp"
	defer func() {
		if err != nil {
			err = errors.Join(err, folder.RemoveAll(hidden))
		}
	}()
	for _, f := range files {
		name := path.Join(hidden, f.Name)
		if err = folder.MkdirAll(path.Dir(name), 0o755); err == nil {
			err = folder.WriteFile(name, f.Data, 0o644)
		}
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", path.Join(target, f.Name), err)
		}
		written = append(written, path.Join(target, f.Name))
	}
	if err := folder.MkdirAll(path.Dir(target), 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of %s: %w", target, err)
	}
	// Looked at again as late as possible: a rename would replace a file.
	if err := free(folder.FS(), target); err != nil {
		return nil, err
	}
	if err := folder.Rename(hidden, target); err != nil {
		return nil, fmt.Errorf("move to %s: %w", target, err)
	}
	return written, nil
}

// free returns an error if there is something under one of the names, be it a symbolic link that leads nowhere.
func free(content fs.FS, names ...string) error {
	for _, name := range names {
		_, err := fs.Lstat(content, name)
		if err == nil {
			return fmt.Errorf("%s: %w: edit it, or choose another name", name, fs.ErrExist)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("look for %s: %w", name, err)
		}
	}
	return nil
}
