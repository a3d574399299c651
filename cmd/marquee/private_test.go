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

var recipients = regexp.MustCompile(`(?m)^  recipients:.*(\n +- .*)*`)

// TestMailRecipientsNeverLeaveTheProcess puts canaries where the private keys
// of site.yaml are and looks for them in every answer that the world can get.
func TestMailRecipientsNeverLeaveTheProcess(t *testing.T) {
	content := copyOfContent(t)
	files, err := filepath.Glob(filepath.Join(content, "*", "site.yaml"))
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if recipients.MatchString(text) {
			text = recipients.ReplaceAllString(text, "  recipients: [canary-recipient@example.com]")
		} else {
			text += "\nmail:\n  recipients: [canary-recipient@example.com]\n"
		}
		if strings.Count(text, "canary") != 1 {
			t.Fatalf("%s has no canary:\n%s", file, text)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w := boot(t, content)
	for _, address := range everyAddress(w) {
		if answer := w.get(address); strings.Contains(answer.body, "canary") || strings.Contains(headerText(answer.header), "canary") {
			t.Errorf("%s tells who receives mail", address)
		}
	}
	for _, path := range []string{"/livez", "/readyz", "/metrics"} {
		if answer := w.operate(path); answer.status != http.StatusOK || strings.Contains(answer.body, "canary") {
			t.Errorf("%s answers %d, or tells who receives mail", path, answer.status)
		}
	}
	if log := w.log.String(); strings.Contains(log, "canary") {
		t.Errorf("the log tells who receives mail:\n%s", log)
	}
}

func TestTheJSONOfASiteHasPublicKeysOnly(t *testing.T) {
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

func sitemapPaths(w *website) []string {
	var paths []string
	for _, part := range strings.Split(w.get("/sitemap.xml").body, "<loc>")[1:] {
		address, _, _ := strings.Cut(part, "<")
		u, err := url.Parse(address)
		if err != nil {
			w.t.Fatal(err)
		}
		paths = append(paths, u.Path)
	}
	return paths
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
