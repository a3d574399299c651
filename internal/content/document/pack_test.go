package document

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

var packedFiles = []string{"index.yaml", "site.yaml", "products.yaml", "plans.yaml", "industries.yaml", "forms.yaml", "terms.yaml"}

// goodFiles are the shipped content and the valid files of testdata.
func goodFiles(t testing.TB) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	for _, dir := range []string{"../../../content", "testdata/valid"} {
		err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".yaml" || strings.HasPrefix(entry.Name(), "_") {
				return err
			}
			found[name], err = os.ReadFile(name)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(found) < 30 {
		t.Fatalf("only %d files are found", len(found))
	}
	return found
}

// goodTarget is target for a whole path.
func goodTarget(name string) any {
	if strings.Contains(name, "/pages/") {
		return new(site.Page)
	}
	return target(name)
}

// repacked packs and unpacks a document.
func repacked(t testing.TB, d *Document) (*Document, any) {
	t.Helper()
	into := reflect.New(reflect.TypeOf(d.value).Elem()).Interface()
	unpacked, err := Unpack(d.File, Pack(nil, d), into, [32]byte{}, nil)
	if err != nil {
		t.Fatalf("%s: %v", d.File, err)
	}
	return unpacked, into
}

func checkRepacked(t testing.TB, d *Document) {
	t.Helper()
	unpacked, into := repacked(t, d)
	if !reflect.DeepEqual(into, d.value) {
		t.Errorf("%s: the value is\n%#v\nand was\n%#v", d.File, into, d.value)
	}
	if !reflect.DeepEqual(unpacked.blanks, d.blanks) || unpacked.File != d.File {
		t.Errorf("%s: what is blank is %q and was %q", d.File, unpacked.blanks, d.blanks)
	}
}

func TestPackingKeepsWhatFilesHold(t *testing.T) {
	for name, data := range goodFiles(t) {
		doc, problems := Decode(name, data, goodTarget(name))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		checkRepacked(t, doc)
	}
}

// What is nearly the same must not become the same.
func TestPackingKeepsSmallDifferences(t *testing.T) {
	const page = "title: T\ndescription: D.\npublishAt: %s\naliases: %s\nsections:\n  - hero: {title: T, actions: [{label: A}]}\n  - quote: {text: ''}\n"
	seen := map[string]bool{}
	for _, moment := range []string{"2026-12-01T09:00:00Z", "2026-12-01T09:00:00+00:00", "2026-12-01T09:00:00.25-05:00"} {
		for _, aliases := range []string{"[]", "[/a]", "[/a, /b]"} {
			source := strings.Replace(strings.Replace(page, "%s", moment, 1), "%s", aliases, 1)
			value, doc, problems := decodePage(t, strings.Replace(source, "text: ''", "text: Q", 1))
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			checkRepacked(t, doc)
			if (value.Aliases == nil) || aliases == "[]" && len(value.Aliases) != 0 {
				t.Fatalf("the list %s is decoded as %#v", aliases, value.Aliases)
			}
			seen[string(Pack(nil, doc))] = true
		}
	}
	_, without, _ := decodePage(t, "title: T\ndescription: D.\nsections:\n  - hero: {title: T}\n")
	_, empty, _ := decodePage(t, "title: T\ndescription: D.\naliases: []\nsections:\n  - hero: {title: T}\n")
	seen[string(Pack(nil, without))], seen[string(Pack(nil, empty))] = true, true
	checkRepacked(t, without)
	checkRepacked(t, empty)
	if len(seen) != 11 {
		t.Errorf("11 files have %d forms", len(seen))
	}
}

// Values that no file of ours has: every type of section, lists of every length.
func TestPackingKeepsAnyValue(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	f := filler{random: random, sections: map[string]bool{}}
	for _, name := range packedFiles {
		for range 200 {
			into := target(name)
			value := reflect.ValueOf(into).Elem()
			f.fill(value, shapeOf(value.Type()), 0)
			checkRepacked(t, &Document{File: name, value: into})
		}
	}
	for _, name := range site.SectionTypes() {
		if !f.sections[name] {
			t.Errorf("no section %s was packed", name)
		}
	}
}

// filler makes values of any shape.
type filler struct {
	random   *rand.Rand
	sections map[string]bool
}

func (f filler) text() string {
	return []string{"", "x", "ä\n日本 §", "a longer text", "\x00\xff"}[f.random.IntN(5)]
}

func (f filler) fill(v reflect.Value, s *shape, depth int) {
	switch s.form {
	case formText:
		v.SetString(f.text())
	case formMarkdown:
		v.Addr().Interface().(*site.Markdown).Source = site.Text(f.text())
	case formFlag:
		v.SetBool(f.random.IntN(2) == 0)
	case formNumber:
		v.SetInt(f.random.Int64() >> f.random.IntN(64) * int64(1-2*f.random.IntN(2)))
	case formMoment:
		moment, err := time.Parse(time.RFC3339, []string{"2026-12-01T09:00:00Z", "0001-01-01T00:00:01.000000001+14:00", "2026-07-01T00:00:00-05:00"}[f.random.IntN(3)])
		if err != nil {
			panic(err)
		}
		*v.Addr().Interface().(*time.Time) = moment
	case formPointer:
		if depth < 8 && f.random.IntN(3) > 0 {
			v.Set(reflect.New(s.elem.typ))
			f.fill(v.Elem(), s.elem, depth+1)
		}
	case formList:
		if n := f.random.IntN(5) - 1; n >= 0 && depth < 8 {
			v.Set(reflect.MakeSlice(s.typ, n, n))
			for i := range n {
				f.fill(v.Index(i), s.elem, depth+1)
			}
		}
	case formKeys:
		for i := range s.fields {
			f.fill(v.FieldByIndex(s.fields[i].index), s.fields[i].shape, depth+1)
		}
	case formCollection:
		entries := v.Addr().Interface().(collection)
		for _, id := range []string{"z", "", "a", "é"}[:f.random.IntN(5)] {
			entry := entries.NewEntry()
			f.fill(reflect.ValueOf(entry).Elem(), s.elem, depth+1)
			entries.PutEntry(id, entry)
		}
	case formSection:
		types := site.SectionTypes()
		name := types[f.random.IntN(len(types))]
		f.sections[name] = true
		body := site.NewSectionBody(name)
		value := reflect.ValueOf(body).Elem()
		f.fill(value, shapeOf(value.Type()), depth+1)
		*v.Addr().Interface().(*site.Section) = site.Section{Type: name, Body: body}
	}
}

// Damaged bytes give an error or some value, and never a panic or endless memory.
func FuzzUnpack(f *testing.F) {
	for name, data := range goodFiles(f) {
		doc, problems := Decode(name, data, goodTarget(name))
		if len(problems) > 0 {
			f.Fatal(problems)
		}
		packed := Pack(nil, doc)
		f.Add(packed)
		f.Add(packed[:len(packed)/2])
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		for _, name := range packedFiles {
			into := target(name)
			doc, err := Unpack(name, packed, into, [32]byte{}, nil)
			if (doc == nil) != (err != nil) {
				t.Fatalf("document %v, error %v", doc, err)
			}
			if err == nil {
				Pack(nil, doc) // what was unpacked is whole
			}
		}
	})
}

func TestUnpackRefusesCutBytes(t *testing.T) {
	_, doc, problems := decodePage(t, "title: T\ndescription: D.\nsections:\n  - hero: {title: T}\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	packed := Pack(nil, doc)
	for n := range packed {
		if _, err := Unpack("f", packed[:n], new(site.Page), [32]byte{}, nil); err == nil {
			t.Errorf("%d of %d bytes are taken", n, len(packed))
		}
	}
	if _, err := Unpack("f", append(packed, 0), new(site.Page), [32]byte{}, nil); err == nil {
		t.Error("a byte too many is taken")
	}
}

func BenchmarkUnpack(b *testing.B) {
	data, err := os.ReadFile("testdata/valid/page.yaml")
	if err != nil {
		b.Fatal(err)
	}
	doc, _ := Decode("index.yaml", data, target("index.yaml"))
	packed := Pack(nil, doc)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Unpack("index.yaml", packed, target("index.yaml"), [32]byte{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
