//go:build !race

// Every page is rendered here, which the race detector makes slow and finds nothing in: make
// test runs this file without it.

package main

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// publicKeys are the keys that the JSON of a site may have. A new one belongs
// here after somebody has thought about whether all the world may read it.
var publicKeys = []string{
	"assets", "baseURL", "email", "errors", "favicon", "footer", "id", "labels", "language", "mark", "name",
	"navigation", "path", "phone", "tagline", "theme", "timeZone",
}

// publicFormKeys are the keys that the JSON of a form, of its fields and of
// their options may have. What the server and the mails alone need is none of them.
var publicFormKeys = map[string][]string{
	"form": {"failure", "fields", "id", "kind", "next", "site", "submit", "success", "text", "title"},
	"field": {
		"autocomplete", "checks", "half", "hint", "label", "max", "message", "min", "minDate", "name", "options", "placeholder", "required", "type",
	},
	"option": {"label", "value"},
}

var (
	formKind   = regexp.MustCompile(`(?m)^  kind: .*`)
	recipients = regexp.MustCompile(`(?m)^  recipients:.*(\n +- .*)*`)
	// The group of site.yaml whose words only mails say.
	privateWords = regexp.MustCompile(`(?m)^mailWords:\n(?:  .*\n)+`)
	refusals     = regexp.MustCompile(`(?m)^  (invalidForm|conflict|tooMany): .*`)
	word         = regexp.MustCompile(`(?m)^  (\w+): .*`)
	// The mails of a form.
	formMails = regexp.MustCompile(`(?m)^  (?:mail|confirmation):\n(?:    .*\n)+`)
	mailText  = regexp.MustCompile(`(?m)^    (\w+): .*`)
)

// putCanaries writes the word canary wherever content is for the team, for
// mails or for answers to refused forms.
func putCanaries(t *testing.T, content string) {
	t.Helper()
	change := func(pattern string, least int, change func(string) string) {
		files, err := filepath.Glob(filepath.Join(content, "*", pattern))
		if err != nil || len(files) < 3 {
			t.Fatal(files, err)
		}
		put := 0
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := change(string(data))
			if !strings.Contains(text, "canary") {
				t.Fatalf("%s has no canary:\n%s", file, text)
			}
			put += strings.Count(text, "canary")
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if put < least {
			t.Fatalf("only %d canaries are in the files %s", put, pattern)
		}
	}
	change("site.yaml", 15, func(text string) string {
		if recipients.MatchString(text) {
			text = recipients.ReplaceAllString(text, "  recipients: [canary-recipient@studio.example]\n  problems: [canary-author@studio.example]")
		} else {
			text += "\nmail:\n  recipients: [canary-recipient@studio.example]\n"
		}
		text = refusals.ReplaceAllString(text, "  $1: canary $1")
		return privateWords.ReplaceAllStringFunc(text, func(group string) string {
			return word.ReplaceAllString(group, "  $1: canary $1")
		})
	})
	change("forms.yaml", 20, func(text string) string {
		text = formKind.ReplaceAllString(text, "$0\n  recipients: [canary-recipient@studio.example]")
		return formMails.ReplaceAllStringFunc(text, func(mail string) string {
			return mailText.ReplaceAllString(mail, "    $1: canary $1")
		})
	})
}

// TestPrivateContentNeverLeavesTheProcess looks for canaries in every answer
// that the world can get by asking.
func TestPrivateContentNeverLeavesTheProcess(t *testing.T) {
	t.Parallel()
	content := copyOfContent(t)
	putCanaries(t, content)
	w := boot(t, content)
	for _, address := range everyAddress(w) {
		if answer := w.get(address); strings.Contains(answer.body, "canary") || strings.Contains(headerText(answer.header), "canary") {
			t.Errorf("%s tells who receives mail, or what mails say", address)
		}
	}
	for _, path := range []string{"/livez", "/readyz", "/metrics"} {
		if answer := w.operate(path); answer.status != http.StatusOK || strings.Contains(answer.body, "canary") {
			t.Errorf("%s answers %d, or tells who receives mail, or what mails say", path, answer.status)
		}
	}
	if log := w.log.String(); strings.Contains(log, "canary") {
		t.Errorf("the log tells who receives mail, or what mails say:\n%s", log)
	}
}

func TestTheJSONOfASiteHasPublicKeysOnly(t *testing.T) {
	t.Parallel()
	w := boot(t, copyOfContent(t))
	check := func(where string, settings map[string]json.RawMessage) {
		if len(settings) < 10 {
			t.Errorf("%s has only the keys %v", where, slices.Sorted(maps.Keys(settings)))
		}
		for key := range settings {
			if !slices.Contains(publicKeys, key) {
				t.Errorf("%s has the key %q: may all the world read it? Then add it to publicKeys", where, key)
			}
		}
	}
	for _, id := range siteIDs(w) {
		var settings map[string]json.RawMessage
		decode(t, w.get("/api/sites/"+id).body, &settings)
		check("/api/sites/"+id, settings)
	}
	for _, path := range sitemapPaths(w) {
		var data map[string]json.RawMessage
		decode(t, w.get("/api/pages?path="+url.QueryEscape(path)).body, &data)
		if keys := slices.Sorted(maps.Keys(data)); !slices.Equal(keys, []string{"page", "site"}) {
			t.Errorf("the data of %s has the keys %v", path, keys)
		}
		var settings map[string]json.RawMessage
		decode(t, string(data["site"]), &settings)
		check(path, settings)
	}
}

func TestTheJSONOfAFormHasPublicKeysOnly(t *testing.T) {
	t.Parallel()
	w := boot(t, copyOfContent(t))
	seen := map[string]int{}
	var check func(where, kind string, data json.RawMessage)
	checkAll := func(where, kind string, list json.RawMessage) {
		if list == nil {
			return
		}
		var entries []json.RawMessage
		decode(t, string(list), &entries)
		for _, entry := range entries {
			check(where, kind, entry)
		}
	}
	check = func(where, kind string, data json.RawMessage) {
		var keys map[string]json.RawMessage
		decode(t, string(data), &keys)
		for key := range keys {
			if !slices.Contains(publicFormKeys[kind], key) {
				t.Errorf("%s: a %s has the key %q: may all the world read it? Then add it to publicFormKeys", where, kind, key)
			}
		}
		seen[kind]++
		checkAll(where, "field", keys["fields"])
		checkAll(where, "option", keys["options"])
	}
	for _, id := range siteIDs(w) {
		address := "/api/sites/" + id + "/forms"
		var forms map[string]json.RawMessage
		decode(t, w.get(address).body, &forms)
		for _, form := range forms {
			check(address, "form", form)
		}
	}
	listed := seen["form"]
	for _, path := range sitemapPaths(w) {
		address := "/api/pages?path=" + url.QueryEscape(path)
		var data struct {
			Page struct {
				Sections []struct {
					Type  string
					Items json.RawMessage
				}
			}
		}
		decode(t, w.get(address).body, &data)
		for _, section := range data.Page.Sections {
			if section.Type == "forms" {
				checkAll(address, "form", section.Items)
			}
		}
	}
	if listed < 5 || seen["form"] < 2*listed || seen["field"] < 20 || seen["option"] < 20 {
		t.Errorf("only %v were looked at, %d forms of collections", seen, listed)
	}
}

// everyAddress lists what can be asked for: pages, their data, all of the API,
// documents, and the files that pages name; and some that answer errors.
func everyAddress(w *website) []string {
	addresses := []string{
		"/sitemap.xml", "/robots.txt", "/llms.txt", "/favicon.ico", "/api/sites", "/api/pages", "/api/nope",
		"/api/send-contact-email", "/nope", "/websites/business/nope", "/assets/nope.js", "/about/", "/%00",
	}
	file := regexp.MustCompile(`/(?:assets|images)/[\w./-]+`)
	for _, path := range sitemapPaths(w) {
		addresses = append(addresses, path, "/api/pages?path="+url.QueryEscape(path))
		addresses = append(addresses, file.FindAllString(w.get(path).body, -1)...)
	}
	for _, id := range siteIDs(w) {
		base := "/api/sites/" + id
		addresses = append(addresses, base, base+"/terms", base+"/privacy", base+"/mail", base+"/seo", base+"/facts")
		for _, collection := range []string{"products", "plans", "industries", "forms"} {
			address := base + "/" + collection
			addresses = append(addresses, address)
			var entries map[string]json.RawMessage
			decode(w.t, w.get(address).body, &entries)
			for entry := range entries {
				addresses = append(addresses, address+"/"+entry)
			}
		}
	}
	slices.Sort(addresses)
	addresses = slices.Compact(addresses)
	if len(addresses) < 120 {
		w.t.Errorf("only %d addresses are known: %v", len(addresses), addresses)
	}
	return addresses
}

func siteIDs(w *website) []string {
	var sites []struct{ ID string }
	decode(w.t, w.get("/api/sites").body, &sites)
	if len(sites) < 3 {
		w.t.Errorf("/api/sites names %v", sites)
	}
	var ids []string
	for _, s := range sites {
		ids = append(ids, s.ID)
	}
	return ids
}

func decode(t testing.TB, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v in %.80s", err, text)
	}
}

func headerText(header http.Header) string {
	var out strings.Builder
	for name, values := range header {
		out.WriteString(name + ": " + strings.Join(values, ",") + "\n")
	}
	return out.String()
}
