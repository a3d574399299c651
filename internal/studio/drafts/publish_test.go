package drafts

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

// title returns the title of a page as visitors get it; empty where there is none.
func (r *rig) title(path string) string {
	for _, p := range r.source.Revision().ByID("main").Pages {
		if p.Path == path {
			return string(p.Title)
		}
	}
	return ""
}

func TestPublishing(t *testing.T) {
	r := newRig(t)
	before := r.source.Revision().ID
	r.patch(anna, set(home, "title", "Home", "Start"), set(about, "title", "About", "We"))
	r.patch(bert, Change{newID(), prose, yamldoc.Change{Op: "unset"}},
		Change{newID(), "main/pages/new.yaml", yamldoc.Change{Op: "set", Value: words(strings.Replace(files[about], "About", "New", 1))}})
	listed := r.listed()
	if made, err := r.Publish(t.Context(), bert, nil); err != nil || made.Revision != before {
		t.Errorf("nothing is published as %+v, %v", made, err)
	}
	r.wants("when nothing was published", listed)
	first := r.publish(bert, home, prose)
	if first.Revision == before || first.Revision != r.source.Revision().ID || !first.Live.Equal(r.clock.Now()) || len(first.Held) > 0 {
		t.Errorf("published is %+v", first)
	}
	if r.title("/") != "Start" || r.title("/about") != "About" || r.title("/prose") != "" {
		t.Errorf("the titles are %q, %q and %q", r.title("/"), r.title("/about"), r.title("/prose"))
	}
	if want := strings.Replace(files[home], "title: Home", "title: Start", 1); strings.ReplaceAll(r.onDisk(home), `"`, "") != want || r.onDisk(prose) != "none" {
		t.Errorf("the file is\n%s", r.onDisk(home))
	}
	if listed := r.listed(); strings.Count(listed, "\n") != 1 || !strings.Contains(listed, mine(about, "title", "About", "We")) || !strings.Contains(listed, "main/pages/new.yaml") {
		t.Errorf("left is\n%s", listed)
	}
	second := r.publish(anna)
	if r.title("/about") != "We" || r.title("/new") != "New" || second.Revision == first.Revision {
		t.Errorf("the titles are %q and %q", r.title("/about"), r.title("/new"))
	}
	if third := r.publish(anna); third.Revision != second.Revision {
		t.Errorf("nothing to publish makes revision %s", third.Revision)
	}
	r.wants("in the end")
}

func TestWhatHasErrorsIsNotPublished(t *testing.T) {
	r := newRig(t)
	link := strings.Replace(files[home], "text: Fresh every day.", "actions: [{label: Who, to: /about}]", 1)
	r.save(home, link)
	r.source.Reload(t.Context())
	r.patch(anna, Change{newID(), about, yamldoc.Change{Op: "unset"}}, set(prose, "title", "Prose", "Words"))
	refused := func(what, problem string) {
		t.Helper()
		listed := r.listed()
		made, err := r.Publish(t.Context(), anna, r.drafted())
		if !errors.Is(err, ErrProblems) || len(made.Problems) != 1 || !strings.Contains(made.Problems[0].String(), problem) {
			t.Errorf("%s: %v, %v", what, err, made.Problems)
		}
		if r.onDisk(prose) != files[prose] || r.onDisk(about) != files[about] || r.listed() != listed {
			t.Errorf("%s: something is published: %s", what, r.listed())
		}
	}
	// All that is chosen is checked together.
	refused("a link to a page that leaves", home+":7:34: There is no page /about")
	r.patch(anna, Change{newID(), home, yamldoc.Change{Op: "set", Old: words(link), Value: words("title: [\n")}})
	refused("a file that cannot be read", home+":1:8")
	r.patch(anna, Change{newID(), home, yamldoc.Change{Op: "set", Old: words("title: [\n"), Value: words(files[home])}})
	r.publish(anna)
	if r.title("/about") != "" || r.title("/prose") != "Words" {
		t.Error("it is not published when it is mended")
	}
}

func TestErrorsOfOthersKeepNobodyFromPublishing(t *testing.T) {
	r := newRig(t)
	for name, text := range files {
		if strings.HasPrefix(name, "main/") && name != "main/pages/404.yaml" {
			r.save("shop"+name[len("main"):], strings.Replace(text, "path: /", "path: /shop", 1))
		}
	}
	if status := r.source.Reload(t.Context()); status.Stale() {
		t.Fatal(status.Problems)
	}
	// Somebody works on another site, and on another page of this one.
	r.save("shop/pages/index.yaml", "title: [\n")
	r.patch(anna, set(home, "title", "Home", "Start"))
	if made := r.publish(anna); r.title("/") != "Start" || len(made.Held) > 0 {
		t.Errorf("it is not live: %+v", made)
	}
	r.save(about, "title: [\n")
	r.patch(anna, set(home, "title", "Start", "Welcome"))
	made := r.publish(anna)
	if len(made.Held) != 1 || made.Held[0].ID != "main" || made.Held[0].Problems[0].File != about || made.Held[0].Problems[0].Line != 1 {
		t.Errorf("held is %+v", made.Held)
	}
	if r.title("/") != "Start" || !strings.Contains(r.onDisk(home), "Welcome") {
		t.Error("it is live, or not saved")
	}
	r.save(about, files[about])
	r.source.Reload(t.Context())
	if r.title("/") != "Welcome" {
		t.Error("it is not live when the other page is mended")
	}
}

// meddled is a folder in which something happens at the worst moment.
type meddled struct {
	*content.Source
	previewed func()
	publish   func(files []content.Replacement) error
	closed    error
}

func (m *meddled) Writable() error { return errors.Join(m.closed, m.Source.Writable()) }

func (m *meddled) Preview(ctx context.Context, files map[string][]byte) (*site.Revision, []yamldoc.Problem, error) {
	if m.previewed != nil && len(files) > 0 {
		defer m.previewed()
	}
	return m.Source.Preview(ctx, files)
}

func (m *meddled) Publish(ctx context.Context, files []content.Replacement) (content.Status, error) {
	if m.publish != nil {
		if err := m.publish(files); err != nil {
			return content.Status{}, err
		}
	}
	return m.Source.Publish(ctx, files)
}

func TestWhatIsSavedWhileItIsPublishedIsDerivedAgain(t *testing.T) {
	r := newRig(t)
	saves := []string{with(home, "Fresh every", "Each"), with(home, "Fresh every", "Every")}
	r.open(&meddled{Source: r.source, previewed: func() {
		if len(saves) > 0 {
			r.save(home, saves[0])
			saves = saves[1:]
		}
	}})
	r.patch(anna, set(home, "title", "Home", "Start"), set(about, "title", "About", "We"))
	r.publish(anna)
	if want := with(home, "title: Home", "title: Start", "Fresh every", "Every"); strings.ReplaceAll(r.onDisk(home), `"`, "") != want {
		t.Errorf("the file is\n%s", r.onDisk(home))
	}

	saves = []string{with(home, "title: Home", "title: Theirs")}
	r.patch(anna, set(home, "title", "Start", "Welcome"), set(about, "title", "We", "They"))
	made, err := r.Publish(t.Context(), anna, r.drafted())
	if !errors.Is(err, ErrConflicts) || len(made.Conflicts) != 1 || made.Conflicts[0].Theirs.Text() != "Theirs" {
		t.Errorf("a conflict: %v, %+v", err, made)
	}
	if strings.Contains(r.onDisk(about), "They") || !strings.Contains(r.onDisk(home), "Theirs") {
		t.Error("something is published")
	}

	// Somebody who saves without end is no reason to try without end.
	r.patch(anna, set(prose, "title", "Prose", "Words"))
	n := 0
	r.open(&meddled{Source: r.source, previewed: func() {
		n++
		r.save(prose, with(prose, "Words.", fmt.Sprint("Words ", n)))
	}})
	if _, err := r.Publish(t.Context(), anna, []string{prose}); !errors.Is(err, content.ErrChanged) || n != publishTries {
		t.Errorf("after %d saves: %v", n, err)
	}
	if !strings.Contains(r.draft(prose), "title") || !strings.Contains(r.listed(), mine(prose, "title", "Prose", "Words")) {
		t.Errorf("there is %s", r.listed())
	}
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	r := newRig(t)
	r.patch(anna, set(home, "title", "Home", "Start"))
	listed := r.listed()
	folder := &meddled{Source: r.source, closed: errors.New("it is an archive")}
	r.open(folder)
	if _, err := r.Publish(t.Context(), anna, r.drafted()); !errors.Is(err, ErrReadOnly) || !strings.Contains(err.Error(), "archive") {
		t.Errorf("it is published: %v", err)
	}
	folder.closed = nil
	full := errors.New("no space left on device")
	folder.publish = func([]content.Replacement) error { return full }
	if _, err := r.Publish(t.Context(), anna, r.drafted()); !errors.Is(err, full) {
		t.Errorf("on a full disk: %v", err)
	}
	r.wants("the draft stays", listed)
	folder.publish = nil
	r.publish(anna)
	r.wants("when there is room")
}

// The disk of the content is full, and then it cannot be written.
func TestAFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		t.Skip("NOT TESTED: mounting a small disk takes root on Linux")
	}
	r := newRig(t)
	mount := func(arguments ...string) {
		t.Helper()
		if out, err := exec.Command("mount", append(arguments, filepath.Join(r.dir, "main"))...).CombinedOutput(); err != nil {
			t.Skipf("NOT TESTED: no disk can be mounted here: %s", out)
		}
	}
	mount("-t", "tmpfs", "-o", "size=200k", "none")
	t.Cleanup(func() {
		if out, err := exec.Command("umount", filepath.Join(r.dir, "main")).CombinedOutput(); err != nil {
			t.Errorf("%s", out)
		}
	})
	for name, text := range files {
		r.save(name, text)
	}
	r.patch(anna, set(home, "title", "Home", "Start"), set(about, "description", "Who we are.", strings.Repeat("We. ", 100<<10/4)),
		set(prose, "description", "Words.", strings.Repeat("We. ", 100<<10/4)))
	listed := r.listed()
	for words, options := range map[string]string{"no space left": "remount,rw", "read-only": "remount,ro"} {
		mount("-o", options)
		if _, err := r.Publish(t.Context(), anna, r.drafted()); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", words, err)
		}
		if r.onDisk(home) != files[home] || r.onDisk(about) != files[about] || r.listed() != listed {
			t.Errorf("%s: something is published", words)
		}
	}
	mount("-o", "remount,rw,size=2m")
	r.publish(anna)
	r.wants("when there is room")
}

// killed is where a process ends that publishes: before a number of files are in their places.
type killed struct{ step int }

// TestAKillLeavesAllOrNothing kills it between any two steps: before it has said what it will do, before the first
// file, between two, and after the last one, when it has not noted that.
func TestAKillLeavesAllOrNothing(t *testing.T) {
	for step := range 6 {
		for _, saved := range []bool{false, true} {
			t.Run(fmt.Sprint(step, saved), func(t *testing.T) {
				r := newRig(t)
				const fresh = "main/pages/new.yaml"
				kill := func() { panic(killed{step}) }
				folder := &meddled{Source: r.source}
				if step == 0 {
					folder.previewed = kill
				}
				folder.publish = func(files []content.Replacement) error {
					must(t, r.source.Replace(files[:step-1]))
					if step < 5 {
						left := filepath.Join(r.dir, "main/pages/.writing-about.yaml")
						must(t, os.WriteFile(left, []byte("half"), 0o600))
					}
					kill()
					return nil
				}
				r.open(folder)
				r.patch(anna, set(home, "title", "Home", "Start"), set(about, "title", "About", "We"),
					Change{newID(), prose, yamldoc.Change{Op: "unset"}},
					Change{newID(), fresh, yamldoc.Change{Op: "set", Value: words(strings.Replace(files[about], "About", "New", 1))}})
				listed := r.listed()
				func() {
					defer func() {
						if by, isKill := recover().(killed); !isKill || by.step != step {
							t.Errorf("it ended by %v", by)
						}
					}()
					_, err := r.Publish(t.Context(), anna, r.drafted())
					t.Errorf("it goes on: %v", err)
				}()
				// Somebody saves before the next start.
				if saved {
					r.save(about, with(about, "Who we are.", "Who are we?"))
				}
				r.start()
				r.source.Reload(t.Context())
				about := strings.ReplaceAll(r.onDisk(about), `"`, "")
				// The page about is the first of them.
				if step < 2 || step == 2 && saved {
					r.wants("undone", listed)
					if r.title("/") != "Home" || r.title("/prose") == "" || r.title("/new") != "" || !strings.HasPrefix(about, "title: About\n") {
						t.Error("a part of it is live")
					}
					r.publish(anna)
				} else {
					if r.title("/") != "Start" || r.title("/prose") != "" || r.title("/new") != "New" || strings.HasPrefix(about, "title: We\n") == saved {
						t.Errorf("a part of it is not live: %q %q", r.title("/"), about)
					}
					if saved {
						r.publish(anna) // what is left of it
					}
				}
				if r.wants("in the end"); r.title("/") != "Start" || r.title("/new") != "New" {
					t.Errorf("the titles are %q and %q", r.title("/"), r.title("/new"))
				}
			})
		}
	}
}

// Four people write, one publishes, another one looks, and somebody saves on disk.
func TestManyAtOnce(t *testing.T) {
	r := newRig(t)
	var people errgroup.Group
	for i := range 4 {
		people.Go(func() error {
			for n := range 20 {
				file := fmt.Sprintf("main/pages/page%d-%d.yaml", i, n)
				text := strings.Replace(files[about], "About", fmt.Sprint("Page ", i, n), 1)
				_, conflicts, err := r.Patch(t.Context(), anna, []Change{
					{newID(), file, yamldoc.Change{Op: "set", Value: words(text)}}, set(home, "title", "", fmt.Sprint("Home ", i, n)),
				})
				if err != nil || conflicts != nil {
					return fmt.Errorf("%v, %w", conflicts, err)
				}
			}
			return nil
		})
	}
	people.Go(func() error {
		for range 10 {
			all, err := r.Files(t.Context())
			if err == nil {
				_, err = r.Publish(t.Context(), anna, slices.Collect(maps.Keys(all)))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	people.Go(func() error {
		for n := range 10 {
			// At once, as editors do: a half of it would be an error of the whole.
			must(t, osfile.Write(filepath.Join(r.dir, prose), []byte(with(prose, "Words.", fmt.Sprint("Words ", n)))))
			if status := r.source.Reload(t.Context()); status.Stale() {
				return errors.New(status.Error + fmt.Sprint(status.Problems))
			}
			if _, err := r.Changes(t.Context()); err != nil {
				return err
			}
		}
		return nil
	})
	must(t, people.Wait())
	r.publish(anna)
	for i := range 4 {
		for n := range 20 {
			if title := r.title(fmt.Sprintf("/page%d-%d", i, n)); title != fmt.Sprint("Page ", i, n) {
				t.Errorf("the title is %q", title)
			}
		}
	}
	if r.wants("in the end"); !strings.HasPrefix(r.title("/"), "Home ") {
		t.Errorf("the title is %q", r.title("/"))
	}
}

// keep waits until what is live is kept, which is done in the background.
func (r *rig) keep() {
	r.t.Helper()
	id := r.source.Revision().ID
	deadline := time.Now().Add(time.Minute)
	for !slices.ContainsFunc(r.kept.List(), func(e history.Entry) bool { return e.Revision == id }) {
		if time.Now().After(deadline) {
			r.t.Fatal("it is not kept")
		}
		runtime.Gosched()
	}
}

func TestWhatIsHeldBackIsInTheHistoryAndCanBeBroughtBack(t *testing.T) {
	r := newRig(t)
	r.keep()
	r.save(about, "title: [\n")
	for _, titles := range [][2]string{{"Home", "Start"}, {"Start", "Welcome"}} {
		r.patch(anna, set(home, "title", titles[0], titles[1]))
		if made := r.publish(anna); len(made.Held) != 1 {
			t.Fatalf("it is live: %+v", made)
		}
	}
	found, err := r.History(t.Context(), "")
	must(t, err)
	var told []string
	names := map[string]bool{}
	for _, p := range found {
		for _, file := range p.Files {
			told = append(told, p.By+" "+file.File+" "+short(file.Changes[0].Old)+" > "+short(file.Changes[0].Value))
		}
		names[p.Revision] = true
	}
	want := []string{anna + " " + home + ` "Start" > "Welcome"`, anna + " " + home + ` "Home" > "Start"`}
	if len(found) != 3 || len(names) != 3 || !slices.Equal(told, want) {
		t.Fatalf("the history is %+v", found)
	}
	for i, title := range []string{"Welcome", "Start", "Home"} {
		if conflicts, err := r.Restore(t.Context(), anna, found[i].Revision, home); err != nil || conflicts != nil {
			t.Errorf("%v, %v", conflicts, err)
		}
		if draft := strings.ReplaceAll(r.draft(home), `"`, ""); !strings.Contains(draft, "title: "+title+" ") {
			t.Errorf("the draft is\n%s", draft)
		}
		must(t, r.TakeBack(t.Context(), anna, home, whatIsAt("")))
	}
}

func TestHistoryTellsWhoPublishedWhatWhen(t *testing.T) {
	r := newRig(t)
	keep := r.keep
	keep()
	first := r.source.Revision().ID
	r.patch(anna, set(home, "title", "Home", "Start"))
	own := r.publish(anna).Revision
	keep()
	r.clock.Add(time.Hour)
	r.save(about, with(about, "Who we are.", "We."))
	r.save("main/images/mark.svg", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`)
	r.source.Reload(t.Context())
	keep()
	saved := r.source.Revision().ID
	r.clock.Add(time.Hour)
	r.patch(bert, Change{newID(), prose, yamldoc.Change{Op: "unset"}}, set(home, "title", "Start", "Welcome"))
	last := r.publish(bert).Revision
	keep()

	tell := func(file string) string {
		t.Helper()
		found, err := r.History(t.Context(), file)
		must(t, err)
		var lines []string
		for _, p := range found {
			line := p.Revision + " " + p.When.UTC().Format(time.TimeOnly) + " " + p.By
			for _, file := range p.Files {
				line += "; " + file.File
				for _, c := range file.Changes {
					line += " " + c.Op + " " + c.At
					if c.At != "" {
						line += " " + short(c.Old) + " > " + short(c.Value)
					}
				}
			}
			lines = append(lines, line)
		}
		return strings.Join(lines, "\n")
	}
	ofHome := last + ` 14:02:00 ` + bert + `; ` + home + ` set title "Start" > "Welcome"`
	want := strings.Join([]string{
		ofHome + `; ` + prose + ` unset `,
		saved + ` 13:01:00 disk; main/images/mark.svg set ; ` + about + ` set description "Who we are." > "We."`,
		own + ` 12:01:00 ` + anna + `; ` + home + ` set title "Home" > "Start"`,
		first + ` 12:00:00 disk`,
	}, "\n")
	if now := tell(""); now != want {
		t.Errorf("the history is\n%s\nwant\n%s", now, want)
	}
	if now, want := tell(home), ofHome+"\n"+strings.Split(want, "\n")[2]; now != want {
		t.Errorf("of the first page it is\n%s\nwant\n%s", now, want)
	}

	// What was can be brought back, beside what is being changed.
	r.patch(bert, set(home, "description", "Bread and rolls.", "Bread."))
	for _, one := range []struct{ revision, file string }{{first, home}, {own, prose}, {saved, about}} {
		if conflicts, err := r.Restore(t.Context(), anna, one.revision, one.file); err != nil || conflicts != nil {
			t.Errorf("%s of %s: %v, %v", one.file, one.revision, conflicts, err)
		}
	}
	r.wants("restored", anna+`: set `+home+` title "Welcome" > "Home"`, bert+`: set `+home+` description "Bread and rolls." > "Bread."`,
		anna+`: set `+prose+`  - > `+short(words(files[prose])))
	if conflicts, err := r.Restore(t.Context(), anna, own, home); err != nil || len(conflicts) == 0 {
		t.Errorf("over another value: %v, %v", conflicts, err)
	}
	if !strings.Contains(r.onDisk(home), "Welcome") || r.onDisk(prose) != "none" {
		t.Error("restoring has published something")
	}
	r.publish(anna)
	if r.title("/") != "Home" || r.title("/prose") != "Prose" {
		t.Errorf("the titles are %q and %q", r.title("/"), r.title("/prose"))
	}
	var refused *Refused
	if _, err := r.Restore(t.Context(), anna, "none", home); !errors.As(err, &refused) {
		t.Errorf("a revision that is not there: %v", err)
	}
}

// unchecked is a folder of which nothing is loaded.
type unchecked struct{ *content.Source }

func (u *unchecked) Preview(context.Context, map[string][]byte) (*site.Revision, []yamldoc.Problem, error) {
	return &site.Revision{}, nil, nil
}

func (u *unchecked) Publish(_ context.Context, files []content.Replacement) (content.Status, error) {
	return content.Status{Revision: "unchecked"}, u.Replace(files)
}
