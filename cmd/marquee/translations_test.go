package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// inGerman returns a content folder with a main site, and an empty one of it in German.
func inGerman(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "content")
	for _, arguments := range [][]string{{"init", dir}, {"new", "language", "main", "de", "--content", dir}} {
		if code, _, stderr := run(t, nil, arguments...); code != exitOK {
			t.Fatalf("%v: %s", arguments, stderr)
		}
	}
	return dir
}

func TestTranslationsSaysWhatIsLeft(t *testing.T) {
	dir := inGerman(t)
	translations := func(arguments ...string) (int, string, string) {
		return run(t, nil, append([]string{"translations", "--content", dir}, arguments...)...)
	}
	code, stdout, _ := translations()
	for _, want := range []string{
		"main/pages/about.yaml: not in German: all of it, ", "main/site.yaml: not in German: all of it, ",
		"\nmain.de: ", " missing, 0 older than the original\n",
	} {
		if code != exitOK || !strings.Contains(stdout, want) {
			t.Errorf("exit code %d, %q is not in\n%s", code, want, stdout)
		}
	}
	if code, _, _ := translations("--strict"); code != exitFailed {
		t.Errorf("strict: exit code %d", code)
	}
	// Somebody translates the tagline, then somebody else changes it.
	settings := readFile(t, filepath.Join(dir, "main/de/site.yaml"))
	writeFile(t, filepath.Join(dir, "main/de/site.yaml"), []byte(strings.Replace(settings, "# tagline: Good work, clearly explained", "tagline: Gute Arbeit", 1)))
	if _, stdout, _ = translations("main", "de", "site.yaml"); !strings.Contains(stdout, ", 1 not recorded") || strings.Contains(stdout, "about") {
		t.Errorf("after it was translated:\n%s", stdout)
	}
	code, stdout, stderr := translations("main", "de", "main/de/site.yaml", "--done")
	if code != exitOK || stdout != "main/de/translated.yaml\n" || stderr != "1 text recorded as up to date\n" {
		t.Errorf("done: %d\n%s%s", code, stdout, stderr)
	}
	original := readFile(t, filepath.Join(dir, "main/site.yaml"))
	writeFile(t, filepath.Join(dir, "main/site.yaml"), []byte(strings.Replace(original, "Good work, clearly", "Good work, well", 1)))
	want := `main/site.yaml:16: changed since it was translated into German: tagline: "Good work, well explained"`
	if _, stdout, _ = translations("main"); !strings.Contains(stdout, want) {
		t.Errorf("%s is not in\n%s", want, stdout)
	}
	_, stdout, _ = translations("main", "de", "site.yaml", "--json")
	var answer []struct {
		Site, Language string
		Texts          []struct {
			Path, State, Source, Target string
			Line                        int
		}
	}
	if err := json.Unmarshal([]byte(stdout), &answer); err != nil || len(answer) != 1 || answer[0].Site != "main" || answer[0].Language != "de" {
		t.Fatalf("%v\n%s", err, stdout)
	}
	if text := answer[0].Texts[0]; text.State != "stale" || text.Target != "Gute Arbeit" || text.Line != 16 {
		t.Errorf("%+v", text)
	}
	if code, _, stderr := run(t, nil, "check", "--content", dir); code != exitOK {
		t.Errorf("check: %s", stderr)
	}
}

var sourceElement = regexp.MustCompile(`(?s)<source>(.*?)</source>`)

// translateFile translates an XLIFF file as a tool does: each text gets a target, with "DE " before it.
func translateFile(t *testing.T, file string) {
	t.Helper()
	text := sourceElement.ReplaceAllString(readFile(t, file), "<source>$1</source><target>DE $1</target>")
	writeFile(t, file, []byte(strings.ReplaceAll(text, `state="initial"`, `state="translated"`)))
}

func TestAWebsiteGoesToATranslatorAndComesBack(t *testing.T) {
	dir := inGerman(t)
	file := filepath.Join(t.TempDir(), "de.xlf")
	translations := func(arguments ...string) (int, string, string) {
		return run(t, nil, append([]string{"translations", "main", "de", "--content", dir}, arguments...)...)
	}
	code, stdout, stderr := translations("--xliff", file)
	texts := strings.Count(readFile(t, file), "<source>")
	if code != exitOK || texts < 100 || stdout != fmt.Sprintf("%s: %d texts\n", file, texts) {
		t.Fatalf("%d %d %s%s", code, texts, stdout, stderr)
	}
	before := treeOf(t, dir)
	// Half a file changes nothing, and neither does one with which the content has an error.
	whole := readFile(t, file)
	writeFile(t, file, []byte(whole[:len(whole)/2]))
	if code, _, stderr := translations("--import", file); code != exitFailed || !strings.Contains(stderr, "read XLIFF") {
		t.Errorf("half a file: %d %s", code, stderr)
	}
	writeFile(t, file, []byte(whole))
	translateFile(t, file)
	good := readFile(t, file)
	bad := regexp.MustCompile(`(?s)(name="sections\[0\].markdown".*?<target>)`).ReplaceAllString(good, "$1[x][y]\n\n[y]: /nowhere\n\n")
	writeFile(t, file, []byte(bad))
	code, stdout, stderr = translations("--import", file)
	if code != exitFailed || !strings.Contains(stderr, "nothing is written") || !strings.Contains(stderr, "There is no page /nowhere") {
		t.Errorf("an error: %d %s%s", code, stdout, stderr)
	}
	if after := treeOf(t, dir); !maps.Equal(before, after) {
		t.Error("something is written")
	}
	writeFile(t, file, []byte(good))
	code, stdout, stderr = translations("--import", file)
	if code != exitOK || !strings.Contains(stdout, "main/de/pages/about.yaml\n") || !strings.HasSuffix(stderr, fmt.Sprintf("\n%d texts taken, 0 refused\n", texts)) {
		t.Fatalf("%d %s%s", code, stdout, stderr)
	}
	after := treeOf(t, dir)
	for name, text := range before {
		if !strings.HasPrefix(name, "main/de/") && after[name] != text {
			t.Errorf("%s is another one", name)
		}
	}
	if code, stdout, _ = translations("--strict"); code != exitOK || !strings.HasPrefix(stdout, fmt.Sprintf("main.de: %d texts, 0 missing, 0 older", texts)) {
		t.Errorf("%d %s", code, stdout)
	}
	if code, _, stderr = translations("--xliff", file); code != exitFailed || !strings.Contains(stderr, "nothing is left to translate") {
		t.Errorf("a second time: %d %s", code, stderr)
	}
	if code, stdout, _ = run(t, nil, "check", "--content", dir); code != exitOK {
		t.Errorf("check: %s", stdout)
	}
}

// What is half translated is not public, and what cannot be half is not written.
func TestHalfATranslationIsNotPublic(t *testing.T) {
	dir := inGerman(t)
	file := filepath.Join(t.TempDir(), "de.xlf")
	translations := func(arguments ...string) (int, string, string) {
		return run(t, nil, append([]string{"translations", "main", "de", "--content", dir}, arguments...)...)
	}
	translations("--xliff", file)
	text, first := readFile(t, file), map[string]bool{}
	for _, unit := range regexp.MustCompile(`(?s)<unit .*?</unit>`).FindAllString(text, -1) {
		of := text[:strings.Index(text, unit)]
		of = of[strings.LastIndex(of, "original="):]
		of = of[:strings.IndexByte(of, '>')]
		if first[of] { // one text of each file comes back
			continue
		}
		first[of] = true
		text = strings.Replace(text, unit, strings.ReplaceAll(sourceElement.ReplaceAllString(unit, "<source>$1</source><target>DE $1</target>"), `"initial"`, `"translated"`), 1)
	}
	writeFile(t, file, []byte(text))
	code, stdout, stderr := translations("--import", file)
	if code != exitFailed || !strings.Contains(stderr, "main/de/privacy.yaml: it is written when all of it is translated\n") ||
		!strings.Contains(stderr, "main/de/pages/about.yaml: it is a draft as long as some of it is not translated\n") {
		t.Errorf("%d %s%s", code, stdout, stderr)
	}
	after := treeOf(t, dir)
	if about := after["main/de/pages/about.yaml"]; !strings.Contains(about, "\ndraft: true\n") && !strings.HasPrefix(about, "draft: true\n") {
		t.Errorf("the page is public:\n%s", about)
	}
	if after["main/de/privacy.yaml"] != "" {
		t.Error("half a legal document is written")
	}
	if record := after["main/de/translated.yaml"]; strings.Contains(record, "privacy.yaml:\n  ") {
		t.Errorf("what is not written is recorded:\n%s", record)
	}
	if code, stdout, _ = run(t, nil, "check", "--content", dir); code != exitOK {
		t.Errorf("check: %s", stdout)
	}
}

func TestTranslationsSaysWhatTheOriginalHasNoMore(t *testing.T) {
	dir := inGerman(t)
	writeFile(t, filepath.Join(dir, "main/de/pages/about.yaml"), []byte(readFile(t, filepath.Join(dir, "main/pages/about.yaml"))))
	translations := func(arguments ...string) (int, string, string) {
		return run(t, nil, append([]string{"translations", "main", "de", "pages/about.yaml", "--content", dir}, arguments...)...)
	}
	if code, _, stderr := translations("--done"); code != exitOK {
		t.Fatal(stderr)
	}
	about := readFile(t, filepath.Join(dir, "main/pages/about.yaml"))
	description := regexp.MustCompile(`(?m)^description: .*\n`).FindString(about)
	writeFile(t, filepath.Join(dir, "main/pages/about.yaml"), []byte(strings.Replace(about, description, "", 1)))
	code, stdout, _ := translations("--strict")
	if code != exitFailed || !strings.Contains(stdout, "main/de/pages/about.yaml: the original does not say this any more: description\n") ||
		!strings.Contains(stdout, "1 not in the original any more") {
		t.Errorf("%d %s", code, stdout)
	}
	translations("--done")
	if code, stdout, _ = translations("--strict"); code != exitOK {
		t.Errorf("once it is done: %s", stdout)
	}
}

func treeOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			below, _ := filepath.Rel(dir, name)
			found[filepath.ToSlash(below)] = readFile(t, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestTranslationsRefuses(t *testing.T) {
	dir := inGerman(t)
	for want, arguments := range map[string][]string{
		"there is no site mian":                      {"mian"},
		"there is no site main.de":                   {"main.de"},
		"begin it with marquee new language main fr": {"main", "fr"},
		"colours.yaml has no texts to translate":     {"main", "de", "colours.yaml"},
		"name the site and the language":             {"--xliff", "x.xlf"},
		"no such file":                               {"main", "de", "--import", "x.xlf"},
		"--strict and --done can't be used together": {"--done", "--strict"},
	} {
		code, _, stderr := run(t, nil, append([]string{"translations", "--content", dir}, arguments...)...)
		if code == exitOK || !strings.Contains(stderr, want) {
			t.Errorf("%v: exit code %d, %s", arguments, code, stderr)
		}
	}
	writeFile(t, filepath.Join(dir, "main/plans.yaml"), []byte("a: ["))
	if code, _, stderr := run(t, nil, "translations", "--content", dir); code != exitFailed || !strings.Contains(stderr, "marquee check") {
		t.Errorf("broken content: exit code %d, %s", code, stderr)
	}
}
