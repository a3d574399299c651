package resolve

import (
	"fmt"
	"path"
	"slices"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/fontfile"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

func (r *resolver) fontFiles(s *outline.Site) (all []string) {
	for _, e := range r.Tree.Names.Folders[path.Join(s.Folder, tree.FontFolder)] {
		if name := tree.FontFolder + "/" + e.Name; tree.IsFont(name) {
			all = append(all, name)
		}
	}
	return all
}

// resolveFonts finds the files of the site's own families, and reports names of families that nobody has.
func (r *resolver) resolveFonts(s *outline.Site) {
	fonts := &s.Out.Theme.Fonts
	fonts.Families = slices.Clone(fonts.Families)
	used, names := map[string]bool{}, slices.Clone(r.Options.Fonts)
	for i := range fonts.Families {
		family, at := &fonts.Families[i], fmt.Sprintf("theme.fonts.families[%d]", i)
		if family.Name == "" { // which the decoder has reported
			continue
		}
		same := func(other site.FontFamily) bool { return other.Name == family.Name }
		if slices.ContainsFunc(fonts.Families[:i], same) {
			s.Deps.Error(s.File, at+".name", "duplicate-font", "Name all files of a family below one name.",
				"There are two families %q.", family.Name)
			continue
		}
		names = append(names, family.Name)
		r.resolveFamily(s, family, at, used)
	}
	for _, in := range s.Languages {
		for _, family := range in.Raw.Theme.Fonts.Families {
			for _, src := range family.Files {
				used[src] = true
			}
		}
	}
	for _, src := range r.fontFiles(s) {
		if !used[src] && s.Original == nil {
			s.Deps.WarnName(path.Join(s.Folder, src), "unused-font",
				"Name it in site.yaml below theme, fonts, families, or remove it.",
				"No family of the theme has this font, so nobody gets it.")
		}
	}
	if r.Options.Fonts == nil {
		return
	}
	for at, name := range map[string]string{"theme.fonts.display": fonts.Display, "theme.fonts.text": fonts.Text} {
		if name != "" && !slices.Contains(names, name) { // the decoder reports names that are missing
			hint := text.DidYouMean(name, names, text.KnownAre(names)+
				" Another one is saved in the folder fonts as WOFF2, and named at theme.fonts.families.")
			s.Deps.Error(s.File, at, "unknown-font", hint, "There is no font %q.", name)
		}
		script := locale.Script(s.Out.Language)
		if other := script != "Latn" && script != "Zzzz"; other && slices.Contains(r.Options.Fonts, name) {
			s.Deps.Warn(s.File, at, "font-script", withScript[script]+
				"Save a font with them in the folder fonts, and name it at theme.fonts.families.",
				"The font %s has Latin letters alone: visitors read others in a font of their device.", name)
		}
	}
}

// withScript names free fonts for the scripts of most languages that are not written in Latin letters.
var withScript = map[string]string{
	"Arab": "Vazirmatn and Noto Sans Arabic have Arabic ones. ", "Hebr": "Heebo and Noto Sans Hebrew have Hebrew ones. ",
	"Cyrl": "Golos Text and Noto Sans have Cyrillic ones. ", "Grek": "Commissioner and Noto Sans have Greek ones. ",
	"Deva": "Mukta and Noto Sans Devanagari have Devanagari. ", "Thai": "Sarabun and Noto Sans Thai have Thai ones. ",
	"Jpan": "Zen Kaku Gothic New and Noto Sans JP have them. ", "Kore": "Pretendard and Noto Sans KR have them. ",
	"Hans": "LXGW WenKai and Noto Sans SC have them. ", "Hant": "LXGW WenKai TC and Noto Sans TC have them. ",
}

// heavyFont is how many bytes of a font make pages slow.
const heavyFont = 250 << 10

func (r *resolver) resolveFamily(s *outline.Site, family *site.FontFamily, at string, used map[string]bool) {
	var urls []string
	var fonts []*fontfile.Font
	for i, src := range family.Files {
		at := fmt.Sprintf("%s.files[%d]", at, i)
		found := r.Tree.Find(path.Join(s.Folder, src))
		switch {
		case src == "": // which the decoder has reported
			continue
		case found == nil || !tree.IsFont(src) || path.Clean(src) != src:
			hint := "Save it in the folder fonts beside site.yaml, and write it such as fonts/bakery-sans.woff2."
			if known := r.fontFiles(s); len(known) > 0 {
				hint = text.Meant(src, known)
			}
			s.Deps.Error(s.File, at, "missing-font", hint, "There is no font file %q.", src)
			continue
		case found.Code != "":
			s.Deps.Error(s.File, at, found.Code, found.Hint, "%s", found.Message)
		case slices.Contains(urls, found.URL):
			s.Deps.Error(s.File, at, "duplicate-font", "Remove one of them.", "This file stands here twice.")
		default:
			urls, fonts = append(urls, found.URL), append(fonts, found.Font)
			if found.Size > heavyFont {
				s.Deps.Warn(s.File, at, "large-font",
					"Leave out letters that nobody needs: font tools call that a subset.",
					"This font has %d KB, which every visitor waits for.", found.Size>>10)
			}
		}
		used[src] = true
		s.Deps.UseFile(found)
	}
	family.Faces, family.Fallbacks = nil, fontfile.Fallbacks(family.Name, family.Kind, fonts, 1)
	theme := s.Raw.Theme.Fonts
	letter, _ := utf8.DecodeRuneInString(locale.Name(s.Out.Language))
	for i, face := range fontfile.Faces(fonts, theme.Display == family.Name, theme.Text == family.Name, letter) {
		face.URL = urls[i]
		family.Faces = append(family.Faces, face)
	}
}
