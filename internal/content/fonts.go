package content

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/fontfile"
	"github.com/evenlight/marquee/internal/site"
)

// The folder fonts of a site holds the files of its own fonts. They are read beside
// the pictures, and are pictures to everything that only asks whether bytes have
// changed, and what is served.
const fontFolder = "fonts"

const (
	maxFont   = 2 << 20   // bytes: no visitor waits for more
	heavyFont = 250 << 10 // bytes from which on pages become slow
)

var formatWOFF2 = format{"woff2", "font/woff2"}

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
			c.name(full, "unknown-folder", "Put the files directly into the folder fonts.", "The folder fonts has no folders in it.")
		case ending == ".ttf" || ending == ".otf" || ending == ".woff":
			c.name(full, "wrong-format", "Convert it to WOFF2: who sells or gives away the font has it, and so has every font converter.",
				"The font %s is too large for visitors in this form.", e.name)
		default:
			c.name(full, "unknown-file", "Put a _ before its name to set it aside.", "The folder fonts holds WOFF2 files, and %s is none.", e.name)
		}
	}
}

func readFont(tree fs.FS, name string, e entry, before *picture) *picture {
	made := &picture{path: name}
	fail := func(code, hint, format string, args ...any) *picture {
		made.data, made.code, made.message, made.hint = nil, code, fmt.Sprintf(format, args...), hint
		return made
	}
	if e.size > maxFont {
		return fail("large-font", "Leave out letters that nobody needs: font tools call that a subset.", "The font %s is larger than %d MB.", below(name), maxFont>>20)
	}
	data, err := readAtMost(tree, name, maxFont+1)
	if err != nil || e.err != nil {
		return fail("unreadable-font", "", "The font %s cannot be read.", below(name))
	}
	made.hash = sha256.Sum256(data)
	if before != nil && before.hash == made.hash && bytes.Equal(before.data, data) {
		return before
	}
	made.data, made.format = data, formatWOFF2
	if made.font, err = fontfile.Read(data); err != nil {
		if errors.Is(err, fontfile.ErrNotWOFF2) {
			return fail("bad-font", "Convert it to WOFF2; another name alone does not.", "The font %s is no WOFF2 file, whatever its name says.", below(name))
		}
		return fail("bad-font", "Fetch it again from where it came.", "The font %s is damaged.", below(name))
	}
	id, _, _ := strings.Cut(name, "/")
	made.url = fmt.Sprintf("/files/%s/%s-%s.woff2", id, cmp.Or(slugify(stem(path.Base(name))), "font"), hex.EncodeToString(made.hash[:5]))
	return made
}

// resolveFonts finds the files of the site's own families, and reports names of
// families that nobody has.
func (r *resolver) resolveFonts(s *siteState) {
	fonts := &s.out.Theme.Fonts
	fonts.Families = slices.Clone(fonts.Families)
	used, names := map[string]bool{}, slices.Clone(r.options.Fonts)
	for i := range fonts.Families {
		family, at := &fonts.Families[i], fmt.Sprintf("theme.fonts.families[%d]", i)
		if family.Name == "" { // then the decoder has said so
			continue
		}
		if slices.ContainsFunc(fonts.Families[:i], func(other site.FontFamily) bool { return other.Name == family.Name }) {
			s.deps.add(s.file.doc.At(at+".name", "duplicate-font", fmt.Sprintf("There are two families %q.", family.Name), "Name all files of a family below one name."))
			continue
		}
		names = append(names, family.Name)
		r.resolveFamily(s, family, at, used)
		if family.Name != fonts.Display && family.Name != fonts.Text {
			s.deps.add(s.file.doc.Warn(at+".name", "unused-font", fmt.Sprintf("Nothing is set in the font %q.", family.Name),
				fmt.Sprintf("Write it at display or text, such as display: %s.", family.Name)))
		}
	}
	for _, e := range r.tree.names.folders[path.Join(s.id, fontFolder)] {
		if full := path.Join(s.id, fontFolder, e.name); isFont(below(full)) && !used[full] {
			s.deps.add(yamldoc.Problem{
				Severity: yamldoc.Warning, File: full, Code: "unused-font", Message: "No family of the theme has this font, so nobody gets it.",
				Hint: "Name it in site.yaml below theme, fonts, families, or remove it.",
			})
		}
	}
	if r.options.Fonts == nil {
		return
	}
	for _, font := range []struct{ path, name string }{{"theme.fonts.display", fonts.Display}, {"theme.fonts.text", fonts.Text}} {
		if font.name != "" && !slices.Contains(names, font.name) { // the decoder speaks of names that are missing
			hint := didYouMean(font.name, names, knownAre(names))
			s.deps.add(s.file.doc.At(font.path, "unknown-font", fmt.Sprintf("There is no font %q.", font.name), hint))
		}
	}
}

// resolveFamily reads the files of a family.
func (r *resolver) resolveFamily(s *siteState, family *site.FontFamily, at string, used map[string]bool) {
	var files []*picture
	for i, src := range family.Files {
		path := fmt.Sprintf("%s.files[%d]", at, i)
		found, code, message, hint := r.fontFile(s, src)
		switch {
		case src == "": // then the decoder has said so
		case code != "":
			s.deps.add(s.file.doc.At(path, code, message, hint))
		case slices.Contains(files, found):
			s.deps.add(s.file.doc.At(path, "duplicate-font", "This file stands here twice.", "Remove one of them."))
		default:
			files = append(files, found)
			s.warnFont(found, path)
		}
		if found != nil {
			used[found.path] = true
			s.deps.useFile(found)
		}
	}
	fonts := make([]*fontfile.Font, len(files))
	for i, file := range files {
		fonts[i] = file.font
	}
	family.Faces, family.Fallbacks = nil, fontfile.Fallbacks(family.Name, family.Kind, fonts)
	for i, face := range fontfile.Faces(fonts, s.raw.Theme.Fonts.Display == family.Name, s.raw.Theme.Fonts.Text == family.Name) {
		face.URL = files[i].url
		family.Faces = append(family.Faces, face)
	}
}

// fontFile returns the font of a path as it is written in the content, or what is wrong with it.
func (r *resolver) fontFile(s *siteState, src string) (found *picture, code, message, hint string) {
	var near []string
	for _, e := range r.tree.names.folders[path.Join(s.id, fontFolder)] {
		if isFont(fontFolder + "/" + e.name) {
			near = append(near, fontFolder+"/"+e.name)
		}
	}
	if full := path.Join(s.id, src); isFont(src) && path.Clean(src) == src && r.tree.pictures[full] != nil {
		found = r.tree.pictures[full]
		return found, found.code, found.message, found.hint
	}
	hint = "Save it in the folder fonts beside site.yaml, and write it such as fonts/bakery-sans.woff2."
	if len(near) > 0 {
		hint = didYouMean(src, near, knownAre(near))
	}
	return nil, "missing-font", fmt.Sprintf("There is no font file %q.", src), hint
}

// warnFont looks for what is allowed and yet hardly meant.
func (s *siteState) warnFont(file *picture, path string) {
	if size := len(file.data); size > heavyFont {
		s.deps.add(s.file.doc.Warn(path, "large-font", fmt.Sprintf("This font has %d KB, which every visitor waits for.", size>>10),
			"Leave out letters that nobody needs: font tools call that a subset."))
	}
	if file.font.Restricted {
		s.deps.add(s.file.doc.Warn(path, "font-rights", "The font says that its maker does not allow it on websites.", "Look at its licence, and ask for a web licence."))
	}
}
