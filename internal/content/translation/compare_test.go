package translation

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/tree"
)

const bakery = `
-- main/site.yaml --
name: Bakery
path: /
baseURL: https://www.example.com
language: en
timeZone: UTC
tagline: Bread for all
email: hello@example.com
facts:
  open: from seven
  founded: "1987"
theme:
  scheme: light
  colors: {background: "#ffffff", surface: "#ffffff", text: "#000000", muted: "#333333", line: "#cccccc", primary: "#000088", onPrimary: "#ffffff", accent: "#880000"}
  fonts: {display: Inter, text: Inter}
navigation:
  links: [{label: Bread, to: /bread}, {label: Start, to: /}]
  action: {label: Order now, to: /, style: primary}
labels: {included: Sure}
mail: {from: hello@example.com, recipients: [hello@example.com]}
-- main/products.yaml --
rye:
  name: Rye loaf
  text: "Baked {{facts.open}}."
  icon: wheat
  features:
    - {title: Dark, text: With a crust.}
    - {title: Slow, text: A day.}
-- main/forms.yaml --
order:
  kind: message
  title: Order
  fields:
    - {name: name, label: Name, type: text, required: true}
    - {name: email, label: Mail, type: email, required: true}
  submit: {label: Send, sending: Sending}
  success: {title: Thanks, text: We answer.}
  failure: {title: Sorry, text: Try again.}
-- main/blocks.yaml --
call:
  cta: {title: Hungry?, actions: [{label: Come, to: /, style: primary}]}
-- main/pages/index.yaml --
title: Start
description: Where bread is.
sections:
  - hero: {title: Good bread, text: Every day.}
  - checklist: {title: Never, items: [Haste, Sugar]}
  - block: call
-- main/pages/bread.yaml --
title: Bread
description: All of it.
sections:
  - prose:
      id: about
      markdown: |
        One *loaf*.

        Two loaves.
-- main/pages/later.yaml --
title: Later
draft: true
-- main/de/site.yaml --
name: Deutsch
`

func files(t *testing.T, archives ...string) fstest.MapFS {
	t.Helper()
	made := fstest.MapFS{}
	for _, archive := range archives {
		for _, f := range txtar.Parse([]byte(archive)).Files {
			made[f.Name] = &fstest.MapFile{Data: f.Data}
			if len(bytes.TrimSpace(f.Data)) == 0 {
				delete(made, f.Name)
			}
		}
	}
	return made
}

// compare returns the texts of main in German.
func compare(t *testing.T, fsys fs.FS) []Text {
	t.Helper()
	read, err := tree.NewReader(nil).Read(context.Background(), fsys)
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range read.Problems {
		t.Errorf("%v", problem)
	}
	website := outline.Of(outline.Options{}, read, time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC))
	record, err := ReadRecord(fsys, "main/de/translated.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return Compare(website, website.ByID["main.de"], record)
}

// states lists the texts that are in a state, each as file:path.
func states(all []Text, state State) (found []string) {
	for _, text := range all {
		if text.State == state {
			found = append(found, strings.TrimPrefix(text.File, "main/")+":"+text.Path)
		}
	}
	return found
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAllWordsOfAnUntouchedLanguageAreMissing(t *testing.T) {
	all := compare(t, files(t, bakery))
	same(t, "missing", states(all, Missing),
		"site.yaml:tagline", "site.yaml:facts.open", "site.yaml:navigation.links[0].label", "site.yaml:navigation.links[1].label",
		"site.yaml:navigation.action.label",
		"products.yaml:rye.name", "products.yaml:rye.text", "products.yaml:rye.features[0].title",
		"products.yaml:rye.features[0].text", "products.yaml:rye.features[1].title", "products.yaml:rye.features[1].text",
		"forms.yaml:order.title", "forms.yaml:order.fields[name=name].label", "forms.yaml:order.fields[name=email].label",
		"forms.yaml:order.submit.label", "forms.yaml:order.submit.sending", "forms.yaml:order.success.title", "forms.yaml:order.success.text",
		"forms.yaml:order.failure.title", "forms.yaml:order.failure.text",
		"blocks.yaml:call.cta.title", "blocks.yaml:call.cta.actions[0].label",
		"pages/index.yaml:title", "pages/index.yaml:description", "pages/index.yaml:sections[0].hero.title",
		"pages/index.yaml:sections[0].hero.text", "pages/index.yaml:sections[1].checklist.title",
		"pages/index.yaml:sections[1].checklist.items[0]", "pages/index.yaml:sections[1].checklist.items[1]",
		"pages/bread.yaml:title", "pages/bread.yaml:description", "pages/bread.yaml:sections[0].prose.markdown")
	if len(all) != len(states(all, Missing)) {
		t.Errorf("%d texts", len(all))
	}
	for _, text := range all {
		if text.Path == "sections[0].prose.markdown" && (text.Line != 6 || text.Words != "One *loaf*.\n\nTwo loaves.\n") {
			t.Errorf("%+v", text)
		}
	}
}

const german = `
-- main/de/site.yaml --
name: Deutsch
tagline: Brot für alle
navigation:
  links: [{label: Unser Brot, to: /bread}]
-- main/de/products.yaml --
rye:
  name: Roggenbrot
  features:
    - {}
    - {title: Langsam, text: Ein Tag.}
-- main/de/forms.yaml --
order:
  fields: [{name: email, label: E-Mail}]
-- main/de/blocks.yaml --
call:
  cta: {title: Hunger?, actions: [{label: Kommen, to: /, style: primary}]}
-- main/de/pages/index.yaml --
title: Start
description: Wo es Brot gibt.
sections:
  - hero: {title: Gutes Brot, text: Jeden Tag.}
  - block: call
-- main/de/pages/brot.yaml --
title: Brot
translates: /bread
description: Alles.
sections:
  - prose: {id: about, markdown: Ein Brot.}
`

func TestWhatIsTranslatedIsNotMissing(t *testing.T) {
	all := compare(t, files(t, bakery, german))
	same(t, "missing", states(all, Missing),
		// A list of the settings is whole, and so are pages and blocks.
		"site.yaml:facts.open", "site.yaml:navigation.action.label", "products.yaml:rye.text",
		"products.yaml:rye.features[0].title", "products.yaml:rye.features[0].text", "forms.yaml:order.title",
		"forms.yaml:order.fields[name=name].label", "forms.yaml:order.submit.label", "forms.yaml:order.submit.sending", "forms.yaml:order.success.title",
		"forms.yaml:order.success.text", "forms.yaml:order.failure.title", "forms.yaml:order.failure.text")
	targets := map[string]string{}
	for _, text := range all {
		if text.Target != "" {
			targets[text.In+":"+text.Path] = text.Target
		}
	}
	for path, want := range map[string]string{
		"main/de/products.yaml:rye.features[1].title":        "Langsam",
		"main/de/forms.yaml:order.fields[name=email].label":  "E-Mail",
		"main/de/pages/brot.yaml:sections[0].prose.markdown": "Ein Brot.",
		"main/de/pages/index.yaml:title":                     "Start",
		// The pages are not built alike any more.
		"main/de/pages/index.yaml:sections[0].hero.title": "",
		"main/de/site.yaml:navigation.links[0].label":     "",
	} {
		if targets[path] != want {
			t.Errorf("%s is %q, want %q", path, targets[path], want)
		}
	}
}

func recorded(t *testing.T, fsys fstest.MapFS) fstest.MapFS {
	t.Helper()
	made, record := maps.Clone(fsys), Record{}
	record.Done(compare(t, fsys))
	made["main/de/translated.yaml"] = &fstest.MapFile{Data: record.Bytes()}
	return made
}

func TestATextIsStaleWhenItsOriginalChanges(t *testing.T) {
	for name, test := range map[string]struct {
		file, old, now string
		stale, missing []string
	}{
		"nothing":  {"products.yaml", "Dark", "Dark", nil, nil},
		"a layout": {"products.yaml", `{title: Slow, text: A day.}`, "title: Slow\n      text: 'A day.'", nil, nil},
		"a word of a collection": {
			"products.yaml", "title: Slow", "title: Slower",
			[]string{"products.yaml:rye.features[1].title"},
			nil,
		},
		"what is no word":  {"products.yaml", "icon: wheat", "icon: bread", nil, nil},
		"a word of a page": {"pages/bread.yaml", "All of it.", "All of it!", []string{"pages/bread.yaml:description"}, nil},
		"a word of a page that is not built alike": {
			"pages/index.yaml", "[Haste,", "[Hurry,",
			[]string{"pages/index.yaml:sections[1].checklist.items[0]"},
			nil,
		},
		"a section before others": {
			"pages/bread.yaml", "sections:\n", "sections:\n  - hero: {title: New}\n",
			nil,
			[]string{"pages/bread.yaml:sections[0].hero.title"},
		},
		"items that change places": {"pages/index.yaml", "[Haste, Sugar]", "[Sugar, Haste]", nil, nil},
		"a fact":                   {"site.yaml", "tagline: Bread", "tagline: Rolls", []string{"site.yaml:tagline"}, nil},
		"a list of the settings":   {"site.yaml", "label: Start", "label: Home", []string{"site.yaml:navigation.links[1].label"}, nil},
		"a block":                  {"blocks.yaml", "Hungry?", "Thirsty?", []string{"blocks.yaml:call.cta.title"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			before := recorded(t, files(t, bakery, german))
			missing := states(compare(t, before), Missing)
			if found := states(compare(t, before), Unrecorded); len(found) > 0 {
				t.Errorf("not recorded: %v", found)
			}
			data := string(before["main/"+test.file].Data)
			if !strings.Contains(data, test.old) {
				t.Fatalf("%s does not have %s", test.file, test.old)
			}
			before["main/"+test.file] = &fstest.MapFile{Data: []byte(strings.Replace(data, test.old, test.now, 1))}
			all := compare(t, before)
			same(t, "stale", states(all, Stale), test.stale...)
			same(t, "missing", states(all, Missing), append(missing, test.missing...)...)
		})
	}
}

func TestACopyThatIsADraftIsToBeTranslated(t *testing.T) {
	draft := "-- main/de/pages/bread.yaml --\ndraft: true\n" + strings.TrimPrefix(string(files(t, bakery)["main/pages/bread.yaml"].Data), "\n")
	all := compare(t, files(t, bakery, draft))
	missing := states(all, Missing)
	for _, path := range []string{"pages/bread.yaml:title", "pages/bread.yaml:sections[0].prose.markdown"} {
		if !slices.Contains(missing, path) {
			t.Errorf("%s is not missing", path)
		}
	}
	if missing := states(compare(t, recorded(t, files(t, bakery, draft))), Missing); slices.Contains(missing, "pages/bread.yaml:title") {
		t.Error("it is missing although somebody said that it is done")
	}
}

func TestARecordIsSortedAndReadAgain(t *testing.T) {
	fsys := recorded(t, files(t, bakery, german))
	data := fsys["main/de/translated.yaml"].Data
	record, err := ReadRecord(fsys, "main/de/translated.yaml")
	if err != nil || !bytes.Equal(record.Bytes(), data) {
		t.Errorf("%v\n%s", err, data)
	}
	for range 10 {
		if !bytes.Equal(record.Bytes(), data) {
			t.Fatal("its order changes")
		}
	}
	twice := "main/a.yaml:\r\n  title: aaaaaaaaaa\r\n\r\nmain/a.yaml:\r\n  summary: bbbbbbbbbb\r\n  title: cccccccccc\r\n" // lines of both sides
	fsys["main/de/translated.yaml"] = &fstest.MapFile{Data: []byte(recordHead + twice)}
	record, err = ReadRecord(fsys, "main/de/translated.yaml")
	if want := "map[main/a.yaml:map[summary:bbbbbbbbbb title:cccccccccc]]"; err != nil || fmt.Sprint(record) != want {
		t.Errorf("the lines of both sides: %v, %v", record, err)
	}

	var bomb strings.Builder // of merge keys, each level twice as large as the one before
	fmt.Fprint(&bomb, "a0: &a0 {x: y}\n")
	for i := range 40 {
		fmt.Fprintf(&bomb, "a%d: &a%d {<<: [*a%d, *a%d]}\n", i+1, i+1, i, i)
	}
	for what, damaged := range map[string]string{
		"a merge conflict": "<<<<<<< HEAD\na\n", "merge keys": bomb.String(), "no file": "  title: aaaaaaaaaa\n", "another hash": "a:\n  title: what\n",
	} {
		fsys["main/de/translated.yaml"] = &fstest.MapFile{Data: []byte(damaged)}
		if _, err := ReadRecord(fsys, "main/de/translated.yaml"); err == nil || !strings.Contains(err.Error(), "main/de/translated.yaml") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
