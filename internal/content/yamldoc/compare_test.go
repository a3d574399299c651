package yamldoc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

const page = `# yaml-language-server: $schema=x
title: Bread # of the tab
sections:
  # the first
  - hero: {title: "Bread takes a day", actions: [{label: Order, to: /order}]}

  - faq:
      items:
        - question: Open on Sunday? # asked daily
          answer: >-
            From eight to noon,
            and at Christmas.
        - question: Rye?
          answer: |
            Yes.

            No.
        - {question: Cake?, answer: 'Ask Ada''s'}
  - cards:
      items:
        - title: One
        # loose

        - title: Two
          points: [a, b, c]
tags:
- x
- y
- z
`

// anyChange draws a change that a tree can have.
func anyChange(t *rapid.T, tree *yamldoc.Tree, label string) yamldoc.Change {
	var texts, lists, keys []string
	places(tree, "", func(path string, value *yamldoc.Tree) {
		data, _ := value.MarshalJSON()
		switch {
		case path == "":
		case value.IsText():
			texts = append(texts, path)
		case data[0] == '[':
			lists = append(lists, path)
		case data[0] == '{':
			keys = append(keys, path)
		}
	})
	slices.Sort(texts) // places come from a map
	slices.Sort(lists)
	slices.Sort(keys)
	words := yamldoc.TextTree(label + " " + rapid.SampledFrom([]string{"new", "a: b", "two\nlines", "it's", ""}).Draw(t, "words"))
	length := func(list string) int {
		n := 0
		for {
			if _, there := tree.At(fmt.Sprintf("%s[%d]", list, n)); !there {
				return n
			}
			n++
		}
	}
	op := rapid.SampledFrom([]string{"set", "set", "set", "insert", "remove", "move", "key"}).Draw(t, "op")
	if op == "key" && len(keys) > 0 {
		return yamldoc.Change{Op: yamldoc.Set, At: rapid.SampledFrom(keys).Draw(t, "at") + "." + label, Value: words}
	}
	if op != "set" && len(lists) > 0 {
		list := rapid.SampledFrom(lists).Draw(t, "list")
		n := length(list)
		at := func(i int) string { return fmt.Sprintf("%s[%d]", list, i) }
		switch {
		case op == "insert" || n == 0:
			value := words
			if item, _ := tree.At(at(0)); item != nil && !item.IsText() {
				_ = value.UnmarshalJSON([]byte(`{"question": "` + label + rapid.StringMatching(`[a-z]{4}`).Draw(t, "q") + `"}`))
			}
			return yamldoc.Change{Op: yamldoc.Insert, At: at(rapid.IntRange(0, n).Draw(t, "i")), Value: value}
		case op == "remove":
			return yamldoc.Change{Op: yamldoc.Remove, At: at(rapid.IntRange(0, n-1).Draw(t, "i"))}
		case n > 1:
			return yamldoc.Change{
				Op: yamldoc.Move, At: at(rapid.IntRange(0, n-1).Draw(t, "i")), To: at(rapid.IntRange(0, n-1).Draw(t, "j")),
			}
		}
	}
	if len(texts) == 0 {
		return yamldoc.Change{Op: yamldoc.Set, At: "title", Value: words}
	}
	return yamldoc.Change{Op: yamldoc.Set, At: rapid.SampledFrom(texts).Draw(t, "at"), Value: words}
}

// changed draws some changes of a file, and returns it with them, and the words that were typed.
func changed(t *rapid.T, data []byte, label string) []byte {
	for range rapid.IntRange(0, 4).Draw(t, "changes") {
		tree, err := yamldoc.ReadTree("main/pages/x.yaml", data)
		if err != nil {
			t.Fatal(err)
		}
		c := anyChange(t, tree, label)
		made, err := yamldoc.Apply("main/pages/x.yaml", data, c, nil)
		if err != nil {
			if strings.Contains(err.Error(), "comment would be lost") {
				continue
			}
			t.Fatalf("%+v of\n%s\n%v", c, data, err)
		}
		data = made
	}
	return data
}

func TestWhatIsComparedLeadsToTheOtherFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := changed(t, []byte(page), "A")
		after := changed(t, before, "B")
		changes, err := yamldoc.Compare("x.yaml", before, after)
		if err != nil {
			t.Fatal(err)
		}
		tree, _ := yamldoc.ReadTree("x.yaml", after)
		made := before
		for _, c := range changes {
			if made, err = yamldoc.Apply("x.yaml", made, c, nil); err != nil {
				if strings.Contains(err.Error(), "comment would be lost") {
					return
				}
				t.Fatalf("%+v: %v of\n%s", c, err, made)
			}
		}
		if found, _ := yamldoc.ReadTree("x.yaml", made); !found.Equal(tree) {
			t.Fatalf("from\n%s\nto\n%s\nit is\n%s\nafter %+v", before, after, made, changes)
		}
	})
}

// Every text that one of both typed is in the file, or in a conflict; and who saved the file keeps all of it.
func TestNothingIsLostWhereTwoChangeAFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draft, now := changed(t, []byte(page), "mine"), changed(t, []byte(page), "theirs")
		data, conflicts, err := yamldoc.Rebase("x.yaml", []byte(page), draft, now, nil)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := yamldoc.ReadTree("x.yaml", data)
		if err != nil {
			t.Fatal(err)
		}
		all := texts(tree)
		for _, c := range conflicts {
			all = append(all, texts(c.Value)...)
			all = append(all, texts(c.Theirs)...)
		}
		mine, _ := yamldoc.ReadTree("x.yaml", draft)
		theirs, _ := yamldoc.ReadTree("x.yaml", now)
		for _, word := range append(texts(mine), texts(theirs)...) {
			typed := strings.HasPrefix(word, "mine") || strings.HasPrefix(word, "theirs")
			if typed && !slices.Contains(all, word) {
				t.Fatalf("%q is lost: mine\n%s\ntheirs\n%s\nboth\n%s\n%+v", word, draft, now, data, conflicts)
			}
		}
	})
}

func texts(tree *yamldoc.Tree) (all []string) {
	if tree == nil {
		return nil
	}
	places(tree, "", func(_ string, value *yamldoc.Tree) {
		if value.IsText() {
			all = append(all, value.Text())
		}
	})
	return all
}
