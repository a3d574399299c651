package translation

import (
	"bytes"
	"context"
	"encoding/xml"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evenlight/marquee/internal/content/tree"
)

func xliffOf(t *testing.T, all []Text) string {
	t.Helper()
	var texts []*Text
	for i := range all {
		if text := &all[i]; text.Placed && (text.State == Missing || text.State == Stale) {
			texts = append(texts, text)
		}
	}
	var out bytes.Buffer
	if err := WriteXLIFF(&out, "en", "de", texts); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// translate returns what a translator makes of the texts of a file.
func translate(t *testing.T, xliff string, of func(source string) string) string {
	t.Helper()
	back, err := ReadXLIFF(strings.NewReader(xliff), "en", "de")
	if err != nil {
		t.Fatal(err)
	}
	var texts []*Text
	for _, b := range back {
		texts = append(texts, &Text{File: b.File, Path: b.Name, Words: b.Source, Target: of(b.Source), State: Current})
	}
	var out bytes.Buffer
	if err := WriteXLIFF(&out, "en", "de", texts); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// take imports a file, and returns the tree with what it has.
func take(t *testing.T, fsys fstest.MapFS, xliff string) (fstest.MapFS, *Imported) {
	t.Helper()
	record, err := ReadRecord(fsys, "main/de/translated.yaml")
	if err != nil {
		t.Fatal(err)
	}
	back, err := ReadXLIFF(strings.NewReader(xliff), "en", "de")
	if err != nil {
		t.Fatal(err)
	}
	made, err := Import(fsys, compare(t, fsys), record, back)
	if err != nil {
		t.Fatal(err)
	}
	after := maps.Clone(fsys)
	for name, data := range made.Files {
		after[name] = &fstest.MapFile{Data: data}
	}
	after["main/de/translated.yaml"] = &fstest.MapFile{Data: record.Bytes()}
	if wrong := made.Wrong(compare(t, after)); wrong != "" {
		t.Errorf("%s is wrong", wrong)
	}
	return after, made
}

func german1(source string) string {
	words := strings.Fields(source)
	for i, word := range words {
		if !strings.Contains(word, "{") {
			words[i] = strings.ToUpper(word) + ": #ß"
		}
	}
	if strings.HasSuffix(source, "\n") {
		return strings.Join(words, "\n\n") + "\n"
	}
	return strings.Join(words, " ")
}

func TestTextsGoToATranslatorAndComeBack(t *testing.T) {
	for name, archives := range map[string][]string{
		"an untouched language":          {bakery},
		"a language that somebody began": {bakery, german},
		"a draft": {bakery, "-- main/de/pages/index.yaml --\n# Mine.\ntitle: Start\ndescription: Where bread is.\ndraft: true # not yet\n" +
			"sections:\n  - hero: {title: Good bread, text: Every day.}\n  - checklist: {title: Never, items: [Haste, Sugar]}\n  - block: call\n"},
	} {
		t.Run(name, func(t *testing.T) {
			before := files(t, archives...)
			targets := map[string]string{}
			for _, text := range compare(t, before) {
				if text.State != Missing {
					targets[text.File+text.Path] = text.Target
				}
			}
			after, made := take(t, before, translate(t, xliffOf(t, compare(t, before)), german1))
			if len(made.Refused) > 0 || len(made.Texts) == 0 {
				t.Errorf("refused: %v, %d texts", made.Refused, len(made.Texts))
			}
			all := compare(t, after)
			same(t, "missing", states(all, Missing))
			same(t, "stale", states(all, Stale))
			for _, text := range all {
				if was, known := targets[text.File+text.Path]; known && was != text.Target {
					t.Errorf("%s was %q and is %q", text.Path, was, text.Target)
				}
			}
			if strings.Contains(string(after["main/de/pages/index.yaml"].Data), "draft") {
				t.Error("the first page is a draft")
			}
			if !strings.Contains(string(after["main/de/site.yaml"].Data), "name: Deutsch\n") {
				t.Error("what was written is gone")
			}
		})
	}
}

func TestAFileForTranslatorsIsXLIFF(t *testing.T) {
	xliff := xliffOf(t, compare(t, files(t, bakery)))
	for _, want := range []string{
		`<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">`,
		`original="main/products.yaml">`, `name="rye.text" xml:space="preserve">`, `<segment state="initial">`,
		`<source>Baked <ph id="1" equiv="{{facts.open}}"/>.</source>`, "<source>One *loaf*.\n\nTwo loaves.\n</source>",
	} {
		if !strings.Contains(xliff, want) {
			t.Errorf("%s is not in\n%s", want, xliff)
		}
	}
	// Ids are NMTOKENs, and each is there once in its file.
	decoder := xml.NewDecoder(strings.NewReader(xliff))
	seen := map[string]bool{}
	for {
		token, err := decoder.Token()
		if err != nil {
			break
		}
		start, is := token.(xml.StartElement)
		switch {
		case is && start.Name.Local == "file":
			clear(seen)
		case is && start.Name.Local == "unit":
			id := start.Attr[0].Value
			if seen[id] || strings.ContainsAny(id, "[]/= ") {
				t.Errorf("the id %s", id)
			}
			seen[id] = true
		}
	}
}

const head = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">`

func oneUnit(file, path, attributes, inside string) string {
	return head + `<file id="f1" original="` + file + `"><unit id="u` + Hash(path) + `" name="` + path + `"><segment ` + attributes + ">" +
		inside + "</segment></unit></file></xliff>"
}

func TestWhatComesBackIsLookedAt(t *testing.T) {
	const file, path = "main/products.yaml", "rye.text"
	const source = `<source>Baked <ph id="1" equiv="{{facts.open}}"/>.</source>`
	for name, test := range map[string]struct {
		xliff, note, refused, target string
	}{
		"a translation": {
			oneUnit(file, path, `state="translated"`, source+`<target>Ab <ph id="1" equiv="{{facts.open}}"/> da.</target>`),
			"", "", "Ab {{facts.open}} da.",
		},
		"a translation without a state": {
			oneUnit(file, path, "", source+`<target>Ab {{facts.open}} da.</target>`), "", "", "Ab {{facts.open}} da.",
		},
		"marks of a tool": {
			oneUnit(file, path, "", source+`<target>Ab <mrk id="m1" type="term"><ph id="1" equiv="{{facts.open}}"/></mrk> da.</target>`),
			"", "", "Ab {{facts.open}} da.",
		},
		"two segments": {
			strings.Replace(oneUnit(file, path, "", "<source>Baked </source><target>Ab </target>"), "</segment>",
				`</segment><ignorable><source> </source></ignorable><segment><source><ph id="1" equiv="{{facts.open}}"/>.</source>`+
					`<target><ph id="1" equiv="{{facts.open}}"/>!</target></segment>`, 1),
			"has changed since", "", "Ab  {{facts.open}}!",
		},
		"nothing":        {oneUnit(file, path, "", source+"<target> \n</target>"), "", "", ""},
		"no target":      {oneUnit(file, path, "", source), "", "", ""},
		"as it was sent": {oneUnit(file, path, `state="initial"`, source+strings.ReplaceAll(source, "source", "target")), "", "", ""},
		"the same words, said to be translated": {
			oneUnit(file, path, `state="final"`, source+strings.ReplaceAll(source, "source", "target")),
			"came back as it is", "", "Baked {{facts.open}}.",
		},
		"a reference that is lost":   {oneUnit(file, path, "", source+"<target>Ab sieben.</target>"), "", "has none, and the original {{facts.open}}", ""},
		"a reference that is gained": {oneUnit(file, path, "", source+"<target>{{facts.open}} {{facts.founded}}</target>"), "", "{{facts.founded}}, {{facts.open}}", ""},
		"an unknown text":            {oneUnit(file, "rye.taste", "", "<source>A</source><target>B</target>"), "", "no such text", ""},
		"an unknown file":            {oneUnit("../../etc/passwd", path, "", "<source>A</source><target>B</target>"), "", "no such text", ""},
		"a source that has changed": {
			oneUnit(file, path, "", "<source>Made {{facts.open}}.</source><target>Ab {{facts.open}}.</target>"),
			"has changed since", "", "Ab {{facts.open}}.",
		},
		"a page that is not built alike": {
			oneUnit("main/pages/index.yaml", "sections[1].checklist.items[0]", "", "<source>Haste</source><target>Eile</target>"),
			"", "not built as the original", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			before := files(t, bakery, german)
			after, made := take(t, before, test.xliff)
			if notes := strings.Join(made.Notes, "\n"); !strings.Contains(notes, test.note) || test.note == "" && notes != "" {
				t.Errorf("it notes %q, want %q", notes, test.note)
			}
			if refused := strings.Join(made.Refused, "\n"); !strings.Contains(refused, test.refused) || test.refused == "" && refused != "" {
				t.Errorf("it refuses %q, want %q", refused, test.refused)
			}
			all := compare(t, after)
			for _, text := range all {
				if text.File == file && text.Path == path && text.Target != test.target {
					t.Errorf("it is %q, want %q", text.Target, test.target)
				}
			}
			if isStale := slices.Contains(states(all, Stale), "products.yaml:rye.text"); isStale != strings.Contains(test.note, "since") {
				t.Errorf("it is stale: %v", isStale)
			}
			for name, file := range before {
				if after := after[name]; test.target == "" && !bytes.Equal(after.Data, file.Data) {
					t.Errorf("%s is another one", name)
				}
			}
		})
	}
}

func TestAFileThatIsNoXLIFFIsRefused(t *testing.T) {
	for name, test := range map[string]struct{ data, want string }{
		"nothing":         {"", "EOF"},
		"half a file":     {oneUnit("a", "b", "", "<source>A</source>")[:200], "EOF"},
		"another root":    {"<html></html>", "expected element type <xliff>"},
		"XLIFF 1.2":       {`<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"></xliff>`, `the version is "1.2", and 2.0 is needed`},
		"other languages": {strings.Replace(oneUnit("a", "b", "", ""), `"de"`, `"fr"`, 1), "from en into fr, and not from en into de"},
		"an entity bomb": {
			`<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>` + oneUnit("a", "b", "", "<source>&c;</source>"), "document type",
		},
		"an unknown entity": {oneUnit("a", "b", "", "<source>&c;</source>"), "invalid character entity"},
		"a huge file":       {head + strings.Repeat(" ", maxXLIFF), "larger than 16 MB"},
		"another encoding":  {"\xff\xfe<\x00x\x00", "XLIFF"},
	} {
		if _, err := ReadXLIFF(strings.NewReader(test.data), "en", "de"); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}

func FuzzReadXLIFF(f *testing.F) {
	f.Add(oneUnit("main/products.yaml", "rye.text", "", `<source>A <ph id="1" equiv="{x}"/></source><target>B {x}</target>`))
	f.Fuzz(func(t *testing.T, data string) {
		back, err := ReadXLIFF(strings.NewReader(data), "en", "de")
		if err != nil {
			return
		}
		for _, b := range back {
			// What was read is written so that it is read as the same.
			var out bytes.Buffer
			text := &Text{File: "a", Path: "b", Words: b.Source, Target: b.Target, State: Current}
			if err := WriteXLIFF(&out, "en", "de", []*Text{text}); err != nil {
				t.Fatal(err)
			}
			again, err := ReadXLIFF(&out, "en", "de")
			if err != nil || again[0].Source != b.Source || again[0].Target != b.Target {
				t.Errorf("%q %q are read as %+v, %v", b.Source, b.Target, again, err)
			}
		}
	})
}

// Whatever a translator writes is in the file as it was written.
func FuzzImport(f *testing.F) {
	f.Add("Eins:\n\n  zwei\n\n")
	f.Add("- \"x\" # {y} \\ 'z'")
	f.Add("null")
	f.Fuzz(func(t *testing.T, words string) {
		var escaped bytes.Buffer
		if xml.EscapeText(&escaped, []byte(words)) != nil {
			return
		}
		fsys := files(t, bakery, german)
		xliff := oneUnit("main/products.yaml", "rye.features[0].text", "", "<source>With a crust.</source><target>"+escaped.String()+"</target>")
		back, err := ReadXLIFF(strings.NewReader(xliff), "en", "de")
		if err != nil {
			return
		}
		made, err := Import(fsys, compare(t, fsys), Record{}, back)
		if err != nil || len(made.Texts) == 0 {
			return
		}
		fsys["main/de/products.yaml"] = &fstest.MapFile{Data: made.Files["main/de/products.yaml"]}
		read, err := tree.NewReader(nil).Read(context.Background(), fsys)
		if err != nil || len(read.Problems) == 1 && read.Problems[0].Code == "bad-character" {
			return // which check says, so that nothing is written
		}
		if wrong := made.Wrong(compare(t, fsys)); wrong != "" {
			t.Errorf("%q is written as\n%s", words, made.Files["main/de/products.yaml"])
		}
	})
}
