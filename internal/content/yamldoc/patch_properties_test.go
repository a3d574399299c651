package yamldoc_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// file is one that content may have.
type file struct {
	name string
	data []byte
	tree *yamldoc.Tree
}

// files returns those that are shipped, those of the example, and small ones in every way of writing.
func files(t *testing.T) (all []file) {
	t.Helper()
	add := func(name string, data []byte) {
		if tree, err := yamldoc.ReadTree(name, data); err == nil {
			all = append(all, file{name, data, tree})
		}
	}
	for _, root := range []string{"../../../content", "../../../examples"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.Contains([]string{".yaml", ".md"}, filepath.Ext(path)) {
				return err
			}
			data, err := os.ReadFile(path)
			add(path, data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range small(t) {
		add(name+".yaml", []byte(text))
	}
	if len(all) < 100 {
		t.Fatalf("%d files", len(all))
	}
	return all
}

func small(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("testdata/edits/files.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]string
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// places lists the paths of all values below a tree, with how many items or keys each has.
func places(tree *yamldoc.Tree, path string, visit func(path string, value *yamldoc.Tree)) {
	visit(path, tree)
	data, _ := json.Marshal(tree)
	var list []json.RawMessage
	if json.Unmarshal(data, &list) == nil && len(data) > 0 && data[0] == '[' {
		for i := range list {
			at := fmt.Sprintf("%s[%d]", path, i)
			child, _ := tree.At(at[len(path):])
			places(child, at, visit)
		}
		return
	}
	var keys map[string]json.RawMessage
	if json.Unmarshal(data, &keys) == nil {
		for key := range keys {
			at := key
			if path != "" {
				at = path + "." + key
			}
			if child, ok := tree.At(key); ok {
				places(child, at, visit)
			}
		}
	}
}

var nasty = []string{
	"plain", "a: b", "a #b", "- a", "'", `"`, `it's "both"`, "{{plans.pro.price}}", "🥖 bread", "שלום עולם", "trailing ", " leading",
	"---", "one\ntwo", "one\n\ntwo\n", "one\n  two\n", "\n", "", "null", "true", "12:30", "~", "[a, b]", "{a: b}", "a, b", "#", "&a", "*a",
	"!a", "|", ">", "%", "@", "`", "\\", "a\\nb", "tab\there", "one\n---\ntwo\n", "one\n \ntwo", "a:", ":a", "? a", "0x1F", "\u2028", "\u0085",
	"one\r\ntwo", strings.Repeat("a long text ", 50), "<<<<<<< a", "one\n<<<<<<< a\n", "-", "- ", "...", "\ufeff", "x\x00y",
}

// Whatever is set anywhere reads back the same, and all lines but those of the value stay as they are.
func TestEveryTextCanStandEverywhere(t *testing.T) {
	for _, f := range files(t) {
		var texts []string
		places(f.tree, "", func(path string, value *yamldoc.Tree) {
			if value.IsText() && path != "" {
				texts = append(texts, path)
			}
		})
		for i, path := range texts {
			if len(texts) > 20 && i%5 != 0 {
				continue
			}
			value, _ := f.tree.At(path)
			same, err := yamldoc.Apply(f.name, f.data, yamldoc.Change{Op: yamldoc.Set, At: path, Value: value}, nil)
			if err != nil || string(same) != string(f.data) {
				t.Fatalf("%s %s set to itself: %v", f.name, path, err)
			}
			for k, words := range nasty {
				if len(texts) > 20 && k != i*7%len(nasty) {
					continue
				}
				change := yamldoc.Change{Op: yamldoc.Set, At: path, Value: yamldoc.TextTree(words)}
				after, err := yamldoc.Apply(f.name, f.data, change, nil)
				if err != nil {
					if !refuses(f, path, words) {
						t.Errorf("%s: %s to %q: %v\n%s", f.name, path, words, err, short(f.data))
					}
					continue
				}
				tree, err := yamldoc.ReadTree(f.name, after)
				if err != nil {
					t.Fatal(err)
				}
				if found, _ := tree.At(path); found.Text() != words {
					t.Errorf("%s: %s is %q after %q", f.name, path, found.Text(), words)
				}
				back, err := yamldoc.Apply(f.name, after, yamldoc.Change{Op: yamldoc.Set, At: path, Value: value}, nil)
				if tree, _ := yamldoc.ReadTree(f.name, back); err != nil || !tree.Equal(f.tree) {
					t.Errorf("%s: %s back from %q: %v\n%s", f.name, path, words, err, short(after))
				}
				otherLines(t, f, path, after)
			}
		}
	}
}

// refuses tells whether a text cannot stand at a place: the text of a Markdown file has no quotes.
func refuses(f file, path, words string) bool {
	return path == "markdown" && strings.HasSuffix(f.name, ".md")
}

func short(data []byte) string { return string(data[:min(len(data), 300)]) }

// otherLines demands that what differs is in one place.
func otherLines(t *testing.T, f file, path string, after []byte) {
	t.Helper()
	before := f.data
	same := 0
	for same < min(len(before), len(after)) && before[same] == after[same] {
		same++
	}
	ends := 0
	for ends < min(len(before), len(after))-same && before[len(before)-1-ends] == after[len(after)-1-ends] {
		ends++
	}
	value, _ := f.tree.At(path)
	if changed := len(before) - same - ends; changed > 2*len(value.Text())+200 {
		t.Errorf("%s: %s changes %d bytes", f.name, path, changed)
	}
}

// What cannot be read is not touched.
func TestFilesThatContentRefusesAreNotTouched(t *testing.T) {
	for name, text := range small(t) {
		if _, err := yamldoc.ReadTree("x.yaml", []byte(text)); err == nil {
			continue
		}
		for _, c := range []yamldoc.Change{
			{Op: yamldoc.Set, At: "a", Value: yamldoc.TextTree("b")}, {Op: yamldoc.Unset, At: "a"},
			{Op: yamldoc.Remove, At: "[0]"}, {Op: yamldoc.Insert, At: "l[0]"},
		} {
			if _, err := yamldoc.Apply("x.yaml", []byte(text), c, nil); !errors.Is(err, yamldoc.ErrNotEdited) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
