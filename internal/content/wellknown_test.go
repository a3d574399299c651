//go:build !race

package content

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/resolve"
	"github.com/evenlight/marquee/internal/site"
)

func TestWellKnownFilesAreServedAsTheyAre(t *testing.T) {
	files := baseTree(t)
	for name, text := range map[string]string{
		"security.txt":               "Contact: mailto:a@example.com\nExpires: 2099-01-01T00:00:00Z\n",
		"apple-app-site-association": `{"applinks": {}}`,
		"assetlinks.json":            `[]`,
		"matrix/client":              ` {"m.homeserver": {}}`,
		"pki-validation/0AB_c-1.txt": "proof",
		"discord":                    "dh=12",
		"change-password":            "<!doctype html>",
		"key.bin":                    "\x00\xff",
		"README.md":                  "notes for people",
		"_old.txt":                   "set aside",
		"matrix/.DS_Store":           "\x00",
	} {
		files["main/well-known/"+name] = text
	}
	revision := good(t, files, sampleOptions(), testNow)
	types := map[string]string{}
	for address, file := range revision.Main().WellKnown {
		types[address] = file.ContentType
	}
	want := map[string]string{
		"/.well-known/security.txt":               "text/plain; charset=utf-8",
		"/.well-known/apple-app-site-association": "application/json",
		"/.well-known/assetlinks.json":            "application/json",
		"/.well-known/matrix/client":              "application/json",
		"/.well-known/pki-validation/0AB_c-1.txt": "text/plain; charset=utf-8",
		"/.well-known/discord":                    "text/plain; charset=utf-8",
		"/.well-known/change-password":            "text/html; charset=utf-8",
		"/.well-known/key.bin":                    "application/octet-stream",
	}
	if !maps.Equal(types, want) {
		t.Errorf("served are %v", types)
	}
	if got := string(revision.Main().WellKnown["/.well-known/discord"].Data); got != "dh=12" {
		t.Errorf("the bytes are %q", got)
	}
	if len(revision.Main().Files) != len(good(t, baseTree(t), sampleOptions(), testNow).Main().Files) {
		t.Error("they stand among the pictures")
	}
}

func TestWellKnownFilesFollowASave(t *testing.T) {
	files := baseTree(t)
	l := NewLoader(sampleOptions())
	ids := map[string]bool{}
	step := func(want string) *site.Revision {
		t.Helper()
		revision, problems := load(t, l, files.fs(), testNow)
		if revision == nil {
			t.Fatal(told(problems))
		}
		var all []string
		for _, address := range slices.Sorted(maps.Keys(revision.Main().WellKnown)) {
			all = append(all, strings.TrimPrefix(address, "/.well-known/")+"="+string(revision.Main().WellKnown[address].Data))
		}
		if got := strings.Join(all, " "); got != want {
			t.Errorf("served is %q, want %q", got, want)
		}
		if ids[revision.ID] {
			t.Errorf("the revision %s was another one before", revision.ID)
		}
		ids[revision.ID] = true
		return revision
	}
	step("")
	files["main/well-known/proof"] = "1"
	step("proof=1")
	files["main/well-known/proof"] = "2"
	before := step("proof=2")
	files["main/well-known/a/b"] = "3"
	now := step("a/b=3 proof=2")
	resolve.Reuse(before, now)
	if before.Main().Pages[0] != now.Main().Pages[0] {
		t.Error("pages were made again")
	}
	delete(files, "main/well-known/proof")
	step("a/b=3")
}

func TestWellKnownFilesThatCannotBeServed(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a name with a space": {map[string]string{"main/well-known/a b.txt": ""}, "error main/well-known/a b.txt: The name a b.txt becomes part of an address"},
		"broken JSON":         {map[string]string{"main/well-known/assetlinks.json": "[{]"}, "error main/well-known/assetlinks.json: The file main/well-known/assetlinks.json is no JSON"},
		"JSON without ending": {map[string]string{"main/well-known/apple-app-site-association": ""}, "error main/well-known/apple-app-site-association: The file main/well-known/apple-app-site-association is no JSON"},
		"too large":           {map[string]string{"main/well-known/a.txt": strings.Repeat("a", 128<<10+1)}, "error main/well-known/a.txt: The file main/well-known/a.txt is larger than 128 KB."},
		"certificates":        {map[string]string{"main/well-known/acme-challenge/token": ""}, "error main/well-known/acme-challenge: Certificates are asked for by the proxy"},
		"no folder":           {map[string]string{"main/well-known": ""}, "error main/well-known: Nothing reads the file well-known."},
		"a typo":              {map[string]string{"main/wellknown/a.txt": ""}, `error main/wellknown: A site has no folder wellknown. Did you mean "well-known"?`},
		"of a site below /":   {map[string]string{"business/well-known/a.txt": ""}, "warning business/well-known: These files are not served: /.well-known/ stands at the root of a domain, and this site lives at /websites/business."},
	} {
		t.Run(name, func(t *testing.T) {
			files := baseTree(t)
			maps.Copy(files, test.files)
			revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
			var all []string
			for _, p := range problems {
				where := p.File
				if p.Line > 0 {
					where += fmt.Sprint(":", p.Line)
				}
				all = append(all, fmt.Sprintf("%s %s: %s %s", p.Severity, where, p.Message, p.Hint))
			}
			if len(all) != 1 || !strings.HasPrefix(all[0], test.want) {
				t.Errorf("told is %q, want %q", all, test.want)
			}
			if isError := strings.HasPrefix(test.want, "error"); isError != (revision == nil) {
				t.Errorf("there is a revision: %t", revision != nil)
			}
			if revision != nil && strings.Contains(name, "below") && len(revision.ByID("business").WellKnown) > 0 {
				t.Error("it is served")
			}
		})
	}
}

// TestFilesAtTheRoot: what Google and others ask for stands there, and nowhere else.
func TestFilesAtTheRoot(t *testing.T) {
	files := baseTree(t)
	for _, name := range []string{"google1234567890abcdef.html", "BingSiteAuth.xml", "ads.txt", "security.txt", "page.html"} {
		files["main/well-known/"+name] = "Contact: mailto:a@example.com\nExpires: 2099-01-01T00:00:00Z\n"
	}
	served := good(t, files, sampleOptions(), testNow).Main().WellKnown
	want := []string{"/.well-known/page.html", "/.well-known/security.txt", "/BingSiteAuth.xml", "/ads.txt", "/google1234567890abcdef.html"}
	if got := slices.Sorted(maps.Keys(served)); !slices.Equal(got, want) {
		t.Errorf("served are %v, want %v", got, want)
	}
	if got := served["/google1234567890abcdef.html"].ContentType; got != "text/html; charset=utf-8" {
		t.Errorf("it is %s", got)
	}

	files["main/google1234567890abcdef.html"] = "google-site-verification: google1234567890abcdef.html"
	_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if got := told(problems); !strings.Contains(got, "Move it into the folder well-known") {
		t.Errorf("beside site.yaml: %s", got)
	}
}
