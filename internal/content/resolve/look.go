package resolve

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/look"
	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// resolveLook finds the style sheets of a site's own look, and reports what is wrong with them and with the files that
// they name.
func (r *resolver) resolveLook(s *outline.Site) {
	for name, file := range r.Tree.Media {
		switch ours := strings.HasPrefix(name, path.Join(s.Folder, media.LookFolder)+"/"); {
		case ours && file.Sheet != nil:
			s.Look = append(s.Look, file)
		case ours && file.LeftOut != nil:
			s.Deps.Add(*file.LeftOut)
		}
	}
	slices.SortFunc(s.Look, func(a, b *media.File) int { return strings.Compare(a.Path, b.Path) })
	size := int64(0)
	for _, file := range s.Look {
		s.Deps.Use(file, nil)
		s.Deps.Add(file.Sheet.Problems...)
		for _, address := range file.Sheet.Addresses {
			r.resolveAddress(s, file, address)
		}
		s.LookWords = append(s.LookWords, file.Sheet.Words...)
		size += file.Size
	}
	if size > look.Limit {
		largest := slices.MaxFunc(s.Look, func(a, b *media.File) int { return cmp.Compare(a.Size, b.Size) })
		hint := fmt.Sprintf("They have %d KB, and %s is the largest. Leave out what no page shows.", size>>10, largest.Path)
		s.Deps.Name(path.Join(s.Folder, media.LookFolder), "large-look", hint,
			"The style sheets of the look are larger than %d KB together.", look.Limit>>10)
	}
}

// resolveAddress finds the file that a style sheet names, by its path from the folder look: it is in that folder.
func (r *resolver) resolveAddress(s *outline.Site, in *media.File, address look.Address) {
	found := r.pictureOf(s, in, address.URL)
	fault := address.Place
	switch folder := path.Join(s.Folder, media.LookFolder); {
	case strings.HasPrefix(address.URL, "#"):
	case slices.Contains([]string{".woff2", ".woff", ".ttf", ".otf"}, path.Ext(address.URL)):
		fault.Code, fault.Message = "font-in-look", "A look loads no fonts."
		fault.Hint = "Save the file in the folder fonts, and name it in site.yaml at theme.fonts.families."
	case lookPath(in, address.URL) == "":
		fault.Code, fault.Message = "foreign-address", "A look shows only files of its own folder."
		fault.Hint = "Save the picture in the folder look, and write its name, such as url(\"night.avif\")."
	case found == nil:
		var names []string
		for _, e := range r.Tree.Names.Folders[folder] {
			if path.Ext(e.Name) != ".css" && strings.Contains(e.Name, ".") {
				names = append(names, e.Name)
			}
		}
		fault.Code, fault.Message = "missing-image", "There is no picture "+address.URL+" in the folder look."
		fault.Hint = text.Meant(address.URL, names)
	case found.Code != "":
		fault.Code, fault.Message, fault.Hint = found.Code, found.Message, found.Hint
	default:
		s.Deps.UseFile(found)
	}
	if fault.Code != "" {
		s.Deps.Add(fault)
	}
}

// lookPath returns the path of what a style sheet names, from the folder of the site; "" for what is not in its look.
func lookPath(in *media.File, url string) string {
	if strings.ContainsAny(url, ":?#\\") || strings.HasPrefix(url, "/") {
		return ""
	}
	_, sheet, _ := strings.Cut(in.Path, "/")
	if at := path.Join(path.Dir(sheet), url); strings.HasPrefix(at, media.LookFolder+"/") {
		return at
	}
	return ""
}

func (r *resolver) pictureOf(s *outline.Site, in *media.File, url string) *media.File {
	return r.Tree.Find(path.Join(s.Folder, lookPath(in, url)))
}

// lookOf puts the look of a site together.
func (r *resolver) lookOf(s *outline.Site) (made site.Look) {
	for _, file := range s.Look {
		css := file.Sheet.CSS(func(url string) string {
			if found := r.pictureOf(s, file, url); found != nil {
				return found.URL
			}
			return url // of a part of the page; all else was reported
		})
		if name, isSection := strings.CutPrefix(file.Path, path.Join(s.Folder, media.SheetFolder)+"/"); isSection {
			if made.Sections == nil {
				made.Sections = map[string]string{}
			}
			made.Sections[strings.TrimSuffix(name, ".css")] = css
		} else {
			made.Base, made.Pictures = css, r.backdrops(s, file)
		}
	}
	return made
}

// backdrops returns the pictures of look.css. One whose name ends in -narrow is for windows below 64rem, and the one of
// that name without it for all others.
func (r *resolver) backdrops(s *outline.Site, sheet *media.File) (pictures []site.Backdrop) {
	for _, address := range sheet.Sheet.Addresses {
		found := r.pictureOf(s, sheet, address.URL)
		if found == nil {
			continue
		}
		picture := site.Backdrop{URL: found.URL}
		stem, extension := strings.TrimSuffix(found.Path, path.Ext(found.Path)), path.Ext(found.Path)
		if strings.HasSuffix(stem, "-narrow") {
			picture.Media = "(width < 64rem)"
		} else if r.Tree.Find(stem+"-narrow"+extension) != nil {
			picture.Media = "(width >= 64rem)"
		}
		if !slices.Contains(pictures, picture) {
			pictures = append(pictures, picture)
		}
	}
	return pictures
}

// checkLook reports the word of a page that the look of its site does not know.
func (s *scope) checkLook(page *site.Page) {
	known := s.owner.LookWords
	if page.Look == "" || slices.Contains(known, page.Look) {
		return
	}
	hint := text.DidYouMean(page.Look, known,
		"Write [data-look=\""+page.Look+"\"] in look/look.css, or remove this line.")
	s.at(outline.At("look"), "unknown-look", hint, "The look of this site does not know the word %q.", page.Look)
}
