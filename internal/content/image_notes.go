package content

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// resolveImages resolves images.yaml, and looks for the files that it speaks of.
func (r *resolver) resolveImages(s *siteState) {
	resolveAll(r, s, &s.images, func(src string, _ *site.ImageNote, scope *scope) {
		at := &place{key: src}
		if !strings.HasPrefix(src, "images/") || !fs.ValidPath(src) {
			scope.deps.add(s.images.file.doc.AtKey(src, "bad-image-path", fmt.Sprintf("%q is no file of the folder images.", src), scope.meantImage(src)))
			return
		}
		found := r.tree.picture(path.Join(s.id, src))
		if found.code == "missing-image" {
			scope.deps.add(s.images.file.doc.AtKey(at.String(), found.code, found.message, found.hint))
		}
	})
}

// isDecoration tells whether images.yaml says of a picture that it shows nothing that matters.
func (s *siteState) isDecoration(src string) bool {
	return s.images.file != nil && s.images.file.doc.HasEmpty(src+".alt")
}

// warnImages names the entries of images.yaml whose picture is shown nowhere.
func (r *resolver) warnImages(s *siteState, shown map[*picture]bool) {
	for src := range s.images.raw.All() {
		found := r.tree.pictures[path.Join(s.id, src)]
		if found == nil || shown[found] {
			continue
		}
		warning := s.images.file.doc.AtKey(src, "unused-image", fmt.Sprintf("Nothing shows the picture %s.", src), "Show it, or remove its entry.")
		warning.Severity = yamldoc.Warning
		s.deps.add(warning)
	}
}
