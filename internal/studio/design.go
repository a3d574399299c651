package studio

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/studio/drafts"
	"github.com/evenlight/marquee/internal/studio/people"
)

// guard leaves what owners decide to those who may. Whatever the way of a change is, what it makes of a draft is looked
// at: what of that is not published has to stay the same.
func (r *request) guard(file string, before, after drafts.Version) error {
	if r.session.Person.May(people.Design, r.siteOf(file)) {
		return nil
	}
	if media.IsSummed(file) {
		if at := r.ownedUse(file); at != "" && !bytes.Equal(before.Draft, after.Draft) {
			return fmt.Errorf("only owners can change %s, as %s shows it", file, at)
		}
		return nil
	}
	for _, at := range slices.Sorted(maps.Keys(differing(decided(file, before), decided(file, after)))) {
		return fmt.Errorf("only owners can change %q in %s", at, file)
	}
	return nil
}

// ownedUse returns where a picture stands in what owners decide, on disk or as it is edited; empty for nowhere.
func (r *request) ownedUse(picture string) string {
	folder, src, _ := strings.Cut(picture, "/")
	for _, file := range r.edition.Files() {
		if path.Base(file.Path) != "site.yaml" {
			continue
		}
		isOwn := tree.FolderOf(file.Path) == folder // which may leave out the folder
		edited, _ := r.bytes(file.Path)
		published, _, _ := r.Drafts.Folder.ReadFile(file.Path) // one that cannot be read names nothing
		for _, data := range [][]byte{edited, published} {
			owned, _ := content.Owned(file.Path, data)
			for at, value := range owned {
				if strings.Contains(value, inJSON(folder+":"+src)) || isOwn && strings.Contains(value, inJSON(src)) {
					return at + " in " + file.Path
				}
			}
		}
	}
	return ""
}

// decided returns what a draft changes of all that owners decide. One that cannot be read changes nothing, for it cannot
// be published either; what it began from has nothing where it cannot be read.
func decided(file string, v drafts.Version) map[string]string {
	is, err := content.Owned(file, v.Draft)
	if err != nil {
		return nil
	}
	was, _ := content.Owned(file, v.Base)
	return differing(was, is)
}

// differing returns where two texts differ, and how.
func differing(a, b map[string]string) map[string]string {
	found := map[string]string{}
	for _, keys := range []map[string]string{a, b} {
		for at := range keys {
			if a[at] != b[at] {
				found[at] = a[at] + " > " + b[at]
			}
		}
	}
	return found
}

// look returns what the colours of a site are like, light, dark or both.
func (r *request) look() (any, error) {
	return r.edition.Contrasts(r.of.ID), nil
}
