//go:build !race

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheDoctorSaysWhatStudioNeeds(t *testing.T) {
	t.Parallel()
	dir, data := copyOfContent(t), filepath.Join(t.TempDir(), "var")
	env := func(more ...string) map[string]string {
		all := map[string]string{"MARQUEE_CONTENT": dir, "MARQUEE_DATA": data}
		for i := 0; i < len(more); i += 2 {
			all[more[i]] = more[i+1]
		}
		return all
	}
	examined(t, env()).says("studio", fine, "nobody is invited", "marquee studio invite EMAIL")
	if _, err := os.Stat(filepath.Join(data, "studio.db")); !os.IsNotExist(err) {
		t.Errorf("looking has made a database: %v", err)
	}
	if code, stdout, stderr := run(t, nil, "studio", "invite", "anna@example.com", "--content", dir, "--data", data); code != exitOK {
		t.Fatalf("%d %s%s", code, stdout, stderr)
	}
	d := examined(t, env())
	d.says("studio", fine, "invited: 1")
	d.says("studio", fine, dir, "can be written")
	d.says("studio", warning, "not mailed", "SMTP_URL", "marquee studio link")
	d.says("studio", problem, "--trusted-proxies")
	examined(t, env("MARQUEE_BASE_URL", "http://www.site.example", "MARQUEE_TRUSTED_PROXIES", "127.0.0.1")).says("studio", problem, "http://www.site.example", "https")
	for name, more := range map[string][]string{
		"all it needs":         {"MARQUEE_TRUSTED_PROXIES", "127.0.0.1", "SMTP_URL", "smtp://127.0.0.1:1"},
		"on the admin address": {"MARQUEE_STUDIO", "admin", "SMTP_URL", "smtp://127.0.0.1:1"},
		"off":                  {"MARQUEE_STUDIO", "off"},
	} {
		for _, f := range examined(t, env(more...)).Findings {
			if f.Check == "studio" && f.Level != fine {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
	link := filepath.Join(t.TempDir(), "current")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	examined(t, env("MARQUEE_CONTENT", link)).says("studio", warning, "symbolic link", "chown -R marquee: "+link)
	if err := os.WriteFile(filepath.Join(data, "studio.db"), []byte(strings.Repeat("this is no database\n", 400)), 0o600); err != nil {
		t.Fatal(err)
	}
	examined(t, env()).says("studio", problem, "studio.db", "put back a backup")
}
