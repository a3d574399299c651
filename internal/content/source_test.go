package content

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

// rig is a source over a real folder, with a clock that tests move and a log that they read.
type rig struct {
	*Source
	t         *testing.T
	dir       string
	clock     time.Time
	log       testkit.Log
	published []*site.Revision
}

func newRig(t *testing.T, files folder, clock time.Time) *rig {
	t.Helper()
	r := &rig{t: t, dir: t.TempDir(), clock: clock}
	for name, text := range files {
		r.write(name, text)
	}
	logger := slog.New(slog.NewTextHandler(&r.log, nil))
	r.Source = NewSource(r.dir, NewLoader(sampleOptions()), logger, func() time.Time { return r.clock }, func(made *site.Revision) {
		r.published = append(r.published, made)
	})
	return r
}

func (r *rig) write(name, text string) {
	r.t.Helper()
	full := filepath.Join(r.dir, filepath.FromSlash(name))
	must(r.t, os.MkdirAll(filepath.Dir(full), 0o755))
	must(r.t, os.WriteFile(full, []byte(text), 0o644))
}

// poll is what the watcher does when something may have changed, and otherwise now and then.
func (r *rig) poll() Status {
	r.t.Helper()
	r.Reload(r.t.Context())
	r.Refresh(r.t.Context())
	return r.Status()
}

// logged returns what was logged since the last call.
func (r *rig) logged() string {
	text := r.log.String()
	r.log.Reset()
	return text
}

func (r *rig) copyright(siteID string) string {
	r.t.Helper()
	return string(r.Revision().ByID(siteID).Site.Footer.Copyright)
}

const homePage = "main/pages/index.yaml"

func TestBadFolderChangesNothing(t *testing.T) {
	files := baseTree(t)
	r := newRig(t, files, testNow)
	first := r.poll()
	if first.Stale() || first.Revision == "" || !first.LoadedAt.Equal(testNow) || len(r.published) != 1 {
		t.Fatalf("after the first load: %+v, %d revisions", first, len(r.published))
	}

	r.clock = r.clock.Add(time.Minute)
	r.write(homePage, "title: Yes: no\n")
	bad := r.poll()
	if !bad.Stale() || bad.Revision != first.Revision || !bad.LoadedAt.Equal(testNow) || len(r.published) != 1 {
		t.Errorf("after a bad save: %+v, %d revisions", bad, len(r.published))
	}
	if got := told(bad.Problems); !strings.Contains(got, homePage+":1:11: Text with a colon") || strings.Count(got, "\n") != 1 {
		t.Errorf("problems are\n%s", got)
	}

	r.write(homePage, strings.Replace(files[homePage], "title: ", "title: New ", 1))
	again := r.poll()
	if again.Stale() || again.Revision == first.Revision || !again.LoadedAt.Equal(r.clock) || len(r.published) != 2 || len(again.Problems) != 0 {
		t.Errorf("after the good save: %+v, %d revisions", again, len(r.published))
	}
	if title := page(t, r.Revision(), "/").Title; !strings.HasPrefix(string(title), "New ") {
		t.Errorf("the title is %q", title)
	}
}

func TestFolderThatCannotBeReadChangesNothing(t *testing.T) {
	r := newRig(t, baseTree(t), testNow)
	first := r.poll()
	r.logged()
	must(t, os.Rename(r.dir, r.dir+"-away"))
	for range 2 {
		if away := r.poll(); !away.Stale() || away.Error == "" || away.Revision != first.Revision {
			t.Errorf("without the folder: %+v", away)
		}
	}
	if got := r.logged(); strings.Count(got, "content folder cannot be read") != 1 {
		t.Errorf("the log says\n%s", got)
	}
	must(t, os.Rename(r.dir+"-away", r.dir))
	if back := r.poll(); back.Stale() || back.Error != "" || back.Revision != first.Revision {
		t.Errorf("with the folder again: %+v", back)
	}
	if got := r.logged(); !strings.Contains(got, "content is good again") {
		t.Errorf("the log says\n%s", got)
	}
}

// TestTheLogSaysThatWhatNobodySeesIsLive edits who receives mail, which is in no id.
func TestTheLogSaysThatWhatNobodySeesIsLive(t *testing.T) {
	files := baseTree(t)
	r := newRig(t, files, testNow)
	before := r.poll().Revision
	r.logged()
	files.replace(t, "main/site.yaml", "team@evenlight.example", "others@evenlight.example")
	r.write("main/site.yaml", files["main/site.yaml"])
	after := r.poll().Revision
	if told := r.logged(); after != before || !strings.Contains(told, "content is live") || !strings.Contains(told, "changed=main/site.yaml") {
		t.Errorf("the revision is %s, and was %s; the log says\n%s", after, before, told)
	}
	if r.poll(); r.logged() != "" {
		t.Error("the log says more of what has not changed")
	}
}

func TestProblemsAreLoggedOnce(t *testing.T) {
	files := baseTree(t)
	r := newRig(t, files, testNow)
	r.poll()
	r.logged()
	count := func(what, problem string, want int) {
		t.Helper()
		r.poll()
		if got := r.logged(); strings.Count(got, problem) != want {
			t.Errorf("%s: the log has %q not %d times\n%s", what, problem, want, got)
		}
	}
	r.write(homePage, "titel: Home\n")
	count("first poll", "The page has no key `titel`", 1)
	for range 3 {
		count("later polls", "level=", 0)
	}
	r.clock = r.clock.Add(time.Hour) // it is loaded again, and still bad
	count("an hour later", "level=", 0)
	r.write("main/plans.yaml", "pro: {}\n")
	count("another file breaks", "The page has no key `titel`", 0)
	r.write("main/plans.yaml", files["main/plans.yaml"])
	count("the other file is mended", "content problem", 0)
	r.write(homePage, files[homePage])
	count("all is mended", "content is good again", 1)
	r.write(homePage, "titel: Home\n")
	count("the same mistake again", "The page has no key `titel`", 1)
}

func TestLogIsNotFlooded(t *testing.T) {
	r := newRig(t, baseTree(t), testNow)
	r.poll()
	r.logged()
	for i := range 3 * maxLogged {
		r.write(fmt.Sprintf("main/pages/page-%d.yaml", i), "titel: Page\n")
	}
	status := r.poll()
	if len(status.Problems) != 3*maxLogged {
		t.Errorf("%d problems are known", len(status.Problems))
	}
	log := r.logged()
	if got := strings.Count(log, "content problem"); got != maxLogged-1 { // and that the site is held back
		t.Errorf("%d problems are logged", got)
	}
	if !strings.Contains(log, fmt.Sprintf("more=%d", 2*maxLogged+1)) {
		t.Error("the log does not say how many more there are")
	}
}

func TestDateTurnsWhileTheFolderIsBroken(t *testing.T) {
	files := baseTree(t)
	zone, err := time.LoadLocation("America/New_York")
	must(t, err)
	files.replace(t, "main/site.yaml", "{{year}} {{site.name}}", "{{today}}")
	r := newRig(t, files, time.Date(2026, time.December, 31, 23, 59, 58, 0, zone))
	first := r.poll()
	if got := r.copyright("main"); got != "© December 31, 2026" {
		t.Fatalf("before midnight: %q", got)
	}
	r.write(homePage, "title: [\n")
	r.clock = r.clock.Add(time.Second)
	if bad := r.poll(); !bad.Stale() || r.copyright("main") != "© December 31, 2026" || len(r.published) != 1 {
		t.Fatalf("a second before midnight: %+v, %q", bad, r.copyright("main"))
	}
	r.clock = r.clock.Add(time.Second)
	after := r.poll()
	if got := r.copyright("main"); got != "© January 1, 2027" {
		t.Errorf("at midnight: %q", got)
	}
	if !after.Stale() || after.Revision == first.Revision || len(r.published) != 2 {
		t.Errorf("at midnight: %+v, %d revisions", after, len(r.published))
	}
	if r.poll(); len(r.published) != 2 {
		t.Errorf("%d revisions were published for one midnight", len(r.published))
	}
}

// Each site has its own midnight; there are days on which it is skipped.
func TestDateTurnsInEveryZone(t *testing.T) {
	files := baseTree(t)
	files.replace(t, "main/site.yaml", "{{year}} {{site.name}}", "{{today}}")
	zones := []string{"Pacific/Kiritimati", "Asia/Kathmandu", "Europe/Berlin", "America/Santiago", "America/New_York", "Pacific/Pago_Pago"}
	ids := []string{"main"}
	for i, zone := range zones {
		id := fmt.Sprintf("zone-%d", i)
		ids = append(ids, id)
		settings := strings.NewReplacer("/websites/business", "/"+id).Replace(files["business/site.yaml"])
		lines := strings.Split(settings, "\n")
		for j, line := range lines {
			if strings.HasPrefix(line, "timeZone:") {
				lines[j] = "timeZone: " + zone + "\ntagline: \"{{today}}\""
			}
		}
		files[id+"/site.yaml"] = strings.Join(lines, "\n")
		files[id+"/pages/index.yaml"] = "title: Zone\ndescription: Says the day.\nsections: [{hero: {title: \"{{today}}\"}}]\n"
	}
	// The night in which clocks go forward at midnight in Santiago.
	r := newRig(t, files, time.Date(2026, time.September, 5, 0, 0, 0, 0, time.UTC))
	if status := r.poll(); status.Stale() {
		t.Fatal(told(status.Problems))
	}
	for range 2 * 24 * 4 {
		r.clock = r.clock.Add(15 * time.Minute)
		r.poll()
		for _, id := range ids {
			settings := r.Revision().ByID(id).Site
			want := locale.Of(settings).Date(r.clock.In(settings.Location))
			got := string(settings.Tagline)
			if id == "main" {
				got = strings.TrimPrefix(string(settings.Footer.Copyright), "© ")
			}
			if got != want {
				t.Fatalf("at %s in %s it is %q, want %q", r.clock, settings.Location, got, want)
			}
		}
	}
	// The first, and two days of five midnights: New York and Santiago share theirs.
	if got := len(r.published); got != 1+2*5 {
		t.Errorf("%d revisions in two days", got)
	}
}

func TestPagesComeAndGoOnTime(t *testing.T) {
	files := baseTree(t)
	begin := testNow.Add(time.Hour)
	end := begin.Add(time.Hour)
	files["main/pages/offer.yaml"] = fmt.Sprintf("title: Offer\ndescription: For an hour.\npublishAt: %s\nexpireAt: %s\nsections: [{hero: {title: Offer}}]\n",
		begin.Format(time.RFC3339), end.Format(time.RFC3339))
	r := newRig(t, files, testNow)
	has := func() bool {
		r.poll()
		for _, page := range r.Revision().Sites[0].Pages {
			if page.Path == "/offer" {
				return true
			}
		}
		return false
	}
	for _, moment := range []struct {
		at   time.Time
		want bool
	}{{testNow, false}, {begin.Add(-time.Second), false}, {begin, true}, {end.Add(-time.Second), true}, {end, false}} {
		r.clock = moment.at
		if got := has(); got != moment.want {
			t.Errorf("at %s the page is there: %t", moment.at, got)
		}
	}
	if len(r.published) != 3 {
		t.Errorf("%d revisions were published", len(r.published))
	}
}

// A link to a page that is not there yet is an error only until it is there.
func TestBadFolderBecomesGoodInTime(t *testing.T) {
	files := baseTree(t)
	r := newRig(t, files, testNow)
	first := r.poll()
	begin := testNow.Add(time.Hour)
	r.write("main/pages/offer.yaml", fmt.Sprintf("title: Offer\ndescription: Soon.\npublishAt: %s\nsections: [{hero: {title: Offer}}]\n", begin.Format(time.RFC3339)))
	r.write("main/pages/link.yaml", "title: Link\ndescription: To the offer.\nsections: [{hero: {title: Link, actions: [{label: Offer, to: /offer}]}}]\n")
	if early := r.poll(); !early.Stale() || early.Revision != first.Revision {
		t.Errorf("before the page is there: %+v", early)
	}
	r.clock = begin
	if late := r.poll(); late.Stale() || late.Revision == first.Revision {
		t.Errorf("when the page is there: %s", told(late.Problems))
	}
}

// A warning that speaks of the time is told anew when the time has come.
func TestWarningsFollowTheTime(t *testing.T) {
	files := baseTree(t)
	end := testNow.Add(time.Hour)
	files["main/pages/offer.yaml"] = fmt.Sprintf("title: Offer\ndescription: Until then.\nexpireAt: %s\nsections: [{hero: {title: Offer}}]\n", end.Format(time.RFC3339))
	files["main/pages/link.yaml"] = "title: Link\ndescription: To the offer.\nsections: [{hero: {title: Link, actions: [{label: Offer, to: /offer}]}}]\n"
	r := newRig(t, files, testNow)
	if got := told(r.poll().Problems); !strings.Contains(got, "The page /offer ends on") {
		t.Errorf("before: %s", got)
	}
	r.clock = end
	if got := told(r.poll().Problems); !strings.Contains(got, "The page /offer ended on") {
		t.Errorf("after: %s", got)
	}
}

// A refresh that fails is not tried again with every request.
func TestFailedRefreshesBackOff(t *testing.T) {
	files := baseTree(t)
	r := newRig(t, files, testNow)
	if r.poll(); r.Revision() == nil || r.Revision().ValidUntil.IsZero() {
		t.Fatal(r.logged())
	}
	good := r.loader.options
	r.loader.options.Icons = sampleIcons{}
	r.clock = r.Revision().ValidUntil
	r.logged()
	failures := func(after time.Duration) int {
		r.clock = r.clock.Add(after)
		for range 1000 {
			r.Refresh(t.Context())
		}
		return strings.Count(r.logged(), "could not be refreshed")
	}
	for n, step := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {retryBad - 1, 0}, {1, 1}, {retryBad - 1, 0}, {1, 1}, {time.Hour, 1}} {
		if got := failures(step.after); got != step.want {
			t.Errorf("step %d: %d refreshes of 1000 were tried, want %d", n, got, step.want)
		}
	}
	r.loader.options = good
	before := len(r.published)
	if failed := failures(time.Hour); failed != 0 || len(r.published) != before+1 {
		t.Errorf("%d failures, %d revisions published", failed, len(r.published)-before)
	}
}

// Nothing that a visitor's request calls waits for a load: here, each wait would never end.
func TestRequestsDoNotWaitForALoad(t *testing.T) {
	files := baseTree(t)
	r := newRig(t, files, testNow)
	began, proceed := make(chan struct{}, 8), make(chan struct{})
	attach := func() {}
	r.loader.options.Attach = func(*site.Bundle) site.Assets {
		attach()
		return site.Assets{}
	}
	first := r.poll()
	attach = func() {
		began <- struct{}{}
		<-proceed
	}
	r.write(homePage, strings.Replace(files[homePage], "title: ", "title: New ", 1))
	loaded := make(chan Status)
	go func() { loaded <- r.Reload(t.Context()) }()
	<-began
	r.clock = r.Revision().ValidUntil
	r.Refresh(t.Context())
	if got := r.Status().Revision; got != first.Revision || r.Revision().ID != got {
		t.Errorf("status %s, revision %s while another is loaded; want %s", got, r.Revision().ID, first.Revision)
	}
	close(proceed)
	if second := <-loaded; second.Revision == first.Revision || second.Stale() {
		t.Errorf("after the load: %s", told(second.Problems))
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
