package plan

import (
	"reflect"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// What is filled in where a file leaves it out must not be written into what all loads share. Copies of all else would
// be made for nothing.
func TestWhatIsFilledInIsCompleted(t *testing.T) {
	for of, want := range map[reflect.Type]bool{
		reflect.TypeFor[site.Field]():        true, // has its checks
		reflect.TypeFor[site.Option]():       true, // its label is its value
		reflect.TypeFor[site.Question]():     true, // its id is made of its words
		reflect.TypeFor[site.LegalSection](): true,
		reflect.TypeFor[site.GalleryItem]():  true,
		reflect.TypeFor[site.Service]():      true,
		reflect.TypeFor[site.Logo]():         true,
		reflect.TypeFor[site.Hours]():        true,
		reflect.TypeFor[site.Feature]():      false,
		reflect.TypeFor[site.Tile]():         false,
		reflect.TypeFor[site.Step]():         false,
	} {
		if got := Of(of).Completed; got != want {
			t.Errorf("%s is completed: %t", of, got)
		}
	}
}

func TestKeysOfWhatIsEmbeddedStandAmongTheOthers(t *testing.T) {
	item := Of(reflect.TypeFor[[]site.GalleryItem]()).Elem
	src, caption := item.Keys[item.Place["src"]], item.Keys[item.Place["caption"]]
	if item.Short != "src" || !reflect.DeepEqual(src.Index, []int{0, 0}) || caption.Type.Kind != Text || !caption.Type.Resolved {
		t.Errorf("%+v, %+v", src, caption)
	}
	if first := item.Fields[0]; first.Name != "" || first.Type.Kind != Image || first.Slot == "" {
		t.Errorf("%+v", first)
	}
}
