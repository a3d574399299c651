//go:build !race

package content

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/memfs"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// examples returns the examples with files over them, and how to load them.
func examples(t *testing.T) (memfs.FS, func() []yamldoc.Problem) {
	t.Helper()
	files := memfs.FS{Base: os.DirFS("../../examples"), Files: map[string]*memfs.File{}}
	now := time.Date(2026, time.November, 26, 12, 0, 0, 0, time.UTC)
	options := sampleOptions()
	options.Icons, options.Fonts = nil, []string{"Fraunces", "Instrument Sans"}
	loader := NewLoader(options)
	if before, problems := load(t, loader, files, now); before == nil {
		t.Fatal(told(problems))
	}
	return files, func() []yamldoc.Problem {
		_, found := load(t, loader, files, now)
		return found
	}
}

// TestTheFirstProblemIsTheCause breaks each file of the example in several ways.
func TestTheFirstProblemIsTheCause(t *testing.T) {
	files, check := examples(t)
	must(t, fs.WalkDir(files.Base, "bakery", func(name string, entry fs.DirEntry, err error) error {
		ending := path.Ext(name)
		if err != nil || ending != ".yaml" && ending != ".md" {
			return err
		}
		data, err := fs.ReadFile(files.Base, name)
		must(t, err)
		whole := string(data)
		ways := []string{"zzz: 1\nbaseUrl: x\ntitel: y\n" + whole, whole + "\nzzz: \"open\n"}
		if ending == ".md" {
			ways = []string{strings.Replace(whole, "---\n", "---\nzzz: 1\n", 1)}
		}
		for _, broken := range ways {
			files.Files[name] = memfs.Bytes([]byte(broken))
			found := check()
			if len(found) == 0 || found[0].File != name {
				t.Errorf("%s is broken: %.400s", name, told(found))
			}
			for _, p := range found {
				if p.Severity == yamldoc.Error && p.File != name {
					t.Errorf("%s is broken, and %s is blamed:%d: %s", name, p.File, p.Line, p.Message)
				}
			}
		}
		delete(files.Files, name)
		return nil
	}))
}

func TestAMistakeIsToldOnceWhereItWasMade(t *testing.T) {
	for _, c := range []struct{ edits, want string }{
		{ // the plans write to an address that nobody knows now
			"plans.yaml|to: \"/order?plan=small-box\"|to: \"mailto:{{site.email}}\"\nsite.yaml|email: hello@oatfield.example|email: [hello",
			"bakery/site.yaml:11:8: The [ that opens here is not closed.",
		},
		{"ar/forms.yaml|order:|oder:", "bakery/ar/forms.yaml:3:1: The site bakery has no entry \"oder\" to translate."},
		{"de/people.yaml|ada:|eda:", "bakery/de/people.yaml:3:1: The site bakery has no entry \"eda\" to translate."},
		{ // the other languages have the same exceptions
			"locations.yaml|until: 2026-12-28|until: 2027-01-02", "bakery/locations.yaml:17:7: The exception ends before it begins, or has a day",
		},
		{"locations.yaml|until: 2026-12-28|until: 2026-12-20", "bakery/locations.yaml:16:7: The exception ends before it begins, or has a day"},
	} {
		files, check := examples(t)
		for edit := range strings.SplitSeq(c.edits, "\n") {
			parts := strings.Split(edit, "|")
			name := "bakery/" + parts[0]
			data, err := fs.ReadFile(files.Base, name)
			if must(t, err); !strings.Contains(string(data), parts[1]) {
				t.Fatalf("%s has no %q", parts[0], parts[1])
			}
			files.Files[name] = memfs.Bytes([]byte(strings.Replace(string(data), parts[1], parts[2], 1)))
		}
		if found := check(); len(found) != 1 || !strings.HasPrefix(found[0].String(), c.want) {
			t.Errorf("got %s, want %s", told(found), c.want)
		}
	}
}
