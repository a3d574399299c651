package content

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/fontfile"
	"github.com/evenlight/marquee/internal/site"
)

// The folder fonts of a site holds the files of its own fonts.
const fontFolder = "fonts"

// heavyFont is how many bytes of a font make pages slow.
const heavyFont = 250 << 10

// isFont tells whether a path, below its site, is that of a file which is read as a font.
func isFont(below string) bool {
	dir, name := path.Split(below)
	return dir == fontFolder+"/" && !isHidden(name) && strings.EqualFold(path.Ext(name), ".woff2")
}

// fonts classifies the folder: it reports what browsers cannot load.
func (c *classifier) fonts(dir string) {
	for _, e := range c.names.folders[dir] {
		full := dir + "/" + e.name
		switch ending := strings.ToLower(path.Ext(e.name)); {
		case isHidden(e.name) || c.unreadableEntry(full, e) || isFont(below(full)) || !e.isFolder && isNote(e.name):
		case e.isFolder:
			c.name(full, "unknown-folder", "Put the files directly into the folder fonts.",
				"The folder fonts has no folders in it.")
		case ending == ".ttf" || ending == ".otf" || ending == ".woff":
			c.name(full, "wrong-format",
				"Convert it to WOFF2: who sells or gives away the font has it, and so has every font converter.",
				"The font %s is too large for visitors in this form.", e.name)
		default:
			c.name(full, "unknown-file", "Put a _ before its name to set it aside.",
				"The folder fonts holds WOFF2 files, and %s is none.", e.name)
		}
	}
}

// fontFiles returns the paths of the site's fonts as they are written in content.
func (r *resolver) fontFiles(s *siteState) (all []string) {
	for _, e := range r.tree.names.folders[path.Join(s.id, fontFolder)] {
		if name := fontFolder + "/" + e.name; isFont(name) {
			all = append(all, name)
		}
	}
	return all
}

// resolveFonts finds the files of the site's own families, and reports names of families that
// nobody has.
func (r *resolver) resolveFonts(s *siteState) {
	fonts := &s.out.Theme.Fonts
	fonts.Families = slices.Clone(fonts.Families)
	used, names := map[string]bool{}, slices.Clone(r.options.Fonts)
	for i := range fonts.Families {
		family, at := &fonts.Families[i], fmt.Sprintf("theme.fonts.families[%d]", i)
		if family.Name == "" { // which the decoder has reported
			continue
		}
		same := func(other site.FontFamily) bool { return other.Name == family.Name }
		if slices.ContainsFunc(fonts.Families[:i], same) {
			message := fmt.Sprintf("There are two families %q.", family.Name)
			s.deps.add(s.file.doc.At(at+".name", "duplicate-font", message, "Name all files of a family below one name."))
			continue
		}
		names = append(names, family.Name)
		r.resolveFamily(s, family, at, used)
		if family.Name != fonts.Display && family.Name != fonts.Text {
			message := fmt.Sprintf("Nothing is set in the font %q.", family.Name)
			hint := fmt.Sprintf("Write it at display or text, such as display: %s.", family.Name)
			s.deps.add(s.file.doc.Warn(at+".name", "unused-font", message, hint))
		}
	}
	for _, src := range r.fontFiles(s) {
		if !used[src] {
			s.deps.add(yamldoc.Problem{
				Severity: yamldoc.Warning, File: path.Join(s.id, src), Code: "unused-font",
				Message: "No family of the theme has this font, so nobody gets it.",
				Hint:    "Name it in site.yaml below theme, fonts, families, or remove it.",
			})
		}
	}
	if r.options.Fonts == nil {
		return
	}
	for at, name := range map[string]string{"theme.fonts.display": fonts.Display, "theme.fonts.text": fonts.Text} {
		if name != "" && !slices.Contains(names, name) { // the decoder reports names that are missing
			hint := text.DidYouMean(name, names, text.KnownAre(names))
			s.deps.add(s.file.doc.At(at, "unknown-font", fmt.Sprintf("There is no font %q.", name), hint))
		}
	}
}

// resolveFamily finds the files of a family, and notes that they are used.
func (r *resolver) resolveFamily(s *siteState, family *site.FontFamily, at string, used map[string]bool) {
	var urls []string
	var fonts []*fontfile.Font
	for i, src := range family.Files {
		at := fmt.Sprintf("%s.files[%d]", at, i)
		found := r.tree.media[path.Join(s.id, src)]
		switch {
		case src == "": // which the decoder has reported
			continue
		case found == nil || !isFont(src) || path.Clean(src) != src:
			hint := "Save it in the folder fonts beside site.yaml, and write it such as fonts/bakery-sans.woff2."
			if known := r.fontFiles(s); len(known) > 0 {
				hint = text.DidYouMean(src, known, text.KnownAre(known))
			}
			s.deps.add(s.file.doc.At(at, "missing-font", fmt.Sprintf("There is no font file %q.", src), hint))
			continue
		case found.Code != "":
			s.deps.add(s.file.doc.At(at, found.Code, found.Message, found.Hint))
		case slices.Contains(urls, found.URL):
			s.deps.add(s.file.doc.At(at, "duplicate-font", "This file stands here twice.", "Remove one of them."))
		default:
			urls, fonts = append(urls, found.URL), append(fonts, found.Font)
			s.warnFont(found, at)
		}
		used[src] = true
		s.deps.useFile(found)
	}
	family.Faces, family.Fallbacks = nil, fontfile.Fallbacks(family.Name, family.Kind, fonts)
	theme := s.raw.Theme.Fonts
	for i, face := range fontfile.Faces(fonts, theme.Display == family.Name, theme.Text == family.Name) {
		face.URL = urls[i]
		family.Faces = append(family.Faces, face)
	}
}

// warnFont reports what is allowed in a font, and yet hardly meant.
func (s *siteState) warnFont(file *media.File, at string) {
	if file.Size > heavyFont {
		message := fmt.Sprintf("This font has %d KB, which every visitor waits for.", file.Size>>10)
		s.deps.add(s.file.doc.Warn(at, "large-font", message,
			"Leave out letters that nobody needs: font tools call that a subset."))
	}
	if file.Font.Restricted {
		s.deps.add(s.file.doc.Warn(at, "font-rights", "The font says that its maker does not allow it on websites.",
			"Look at its licence, and ask for a web licence."))
	}
}
