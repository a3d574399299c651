package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestACopiedSiteIsLiveWholeAndAtOnce(t *testing.T) {
	t.Parallel()
	w := boot(t, copyOfContent(t))
	bakery := filepath.Join(w.content, "bakery")
	// Copied beside the content and moved in, as `cp -r` onto a live tree would
	// show half a site for a moment; the test below covers that.
	staged := filepath.Join(t.TempDir(), "bakery")
	if err := os.CopyFS(staged, os.DirFS(filepath.Join(w.content, "creative"))); err != nil {
		t.Fatal(err)
	}
	replaceInYAML(t, staged, "/websites/creative", "/websites/bakery")
	if err := os.Rename(staged, bakery); err != nil {
		t.Fatal(err)
	}
	w.until("/websites/bakery", "is not live", func(r reply) bool { return r.status == 200 })
	for path, want := range map[string]string{
		"/websites/bakery/services": "<h1", "/websites/bakery/connect": "<form", "/websites/bakery/terms": "<h2",
		"/sitemap.xml": "/websites/bakery/privacy", "/api/sites": `"id":"bakery"`, "/api/sites/bakery": `"path":"/websites/bakery"`,
	} {
		if r := w.get(path); r.status != 200 || !strings.Contains(r.body, want) {
			t.Errorf("%s: status %d, no %s", path, r.status, want)
		}
	}
	// It came with the first load after the start, and no part of it was shown before.
	if log := w.log.String(); strings.Count(log, "content is live") != 2 || strings.Contains(log, "level=ERROR") {
		t.Errorf("the log says:\n%s", log)
	}
	if err := os.RemoveAll(bakery); err != nil {
		t.Fatal(err)
	}
	w.until("/websites/bakery", "is not gone", func(r reply) bool { return r.status == 404 })
	for _, path := range []string{"/sitemap.xml", "/api/sites"} {
		if strings.Contains(w.get(path).body, "bakery") {
			t.Errorf("%s still names the bakery", path)
		}
	}
}

// BenchmarkCopiedSiteToLive measures from moving a site in to its first page,
// which must not take longer than a second.
func BenchmarkCopiedSiteToLive(b *testing.B) {
	w := boot(b, copyOfContent(b))
	staged := filepath.Join(b.TempDir(), "bakery")
	if err := os.CopyFS(staged, os.DirFS(filepath.Join(w.content, "creative"))); err != nil {
		b.Fatal(err)
	}
	replaceInYAML(b, staged, "/websites/creative", "/websites/bakery")
	bakery := filepath.Join(w.content, "bakery")
	for b.Loop() {
		if err := os.Rename(staged, bakery); err != nil {
			b.Fatal(err)
		}
		if took := w.until("/websites/bakery", "is not live", func(r reply) bool { return r.status == 200 }); took > time.Second {
			b.Errorf("it took %v", took)
		}
		b.StopTimer()
		if err := os.Rename(bakery, staged); err != nil {
			b.Fatal(err)
		}
		w.until("/websites/bakery", "is not gone", func(r reply) bool { return r.status == 404 })
		b.StartTimer()
	}
}

func TestASiteCopiedFileByFileBecomesLive(t *testing.T) {
	t.Parallel()
	w := boot(t, copyOfContent(t))
	bakery := filepath.Join(w.content, "bakery")
	if err := os.CopyFS(bakery, os.DirFS(filepath.Join(w.content, "creative"))); err != nil {
		t.Fatal(err)
	}
	replaceInYAML(t, bakery, "/websites/creative", "/websites/bakery")
	w.until("/websites/bakery/connect", "is not live", func(r reply) bool { return r.status == 200 })
	if r := w.get("/websites/creative"); r.status != 200 {
		t.Errorf("the original answers %d", r.status)
	}
}

func replaceInYAML(t testing.TB, dir, from, to string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".yaml" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(name, []byte(strings.ReplaceAll(string(data), from, to)), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// badEdits are things that happen to YAML files. Each makes a bad file of the
// good one of /about.
var badEdits = []struct {
	name string
	edit func(good string) string
}{
	{"a key is misspelt", replace("description:", "descripton:")},
	{"the title is missing", replace("title:", "#title:")},
	{"a tab indents a line", func(s string) string { return s + "\n\tnote: x\n" }},
	{"a quote is not closed", replace("title:", "title: \"")},
	{"a bracket is not closed", func(s string) string { return s + "\naliases: [/a\n" }},
	{"the file is empty", func(string) string { return "" }},
	{"only comments are left", func(string) string { return "# nothing\n" }},
	{"a merge left its marks", func(s string) string { return "<<<<<<< HEAD\n" + s + "=======\n>>>>>>> theirs\n" }},
	{"a key stands twice", func(s string) string { return s + "\ntitle: Again\n" }},
	{"a second document follows", func(s string) string { return s + "\n---\ntitle: Again\n" }},
	{"an unknown section type", replace("- hero:", "- heroo:")},
	{"an unknown icon", replace("icon: ", "icon: zz")},
	{"a link to nowhere", replace("to: /", "to: /nowhere")},
	{"a link to a missing anchor", func(s string) string { return s + "\nback: {label: Back, to: '/#nowhere'}\n" }},
	{"a link that runs a script", func(s string) string { return s + "\nback: {label: Back, to: 'javascript:alert(1)'}\n" }},
	{"an unknown fact", replace("description:", "description: \"{{facts.nowhere}}\"\nnoIndex:")},
	{"a list where text belongs", func(s string) string { return replace("title:", "title: [a, b] #")(s) }},
	{"text where a list belongs", func(s string) string { return "title: About\nsections: none\n" }},
	{"an alias of another page's path", func(s string) string { return s + "\naliases: [/contact]\n" }},
	{"an anchor and alias of YAML", func(s string) string { return s + "\nback: &x {label: Back}\n" }},
	{"binary instead of text", func(string) string { return "\x00\x01\x02" }},
	{"twenty thousand levels", func(s string) string { return s + "\naliases: " + strings.Repeat("[", 20_000) + "\n" }},
	{"eight megabytes", func(s string) string { return s + "\n# " + strings.Repeat("x", 8<<20) + "\n" }},
	{"a missing image", func(s string) string { return s + "\nimage: {src: images/nowhere.png, alt: x}\n" }},
	{"an unknown template", func(s string) string { return s + "\ntemplate: pagee\n" }},
}

func replace(from, to string) func(string) string {
	return func(s string) string { return strings.Replace(s, from, to, 1) }
}

func TestBadEditsChangeNothingAndAreNamed(t *testing.T) {
	t.Parallel()
	const file = "main/pages/about.yaml"
	w := boot(t, copyOfContent(t))
	good := w.read(file)
	before := w.get("/about")
	for _, bad := range badEdits {
		t.Run(bad.name, func(t *testing.T) {
			text := bad.edit(good)
			if text == good {
				t.Fatal("the edit changes nothing")
			}
			w.save(file, text)
			code, stdout, _ := run(t, nil, "check", "--content", w.content)
			if code != exitFailed || !strings.Contains(stdout, file+":") {
				t.Errorf("exit code %d, the file is not named:\n%s", code, stdout)
			}
			for _, word := range []string{"unmarshal", "mapping value", "sequence", "scalar", "site.Page", "reflect", "panic", "goccy"} {
				if strings.Contains(stdout, word) {
					t.Errorf("speaks of %q:\n%s", word, stdout)
				}
			}
			t.Log(firstLines(stdout, 4))
			if now := w.get("/about"); now.status != 200 || now.body != before.body {
				t.Errorf("visitors see a change: status %d", now.status)
			}
		})
	}
	// The mended file is live again, whatever came before.
	w.save(file, strings.Replace(good, "title:", "title: Mended #", 1))
	w.until("/about", "is not mended", func(r reply) bool { return strings.Contains(r.body, "<title>Mended") })
}

func firstLines(text string, n int) string {
	lines := strings.SplitN(text, "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "\n")
}

func TestSaveToLiveSeesOldThenNewAndNothingElse(t *testing.T) {
	t.Parallel()
	const file = "main/pages/about.yaml"
	w := boot(t, copyOfContent(t))
	good := w.read(file)
	last := "Pioneering AI Innovation"
	for i := range 5 {
		next := fmt.Sprintf("Pioneering Round %d", i)
		w.save(file, strings.ReplaceAll(good, "Pioneering AI Innovation", next))
		took := w.until("/about", "is not live", func(r reply) bool {
			if r.status != 200 {
				t.Fatalf("status %d while saving", r.status)
			}
			hasOld, hasNew := strings.Contains(r.body, last), strings.Contains(r.body, next)
			if hasOld == hasNew {
				t.Fatalf("neither old nor new")
			}
			return hasNew
		})
		t.Logf("live after %v", took.Round(time.Millisecond))
		last = next
	}
}
