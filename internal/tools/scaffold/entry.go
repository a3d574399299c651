package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/slug"
)

// EntryOptions are what may be chosen of a new entry.
type EntryOptions struct {
	// The last part of its address. Left out, it is made of the title.
	Slug string
	// Whether it is written as YAML, for sections, instead of Markdown.
	YAML bool
	// Now; the day is that of the site's time zone.
	Now time.Time
}

// NewEntry writes a new entry of a collection of a site in the content folder root, and
// returns the file that it wrote as a path below root. The collection is given as
// visitors see it, such as /websites/bakery/blog, or as its part below the site, such as
// blog. The entry is of today, and a draft.
//
// It is an error if there is no such collection, or such an entry already; then nothing
// is written.
func NewEntry(root, site, collection, title string, options EntryOptions) ([]string, error) {
	if err := checkText("title", title); err != nil {
		return nil, err
	}
	folder, sitePath, err := openSite(root, site)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	below, err := pagePath(sitePath, collection)
	if err != nil {
		return nil, err
	}
	kind, err := kindOf(folder.FS(), site, below)
	if err != nil {
		return nil, err
	}
	name := options.Slug
	if name == "" {
		if name = slug.Make(title); name == "" {
			return nil, fmt.Errorf("the title %s gives no address: choose one with --slug", shorten(title))
		}
		name = strings.TrimRight(name[:min(len(name), maxName)], "-")
	}
	if err := checkParts(name, []string{name}); err != nil {
		return nil, err
	}
	base := path.Join(site, "pages", below, name)
	for _, taken := range []string{base + ".md", base + ".yaml", base} {
		if err := free(folder, taken); err != nil {
			return nil, err
		}
	}
	template, target := "entry.md", base+".md"
	if options.YAML {
		template, target = "entry.yaml", base+".yaml"
	}
	data, err := fill(template, map[string]string{
		"Schema": strings.Repeat("../", strings.Count(target, "/")) + ".schemas/page.json",
		"Title":  title,
		"Date":   options.Now.In(zoneOf(folder.FS(), site)).Format(time.DateOnly),
		"Kind":   kind,
		"List":   path.Join("/", sitePath, below),
	})
	if err != nil {
		return nil, err
	}
	if _, err := place(folder, target, []file{{data: data}}); err != nil {
		return nil, err
	}
	return []string{target}, nil
}

var (
	collectionLine = regexp.MustCompile(`(?m)^collection:`)
	kindPart       = regexp.MustCompile(`\bkind:[ \t]*["']?([a-z-]+)`)
	zoneLine       = regexp.MustCompile(`(?m)^timeZone:[ \t]*["']?([^\s"'#]+)`)
)

// kindOf returns what the entries of a collection are, as its index.yaml says.
func kindOf(content fs.FS, site, below string) (string, error) {
	for _, index := range []string{"index.yaml", "index.md"} {
		data, err := fs.ReadFile(content, path.Join(site, "pages", below, index))
		if err != nil {
			continue
		}
		if at := collectionLine.FindIndex(data); at != nil {
			if found := kindPart.FindSubmatch(data[at[0]:]); found != nil {
				return string(found[1]), nil
			}
		}
	}
	problem := fmt.Sprintf("the site %s has no collection /%s: it would have a file %s with a line such as collection: {kind: article}", site, below, path.Join(site, "pages", below, "index.yaml"))
	if known := collectionsOf(content, site); len(known) > 0 {
		problem = fmt.Sprintf("the site %s has no collection /%s, but %s", site, below, strings.Join(known, ", "))
	}
	return "", errors.New(problem)
}

// collectionsOf returns the paths of all collections of a site, below it.
func collectionsOf(content fs.FS, site string) (found []string) {
	pages := path.Join(site, "pages")
	err := fs.WalkDir(content, pages, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := path.Base(name); base != "index.yaml" && base != "index.md" {
			return nil
		}
		if data, err := fs.ReadFile(content, name); err == nil && collectionLine.Match(data) {
			found = append(found, strings.TrimPrefix(path.Dir(name), pages))
		}
		return nil
	})
	if err != nil { // what cannot be read is for the checker to report
		return nil
	}
	slices.Sort(found)
	return found
}

// zoneOf returns the time zone of a site, else that of this machine.
func zoneOf(content fs.FS, site string) *time.Location {
	data, err := fs.ReadFile(content, path.Join(site, "site.yaml"))
	if err != nil {
		return time.Local
	}
	if found := zoneLine.FindSubmatch(data); found != nil {
		if zone, err := time.LoadLocation(string(found[1])); err == nil {
			return zone
		}
	}
	return time.Local
}
