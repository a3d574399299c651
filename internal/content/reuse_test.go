package content

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/resolve"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// attached attaches assets by what a bundle has, and pictures to pages, as the program does.
func attached(bundle *site.Bundle) site.Assets {
	for _, page := range bundle.Pages {
		if page.Head.Image == "" {
			page.Head.Image = fmt.Sprintf("/og/%s%s-%s.png", bundle.Site.Name, page.Path, page.Title)
		}
	}
	return site.Assets{
		Stylesheet: fmt.Sprintf("/assets/%s-%v-%v.css", bundle.Site.ID, bundle.StyleParts, bundle.Look),
		Sprite:     fmt.Sprintf("/assets/%s-%v.svg", bundle.Site.ID, bundle.Icons), Fonts: []string{bundle.Site.Theme.Fonts.Text},
	}
}

func attachedOptions() outline.Options {
	options := sampleOptions()
	options.Attach = attached
	return options
}

// unwritten checks that nothing has written into what all loads share.
func unwritten(t *testing.T, l *Loader, files folder) {
	t.Helper()
	fresh, err := tree.NewReader(nil).Read(t.Context(), files.fs())
	must(t, err)
	for _, parsed := range fresh.Files {
		if known := l.reader.Files[parsed.Path].File; known != nil && known.Hash == parsed.Hash && !reflect.DeepEqual(known.Value, parsed.Value) {
			t.Errorf("the parsed file %s was written to", parsed.Path)
		}
	}
}

func lastOf(told []string) string { return strings.Join(told[max(0, len(told)-4):], "; ") }

// difference returns the path of the first value that differs between two revisions, and both; "" where they hold the
// same. Pages are as visitors get them; all else is compared whole.
func difference(got, want *site.Revision) string {
	if got == nil || want == nil {
		return differs("revision", reflect.ValueOf(got), reflect.ValueOf(want), false)
	}
	if !got.ValidUntil.Equal(want.ValidUntil) {
		return fmt.Sprintf("ValidUntil: %s, %s", got.ValidUntil, want.ValidUntil)
	}
	return differs("Sites", reflect.ValueOf(got.Sites), reflect.ValueOf(want.Sites), false)
}

func differs(path string, a, b reflect.Value, shown bool) (found string) {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return fmt.Sprintf("%s: %v, %v", path, a, b)
	}
	below := func(name any, a, b reflect.Value) {
		if found == "" {
			found = differs(fmt.Sprint(path, name), a, b, shown)
		}
	}
	switch a.Kind() {
	case reflect.Invalid, reflect.Func: // how a file is opened: its sum says what is in it
	case reflect.Pointer, reflect.Interface:
		if a.Kind() == reflect.Pointer && a.Pointer() == b.Pointer() {
			return ""
		}
		below("", a.Elem(), b.Elem())
	case reflect.Struct:
		shown = shown || a.Type() == reflect.TypeFor[site.Page]()
		for field, value := range a.Fields() {
			bundle := a.Type() == reflect.TypeFor[site.Bundle]() && field.Name == "Original" // which is one of the sites
			if !bundle && (!shown || field.Tag.Get("private") == "") {
				below("."+field.Name, value, b.FieldByIndex(field.Index))
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range max(a.Len(), b.Len()) {
			if i == a.Len() || i == b.Len() {
				return fmt.Sprintf("%s: %d and %d items", path, a.Len(), b.Len())
			}
			below(fmt.Sprintf("[%d]", i), a.Index(i), b.Index(i))
		}
	case reflect.Map:
		if a.Len() != b.Len() {
			return fmt.Sprintf("%s: %d and %d keys", path, a.Len(), b.Len())
		}
		for _, key := range a.MapKeys() {
			below(fmt.Sprintf("{%v}", key), a.MapIndex(key), b.MapIndex(key))
		}
	default:
		if !a.Equal(b) {
			return fmt.Sprintf("%s: %v, %v", path, a, b)
		}
	}
	return found
}

// samePages counts the pages that both revisions share.
func samePages(a, b *site.Revision) int {
	known := map[*site.Page]bool{}
	for _, bundle := range a.Sites {
		for _, page := range bundle.Pages {
			known[page] = true
		}
	}
	same := 0
	for _, bundle := range b.Sites {
		for _, page := range bundle.Pages {
			if known[page] {
				same++
			}
		}
	}
	return same
}

// TestWhatIsTheSameIsNotMadeAgain is the promise to whoever serves revisions.
func TestWhatIsTheSameIsNotMadeAgain(t *testing.T) {
	for name, c := range map[string]struct {
		edit      func(*testing.T, folder)
		now       time.Time
		made      string // paths of the pages that are made again
		sameSites string // ids
	}{
		"nothing":           {edit: func(*testing.T, folder) {}, sameSites: "main business"},
		"later on that day": {edit: func(*testing.T, folder) {}, now: testNow.Add(time.Hour), sameSites: "main business"},
		"words of a page": {
			edit: func(t *testing.T, files folder) { files.replace(t, "main/pages/about.yaml", "Who we are.", "We.") },
			made: "/about", sameSites: "main business",
		},
		"an anchor that others link to": {
			edit: func(t *testing.T, files folder) {
				files.replace(t, "main/privacy.yaml", "title: Who We Are", "title: We")
				files.replace(t, "business/pages/index.yaml", "#who-we-are", "#we")
			},
			made: "/privacy-policy /websites/business", sameSites: "main business",
		},
		"an anchor that nobody links to": {
			edit: func(t *testing.T, files folder) {
				files.replace(t, "main/privacy.yaml", "## Where", "## There")
			},
			made: "/privacy-policy", sameSites: "main business",
		},
		"a page more": {
			edit: func(t *testing.T, files folder) {
				files["main/pages/more.yaml"] = "title: More\nsections: [{hero: {title: More}}]\n"
			},
			made: "/more", sameSites: "main business",
		},
		"an icon more": {
			edit: func(t *testing.T, files folder) {
				files.replace(t, "main/pages/about.yaml", "- features:", "- cards: {title: C, items: [{icon: shield-check, title: C}]}\n  - features:")
			},
			made: "/about", sameSites: "business",
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := baseTree(t)
			l := NewLoader(attachedOptions())
			before, problems := load(t, l, files.fs(), testNow)
			if before == nil {
				t.Fatal(told(problems))
			}
			c.edit(t, files)
			now := testNow
			if !c.now.IsZero() {
				now = c.now
			}
			after, problems := load(t, l, files.fs(), now)
			if after == nil {
				t.Fatal(told(problems))
			}
			resolve.Reuse(before, after)
			pages := map[*site.Page]bool{}
			sites := map[*site.Site]bool{}
			for _, bundle := range before.Sites {
				sites[bundle.Site] = true
				for _, page := range append(bundle.Pages, bundle.NotFound) {
					pages[page] = true
				}
			}
			var made, sameSites []string
			for _, bundle := range after.Sites {
				if sites[bundle.Site] {
					sameSites = append(sameSites, bundle.Site.ID)
				}
				for _, page := range append(bundle.Pages, bundle.NotFound) {
					if !pages[page] {
						made = append(made, page.Path)
					}
				}
			}
			if got := strings.Join(made, " "); got != c.made {
				t.Errorf("made again: %s; want %s", got, c.made)
			}
			if got := strings.Join(sameSites, " "); got != c.sameSites {
				t.Errorf("the same sites: %s; want %s", got, c.sameSites)
			}
		})
	}
}
