package content

import (
	"maps"
	"slices"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/site"
)

// dependencies are what a piece of content needs, and the problems in it.
type dependencies struct {
	findings
	icons   []site.Icon
	styles  []string // parts of the stylesheet
	media   []*media.File
	files   map[string]site.File // that its media are served as, by address
	links   []pendingLink
	facts   []*value        // that its words refer to
	words   []neededWord    // that nobody says
	entries []string        // of collections that it shows or refers to: SITE/plans/ID
	blocks  []*site.Section // of blocks.yaml
	lead    string          // the first picture, as [site.Image.Shown] tells it
	// Sites whose day or year its words show.
	days, years []*siteState
}

// use notes a picture, and the files that it is served as.
func (u *dependencies) use(found *media.File, files map[string]site.File) {
	u.media = append(u.media, found)
	if u.files == nil {
		u.files = make(map[string]site.File, len(files))
	}
	maps.Copy(u.files, files)
}

// useFile is use for what is served as it is. What is wrong is noted alone, so that
// the piece is looked at again when it changes.
func (u *dependencies) useFile(found *media.File) {
	var files map[string]site.File
	if found.Code == "" {
		files = map[string]site.File{found.URL: found.Served()}
	}
	u.use(found, files)
}

// show notes that an entry of a collection is shown or referred to.
func (u *dependencies) show(owner *siteState, group, id string) {
	u.entries = append(u.entries, owner.id+"/"+group+"/"+id)
}

func appendNew[T comparable](list []T, item T) []T {
	if slices.Contains(list, item) {
		return list
	}
	return append(list, item)
}

// scope is the place of a piece of content: it decides what its words mean and
// collects its problems.
type scope struct {
	resolver *resolver
	owner    *siteState // in whose folder it is written: its texts, references and pictures
	file     *file
	shown    *siteState // on which site visitors see it: its links
	page     *pageState // on which page; nil for what belongs to none
	deps     *dependencies
	window   window // in which its section is there, where that is not as long as the page
	// Names that are filled in when a mail is written, so that one brace on each side is right.
	filled []string
	// Whether a reference had no value since this was last set to false.
	missing bool
}

func (s *scope) at(at *place, code, message, hint string) {
	s.deps.add(s.file.doc.At(at.String(), code, message, hint))
}

func (s *scope) warn(at *place, code, message, hint string) {
	s.deps.add(s.file.doc.Warn(at.String(), code, message, hint))
}
