package lastmod_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/postgres"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/testkit/postgrestest"
	"github.com/evenlight/marquee/internal/website/lastmod"
)

type days struct {
	t     *testing.T
	file  string
	clock *testkit.Clock
	log   testkit.Log
	*lastmod.Days
}

func newDays(t *testing.T) *days {
	d := &days{t: t, file: filepath.Join(t.TempDir(), "data", "lastmod.json"), clock: testkit.NewClock(testkit.Noon)}
	d.restart()
	return d
}

func (d *days) restart() {
	d.Days = lastmod.New(lastmod.Config{File: d.file, Now: d.clock.Now, Logger: slog.New(slog.NewTextHandler(&d.log, nil))})
}

// expect publishes pages as path, text, day and so on.
func (d *days) expect(pathTextDay ...string) {
	d.t.Helper()
	bundle := &site.Bundle{Site: &site.Site{ID: "main", Location: time.FixedZone("far", 13*3600)}}
	for i := 0; i < len(pathTextDay); i += 3 {
		bundle.Pages = append(bundle.Pages, &site.Page{SiteID: "main", Path: pathTextDay[i], Title: site.Text(pathTextDay[i+1])})
	}
	got := d.Of(&site.Revision{Sites: []*site.Bundle{bundle}})
	for i, page := range bundle.Pages {
		if want := pathTextDay[3*i+2]; got[page] != want {
			d.t.Errorf("%s with %q has the day %q, not %q", page.Path, page.Title, got[page], want)
		}
	}
}

func TestAPageHasTheDayOnWhichItsContentChanged(t *testing.T) {
	d := newDays(t)
	d.expect("/", "one", "", "/about", "one", "")
	d.clock.Add(24 * time.Hour)
	d.expect("/", "two", "2026-11-23", "/about", "one", "", "/new", "one", "") // the day of the site, whose zone is ahead
	d.clock.Add(24 * time.Hour)
	d.restart()
	d.expect("/", "two", "2026-11-23", "/about", "one", "", "/new", "two", "2026-11-24")
	d.expect("/", "one", "", "/about", "two", "2026-11-24")
	d.restart()
	d.expect("/", "two", "2026-11-23", "/about", "two", "2026-11-24")
	if d.log.Lines() > 0 {
		t.Error(d.log.String())
	}
}

func TestAPageThatWasAwayKeepsItsDayForAWhile(t *testing.T) {
	d := newDays(t)
	d.expect("/", "one", "", "/about", "one", "")
	d.expect("/", "one", "", "/about", "two", "2026-11-22")
	d.expect("/", "one", "")
	d.clock.Add(30 * 24 * time.Hour)
	d.restart()
	d.expect("/", "one", "")
	d.expect("/", "one", "", "/about", "two", "2026-11-22")
	d.expect("/", "one", "")
	d.clock.Add(70 * 24 * time.Hour)
	d.expect("/", "one", "")
	d.expect("/", "one", "", "/about", "two", "")
}

func TestWhatStandsAroundAPageIsNoChangeOfIt(t *testing.T) {
	d := newDays(t)
	page := func(navigation, image, updated string) *site.Page {
		return &site.Page{
			SiteID: "main", Path: "/terms", Title: "Terms", Navigation: &site.Navigation{Home: site.Text(navigation)}, Head: site.Head{Image: image},
			Legal: &site.Legal{Title: "Terms", Updated: site.Text(updated)},
		}
	}
	for _, p := range []*site.Page{page("a", "b", "c"), page("other", "others", "tomorrow")} {
		rev := &site.Revision{Sites: []*site.Bundle{{Site: &site.Site{Location: time.UTC}, Pages: []*site.Page{p}}}}
		if day := d.Of(rev)[p]; day != "" {
			t.Errorf("it changed on %s", day)
		}
	}
}

func TestADamagedFileIsWrittenAnew(t *testing.T) {
	for name, content := range map[string]string{
		"empty": "", "half": `{"format":1,"pages":{"main /":{"versions":[{"ha`, "newer": `{"format":2,"pages":{}}`, "null": "null",
		"hostile": `{"format":1,"pages":{"main /":null,"main /about":{"versions":[{"hash":"x","day":"<script>"}]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			d := newDays(t)
			if err := os.MkdirAll(filepath.Dir(d.file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(d.file, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			d.expect("/", "one", "")
			d.expect("/", "two", "2026-11-22")
			d.restart()
			d.expect("/", "two", "2026-11-22")
			if warned := d.log.Lines() == 1; warned != (name != "hostile") {
				t.Errorf("the log says %q", d.log.String())
			}
		})
	}
}

func TestAFolderThatCannotBeWrittenCostsTheDaysOnly(t *testing.T) {
	d := newDays(t)
	if err := os.WriteFile(filepath.Dir(d.file), nil, 0o600); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	d.expect("/", "one", "")
	d.expect("/", "two", "2026-11-22")
	if d.log.Lines() == 0 {
		t.Error("nobody is told")
	}
}

func TestNodesAgreeOnTheDays(t *testing.T) {
	db, err := postgres.Open(t.Context(), postgres.Config{URL: postgrestest.Must(t).Database(t), Limit: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	node := func() *days {
		d := newDays(t)
		d.Days = lastmod.New(lastmod.Config{File: d.file, Shared: lastmod.NewTable(db), Now: d.clock.Now, Logger: slog.New(slog.NewTextHandler(&d.log, nil))})
		return d
	}
	one, two := node(), node()
	one.expect("/", "one", "", "/about", "one", "")
	two.expect("/", "one", "", "/about", "one", "")
	one.expect("/", "two", "2026-11-22", "/about", "one", "")
	two.clock.Add(48 * time.Hour) // it is updated two days later
	two.expect("/", "two", "2026-11-22", "/about", "one", "")
	late := node()
	late.clock.Add(72 * time.Hour) // it was not there before
	late.expect("/", "two", "2026-11-22", "/about", "two", "2026-11-25")
	one.expect("/", "two", "2026-11-22", "/about", "two", "2026-11-25")
	// A node that has its days from before it knew the others tells them.
	old := newDays(t)
	old.expect("/old", "one", "")
	old.expect("/old", "two", "2026-11-22")
	old.clock.Add(30 * 24 * time.Hour)
	old.Days = lastmod.New(lastmod.Config{File: old.file, Shared: lastmod.NewTable(db), Now: old.clock.Now, Logger: slog.New(slog.NewTextHandler(&old.log, nil))})
	old.expect("/old", "two", "2026-11-22")
	late.expect("/old", "two", "2026-11-22")
	if log := one.log.String() + two.log.String() + late.log.String() + old.log.String(); log != "" {
		t.Error(log)
	}
}

type broken struct{}

func (broken) Agree(context.Context, []lastmod.Seen) error { return errors.New("connection refused") }

func TestADatabaseThatIsAwayCostsNoDays(t *testing.T) {
	d := newDays(t)
	d.Days = lastmod.New(lastmod.Config{File: d.file, Shared: broken{}, Now: d.clock.Now, Logger: slog.New(slog.NewTextHandler(&d.log, nil))})
	d.expect("/", "one", "")
	d.expect("/", "two", "2026-11-22")
	d.restart()
	d.expect("/", "two", "2026-11-22")
	if d.log.Lines() != 2 {
		t.Error(d.log.String())
	}
}
