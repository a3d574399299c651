package yamldoc

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// edits reads a table of edits.
func edits[T any](t testing.TB, name string) T {
	t.Helper()
	table, err := readEdits[T](name)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func readEdits[T any](name string) (table T, err error) {
	data, err := os.ReadFile("testdata/edits/" + name)
	if err == nil {
		err = json.Unmarshal(data, &table)
	}
	return table, err
}

func TestAChangeIsWhatACarefulAuthorWouldHaveWritten(t *testing.T) {
	type row struct {
		Before, After string
		Order         []string
		Change
	}
	for i, row := range edits[[]row](t, "edits.json") {
		t.Run(fmt.Sprintf("%d %s", i, row.Op), func(t *testing.T) {
			order := func(string) []string { return row.Order }
			data, err := Apply("p.yaml", []byte(row.Before), row.Change, order)
			if err != nil || string(data) != row.After {
				t.Errorf("%v\n%s\nwant\n%s", err, data, row.After)
			}
		})
	}
}

func TestWhatIsNotThereIsNotChanged(t *testing.T) {
	const page = "title: A\nlist: [a, b]\nkeys: {a: b}\nempty: {}\n"
	for name, c := range map[string]Change{
		"no operation":                   {Op: "replace", At: "title", Value: tree("x")},
		"an item of a text":              {Op: "insert", At: "title[0]", Value: tree("x")},
		"an item of keys":                {Op: "insert", At: "empty[0]", Value: tree("x")},
		"an item beyond the end":         {Op: "insert", At: "list[3]", Value: tree("x")},
		"a key of a text":                {Op: "set", At: "title.text", Value: tree("x")},
		"a key of a list":                {Op: "set", At: "list.text", Value: tree("x")},
		"an item that is not there":      {Op: "set", At: "list[2]", Value: tree("x")},
		"what is below it":               {Op: "set", At: "list[2].a", Value: tree("x")},
		"a list that is not there":       {Op: "insert", At: "other[1]", Value: tree("x")},
		"a key that is not there":        {Op: "unset", At: "other"},
		"the whole file":                 {Op: "unset"},
		"a file that is a text":          {Op: "set", Value: tree("x")},
		"a place beyond the end":         {Op: "move", At: "list[0]", To: "list[2]"},
		"a place in another list":        {Op: "move", At: "list[0]", To: "other[1]"},
		"no place":                       {Op: "move", At: "list[0]"},
		"a key instead of an item":       {Op: "move", At: "title", To: "keys"},
		"keys that are there twice":      {Op: "set", At: "x", Value: &Tree{node{kind: kindKeys, children: []node{{key: "a"}, {key: "a"}}}}},
		"a character that is not shown":  {Op: "set", At: "title", Value: tree("\x00")},
		"a text that makes it too large": {Op: "set", At: "title", Value: tree(strings.Repeat("x", MaxFileSize))},
	} {
		t.Run(name, func(t *testing.T) {
			if data, err := Apply("p.yaml", []byte(page), c, nil); !errors.Is(err, ErrNotEdited) || data != nil {
				t.Errorf("%v\n%s", err, data)
			}
		})
	}
	_, err := Apply("p.yaml", []byte("a: b\na: c\n"), Change{Op: "set", At: "a", Value: tree("x")}, nil)
	if problem, found := errors.AsType[*Problem](err); !found || problem.Line != 2 {
		t.Errorf("a key that is there twice: %v", err)
	}
}

func TestANewKeyStandsWhereTheSchemaHasIt(t *testing.T) {
	order := func(path string) []string {
		return map[string][]string{"": {"title", "draft", "seo", "sections"}, "seo": {"image", "title"}}[path]
	}
	for name, test := range map[string]struct{ before, at, want string }{
		"first":                {"sections: []\n", "title", "title: x\nsections: []\n"},
		"behind a header":      {"# yaml-language-server: $schema=a.json\nsections: []\n", "title", "# yaml-language-server: $schema=a.json\ntitle: x\nsections: []\n"},
		"between":              {"title: a\n\nsections: []\n", "draft", "title: a\n\ndraft: x\n\nsections: []\n"},
		"behind others":        {"other: a\ntitle: b\n", "sections", "other: a\ntitle: b\nsections: x\n"},
		"one that is unknown":  {"title: a\nsections: []\n", "x", "title: a\nsections: []\nx: x\n"},
		"below another one":    {"seo:\n  title: a\n", "seo.image", "seo:\n  image: x\n  title: a\n"},
		"with the one above":   {"title: a\nsections: []\n", "seo.image.src", "title: a\nseo:\n  image:\n    src: x\nsections: []\n"},
		"a picture":            {"title: a\n", "team/a.b.jpg", "title: a\nteam/a.b.jpg: x\n"},
		"an address":           {"/a: /b\n", "/a.html", "/a: /b\n/a.html: x\n"},
		"in a file of nothing": {"# Words.\n", "title", "# Words.\ntitle: x\n"},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := Apply("p.yaml", []byte(test.before), Change{Op: "set", At: test.at, Value: tree("x")}, order)
			if err != nil || string(data) != test.want {
				t.Errorf("%v\n%s\nwant\n%s", err, data, test.want)
			}
		})
	}
}

func TestTheBodyOfAMarkdownFileIsAValue(t *testing.T) {
	const keys = "---\ntitle: A\n---\n"
	for name, test := range map[string]struct {
		before string
		Change
		want string
	}{
		"set":          {keys + "\nOld.\n", Change{Op: "set", At: "markdown", Value: tree("New.\n\n# B")}, keys + "\nNew.\n\n# B\n"},
		"no last end":  {keys + "Old.", Change{Op: "set", At: "markdown", Value: tree("New.\n")}, keys + "New."},
		"first":        {keys, Change{Op: "set", At: "markdown", Value: tree("New.")}, keys + "\nNew.\n"},
		"emptied":      {keys + "\nOld.\n", Change{Op: "set", At: "markdown", Value: tree("\n ")}, keys + "\n"},
		"unset":        {keys + "\nOld.\n", Change{Op: "unset", At: "markdown"}, keys + "\n"},
		"lines":        {keys + "\n---\nOld.\n", Change{Op: "set", At: "markdown", Value: tree("---\n  \nNew")}, keys + "\n---\n\nNew\n"},
		"a new key":    {keys + "\nOld.\n", Change{Op: "set", At: "date", Value: tree("2026-11-28")}, "---\ntitle: A\ndate: 2026-11-28\n---\n\nOld.\n"},
		"the last key": {keys + "\nOld.\n", Change{Op: "unset", At: "title"}, "---\n{}\n---\n\nOld.\n"},
		"windows":      {"---\r\ntitle: A\r\n---\r\n\r\nOld.\r\n", Change{Op: "set", At: "markdown", Value: tree("a\n\nb")}, "---\r\ntitle: A\r\n---\r\n\r\na\r\n\r\nb\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := Apply("p.md", []byte(test.before), test.Change, nil)
			if err != nil || string(data) != test.want {
				t.Errorf("%v\n%q\nwant\n%q", err, data, test.want)
			}
		})
	}
}

func TestTheWayOfWritingStays(t *testing.T) {
	for name, test := range map[string]struct{ before, words, want string }{
		"single quotes":                   {"a: 'b' # c\n", "it's", "a: 'it''s' # c\n"},
		"single quotes that do not do":    {"a: 'b'\n", "a\tb", "a: \"a\\tb\"\n"},
		"double quotes":                   {"a: \"b\"\n", "c", "a: \"c\"\n"},
		"quotes that were for typing":     {"a: \"one \"\n", "one two", "a: one two\n"},
		"a flag":                          {"a: false\n", "true", "a: true\n"},
		"a number in quotes":              {"a: \"49.99\"\n", "59.99", "a: \"59.99\"\n"},
		"a block, and what kept its ends": {"a: |+ # k\n    b\n\n", "c\nd\n", "a: |+ # k\n    c\n    d\n"},
		"a block without a last break":    {"a: |\n    b\n    c\n", "c\nd", "a: |-\n    c\n    d\n"},
		"a block that begins with blanks": {"a: |\n  b\n  c\n", "  c\nd\n", "a: |2\n    c\n  d\n"},
		"folded lines, twice":             {"a: >-\n  one\n  two\n\n  three\n  four\nb: c\n", "one two\nthree\nfour five", "a: >-\n  one\n  two\n\n  three\n\n  four five\nb: c\n"},
		"lines of a plain text":           {"a: one\n   two\n   three # k\n", "one 2 three", "a: one\n   2\n   three # k\n"},
		"between brackets":                {"a: [b,\n  'c']\n", "x, y", "a: [\"x, y\",\n  'c']\n"},
		"below its key":                   {"a:\n  # k\n  b # l\n", "c: d", "a:\n  # k\n  \"c: d\" # l\n"},
	} {
		t.Run(name, func(t *testing.T) {
			at := "a"
			if strings.Contains(test.before, "[") {
				at = "a[0]"
			}
			data, err := Apply("p.yaml", []byte(test.before), Change{Op: "set", At: at, Value: tree(test.words)}, nil)
			if err != nil || string(data) != test.want {
				t.Errorf("%v\n%s\nwant\n%s", err, data, test.want)
			}
		})
	}
}
