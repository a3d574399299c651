package export_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/website/export"
)

// deployment exports again and again, each time with another script of the web build.
type deployment struct {
	*website
	t     *testing.T
	dir   string
	clock *testkit.Clock
	days  int
}

func newDeployment(t *testing.T, days int) *deployment {
	return &deployment{newWebsite(), t, t.TempDir(), testkit.NewClock(testkit.Noon), days}
}

func (d *deployment) export(script string) export.Summary {
	d.t.Helper()
	d.assets[script] = long(script)
	options := d.options()
	options.Built, options.KeepDays, options.Now = []string{script}, d.days, d.clock.Now
	summary, err := export.Export(d.t.Context(), d.dir, options)
	if err != nil {
		d.t.Fatal(err)
	}
	return summary
}

func (d *deployment) expect(names string) {
	d.t.Helper()
	entries, err := os.ReadDir(filepath.Join(d.dir, "assets"))
	if err != nil {
		d.t.Fatal(err)
	}
	var there []string
	for _, entry := range entries {
		if name, script := strings.CutSuffix(entry.Name(), ".js"); script {
			there = append(there, strings.TrimPrefix(name, "entry-"))
		}
	}
	if strings.Join(there, " ") != names {
		d.t.Errorf("there are the scripts %v, not %s", there, names)
	}
}

func TestFilesOfEarlierPagesStayForAWhile(t *testing.T) {
	d := newDeployment(t, 30)
	d.export("/assets/entry-1.js")
	if summary := d.export("/assets/entry-2.js"); summary.Kept == 0 || summary.Removed != 0 {
		t.Errorf("%+v", summary)
	}
	d.expect("1 2")
	d.clock.Add(20 * 24 * time.Hour)
	d.export("/assets/entry-3.js")
	d.expect("1 2 3")
	d.export("/assets/entry-2.js") // in use again
	d.clock.Add(10 * 24 * time.Hour)
	d.export("/assets/entry-2.js")
	d.expect("1 2 3")
	d.clock.Add(24 * time.Hour)
	if summary := d.export("/assets/entry-2.js"); summary.Removed == 0 {
		t.Errorf("%+v", summary)
	}
	d.expect("2 3")
	if second := d.export("/assets/entry-2.js"); second.Written != 0 || second.Removed != 0 {
		t.Errorf("a second export changes something: %+v", second)
	}
	d.days = 0
	d.export("/assets/entry-2.js")
	d.expect("2")
}

func TestPagesThatAreGoneAreNotKept(t *testing.T) {
	d := newDeployment(t, 30)
	d.export("/assets/entry-1.js")
	delete(d.bodies, "/about")
	d.publish(nil)
	d.export("/assets/entry-1.js")
	gone(t, d.dir, "about.html")
	gone(t, d.dir, "api/page-data/about.json")
}

func TestKeptFilesWithDamageOrWithoutADayAreLookedAtAnew(t *testing.T) {
	d := newDeployment(t, 30)
	d.export("/assets/entry-1.js")
	d.export("/assets/entry-2.js")
	// Somebody changed one: it is theirs now.
	save(t, d.dir, "assets/entry-1.js", "hacked")
	if summary := d.export("/assets/entry-2.js"); len(summary.Changed) != 1 {
		t.Errorf("%+v", summary)
	}
	// A list whose days cannot be read, or lie in the future, begins to count now.
	d.export("/assets/entry-3.js")
	for _, day := range []string{"yesterday", "2099-01-01", ""} {
		var manifest map[string]any
		data, err := os.ReadFile(filepath.Join(d.dir, list))
		if err == nil {
			err = json.Unmarshal(data, &manifest)
		}
		if err != nil {
			t.Fatal(err)
		}
		for name := range manifest["kept"].(map[string]any) {
			manifest["kept"].(map[string]any)[name] = day
		}
		if data, err = json.Marshal(manifest); err != nil {
			t.Fatal(err)
		}
		save(t, d.dir, list, string(data))
		d.export("/assets/entry-3.js")
		d.expect("1 2 3")
	}
	d.clock.Add(31 * 24 * time.Hour)
	d.export("/assets/entry-3.js")
	d.expect("1 3")
}

// A page that cannot be written must not be referred to, and what it would need is there.
func TestAnExportThatEndsEarlyRefersToNothingThatIsMissing(t *testing.T) {
	d := newDeployment(t, 30)
	d.export("/assets/entry-1.js")
	d.bodies["/new"], d.broken["/new"] = long("new"), true
	d.publish(map[string]string{"/former": "/new"})
	d.assets["/assets/entry-2.js"] = "start()"
	options := d.options()
	options.Built, options.KeepDays = []string{"/assets/entry-2.js"}, 30
	if _, err := export.Export(t.Context(), d.dir, options); err == nil {
		t.Fatal("no error")
	}
	after := tree(t, d.dir)
	if after["assets/entry-2.js"] == "" || after["assets/entry-1.js"] == "" {
		t.Error("files are missing that pages refer to")
	}
	if after["former.html"] != "" || after["_redirects"] != "" {
		t.Error("a former path leads to a page that is not there")
	}
}
