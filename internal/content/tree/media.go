package tree

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/site"
)

// Find returns the file at a path, or nil. Accents are the same however file systems and authors compose them.
func (t *Tree) Find(name string) *media.File {
	if found := t.Media[name]; found != nil {
		return found
	}
	return cmp.Or(t.Media[norm.NFC.String(name)], t.Media[norm.NFD.String(name)])
}

// MediaFile returns the file at a path, or what is wrong with it.
func (t *Tree) MediaFile(name string) *media.File {
	if found := t.Find(name); found != nil {
		return found
	}
	missing, code, what := &media.File{Path: name}, "file", "file"
	if media.KindOf(Below(path.Dir(name))) == media.Picture {
		code, what = "image", "picture"
	}
	if t.Names.Folders[name] != nil {
		missing.Problem = media.Problem{Code: "unreadable-" + code, Message: Below(name) + " is a folder, not a file."}
	} else {
		message := fmt.Sprintf("There is no %s %s.", what, name)
		missing.Problem = media.Problem{Code: "missing-" + code, Message: message, Hint: t.meantFile(name)}
	}
	return missing
}

// meantFile proposes a file of the same folder: the same name with another ending, or a name
// that is written alike. It is written as in the content.
func (t *Tree) meantFile(name string) string {
	dir, base := path.Split(name)
	kind := media.KindOf(Below(path.Clean(dir)))
	var names, stems []string
	for _, e := range t.Names.Folders[path.Clean(dir)] {
		if !e.isFolder && !IsHidden(e.Name) && (kind != media.Picture || IsPicture(e.Name)) {
			names, stems = append(names, e.Name), append(stems, stem(e.Name))
		}
	}
	at := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, base) })
	if at < 0 {
		at = slices.Index(stems, stem(base))
	}
	nearest := site.Nearest
	if kind == media.Picture { // often of people, whose names are alike
		nearest = site.NearestName
	}
	if near, found := nearest(stem(base), stems); found && at < 0 {
		at = slices.Index(stems, near)
	}
	switch {
	case at >= 0:
		return fmt.Sprintf("Did you mean %q?", Below(dir)+names[at])
	case len(names) == 0 && kind == media.Download:
		return "Save it there, below the folder of the site."
	}
	return ""
}

// Below returns a path as it is from the folder of its site.
func Below(name string) string {
	_, rest, _ := strings.Cut(name, "/")
	return rest
}

func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }
