//go:build !race

package content

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// withNotes returns a tree with a page whose example has an output and these notes, as they stand in the file.
func withNotes(t *testing.T, output, notes string) folder {
	t.Helper()
	files := baseTree(t)
	files["main/pages/shown.yaml"] = `title: Shown
description: All of it.
sections:
  - hero:
      title: Hello
      preview:
        example: {title: Prompt, inputLabel: You, input: bread, outputLabel: App, output: "` + output + `", notes: ` + notes + `}
`
	return files
}

func TestAnExampleIsCutAtItsNotes(t *testing.T) {
	cases := map[string]struct {
		output, notes string
		want          []site.ExampleRun
		labels        []string
	}{
		"in the order of the words": {
			"Write warm words for bakers.", "[{phrase: bakers, label: Audience}, {phrase: warm, label: Tone}]",
			[]site.ExampleRun{{Text: "Write "}, {Text: "warm", Note: 1}, {Text: " words for "}, {Text: "bakers", Note: 2}, {Text: "."}},
			[]string{"Tone", "Audience"},
		},
		"from end to end": {"All of it", "[{phrase: All of it, label: Goal}]", []site.ExampleRun{{Text: "All of it", Note: 1}}, []string{"Goal"}},
		"side by side": {
			"warm bread", "[{phrase: warm, label: Tone}, {phrase: ' bread', label: Goal}]",
			[]site.ExampleRun{{Text: "warm", Note: 1}, {Text: " bread", Note: 2}},
			[]string{"Tone", "Goal"},
		},
		"at the first of several": {
			"bread, bread", "[{phrase: bread, label: Goal}]",
			[]site.ExampleRun{{Text: "bread", Note: 1}, {Text: ", bread"}},
			[]string{"Goal"},
		},
		"with what both refer to": {
			"Write for {{site.name}}.", "[{phrase: 'for {{site.name}}', label: Audience}]",
			[]site.ExampleRun{{Text: "Write "}, {Text: "for Evenlight", Note: 1}, {Text: "."}},
			[]string{"Audience"},
		},
		"without notes": {"Write.", "[]", nil, nil},
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			made := page(t, good(t, withNotes(t, test.output, test.notes), sampleOptions(), testNow), "/shown")
			example := body[site.Hero](t, made, 0).Preview.Example
			if !reflect.DeepEqual(example.Runs, test.want) {
				t.Errorf("runs\n%+v\nwant\n%+v", example.Runs, test.want)
			}
			var labels []string
			for _, note := range example.Notes {
				labels = append(labels, string(note.Label))
			}
			if !reflect.DeepEqual(labels, test.labels) {
				t.Errorf("notes %v, want %v", labels, test.labels)
			}
			if parts := made.StyleParts(); slices.Contains(parts, site.ScenePrompt) != (len(test.labels) > 0) {
				t.Errorf("parts of the stylesheet %v with notes %v", parts, test.labels)
			}
		})
	}
}

func TestNotesWithoutAPlace(t *testing.T) {
	for notes, want := range map[string]string{
		"[{phrase: cold, label: Tone}]":                                         `The words "cold" do not stand in the output. Copy them`,
		"[{phrase: WARM, label: Tone}]":                                         `The words "WARM" do not stand in the output. Copy them from the output, just as they stand there.`,
		"[{phrase: warm words, label: Tone}, {phrase: words for, label: Goal}]": `The words "words for" have another note already. Give each`,
		"[{phrase: warm, label: Tone}, {phrase: warm, label: Goal}]":            `The words "warm" have another note already.`,
		"[{phrase: '', label: Tone}]":                                           "phrase",
		"[{phrase: warm}]":                                                      "label",
		"[{phrase: warm, label: Tone, tone: x}]":                                "tone",
		"{phrase: warm, label: Tone}":                                           "list",
		"[{phrase: '" + strings.Repeat("long ", 2_000) + "', label: Tone}]":     "do not stand in the output",
		"[{phrase: '<script>alert(1)</script>', label: Tone, text: '<bold>'}]":  "do not stand in the output",
	} {
		_, problems := load(t, NewLoader(sampleOptions()), withNotes(t, "Write warm words for bakers.", notes).fs(), testNow)
		if got := told(problems); !strings.Contains(got, want) || !strings.Contains(got, "main/pages/shown.yaml:7:") || len(problems) != 1 {
			t.Errorf("%.60s:\n%.400s\nwant %s", notes, got, want)
		}
	}
}

// What is resolved again is cut again: the parsed content stays as it was written.
func TestNotesOfAProduct(t *testing.T) {
	files := baseTree(t)
	files["main/products.yaml"] += `
writer:
  name: Writer
  text: Writes.
  features: [{title: Words}]
  preview:
    example:
      {title: Prompt, inputLabel: You, input: bread, outputLabel: App, output: Warm words., notes: [{phrase: Warm, label: Tone}]}
`
	files["main/pages/shown.yaml"] = "title: Shown\ndescription: All of it.\nsections:\n  - hero: {title: Hello, product: writer}\n  - products: {refs: [writer]}\n"
	made := page(t, good(t, files, sampleOptions(), testNow), "/shown")
	hero, listed := body[site.Hero](t, made, 0).Preview.Example, body[site.ProductShowcase](t, made, 1).Items[0].Preview.Example
	if len(hero.Runs) != 2 || !reflect.DeepEqual(hero.Runs, listed.Runs) {
		t.Errorf("hero %+v, list %+v", hero.Runs, listed.Runs)
	}
	if !slices.Contains(made.StyleParts(), site.ScenePrompt) {
		t.Errorf("parts of the stylesheet %v", made.StyleParts())
	}
}

func TestAtMostSixNotes(t *testing.T) {
	notes := "[{phrase: a, label: A}, {phrase: b, label: B}, {phrase: c, label: C}, {phrase: d, label: D}, {phrase: e, label: E}, {phrase: f, label: F}, {phrase: g, label: G}]"
	_, problems := load(t, NewLoader(sampleOptions()), withNotes(t, "a b c d e f g", notes).fs(), testNow)
	if got := told(problems); !strings.Contains(got, "`notes` takes at most 6 items.") || len(problems) != 1 {
		t.Error(got)
	}
}
