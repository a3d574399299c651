package yamldoc

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// corpus are the files that properties hold for: all of the shipped content and the examples, those of the tables, and
// the cases of the YAML test suite, which comes with the library; of them, those that content allows.
var corpus = sync.OnceValue(func() map[string]*editing {
	all := map[string]*editing{}
	add := func(name string, data []byte) {
		e, err := edit(name, data)
		if err != nil || len(e.root.children) == 0 {
			return
		}
		all[name] = e
		for _, place := range e.spots(isText) {
			onlyBreaks := place.style == styleBlock && place.text != "" && strings.Trim(place.text, "\n") == ""
			lines := place.style == stylePlain && strings.Contains(e.text[place.at:e.endOf(place.node)], "\n")
			if onlyBreaks || lines && e.inBrackets(place.path) {
				delete(all, name) // the library reads such a text in few places
			}
		}
	}
	suite, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/goccy/go-yaml").Output()
	if err != nil {
		panic(err)
	}
	roots := []string{"../../../content", "../../../examples", "testdata/valid", strings.TrimSpace(string(suite)) + "/testdata/yaml-test-suite"}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			if ext := filepath.Ext(name); err != nil || ext != ".yaml" && ext != ".md" {
				return err
			}
			data, err := os.ReadFile(name)
			add(strings.TrimPrefix(name, filepath.Dir(root)), data)
			return err
		})
		if err != nil {
			panic(err)
		}
	}
	texts, err := readEdits[map[string]string]("files.json")
	if err != nil {
		panic(err)
	}
	for name, text := range texts {
		add("files.json/"+name+".yaml", []byte(text))
	}
	return all
})

func TestTheCorpusIsThere(t *testing.T) {
	count := map[string]int{}
	for name := range corpus() {
		first, _, _ := strings.Cut(strings.TrimPrefix(name, "/"), "/")
		count[first]++
	}
	t.Log(count)
	for first, least := range map[string]int{"content": 40, "examples": 50, "yaml-test-suite": 100, "files.json": 60} {
		if count[first] < least {
			t.Errorf("%d files of %s, want %d", count[first], first, least)
		}
	}
}

// drawFile chooses a file, and a place in it by the way to it.
func drawFile(t *rapid.T) (name string, e *editing) {
	name = rapid.SampledFrom(slices.Sorted(maps.Keys(corpus()))).Draw(t, "file")
	return name, corpus()[name]
}

// visit calls a function with each value of a tree, its path and the way to it.
func (n *node) visit(path string, way []any, each func(n *node, path string, way []any)) {
	each(n, path, way)
	for i := range n.children {
		child := &n.children[i]
		if n.kind == kindList {
			child.visit(path+ItemName("", "", i), append(slices.Clone(way), i), each)
		} else {
			child.visit(joinPath(path, child.key), append(slices.Clone(way), child.key), each)
		}
	}
}

// spot is a value that a path names.
type spot struct {
	*node
	path string
	way  []any
}

func (e *editing) spots(which func(n *node) bool) (all []spot) {
	e.root.visit("", nil, func(n *node, path string, way []any) {
		if found, whole := e.find(path); whole && found == n && len(way) > 0 && which(n) {
			all = append(all, spot{n, path, way})
		}
	})
	return all
}

func (e *editing) inBrackets(path string) bool {
	way, _, _ := e.walk(path)
	return slices.ContainsFunc((&operation{way: way}).nodes(e.root), func(n *node) bool { return n.flow })
}

func isText(n *node) bool { return n.kind == kindText }

func (e *editing) drawSpot(t *rapid.T, label string, which func(n *node) bool) spot {
	spots := e.spots(which)
	if len(spots) == 0 {
		t.Skip("no such place")
	}
	return spots[rapid.IntRange(0, len(spots)-1).Draw(t, label)]
}

var nasty = []string{
	"", " ", "\n", "\n\n", "a", "A: b", "a #b", "a:", ":", "#", "- a", "-", "---", "...", "a\n---\nb\n", "? a", "| a", "> a", "'", `"`, `\`, "it's", `say "hi"`,
	"{{plans.pro.price}}", "a {{b}} c", "{a", "[a", "a]", "a, b", "&a", "*a", "!a", "%a", "@a", "`a", "~", "null", "Null", "true", "yes", "No", "1", "1.0",
	"012", "0x1F", "1e3", ".5", "+49 1", "2026-11-23", "12:30", "<<", "=", " a", "a ", "a\u00a0", "\u00a0a", "a\tb", "\ta", "a\t", "a\n\tb", "a\nb", "a\n\nb\n", "a\n b\n",
	" a\nb", "\na", "a\n \nb", "a\n\n\n", "a \nb \n", "# a\nb", "- a\n- b\n", "a: b\nc: d\n", "a\n  - b\n\n\nc\n\n", "a\\\nb", "a\u2028b", "a\u2029b", "😀 日本語", "שלום: עולם", "مرحبا",
	"e\u0301", "\u200b", "\u202ea", "https://example.com/a?b=c#d", "[a](/b)", "**a**", "a | b", "a > b", "1. a\n2. b\n", "> a\n\n```\nb\n```\n", "=======", "<a>", "a--b",
	strings.Repeat("a b ", 2_000) + "c", strings.Repeat("äö: ü\n", 3_000), strings.Repeat("x", 100<<10), strings.Repeat("\n", 60) + "a", strings.Repeat("\t", 150),
}

// drawWords makes a text of signs that mean something to YAML, or takes one of the list.
func drawWords(t *rapid.T, label string) string {
	signs := rapid.SampledFrom([]rune("ab  \n\n\t:#-\"'\\{}[],&*!|>%@`?=~<.0é😀"))
	return rapid.OneOf(rapid.SampledFrom(nasty), rapid.StringOfN(signs, 0, 12, -1)).Draw(t, label)
}

// refused are texts that no file may have.
var refused = []string{"\x00", "a\x1bb", "a\r\nb", "\r", "\x7f", "\u0085", "\ufeff", "\uffff", "a\xff", strings.Repeat("x", 200<<10)}

func TestATextReadsBackAndChangesItsLinesAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name, e := drawFile(t)
		place := e.drawSpot(t, "place", func(n *node) bool { return n.kind < kindList })
		words := drawWords(t, "words")
		if len(words)*2+len(e.data) > MaxFileSize {
			t.Skip("too large")
		}
		data, err := Apply(name, e.data, Change{Op: "set", At: place.path, Value: tree(words)}, nil)
		if err != nil {
			t.Fatalf("%q in the place of %q: %v\n%s", words, place.text, err, e.data)
		}
		next, err := edit(name, data)
		if err != nil {
			t.Fatal(err)
		}
		want := exchanged(plain(e.root), place.way, func(any) any { return words })
		if place.isBody() {
			words = strings.Trim(normalise(words), "\n")
			want = exchanged(plain(e.root), place.way, func(any) any { return words + "\n" })
			if words == "" {
				delete(want.(map[string]any), bodyKey)
			}
		}
		if got := plain(next.root); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q in the place of %q reads back as something else:\n%s", words, place.text, data)
		}
		end := len(e.text)
		if !place.isBody() {
			_, end = e.extent(place.node)
		}
		raw := string(e.data)
		before, after := raw[:e.inFile(raw, place.begin())], raw[e.inFile(raw, e.eol(end)):]
		if !strings.HasPrefix(string(data), before) || !strings.HasSuffix(string(data), after) {
			t.Fatalf("%q in the place of %q changes other lines:\n%s\nbecomes\n%s", words, place.text, e.data, data)
		}
		if len(words) > 3_000 || place.isBody() && words == "" || strings.ContainsFunc(place.text, isControl) {
			return
		}

		// The old text comes back, and with its bytes where it needs no other way of writing than the new one.
		back, err := Apply(name, data, Change{Op: "set", At: place.path, Value: &Tree{*place.node}}, nil)
		if err != nil {
			t.Fatalf("%q in the place of %q: %v\n%s", place.text, words, err, data)
		}
		if again, err := ReadTree(name, back); err != nil || !again.Equal(&Tree{*e.root}) {
			t.Fatalf("%q in the place of %q reads back as something else (%v):\n%s", place.text, words, err, back)
		}
		if words == "a" && place.kind == kindText && place.isLine() && !strings.Contains(e.text[place.at:e.endOf(place.node)], "\n") &&
			!strings.ContainsAny(e.text[place.at:e.endOf(place.node)], `\|>`) && strings.TrimSpace(place.text) == place.text && string(back) != raw {
			t.Fatalf("%q is not as it was:\n%s", place.text, back)
		}
	})
}

func TestATextThatNoFileMayHaveIsRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name, e := drawFile(t)
		if size, _ := Limits(name); size > MaxFileSize {
			t.Skip("which may be larger")
		}
		place := e.drawSpot(t, "place", isText)
		words := rapid.SampledFrom(refused).Draw(t, "words")
		for _, value := range []any{words, []any{words}, map[string]any{"a": words}, map[string]any{words: "a"}} {
			if _, err := Apply(name, e.data, Change{Op: "set", At: place.path, Value: tree(value)}, nil); !errors.Is(err, ErrNotEdited) {
				t.Fatalf("%.20q: %v", words, err)
			}
		}
	})
}

func TestATextThatIsWrittenAnewIsAsItWas(t *testing.T) {
	for name, e := range corpus() {
		for _, place := range e.spots(isText) {
			raw := e.text[place.at:e.endOf(place.node)]
			lines := strings.Count(raw, "\n")
			way, _, _ := e.walk(place.path)
			nodes := (&operation{way: way}).nodes(e.root)
			switch {
			case raw == "", raw[0] != '|' && raw[0] != '>' && lines > 0 && (e.inBrackets(place.path) || place.style == styleQuoted),
				raw[0] == '"' && strings.Contains(raw, `\`): // which can be written in many ways
				continue
			case place.style == styleBlock && strings.TrimSpace(place.text) == "" || blankLine.MatchString(place.text):
				continue
			case strings.TrimSpace(place.text) != place.text && place.style == styleQuoted && raw[0] == '"':
				continue
			}
			patches := writer{e.source, asItWas}.patches(operation{value: *place.node}, nodes)
			if next := e.splice(patches); string(next) != string(e.data) {
				t.Errorf("%s: %q is written as\n%s\nin\n%s", name, raw, next, e.data)
			}
			same, err := e.apply(Change{Op: "set", At: place.path, Value: &Tree{*place.node}}, nil)
			if err != nil || string(same.data) != string(e.data) {
				t.Errorf("%s: %q set to itself: %v", name, raw, err)
			}
		}
	}
}

func TestChangesOfDifferentPlacesCommute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name, e := drawFile(t)
		one, other := e.drawSpot(t, "one", isText), e.drawSpot(t, "other", isText)
		if one.path == other.path {
			t.Skip("the same place")
		}
		words, otherWords := drawWords(t, "words"), drawWords(t, "other words")
		if 2*len(words)+2*len(otherWords)+len(e.data) > MaxFileSize {
			t.Skip("too large")
		}
		changes := []Change{
			{Op: "set", At: one.path, Value: tree(words)}, {Op: "set", At: other.path, Value: tree(otherWords)},
		}
		there, back := e, e
		var err error
		for i := range changes {
			if there, err = there.apply(changes[i], nil); err != nil {
				t.Fatal(err)
			}
			if back, err = back.apply(changes[1-i], nil); err != nil {
				t.Fatal(err)
			}
		}
		if string(there.data) != string(back.data) {
			t.Fatalf("%s: one after the other\n%s\nand the other first\n%s", name, there.data, back.data)
		}
	})
}

func TestWhatWasInsertedOrMovedGoesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name, e := drawFile(t)
		list := e.drawSpot(t, "list", func(n *node) bool { return n.kind == kindList && len(n.children) > 0 })
		count := len(list.children)
		at := rapid.IntRange(0, count).Draw(t, "at")
		value := tree(rapid.SampledFrom([]any{"w", map[string]any{"a": "b", "c": []any{"d"}}, []any{"a"}, nil}).Draw(t, "value"))
		item := func(i int) string { return list.path + ItemName("", "", i) }
		steps := [][2]Change{{{Op: "insert", At: item(at), Value: value}, {Op: "remove", At: item(at)}}}
		if count > 1 {
			from, to := rapid.IntRange(0, count-1).Draw(t, "from"), rapid.IntRange(0, count-1).Draw(t, "to")
			steps = append(steps, [2]Change{{Op: "move", At: item(from), To: item(to)}, {Op: "move", At: item(to), To: item(from)}})
		}
		for _, step := range steps {
			data := e.data
			var err error
			for _, c := range step {
				if data, err = Apply(name, data, c, nil); err != nil {
					t.Fatalf("%s %q: %v\n%s", c.Op, c.At, err, e.data)
				}
			}
			if string(data) != string(e.data) {
				t.Fatalf("after %s %q\n%s\nbecomes\n%s", step[0].Op, step[0].At, e.data, data)
			}
		}
	})
}

func TestAnyChangeOfAnyFileLeavesAllElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, e := drawFile(t)
		all := everyEdit(e.source, []string{drawWords(t, "words")})
		checkEdit(t, e, all[rapid.IntRange(0, len(all)-1).Draw(t, "change")])
	})
}

// drawValue makes any value; of lists and keys, nothing too deep.
func drawValue(t *rapid.T, depth int) any {
	words := rapid.SampledFrom([]string{"a", "b", "c: d", "e\nf\n", "1", "null", ""})
	kinds := 6
	if depth == 0 {
		kinds = 3
	}
	switch rapid.IntRange(0, kinds).Draw(t, "kind") {
	case 0:
		return nil
	case 4:
		list := []any{}
		for range rapid.IntRange(0, 4).Draw(t, "items") {
			list = append(list, drawValue(t, depth-1))
		}
		return list
	case 5, 6:
		keys := map[string]any{}
		for range rapid.IntRange(0, 4).Draw(t, "keys") {
			keys[rapid.SampledFrom([]string{"a", "b", "c", "d.e", "d", "f[0]", "x y", "/a", "/a.b", "", "- g", "h: i"}).Draw(t, "key")] = drawValue(t, depth-1)
		}
		return keys
	}
	return words.Draw(t, "words")
}

// drawRoot makes a file that has a value.
func drawRoot(t *rapid.T) []byte {
	value := tree(drawValue(t, 3))
	if value.kind < kindList {
		value = &Tree{node{kind: kindKeys, children: []node{value.of("k", wholeFile)}}}
	}
	data, err := Apply("p.yaml", nil, Change{Op: "set", Value: value}, nil)
	if err != nil {
		t.Fatalf("%v of %s", err, fmt.Sprint(plain(&value.node)))
	}
	return data
}

func TestComparedChangesMakeTheOtherFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := drawRoot(t), drawRoot(t)
		changes, err := Compare("p.yaml", before, after)
		if err != nil {
			t.Fatal(err)
		}
		checkChanges(t, "p.yaml", before, after, changes)
	})
}

// edited makes some changes of a file, each of which brings words that it had not.
func edited(t *rapid.T, name string, e *editing, who string) (*editing, []string) {
	var brought []string
	for range rapid.IntRange(0, 4).Draw(t, who+" changes") {
		place := e.drawSpot(t, who+" place", func(n *node) bool { return !n.isBody() })
		words := fmt.Sprintf("%s %d", who, len(brought))
		c := Change{Op: "set", At: place.path, Value: tree(words)}
		list := place.kind == kindList && len(place.children) > 0
		switch op := rapid.IntRange(0, 3).Draw(t, who+" op"); {
		case op == 1 && list:
			c = Change{Op: "insert", At: place.path + ItemName("", "", rapid.IntRange(0, len(place.children)).Draw(t, "at")), Value: tree(words)}
		case op == 2 && list:
			c = Change{
				Op: "move", At: place.path + ItemName("", "", rapid.IntRange(0, len(place.children)-1).Draw(t, "at")),
				To: place.path + ItemName("", "", rapid.IntRange(0, len(place.children)-1).Draw(t, "to")),
			}
		case op == 3 && len(place.way) > 1:
			c = Change{Op: "remove", At: place.path}
		case place.kind >= kindList:
			continue
		}
		next, err := e.apply(c, nil)
		if err != nil {
			t.Skip(err)
		}
		e = next
		if c.Value != nil {
			brought = append(brought, words)
		}
	}
	var still []string
	for _, words := range brought {
		if strings.Contains(string(e.data), words) {
			still = append(still, words)
		}
	}
	return e, still
}

func TestRebaseLosesNoWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name, base := drawFile(t)
		draft, mine := edited(t, name, base, "mine")
		now, theirs := edited(t, name, base, "theirs")
		data, conflicts, err := Rebase(name, base.data, draft.data, now.data, nil)
		if err != nil {
			t.Fatal(err)
		}
		shown := inJSON(t, conflicts)
		changes, err := Compare(name, base.data, draft.data)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range conflicts {
			if c.At != "" && !strings.Contains(inJSON(t, changes), inJSON(t, c.Change)) {
				t.Fatalf("a conflict %s is none of %s", inJSON(t, c), inJSON(t, changes))
			}
		}
		for _, words := range mine {
			if !strings.Contains(string(data), words) && !strings.Contains(shown, words) {
				t.Fatalf("%q is lost\nbase\n%s\ndraft\n%s\nnow\n%s\nrebased\n%s\n%s", words, base.data, draft.data, now.data, data, shown)
			}
		}
		for _, words := range theirs {
			if !strings.Contains(string(data), words) {
				t.Fatalf("%q is lost\nbase\n%s\ndraft\n%s\nnow\n%s\nrebased\n%s\n%s", words, base.data, draft.data, now.data, data, shown)
			}
		}
	})
}

func TestNoPathAndNoValueBreaksTheEditor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name, e := drawFile(t)
		parts := rapid.SampledFrom([]string{"a", "b", "title", "sections", "markdown", ".", "[", "]", "[0]", "[1]", "[99999999999]", "[-1]", "[a=b]", "", "/", "\x00", "é"})
		path := func(label string) string { return strings.Join(rapid.SliceOfN(parts, 0, 5).Draw(t, label), "") }
		deep := node{kind: kindText, text: "x"}
		for range rapid.IntRange(0, 80).Draw(t, "depth") {
			deep = node{kind: kindList, children: []node{deep}}
		}
		c := Change{
			Op: rapid.SampledFrom([]string{"set", "unset", "insert", "remove", "move", "", "SET"}).Draw(t, "op"),
			At: path("at"), To: path("to"), Value: rapid.SampledFrom([]*Tree{nil, {}, {deep}, tree("x")}).Draw(t, "value"),
		}
		order := rapid.SampledFrom([]Order{nil, func(string) []string { return []string{"b", "title", "a"} }}).Draw(t, "order")
		data, err := Apply(name, e.data, c, order)
		if err != nil && !errors.Is(err, ErrNotEdited) {
			t.Fatal(err)
		}
		if _, wrong := ReadTree(name, data); err == nil && wrong != nil {
			t.Fatal(wrong)
		}
	})
}
