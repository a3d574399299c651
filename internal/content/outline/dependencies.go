package outline

import (
	"maps"
	"time"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// Dependencies are what a piece of content needs, and the problems in it.
type Dependencies struct {
	tree.Findings
	Icons   []site.Icon
	Styles  []string // parts of the stylesheet
	Media   []*media.File
	Files   map[string]site.File // that its media are served as, by address
	Links   []PendingLink
	Entries []string // of collections that it shows or refers to: SITE/plans/ID
	Lead    string   // the first picture, as [site.Image.Shown] tells it
	// Sites whose day or year its words show.
	Days, Years []*Site
	// When what it shows turns by itself, such as whether somebody is open; zero for never.
	Turns time.Time
}

// Use notes a picture, and the files that it is served as.
func (u *Dependencies) Use(found *media.File, files map[string]site.File) {
	u.Media = append(u.Media, found)
	if u.Files == nil {
		u.Files = make(map[string]site.File, len(files))
	}
	maps.Copy(u.Files, files)
}

// UseFile is use for what is served as it is. What is wrong is noted alone, so that
// the piece is looked at again when it changes.
func (u *Dependencies) UseFile(found *media.File) {
	var files map[string]site.File
	if found.Code == "" {
		files = map[string]site.File{found.URL: found.Served()}
	}
	u.Use(found, files)
}

// Show notes that an entry of a collection is shown or referred to.
func (u *Dependencies) Show(owner *Site, group, id string) {
	u.Entries = append(u.Entries, owner.ID+"/"+group+"/"+id)
}

// PendingLink is a link whose target is validated when all pages are known.
type PendingLink struct {
	Link   *site.Link
	File   *tree.File
	At     *Place // of the target in the file
	Offset int    // of the link in a text of the file; -1 where the path says it all
	Owner  *Site  // whose words it is: its paths are those of that site's hosts
	Shown  *Site
	Page   *Page  // nil for what belongs to no page
	Quiet  bool   // whether problems are reported elsewhere
	Window Window // in which it is there, where that is not as long as the page
}
