package content

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

func TestRevisionOfAGoodTree(t *testing.T) {
	golden(t, "testdata/revision.json", summary(t, good(t, baseTree(t), sampleOptions(), testNow)))
}

// summary writes all of a revision but the bytes of its files.
func summary(t testing.TB, revision *site.Revision) string {
	t.Helper()
	type fileSummary struct {
		ContentType string
		Size        int
	}
	type bundleSummary struct {
		Bundle   *site.Bundle
		Private  map[string]any
		Files    map[string]fileSummary
		Modified []string
	}
	all := struct {
		ID         string
		ValidUntil time.Time
		Sites      []bundleSummary
	}{ID: revision.ID, ValidUntil: revision.ValidUntil}
	for _, bundle := range revision.Sites {
		public := *bundle
		public.Files, public.WellKnown = nil, nil
		made := bundleSummary{Bundle: &public, Files: map[string]fileSummary{}, Private: map[string]any{
			"facts": bundle.Site.Facts, "seo": bundle.Site.SEO, "mail": bundle.Site.Mail, "checks": bundle.Site.Checks, "mailWords": bundle.Site.MailWords,
			"dateFormat": bundle.Site.DateFormat, "zone": bundle.Site.Location.String(),
		}}
		for name, file := range bundle.Files {
			made.Files[name] = fileSummary{file.ContentType, len(file.Data)}
		}
		for _, page := range bundle.Pages {
			made.Modified = append(made.Modified, page.SiteID+" "+page.Path+" "+page.Modified)
		}
		all.Sites = append(all.Sites, made)
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

func TestOnlyChangedFilesAreDecoded(t *testing.T) {
	files := baseTree(t)
	l := NewLoader(sampleOptions())
	decoded := func() int64 {
		t.Helper()
		before := l.reader.Parsed.Load()
		if revision, problems := load(t, l, files.fs(), testNow); revision == nil {
			t.Fatal(told(problems))
		}
		return l.reader.Parsed.Load() - before
	}
	yaml := 0
	for name := range files {
		if strings.HasSuffix(name, ".yaml") {
			yaml++
		}
	}
	if n := decoded(); n != int64(yaml) {
		t.Errorf("first load decoded %d files of %d", n, yaml)
	}
	if n := decoded(); n != 0 {
		t.Errorf("second load decoded %d files", n)
	}
	files.replace(t, "main/plans.yaml", "2.99", "3.99")
	if n := decoded(); n != 1 {
		t.Errorf("after one change, %d files were decoded", n)
	}
	files["main/pages/us.yaml"] = files["main/pages/about.yaml"]
	files.replace(t, "main/pages/us.yaml", "aliases: [/company]\n", "")
	if n := decoded(); n != 1 {
		t.Errorf("after one file more, %d files were decoded", n)
	}
	delete(files, "main/pages/us.yaml")
	if n := decoded(); n != 0 {
		t.Errorf("after one file less, %d files were decoded", n)
	}
}

// TestLoadsDoNotTouchEachOther would fail if a load changed what the next one takes out of the cache.
func TestLoadsDoNotTouchEachOther(t *testing.T) {
	files := baseTree(t)
	l := NewLoader(sampleOptions())
	first, _ := load(t, l, files.fs(), testNow)
	before := summary(t, first)
	files.replace(t, "main/plans.yaml", "2.99", "3.99")
	files.replace(t, "main/site.yaml", "name: Evenlight", "name: Otherlight")
	second, _ := load(t, l, files.fs(), testNow.AddDate(1, 0, 0))
	if summary(t, first) != before {
		t.Error("the first revision changed with the second load")
	}
	text := page(t, second, "/websites/business").Sections[0].Body.(*site.Hero).Title
	if text != "From $49.99 a month, or $3.99" {
		t.Errorf("title is %q", text)
	}
	files = baseTree(t)
	if third, _ := load(t, l, files.fs(), testNow); summary(t, third) != before {
		t.Error("the same tree gives another revision after a change and back")
	}
}

func TestSameTreeSameRevision(t *testing.T) {
	files := baseTree(t)
	for i := range 150 {
		files[fmt.Sprintf("main/pages/p%d.yaml", i)] = fmt.Sprintf("title: P\nsections: [{hero: {title: '{{site.name}} %d {{nothing}}'}}, {prose: {markdown: '## A [x](/p%d#b)'}}]\n", i, i+1)
	}
	var wg sync.WaitGroup
	results := make([]string, 4)
	for i := range results {
		wg.Go(func() {
			_, problems, err := NewLoader(sampleOptions()).Load(context.Background(), files.fs(), testNow)
			results[i] = told(problems) + fmt.Sprint(err)
		})
	}
	wg.Wait()
	previous := runtime.GOMAXPROCS(1)
	_, alone := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	runtime.GOMAXPROCS(previous)
	want := told(alone) + "<nil>"
	if strings.Count(want, "\n") < 300 {
		t.Fatal("there should be many problems:\n" + want)
	}
	for _, result := range results {
		if result != want {
			t.Fatalf("problems differ:\n%s", firstDifference(result, want))
		}
	}
}

func TestIDNamesTheInputs(t *testing.T) {
	id := func(change func(folder), options outline.Options) string {
		t.Helper()
		files := baseTree(t)
		change(files)
		revision, problems := load(t, NewLoader(options), files.fs(), testNow)
		if revision == nil {
			t.Fatal(told(problems))
		}
		return revision.ID
	}
	same := func(folder) {}
	base := id(same, sampleOptions())
	if again := id(same, sampleOptions()); again != base || len(base) != 12 {
		t.Errorf("ids %s and %s", base, again)
	}
	for what, change := range map[string]func(folder){
		"a note":    func(files folder) { files["main/README.md"] = "A note." },
		"a comment": func(files folder) { files["main/pages/about.yaml"] += "# a comment\n" },
		"the receiver of mail": func(files folder) {
			files.replace(t, "main/site.yaml", "team@evenlight.example", "others@evenlight.example")
		},
	} {
		if id(change, sampleOptions()) != base {
			t.Errorf("%s changed the id", what)
		}
	}
	options := sampleOptions()
	options.BaseURL = "https://test.example"
	others := []string{base, id(same, options)}
	for _, assets := range []site.Assets{{Stylesheet: "/assets/main-1.css"}, {Sprite: "/assets/main-1.css"}} {
		attaching := sampleOptions()
		attaching.Attach = func(*site.Bundle) site.Assets { return assets }
		others = append(others, id(same, attaching))
	}
	others = append(others, id(func(files folder) { files.replace(t, "main/images/mark.svg", "h48", "h47") }, sampleOptions()))
	slices.Sort(others)
	if len(slices.Compact(others)) != 5 {
		t.Errorf("different inputs give the same id: %v", others)
	}
}

func TestAssetsAreFilledIn(t *testing.T) {
	options := sampleOptions()
	options.Attach = func(bundle *site.Bundle) site.Assets {
		return site.Assets{Sprite: fmt.Sprintf("/assets/%s-%d.svg", bundle.Site.ID, len(bundle.Icons))}
	}
	revision := good(t, baseTree(t), options, testNow)
	if got := revision.Sites[0].Site.Assets.Sprite; got != "/assets/main-18.svg" {
		t.Errorf("sprite %s", got)
	}
}

func TestASiteKnowsWhichPartsOfTheStylesItsPagesNeed(t *testing.T) {
	files, loader := baseTree(t), NewLoader(sampleOptions())
	now := testNow
	check := func(what string, want []string, absent ...string) {
		t.Helper()
		revision, problems := load(t, loader, files.fs(), now)
		if revision == nil {
			t.Fatal(problems)
		}
		parts := revision.Sites[0].StyleParts
		for _, name := range want {
			if !slices.Contains(parts, name) {
				t.Errorf("%s: %v lacks %s", what, parts, name)
			}
		}
		for _, name := range absent {
			if slices.Contains(parts, name) {
				t.Errorf("%s: %v has %s", what, parts, name)
			}
		}
		if !slices.IsSorted(parts) || len(slices.Compact(slices.Clone(parts))) != len(parts) {
			t.Errorf("%s: %v is not sorted, or says something twice", what, parts)
		}
	}
	check("at first", []string{"hero"}, "team", "timeline", "entries")
	files["main/pages/years.yaml"] = "title: Years\ndescription: Words.\nsections:\n  - hero: {title: Years}\n" +
		"  - timeline: {items: [{date: '2020', title: The start}]}\n  - {publishAt: 2026-11-25, team: {items: [{name: Ada}]}}\n"
	check("with a page, and a section that comes later", []string{"hero", "timeline"}, "team", "entries")
	now = now.AddDate(0, 0, 7)
	check("when the section is there", []string{"hero", "timeline", "team"}, "entries")
	files["main/pages/years.yaml"] += "draft: true\n"
	check("without that page", []string{"hero"}, "team", "timeline")
	files["main/site.yaml"] += "announcement: {text: Closed on Friday}\n"
	check("with an announcement", []string{"announcement", "hero"}, "submenu", "switch")
	files = blogTree(t)
	check("with a list of entries", []string{"entries"}, "rtl")
	files["main/site.yaml"] += "language: ar\n"
	check("in Arabic", []string{"rtl"})
}

func TestSiteWithoutNotFoundPageTakesTheCommonOne(t *testing.T) {
	revision := good(t, baseTree(t), sampleOptions(), testNow)
	main, business := revision.Sites[0].NotFound, revision.Sites[1].NotFound
	if main.SiteID != "main" || main.NotFound.Actions[0].Kind != site.LinkPage {
		t.Errorf("main: %+v", main)
	}
	if business.SiteID != "business" || business.NotFound.Actions[0].Kind != site.LinkSite || business.Template != site.TemplateNotFound {
		t.Errorf("business: %+v", business)
	}
	for _, page := range []*site.Page{main, business} {
		if page.Path != "" || page.Head.Canonical != "" || !page.Head.NoIndex {
			t.Errorf("head of a not-found page: %+v", page.Head)
		}
	}
}

func TestBaseURLOfOptionsReplacesAll(t *testing.T) {
	options := sampleOptions()
	options.BaseURL = "http://localhost:8080/"
	revision := good(t, baseTree(t), options, testNow)
	for _, bundle := range revision.Sites {
		if bundle.Site.BaseURL != "http://localhost:8080" || bundle.Pages[0].Head.Canonical != "http://localhost:8080"+bundle.Pages[0].Path {
			t.Errorf("%s: %s, %s", bundle.Site.ID, bundle.Site.BaseURL, bundle.Pages[0].Head.Canonical)
		}
	}
}

func TestEndedContextIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	revision, _, err := NewLoader(sampleOptions()).Load(ctx, baseTree(t).fs(), testNow)
	if revision != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", revision, err)
	}
}

func TestMissingTreeIsAnError(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := root.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := NewLoader(outline.Options{}).Load(t.Context(), root.FS(), testNow); err == nil {
		t.Error("no error")
	}
}

func TestEmptyTreeIsAProblem(t *testing.T) {
	_, problems := load(t, NewLoader(outline.Options{}), folder{}.fs(), testNow)
	if got := told(problems); got != ".: There is no site here. Make a folder with a file site.yaml in it.\n" {
		t.Error(got)
	}
}

func TestLargeFileIsAProblem(t *testing.T) {
	files := baseTree(t)
	files["main/pages/large.yaml"] = "title: " + strings.Repeat("x", yamldoc.MaxFileSize)
	revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if revision != nil || len(problems) != 1 || problems[0].File != "main/pages/large.yaml" {
		t.Error(told(problems))
	}
}

// onDisk writes a tree into a folder.
func onDisk(t *testing.T, files folder) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestSymbolicLinksStayInTheTree(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret.yaml")
	if err := os.WriteFile(outside, []byte("title: Secret\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := onDisk(t, baseTree(t))
	for name, target := range map[string]string{
		"main/pages/also-about":   "../../business/pages/services",
		"main/pages/secret.yaml":  outside,
		"main/pages/nowhere.yaml": "missing.yaml",
		"main/pages/loop":         ".",
		"main/pages/circle.yaml":  "circle.yaml",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := root.Close(); err != nil {
			t.Error(err)
		}
	}()
	_, problems := load(t, NewLoader(sampleOptions()), root.FS(), testNow)
	for _, want := range []string{
		"main/pages/secret.yaml: This symbolic link leads out of the content folder, and only what is in the folder is read. Put a copy of what it leads to here.",
		"main/pages/nowhere.yaml: This symbolic link leads nowhere. Remove it",
		"main/pages/circle.yaml: This symbolic link leads nowhere. Remove it",
		"main/pages/loop/loop", // a folder inside of itself
	} {
		if !strings.Contains(told(problems), want) {
			t.Errorf("missing: %s", want)
		}
	}
	if err := os.Remove(filepath.Join(dir, "main/pages/loop")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"secret", "nowhere", "circle"} {
		if err := os.Remove(filepath.Join(dir, "main/pages", name+".yaml")); err != nil {
			t.Fatal(err)
		}
	}
	revision, problems := load(t, NewLoader(sampleOptions()), root.FS(), testNow)
	if revision == nil {
		t.Fatal(told(problems))
	}
	if page(t, revision, "/also-about").Title != "Services" {
		t.Error("a link within the tree was not followed")
	}
}

func TestAllFilesTogetherHaveALimit(t *testing.T) {
	list := []tree.Entry{
		{Path: "main/pages/about.yaml", Site: "main", Kind: tree.KindPage, Size: tree.MaxTotalYAML},
		{Path: "main/pages/index.yaml", Site: "main", Kind: tree.KindPage, Size: 1},
	}
	files, problems, err := tree.NewReader(nil).Parse(t.Context(), baseTree(t).fs(), list)
	if err != nil || files[0] == nil || files[1] != nil || told(problems) != "main/pages/index.yaml: All content files together are larger than 256 MB.\n" {
		t.Errorf("%v %s %v", files, told(problems), err)
	}
}

func TestHeadOfAPage(t *testing.T) {
	files := baseTree(t)
	files["main/images/preview.png"] = grayPNG(t, 6, 4)
	files.replace(t, "main/site.yaml", "seo: {", `seo: {image: {src: images/preview.png, alt: ""}, `)
	files.replace(t, "main/pages/about.yaml", "description: Who we are.\n", "noIndex: true\n")
	revision := good(t, files, sampleOptions(), testNow)
	url := ""
	for name := range revision.Sites[0].Files {
		if strings.Contains(name, "preview-") {
			url = name
		}
	}
	want := site.Head{
		Title: "About · Evenlight", Description: "Tools that think with you.", Canonical: "https://www.evenlight.example/about",
		Image: "https://www.evenlight.example" + url, ImageWidth: 6, ImageHeight: 3, NoIndex: true,
	}
	if got := page(t, revision, "/about").Head; !reflect.DeepEqual(got, want) || url == "" {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
