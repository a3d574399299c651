package yamldoc

import (
	"errors"
	"testing"
)

func TestAnEditorPutsATextWhereItBelongs(t *testing.T) {
	const settings = "tagline: Bread\nnavigation:\n  # The bar.\n  links:\n    - label: Start\n      to: /\n\n    - {label: Shop, to: /shop}\n" +
		"  action: {label: Go, to: /}\nfooter: {text: End, links: [{label: A, to: /a}]}\nfacts:\n  open: now\n"
	const plans = "box:\n  name: Box\n  includes: [A loaf, Rolls]\n  features:\n    - {title: One, icon: x}\n    - title: Two\n      text: Two too\n" +
		"  fields:\n    - name: day\n      label: Day\n    - {name: time, label: Time}\n  action:\n    label: Buy\n    to: /\n"
	for name, test := range map[string]struct {
		file, data, original, path, words, want string
	}{
		"a text":               {"site.yaml", "tagline: Alt # yes\nfacts: {}\n", settings, "tagline", "Brot", "tagline: Brot # yes\nfacts: {}\n"},
		"a text that is there": {"site.yaml", "tagline: 'Brot'\n", settings, "tagline", "Brot", "tagline: 'Brot'\n"},
		"a text with a comma":  {"site.yaml", "tagline: Alt\n", settings, "tagline", "Brot, gut", "tagline: Brot, gut\n"},
		"a text that needs quotes": {
			"site.yaml", "tagline: Alt\n", settings, "tagline", `Das: "Brot" #1`, "tagline: \"Das: \\\"Brot\\\" #1\"\n",
		},
		"a text of several lines": {
			"site.yaml", "tagline: 'Alt\n  und\n\n  neu'\nname: X\n", settings, "tagline", "Eins\n\n\nzwei\n",
			"tagline: |\n  Eins\n\n\n  zwei\nname: X\n",
		},
		"a block text": {
			"p.yaml", "sections:\n  - prose:\n      markdown: |\n        Old.\n\n        Words.\n\n  - cta: {title: X}\n", "sections: []\n",
			"sections[0].prose.markdown", "Neu.", "sections:\n  - prose:\n      markdown: Neu.\n\n  - cta: {title: X}\n",
		},
		"several lines between brackets": {
			"p.yaml", "a: {b: [x,\n  Old]}\n", "a: {b: [x, y]}\n", "a.b[1]", "Eins,\nzwei", "a: {b: [x,\n  \"Eins,\\nzwei\"]}\n",
		},
		"a text that stands for its keys": {
			"p.yaml", "sections:\n  - quote: Old\n", "sections:\n  - quote: Old\n", "sections[0].quote.text", "Neu", "sections:\n  - quote: Neu\n",
		},
		"the body of a Markdown file": {
			"p.md", "---\ntitle: X\n---\n\nOld.\n", "---\ntitle: X\n---\nOld.\n", "markdown", "# Neu: ja\n", "---\ntitle: X\n---\n\n# Neu: ja\n",
		},
		"a new file": {"plans.yaml", "# Words.\n", plans, "box.name", "Kiste", "# Words.\nbox:\n  name: Kiste\n"},
		"a new key": {
			"site.yaml", "# One.\nname: Deutsch # of it\n# Two.\n", settings, "tagline", "Brot",
			"# One.\nname: Deutsch # of it\ntagline: Brot\n# Two.\n",
		},
		"a new key without a line end": {"site.yaml", "name: Deutsch", settings, "tagline", "Brot", "name: Deutsch\ntagline: Brot\n"},
		"a key below a new one": {
			"site.yaml", "name: D\n", settings, "navigation.action.label", "Los", "name: D\nnavigation:\n  action: {label: Los}\n",
		},
		"a key beside others": {
			"site.yaml", "facts:\n    a: b\nname: D\n", settings, "facts.open", "jetzt", "facts:\n    a: b\n    open: jetzt\nname: D\n",
		},
		"a key between brackets": {
			"site.yaml", "footer: {copyright: X}\n", settings, "footer.text", "Ende, gut", "footer: {copyright: X, text: \"Ende, gut\"}\n",
		},
		"a list of the settings": {
			"site.yaml", "name: D\n", settings, "navigation.links[1].label", "Laden",
			"name: D\nnavigation:\n  links:\n    - label: Start\n      to: /\n    - {label: Laden, to: /shop}\n",
		},
		"a list between brackets": {
			"site.yaml", "footer: {text: X}\n", settings, "footer.links[0].label", "B", "footer: {text: X, links: [{label: B, to: /a}]}\n",
		},
		"a list of texts": {
			"plans.yaml", "box:\n  name: K\n", plans, "box.includes[1]", "Brötchen", "box:\n  name: K\n  includes: [A loaf, Brötchen]\n",
		},
		"a list of words of a collection": {
			"plans.yaml", "box: {name: K}\n", plans, "box.features[1].text", "Zwei auch",
			"box: {name: K, features: [{}, {text: Zwei auch}]}\n",
		},
		"an item by its name": {
			"plans.yaml", "box:\n  fields:\n    - {name: time, label: Zeit}\n", plans, "box.fields[name=day].label", "Tag",
			"box:\n  fields:\n    - {name: time, label: Zeit}\n    - name: day\n      label: Tag\n",
		},
		"the first item by its name": {
			"plans.yaml", "box:\n  name: K\n", plans, "box.fields[name=day].label", "Tag",
			"box:\n  name: K\n  fields:\n    - name: day\n      label: Tag\n",
		},
		"items of a list of words": {
			"plans.yaml", "# K\n", plans, "box.features[1].text", "Zwei", "# K\nbox:\n  features:\n    - {}\n    - text: Zwei\n",
		},
		"a file with the line ends of Windows": {
			"site.yaml", "name: D\r\ntagline: Alt\r\n", settings, "facts.open", "jetzt",
			"name: D\r\ntagline: Alt\r\nfacts:\r\n  open: jetzt\r\n",
		},
		"an item by its name, whose key is new": {
			"plans.yaml", "box:\n  fields:\n    - name: day\n", plans, "box.fields[name=day].label", "Tag",
			"box:\n  fields:\n    - name: day\n      label: Tag\n",
		},
		"lines between brackets": {
			"site.yaml", "{tagline: X}\n", settings, "navigation.links[0].label", "A",
			"{tagline: X, navigation: {links: [{label: A, to: /}, {label: Shop, to: /shop}]}}\n",
		},
		"a block": {
			"blocks.yaml", "other:\n  cta: {title: X}\n", "call:\n  # Everywhere.\n  cta:\n    title: Old\n    note: Keep\n", "call.cta.title", "Neu",
			"other:\n  cta: {title: X}\ncall:\n  cta:\n    title: Neu\n    note: Keep\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := NewEditor(test.file, []byte(test.data), []byte(test.original))
			if err != nil {
				t.Fatal(err)
			}
			e.WholeLists, e.WholeEntries = test.file == "site.yaml", test.file == "blocks.yaml"
			if err := e.Set(test.path, test.words); err != nil || string(e.Bytes()) != test.want {
				t.Errorf("%v\n%s\nwant\n%s", err, e.Bytes(), test.want)
			}
		})
	}
}

func TestAnEditorRefuses(t *testing.T) {
	for name, test := range map[string]struct{ data, path string }{
		"what the original does not have": {"a: b\n", "c.d"},
		"a list for a text":               {"list: [x]\n", "list"},
		"an item that is not there":       {"list: [x]\n", "list[3]"},
		"a key of a text":                 {"a: b\n", "a.b.c"},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := NewEditor("p.yaml", []byte(test.data), []byte("a: b\nlist:\n  - x: y\n"))
			if err != nil {
				t.Fatal(err)
			}
			e.WholeLists = true
			if err := e.Set(test.path, "W"); !errors.Is(err, ErrNotEdited) || string(e.Bytes()) != test.data {
				t.Errorf("%v\n%s", err, e.Bytes())
			}
			if err := e.Set("a", "\x00"); !errors.Is(err, ErrNotEdited) || string(e.Bytes()) != test.data {
				t.Errorf("%v\n%s", err, e.Bytes())
			}
		})
	}
}

func TestAnEditorRemovesAKey(t *testing.T) {
	e, err := NewEditor("p.yaml", []byte("# Mine.\na: b\n\n# Where it was.\n# Long ago.\naliases:\n  - /c\n  - /d # old\ne: f\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Remove("aliases"); err != nil || string(e.Bytes()) != "# Mine.\na: b\n\ne: f\n" {
		t.Errorf("%v\n%s", err, e.Bytes())
	}
	if err := e.Remove("a"); err != nil || string(e.Bytes()) != "# Mine.\n\ne: f\n" {
		t.Errorf("the comment that begins the file: %v\n%s", err, e.Bytes())
	}
	if lines := e.Lines("e"); lines != "e: f\n" {
		t.Errorf("lines %q", lines)
	}
}

func TestAnEditorBeginsAFileWithALine(t *testing.T) {
	for data, want := range map[string]string{
		"# Mine.\ntitle: X\n":                     "# Mine.\ndraft: true\ntitle: X\n",
		"---\r\ntitle: X\r\n---\r\ndraft: no\r\n": "---\r\ndraft: true\r\ntitle: X\r\n---\r\ndraft: no\r\n",
		"\ufefftitle: X\n":                        "draft: true\ntitle: X\n",
	} {
		name := "p.yaml"
		if data[0] == '-' {
			name = "p.md"
		}
		e, err := NewEditor(name, []byte(data), []byte(data))
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Begin("draft: true"); err != nil || string(e.Bytes()) != want {
			t.Errorf("%q becomes %q (%v), want %q", data, e.Bytes(), err, want)
		}
	}
}
