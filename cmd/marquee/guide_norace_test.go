//go:build !race

// The race detector makes this slow, and nothing happens at once here: make test runs it without.

package main

import (
	"bytes"
	"image"
	"image/jpeg"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/tools/scaffold"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/web"
)

const guide = "../../docs/guide"

// What somebody copies out of the guide must work: each piece of YAML in it is put
// into a new site, in the file that its first line names, and must load without a
// word of complaint.
func TestEveryPieceOfTheGuideLoads(t *testing.T) {
	t.Parallel()
	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		t.Fatal(err)
	}
	base := newSite(t)
	pieces := 0
	err = filepath.WalkDir(guide, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".md" {
			return err
		}
		chapter, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for i, piece := range fenced(string(chapter)) {
			pieces++
			tree := fstest.MapFS{}
			for name, file := range base {
				tree[name] = file
			}
			place(tree, piece, fileOf(name))
			_, problems, err := newLoader(contentConfig{}, library).Load(t.Context(), tree, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
			if err != nil {
				t.Fatal(err)
			}
			for _, problem := range problems {
				// A piece may show what others use, and one file of a language, which has more.
				if strings.HasPrefix(problem.Code, "unused-") || problem.Code == "untranslated" || problem.Code == "no-switcher" {
					continue
				}
				t.Errorf("%s, piece %d: %s:%d: %s %s\n%s", name, i+1, problem.File, problem.Line, problem.Message, problem.Hint, piece)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if least := len(site.SectionTypes()); pieces < least {
		t.Errorf("the guide has %d pieces of YAML, and there are %d sections", pieces, least)
	}
}

func TestTheGuideShowsTheLeastOfEverySection(t *testing.T) {
	for _, name := range site.SectionTypes() {
		page, err := os.ReadFile(filepath.Join(guide, "sections", name+".md"))
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(page), "```yaml\nsections:\n  - "+name+":") {
			t.Errorf("The comment of the type of the section %s in internal/site shows no YAML: add lines that begin with a tab, the first of them \"sections:\".", name)
		}
	}
}

// newSite is what a new site has, once its samples are replaced in all files but pages, and what the pieces refer to.
func newSite(t *testing.T) fstest.MapFS {
	t.Helper()
	tree, folder := fstest.MapFS{}, t.TempDir()
	today := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	if _, err := scaffold.NewMain(folder, scaffold.Options{Name: "Crust & Crumb", Today: today}); err != nil {
		t.Fatal(err)
	}
	own := strings.NewReplacer(
		"hello@example.com", "hello@crust.example", "www.your-domain.example", "www.crust.example", "A sample price.", "Tax included.",
		"1 Your Street", "1 Mill Lane", "Your Town", "Bath", "+1 202 555 0100", "+44 1632 960100", "Sample hours.", "Ring twice.",
	)
	add := func(from, to string) {
		err := fs.WalkDir(os.DirFS(from), ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := os.ReadFile(filepath.Join(from, name))
			tree[path.Join(to, name)] = &fstest.MapFile{Data: []byte(own.Replace(string(data)))}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	add(folder, ".")
	add("testdata/guide", "main")
	return tree
}

// fenced returns the pieces of YAML of a chapter.
func fenced(chapter string) []string {
	var pieces []string
	for _, found := range regexp.MustCompile("(?ms)^```yaml\n(.*?)^```").FindAllStringSubmatch(chapter, -1) {
		pieces = append(pieces, found[1])
	}
	return pieces
}

var (
	namesFile = regexp.MustCompile(`^# ([\w./-]+\.(?:yaml|md))$`)
	topKey    = regexp.MustCompile(`(?m)^([\w./-]+):`)
	drawing   = regexp.MustCompile(`images/[\w-]+\.svg`)
	offered   = regexp.MustCompile(`files/[\w-]+\.(?:pdf|mp4|vtt|zip)`)
	begins    = map[string]string{".pdf": "%PDF-", ".mp4": "\x00\x00\x00\x0cftypisom", ".vtt": "WEBVTT\n", ".zip": "PK\x03\x04"}
	letters   = regexp.MustCompile(`fonts/[\w-]+\.woff2`)
	file      = regexp.MustCompile(`files/[\w-]+\.(?:pdf|mp4|vtt|zip)`)
	picture   = regexp.MustCompile(`images/[\w-]+\.jpg`)
)

// fileOf returns the file that a piece of a chapter belongs to, where it does not say so.
func fileOf(chapter string) string {
	name := strings.TrimSuffix(filepath.Base(chapter), ".md")
	if filepath.Base(filepath.Dir(chapter)) != "files" || name == "parts" || name == "page" {
		return "pages/guide.yaml"
	}
	return name + ".yaml"
}

// beginnings are what files of a kind begin with.
var beginnings = map[string][]byte{
	".pdf": []byte("%PDF-1.7\n"), ".vtt": []byte("WEBVTT\n\n00:00.000 --> 00:02.000\nHello.\n"), ".zip": []byte("PK\x03\x04"),
	".mp4": []byte("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"),
}

// place puts a piece into the files that its lines name.
func place(tree fstest.MapFS, piece, name string) {
	for _, name := range drawing.FindAllString(piece, -1) {
		tree["main/"+name] = &fstest.MapFile{Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><path d="M0 0h30v10H0z"/></svg>`)}
	}
	for _, name := range file.FindAllString(piece, -1) {
		tree["main/"+name] = &fstest.MapFile{Data: beginnings[path.Ext(name)]}
	}
	for _, name := range picture.FindAllString(piece, -1) {
		var photo bytes.Buffer
		if err := jpeg.Encode(&photo, image.NewRGBA(image.Rect(0, 0, 1200, 800)), nil); err != nil {
			panic(err)
		}
		tree["main/"+name] = &fstest.MapFile{Data: photo.Bytes()}
	}
	for _, name := range letters.FindAllString(piece, -1) {
		fonts, err := fs.Glob(web.Dist(), "client/assets/bricolage-grotesque-latin-wght-normal-*.woff2")
		if err != nil || len(fonts) == 0 {
			panic("the web build has no fonts")
		}
		data, err := fs.ReadFile(web.Dist(), fonts[0])
		if err != nil {
			panic(err)
		}
		tree["main/"+name] = &fstest.MapFile{Data: data}
	}
	for _, name := range offered.FindAllString(piece, -1) {
		tree["main/"+name] = &fstest.MapFile{Data: []byte(begins[path.Ext(name)])}
	}
	parts := map[string]string{}
	for line := range strings.Lines(piece) {
		if named := namesFile.FindStringSubmatch(strings.TrimSpace(line)); named != nil {
			name = named[1]
			continue
		}
		parts[name] += line
	}
	for name, part := range parts {
		at := "main/" + name
		if strings.HasPrefix(name, "de/") {
			first := "sections:\n  - hero: {title: A Page, id: work}\n"
			for _, id := range []string{"prices", "visit"} { // where links of site.yaml lead
				first += "  - prose: {markdown: Words, id: " + id + "}\n"
			}
			tree["main/de/pages/index.yaml"] = &fstest.MapFile{Data: []byte(wholePage(first))}
			tree["main/de/pages/404.yaml"] = tree["main/pages/404.yaml"]
		}
		if strings.HasPrefix(name, "pages/") {
			tree[at] = &fstest.MapFile{Data: []byte(wholePage(part))}
			continue
		}
		var before string
		if tree[at] != nil {
			before = string(tree[at].Data)
		}
		// What is there already under one of its keys is replaced.
		for _, key := range topKey.FindAllStringSubmatch(part, -1) {
			before = regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(key[1])+`:.*\n(?:(?:[ \t].*)?\n)*`).ReplaceAllString(before, "")
		}
		tree[at] = &fstest.MapFile{Data: []byte(before + part)}
	}
}

// wholePage adds what a page needs and a piece of one leaves out.
func wholePage(piece string) string {
	if strings.HasPrefix(piece, "---") {
		return piece
	}
	if !regexp.MustCompile(`(?m)^title:`).MatchString(piece) {
		piece = "title: A Page of the Guide\ndescription: A page that shows one thing of the guide, and nothing beside it.\n" + piece
	}
	if !regexp.MustCompile(`(?m)^(sections|date|notFound):`).MatchString(piece) {
		piece += "sections:\n"
	}
	if !strings.Contains(piece, "- hero:") {
		piece = regexp.MustCompile(`(?m)^sections:\n`).ReplaceAllString(piece, "sections:\n  - hero: {title: A Page}\n")
	}
	return piece
}
