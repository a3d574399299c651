package yamldoc

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// fataler is a test of the standard library or of rapid.
type fataler interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
	Errorf(string, ...any)
}

func inJSON(t fataler, value any) string {
	t.Helper()
	var out strings.Builder
	to := json.NewEncoder(&out)
	to.SetEscapeHTML(false)
	if err := to.Encode(value); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(out.String())
}

func TestCompareDerivesTheFewestChanges(t *testing.T) {
	for name, test := range map[string]struct{ before, after, want string }{
		"nothing":            {"a: b # c\n", "a: 'b'\n", `null`},
		"other order":        {"a: b\nc: d\n", "c: d\na: b\n", `null`},
		"a text":             {"a: {b: c}\n", "a: {b: d}\n", `[{"op":"set","at":"a.b","old":"c","value":"d"}]`},
		"an empty value":     {"a: b\n", "a:\n", `[{"op":"set","at":"a","old":"b","value":null}]`},
		"a new key":          {"a: b\n", "c: {d: e}\na: b\n", `[{"op":"set","at":"c","value":{"d":"e"}}]`},
		"a key less":         {"a: b\nc: d\n", "a: b\n", `[{"op":"unset","at":"c","old":"d"}]`},
		"other kind":         {"a: b\n", "a: [b]\n", `[{"op":"set","at":"a","old":"b","value":["b"]}]`},
		"an item more":       {"[a, b]", "[a, c, b]", `[{"op":"insert","at":"[1]","value":"c"}]`},
		"items less":         {"[a, b, c, d]", "[b, d]", `[{"op":"remove","at":"[2]","old":"c"},{"op":"remove","at":"[0]","old":"a"}]`},
		"another item":       {"[a, b, c]", "[a, x, c]", `[{"op":"set","at":"[1]","old":"b","value":"x"}]`},
		"the first one last": {"[a, b, c]", "[b, c, a]", `[{"op":"move","at":"[0]","to":"[2]"}]`},
		"the last one first": {"[a, b, c]", "[c, a, b]", `[{"op":"move","at":"[2]","to":"[0]"}]`},
		"a section that changed where others went": {
			"s:\n- hero: {a: b}\n- cta: {c: d}\n- end: {}\n", "s:\n- cta: {c: x}\n- end: {}\n",
			`[{"op":"remove","at":"s[0]","old":{"hero":{"a":"b"}}},{"op":"set","at":"s[0].cta.c","old":"d","value":"x"}]`,
		},
		"keys with dots":    {"a.b: {c: d}\n", "a.b: {c: e}\n", `[{"op":"set","at":"a.b.c","old":"d","value":"e"}]`},
		"addresses":         {"/a: /b\n", "/a: /b\n/a.html: /c\n", `[{"op":"set","at":"/a.html","value":"/c"}]`},
		"keys like a path":  {"a: {b: c}\n", "a: {b: c}\na.b: d\n", `[{"op":"set","at":"","old":{"a":{"b":"c"}},"value":{"a":{"b":"c"},"a.b":"d"}}]`},
		"a key without one": {"a: b\n", "a: b\n'': c\n", `[{"op":"set","at":"","old":{"a":"b"},"value":{"a":"b","":"c"}}]`},
	} {
		t.Run(name, func(t *testing.T) {
			changes, err := Compare("p.yaml", []byte(test.before), []byte(test.after))
			if err != nil {
				t.Fatal(err)
			}
			if got := inJSON(t, changes); got != test.want {
				t.Errorf("%s\nwant\n%s", got, test.want)
			}
			checkChanges(t, "p.yaml", []byte(test.before), []byte(test.after), changes)
		})
	}
}

func TestAFileThatIsAnotherOneIsComparedAsAWhole(t *testing.T) {
	const before = "first: 0\n"
	var after strings.Builder
	for i := range maxChanges + 1 {
		fmt.Fprintf(&after, "k%d: x\n", i)
	}
	changes, err := Compare("p.yaml", []byte(before), []byte(after.String()))
	if err != nil || len(changes) != 1 || changes[0].Op != "set" || changes[0].At != "" {
		t.Errorf("%v: %d changes", err, len(changes))
	}
	checkChanges(t, "p.yaml", []byte(before), []byte(after.String()), changes)
}

// checkChanges tells whether changes that are applied in turn make a file say what another one does.
func checkChanges(t fataler, file string, data, after []byte, changes []Change) {
	t.Helper()
	before := data
	for _, c := range changes {
		var err error
		if data, err = Apply(file, data, c, nil); err != nil {
			t.Fatalf("%s of %q: %v\nfrom\n%s\nto\n%s\nby %s", c.Op, c.At, err, before, after, inJSON(t, changes))
		}
	}
	got, err := ReadTree(file, data)
	if err != nil {
		t.Fatal(err)
	}
	want, err := ReadTree(file, after)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Equal(want) {
		t.Errorf("%s\nsays %s\nwant %s\nby %s", data, inJSON(t, got), inJSON(t, want), inJSON(t, changes))
	}
}

func TestRebaseKeepsOrReportsEveryChange(t *testing.T) {
	const page = "# Words.\ntitle: A # t\ns:\n  - hero: {title: H}\n  # two\n  - cta: {title: C}\n  - end: {}\nl: [a, b, c]\n"
	replace := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(page) }
	for name, test := range map[string]struct{ draft, now, want, conflicts string }{
		"another value":        {replace("A", "B"), replace("H", "I"), replace("A", "B", "H", "I"), `null`},
		"the same value":       {replace("A", "B"), replace("A", "B", "H", "I"), replace("A", "B", "H", "I"), `null`},
		"nobody else":          {replace("A #", "B  #"), page, replace("A #", "B  #"), `null`},
		"the same place":       {replace("A", "B"), replace("A", "C"), replace("A", "C"), `[{"op":"set","at":"title","old":"A","value":"B","theirs":"C"}]`},
		"an item that moved":   {replace("C}", "D}"), replace("\n  # two\n  - cta: {title: C}", "", "s:\n", "s:\n  # two\n  - cta: {title: C}\n"), replace("\n  # two\n  - cta: {title: C}", "", "s:\n", "s:\n  # two\n  - cta: {title: D}\n"), `null`},
		"an item that is gone": {replace("H", "I"), replace("  - hero: {title: H}\n", ""), replace("  - hero: {title: H}\n", ""), `[{"op":"set","at":"s[0].hero.title","old":"H","value":"I","theirs":null}]`},
		"a key that is gone":   {replace("title: A # t\n", ""), replace("A #", "X #"), replace("A #", "X #"), `[{"op":"unset","at":"title","old":"A","theirs":"X"}]`},
		"both remove":          {replace("title: A # t\n", ""), replace("title: A # t\n", "", "H", "I"), replace("title: A # t\n", "", "H", "I"), `null`},
		"both add items":       {replace("b, c]", "b, c, d]"), replace("[a,", "[x, a,"), replace("[a,", "[x, a,", "c]", "c, d]"), `null`},
		"both add the same":    {replace("c]", "c, d]"), replace("c]", "c, d, e]"), replace("c]", "c, d, e]"), `null`},
		"one moves, one adds":  {replace("a, b, c", "b, c, a"), replace("a, b", "a, x, b"), replace("a, b, c", "x, b, c, a"), `null`},
		"one removes what one changed": {
			replace("a, b", "b"), replace("[a", "[A"), replace("[a", "[A"), `[{"op":"remove","at":"l[0]","old":"a","theirs":"A"}]`,
		},
		"both add a key": {page + "n: 1\n", page + "n: 2\n", page + "n: 2\n", `[{"op":"set","at":"n","value":"1","theirs":"2"}]`},
		"both add keys":  {page + "n: 1\n", page + "m: 2\n", page + "m: 2\nn: 1\n", `null`},
		"a comment that is new": {
			replace("# t", "# t 2"), replace("H", "I"), replace("H", "I"), `[{"op":"set","at":"","old":T,"value":T,"theirs":I}]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			data, conflicts, err := Rebase("p.yaml", []byte(page), []byte(test.draft), []byte(test.now), nil)
			if err != nil {
				t.Fatal(err)
			}
			if string(data) != test.want {
				t.Errorf("%s\nwant\n%s", data, test.want)
			}
			const whole = `{"title":"A","s":[{"hero":{"title":"H"}},{"cta":{"title":"C"}},{"end":{}}],"l":["a","b","c"]}`
			want := strings.NewReplacer(":T", ":"+whole, ":I", ":"+strings.Replace(whole, `"H"`, `"I"`, 1)).Replace(test.conflicts)
			if got := inJSON(t, conflicts); got != want {
				t.Errorf("conflicts %s\nwant %s", got, want)
			}
		})
	}
}

func TestAListOfWhichAllItemsAreOthersStaysABlock(t *testing.T) {
	base := "a: 1\nitems:\n  - one\n  - two\n"
	draft := "a: 1\nitems:\n  - three\n  - four\n  - five\n"
	data, conflicts, err := Rebase("main/x.yaml", []byte(base), []byte(draft), []byte("a: 2"+base[4:]), nil)
	if want := "a: 2" + draft[4:]; string(data) != want || conflicts != nil || err != nil {
		t.Errorf("%v, %v, it is\n%s", conflicts, err, data)
	}
}

func TestAnItemThatIsMovedAndChangedKeepsItsComments(t *testing.T) {
	const item = "  # Its own.\n  - id: x   # here\n    text: |\n      two\n"
	base := "a: 1\nitems:\n" + item + "  - {id: y, text: three}\n  - {id: z, text: four}\n"
	draft, err := Apply("main/x.yaml", []byte(base), Change{Op: "move", At: "items[0]", To: "items[2]"}, nil)
	if err == nil {
		draft, err = Apply("main/x.yaml", draft, Change{Op: "set", At: "items[2].text", Value: TextTree("five\n")}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	data, conflicts, err := Rebase("main/x.yaml", []byte(base), draft, []byte("a: 2"+base[4:]), nil)
	if want := "a: 2" + string(draft[4:]); string(data) != want || conflicts != nil || err != nil {
		t.Errorf("%v, %v, it is\n%s", conflicts, err, data)
	}
}
