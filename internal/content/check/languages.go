package check

import (
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/locale"
)

// warnLanguages reports what visitors of a site read in another language than that of the site.
func (r *checker) warnLanguages(s *outline.Site) {
	if s.File.Broken || s.Original != nil && !s.IsThere(r.Website) { // nobody reads what is in preparation
		return
	}
	if of := s.NotFound; of != nil && of.Owner.Language != s.Language {
		s.WarnLanguage("foreign-not-found", "Add "+tree.FolderOfSite(s.ID)+"/pages/404.yaml.",
			"Visitors of an unknown address of %s read a page in %s.", s.ID, english(of.Owner))
	}
	there := slices.ContainsFunc(s.Languages, func(in *outline.Site) bool { return in.IsThere(r.Website) })
	if there && s.Raw.Languages == "" {
		s.Deps.Warn(s.File, "languages", "no-switcher", "Add languages: footer, or bar, both, none.",
			"No page of %s leads to its other languages.", s.ID)
	}
	if s.Original == nil {
		return
	}
	shown := map[string]bool{}
	for _, page := range r.Pages {
		if page.Site != s || !page.Shows(r.Website) {
			continue
		}
		for _, entry := range page.Deps.Entries {
			shown[strings.TrimPrefix(entry, s.ID+"/")] = true
		}
		for _, file := range page.Deps.Media {
			shown["images/"+tree.Below(file.Path)] = true
		}
	}
	for _, file := range s.Lacking() {
		var read []string
		for _, at := range file.Paths {
			id, _, _ := strings.Cut(at, ".")
			if file.Name == "images" {
				id = strings.TrimSuffix(at, path.Ext(at))
			}
			if file.Name == "site" || shown[file.Name+"/"+id] {
				read = append(read, at)
			}
		}
		r.warnLacking(s, file.Name+".yaml", read)
	}
}

func (r *checker) warnLacking(s *outline.Site, name string, read []string) {
	if len(read) == 0 {
		return
	}
	folder := tree.FolderOfSite(s.ID)
	own := path.Join(folder, name)
	file := own
	if !r.Tree.Names.IsFile(own) {
		file = folder
	}
	s.Deps.Add(yamldoc.Problem{
		Severity: yamldoc.Warning, File: file, Code: "untranslated",
		Message: "Visitors of " + s.ID + " read " + text.Counted(len(read), "text") + " of " + name + " in " +
			english(s.Original) + ", such as " + text.Listed(read[:min(len(read), 3)]) + ".",
		Hint: "Write them in " + own + ", also those that are the same in both languages.",
	})
}

func english(s *outline.Site) string { return locale.NameIn("en", s.Language) }
