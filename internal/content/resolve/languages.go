package resolve

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/translation"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/locale"
)

// warnLanguages reports what visitors of a site read in another language than that of the site.
func (r *resolver) warnLanguages(s *outline.Site) {
	if s.File.Broken || s.Original != nil && !s.IsThere() { // nobody reads what is in preparation
		return
	}
	if of := s.NotFound; of != nil && of.Owner.Language != s.Language {
		s.WarnLanguage("foreign-not-found", "Add "+tree.FolderOfSite(s.ID)+"/pages/404.yaml.",
			"Visitors of an unknown address of %s read a page in %s.", s.ID, english(of.Owner))
	}
	there := slices.ContainsFunc(s.Languages, func(in *outline.Site) bool { return in.IsThere() })
	if there && s.Raw.Languages == "" {
		s.Deps.Warn(s.File, "languages", "no-switcher", "Add languages: footer, or bar, both, none.",
			"No page of %s leads to its other languages.", s.ID)
	}
	if s.Original == nil {
		return
	}
	shown := map[string]bool{}
	for _, page := range r.Pages {
		if page.Site != s || !page.Shows() {
			continue
		}
		for _, entry := range page.Deps.Entries {
			shown[strings.Replace(strings.TrimPrefix(entry, s.ID+"/"), "/", ".", 1)] = true
		}
		for _, file := range page.Deps.Media {
			if tree.FolderOf(file.Path) == s.Folder {
				shown["images."+tree.Below(file.Path)] = true
			}
		}
	}
	read := map[string][]string{}
	for _, t := range translation.CompareShared(r.Website, s, nil) {
		name := path.Base(t.File)
		id, _, _ := strings.Cut(t.Path, ".")
		if name == "images.yaml" {
			id = strings.TrimSuffix(t.Path, path.Ext(t.Path))
		}
		if t.State == translation.Missing && (name == "site.yaml" || shown[strings.TrimSuffix(name, "yaml")+id]) {
			read[t.In] = append(read[t.In], t.Path)
		}
	}
	for _, own := range slices.Sorted(maps.Keys(read)) {
		file := own
		if !r.Tree.Names.IsFile(own) {
			file = path.Dir(own)
		}
		slices.Sort(read[own])
		s.Deps.WarnName(file, "untranslated", "Write them in "+own+", also those that are the same in both languages.",
			"Visitors of %s read %s of %s in %s, such as %s.", s.ID, text.Counted(len(read[own]), "text"),
			path.Base(own), english(s.Original), text.Listed(read[own][:min(len(read[own]), 3)]))
	}
}

func english(s *outline.Site) string { return locale.NameIn("en", s.Language) }
