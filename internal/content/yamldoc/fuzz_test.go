//go:build !race

// One goroutine has much to do here: make test runs this file without the race detector.

package yamldoc

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

// FuzzDecode feeds anything to every kind of file. Whatever it is, there must
// be no panic, plain words only, places inside the file, and no value without
// what it must have unless there is a problem.
func FuzzDecode(f *testing.F) {
	for _, tt := range hostile() {
		if len(tt.source) < 4<<10 {
			f.Add([]byte(tt.source))
		}
	}
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if strings.HasSuffix(file.Name, ".yaml") {
				f.Add(file.Data)
			}
		}
	}
	valid, err := filepath.Glob("testdata/valid/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range valid {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{"index.yaml", "site.yaml", "products.yaml", "plans.yaml", "forms.yaml", "terms.yaml"} {
			into := target(name)
			doc, problems := Decode(name, nil, data, into)
			for _, p := range problems {
				checkWording(t, p)
			}
			if doc.places().root != nil {
				checkPlaces(t, doc.places(), doc.places().root)
			}
			if len(problems) > 0 {
				continue
			}
			if missing := missingValue(reflect.ValueOf(into).Elem(), name); missing != "" {
				t.Errorf("%s is missing without a problem", missing)
			}
		}
	})
}

// checkPlaces compares the place of every key and text with what the file has there.
func checkPlaces(t *testing.T, doc *source, n *node) {
	t.Helper()
	begins := func(at int, text, what string) {
		if rest := doc.restOfLine(at); !strings.HasPrefix(rest, text) {
			t.Errorf("%s %q is not at %d, where %q stands", what, text, at, rest)
		}
	}
	if n.kind == kindText {
		switch n.style {
		case stylePlain:
			word, _, _ := strings.Cut(strings.ReplaceAll(n.text, "\n", " "), " ")
			begins(n.at, word, "text")
			if !utf8.ValidString(n.text) {
				t.Errorf("text %q is no UTF-8", n.text)
			}
		case styleQuoted:
			if sign := doc.text[n.at]; sign != '"' && sign != '\'' {
				t.Errorf("text %q is not at %d", n.text, n.at)
			}
		}
	}
	if n.kind == kindText {
		checkCharacters(t, doc, n)
	}
	if n.keyAt != wholeFile && doc.restOfLine(n.keyAt) == "" {
		t.Errorf("key %q is at %d, where nothing stands", n.key, n.keyAt)
	}
	for i := range n.children {
		checkPlaces(t, doc, &n.children[i])
	}
}

// checkCharacters compares the place of each of the first characters of a text
// with what stands there in the file. Those that are found through a quoted
// text may be written as an escape.
func checkCharacters(t *testing.T, doc *source, n *node) {
	t.Helper()
	for offset, r := range n.text[:min(len(n.text), 200)] {
		at, found := doc.inText(n, offset)
		if !found {
			continue
		}
		there, _ := utf8.DecodeRuneInString(doc.text[at:])
		escaped := n.style == styleQuoted && there == '\\' || r == ' ' || r == '\n' || r == utf8.RuneError
		if there != r && !escaped {
			t.Errorf("character %d of %q is not at %d, where %q stands", offset, n.text, at, there)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	data, err := os.ReadFile("testdata/valid/page.yaml")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, problems := Decode("index.yaml", nil, data, target("index.yaml")); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}
