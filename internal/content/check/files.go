package check

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

func (j linkValidator) toFile(of *outline.Site, src string) {
	src, fragment, hasFragment := strings.Cut(src, "#") // such as #page=2 of a PDF
	if !fs.ValidPath(src) || strings.ContainsAny(src, `\?`) {
		j.report("bad-link", "Write its path as it is in the folder, such as files/price-list.pdf.",
			"%q is no file of the folder files.", src)
		return
	}
	found := j.resolver.Tree.MediaFile(path.Join(of.Folder, src))
	if j.resolver.Shows(j.Shown, j.Window, j.deps) {
		j.deps.UseFile(found)
	} else { // in a section to come: the file is checked, and not served yet
		j.deps.Media = append(j.deps.Media, found)
	}
	if found.Code != "" {
		j.report(found.Code, found.Hint, "%s", found.Message)
		return
	}
	j.set(site.LinkFile, found.URL)
	if hasFragment && !text.HasBlank(fragment) {
		j.Link.Href += "#" + fragment
	}
	j.Link.File = fmt.Sprintf("%s, %s", strings.ToUpper(found.Type.Extension), j.Shown.Locale.FileSize(found.Size))
}

func (r *checker) warnFiles(s *outline.Site, used map[*media.File]bool) {
	var all []string
	if s.Original != nil { // whose files are those of all languages
		return
	}
	for name, file := range r.Tree.Media {
		if strings.HasPrefix(name, s.ID+"/"+tree.FilesFolder+"/") && !used[file] && (r.Complete || file.Code != "") {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	for _, name := range all {
		if file := r.Tree.Media[name]; file.Code != "" {
			s.Deps.Name(name, file.Code, file.Hint, "%s", file.Message)
			continue
		}
		s.Deps.WarnName(name, "unused-file",
			fmt.Sprintf("Link to it with to: %s, or put a _ before its name to set it aside.", tree.Below(name)),
			"Nothing leads to this file, so nobody can get it.")
	}
}
