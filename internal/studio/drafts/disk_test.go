package drafts

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// with returns a file with other words in it.
func with(file string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(files[file])
}

func mine(file, at, old, value string) string {
	return fmt.Sprintf("%s: set %s %s %q > %q", anna, file, at, old, value)
}

func TestADraftFollowsItsFile(t *testing.T) {
	r := newRig(t)
	r.patch(anna, set(home, "title", "Home", "Start"), set(home, "sections[1].prose.markdown", "Rolls", "Many rolls"))
	// Another value, another item before it, and a comment.
	r.save(home, with(home, "Bread and rolls.", "Bread, rolls.", "# The first page.", "# The very first page.",
		"  - prose: {id: rolls", "  - prose: {id: pies, markdown: Pies}\n  - prose: {id: rolls"))
	r.wants("when it was saved on disk", mine(home, "title", "Home", "Start"), mine(home, "sections[2].prose.markdown", "Rolls", "Many rolls"))
	draft := r.draft(home)
	for _, words := range []string{"Start", "Many rolls", "Pies", "Bread, rolls.", "# The very first page.", "# shown in the tab", "# What people"} {
		if !strings.Contains(draft, words) {
			t.Errorf("%q is not in the draft:\n%s", words, draft)
		}
	}
	r.save(home, with(home))
	r.wants("when that is taken back", mine(home, "title", "Home", "Start"), mine(home, "sections[1].prose.markdown", "Rolls", "Many rolls"))
	r.save(home, with(home, "title: Home", "title: Start"))
	r.wants("when somebody saved the same", mine(home, "sections[1].prose.markdown", "Rolls", "Many rolls"))
	r.save(home, r.draft(home))
	r.wants("when all of it was saved")
}

func savedAt(t *testing.T, r *rig, file string) time.Time {
	t.Helper()
	info, err := os.Stat(filepath.Join(r.dir, file))
	must(t, err)
	return info.ModTime()
}

func TestAConflictStaysUntilSomebodyTakesASide(t *testing.T) {
	for _, side := range []string{"mine", "theirs", "back"} {
		t.Run(side, func(t *testing.T) {
			r := newRig(t)
			r.patch(anna, set(home, "title", "Home", "Start"), set(home, "description", "Bread and rolls.", "Bread."))
			other := mine(home, "description", "Bread and rolls.", "Bread.")
			conflict := func(theirs string) string {
				return mine(home, "title", "Home", "Start") + fmt.Sprintf(" or %q of disk", theirs)
			}
			r.save(home, with(home, "title: Home", "title: Theirs"))
			r.wants("after a save on disk", conflict("Theirs"), other)
			r.save(home, with(home, "title: Home", "title: Others", "Fresh every", "Each"))
			r.wants("after another one", conflict("Others"), other)
			r.patch(bert, set(home, "sections[1].prose.markdown", "Rolls", "Pies"))
			more := bert + `: set ` + home + ` sections[1].prose.markdown "Rolls" > "Pies"`
			r.wants("after another change", conflict("Others"), other, more)
			r.start()
			r.wants("after a restart", conflict("Others"), other, more)
			made, err := r.Publish(t.Context(), anna, r.drafted())
			if want := []Conflict{{"", home, "title", words("Start"), words("Others"), disk, savedAt(t, r, home)}}; err == nil ||
				inJSON(made.Conflicts) != inJSON(want) {
				t.Errorf("published: %v %s", err, inJSON(made.Conflicts))
			}

			switch side {
			case "mine":
				must(t, r.Settle(t.Context(), bert, home, whatIsAt("title"), true))
				r.wants(side, bert+`: set `+home+` title "Others" > "Start"`, other, more)
			case "theirs":
				must(t, r.Settle(t.Context(), bert, home, whatIsAt("title"), false))
				r.wants(side, other, more)
			case "back":
				r.save(home, with(home, "Fresh every", "Each"))
				r.wants(side, mine(home, "title", "Home", "Start"), other, more)
			}
			if !strings.Contains(r.draft(home), "Each day") {
				t.Errorf("what was saved beside it is not in the draft:\n%s", r.draft(home))
			}
			r.publish(anna)
			title := map[string]string{"mine": "Start", "theirs": "Others", "back": "Start"}[side]
			want := with(home, "title: Home", "title: "+title, "Bread and rolls.", "Bread.", "Fresh every", "Each", "markdown: Rolls", "markdown: Pies")
			if found := strings.ReplaceAll(r.onDisk(home), `"`, ""); found != want {
				t.Errorf("the file is\n%s\nwant\n%s", found, want)
			}
		})
	}
}

// What clashes has another place on disk, where somebody has added an item before it.
func TestAConflictInAnItemThatMoved(t *testing.T) {
	disk := with(home, "  - hero:", "  - prose: {id: pies, markdown: Pies}\n  - hero:", "markdown: Rolls", "markdown: Theirs")
	for side, title := range map[bool]string{false: "Theirs", true: "Mine"} {
		r := newRig(t)
		const at = "sections[1].prose.markdown"
		r.patch(anna, set(home, at, "Rolls", "Mine"))
		r.save(home, disk)
		r.wants("after a save on disk", mine(home, at, "Rolls", "Mine")+` or "Theirs" of disk`)
		if made, err := r.Publish(t.Context(), anna, r.drafted()); !errors.Is(err, ErrConflicts) || r.onDisk(home) != disk {
			t.Errorf("published is %+v, %v", made, err)
		}
		must(t, r.Settle(t.Context(), anna, home, whatIsAt(at), side))
		want := strings.Replace(disk, "Theirs", title, 1)
		if draft := strings.ReplaceAll(r.draft(home), `"`, ""); draft != want {
			t.Errorf("the draft is\n%s\nwant\n%s", draft, want)
		}
	}
}

// A value is typed in an item that somebody removes on disk.
func TestAConflictInAnItemThatIsGone(t *testing.T) {
	rolls := "  - prose: {id: rolls, markdown: Rolls}\n"
	for side, want := range map[bool]string{false: with(home, rolls, ""), true: with(home, "markdown: Rolls", "markdown: Many")} {
		r := newRig(t)
		r.patch(anna, set(home, "sections[1].prose.markdown", "Rolls", "Many"))
		r.save(home, with(home, rolls, ""))
		found, err := r.Changes(t.Context())
		must(t, err)
		if len(found) != 1 || found[0].Conflict == nil || !strings.Contains(short(found[0].Value), "Many") {
			t.Fatalf("there is %s", told(found))
		}
		must(t, r.Settle(t.Context(), anna, home, whatIsAt(found[0].At), side))
		if found, err := r.Changes(t.Context()); err != nil || !isConflictFree(found) {
			t.Fatalf("settled is %s, %v", told(found), err)
		}
		if changes, err := yamldoc.Compare(home, []byte(r.draft(home)), []byte(want)); err != nil || len(changes) > 0 {
			t.Errorf("the draft is\n%s\nwant\n%s", r.draft(home), want)
		}
	}
}

func TestAFileThatIsGoneOrCannotBeReadIsAConflictAsAWhole(t *testing.T) {
	broken := "title: [\n"
	edited := with(home, "title: Home", "title: Start")
	fresh := "title: Mine\n"
	commented := "# Mine.\n" + files[home]
	const page = "main/pages/fresh.yaml"
	text := func(file, old, value string) Change {
		c := Change{newID(), file, yamldoc.Change{Op: "set", Value: words(value)}}
		if old != "" {
			c.Old = words(old)
		}
		return c
	}
	for name, one := range map[string]struct {
		change       Change
		disk         string // saved then; "none" to remove it
		mine, theirs string // the draft, once settled
		words        string // in what is listed
	}{
		"it cannot be read":               {set(home, "title", "Home", "Start"), broken, edited, broken, `Start`},
		"it is gone":                      {set(home, "title", "Home", "Start"), "none", edited, "none", `Start`},
		"it is empty":                     {set(home, "title", "Home", "Start"), "", edited, "", `Start`},
		"somebody made it, too":           {text(page, "", fresh), "title: Theirs\n", fresh, "title: Theirs\n", "Mine"},
		"it was removed, and is another":  {Change{newID(), home, yamldoc.Change{Op: "unset"}}, edited, "none", edited, "unset"},
		"the draft cannot be read":        {text(home, files[home], broken), edited, broken, edited, "title: ["},
		"a comment was written in a text": {text(home, files[home], commented), edited, commented, edited, "# Mine."},
	} {
		t.Run(name, func(t *testing.T) {
			for _, side := range []bool{true, false} {
				r := newRig(t)
				r.patch(anna, one.change)
				file := one.change.File
				before := r.draft(file)
				if one.disk == "none" {
					must(t, os.Remove(filepath.Join(r.dir, file)))
				} else {
					r.save(file, one.disk)
				}
				found, err := r.Changes(t.Context())
				must(t, err)
				isOne := len(found) == 1 && found[0].Conflict != nil
				switch {
				case !isOne || found[0].At != "" || string(bytesOf(found[0].Conflict.Theirs)) != strings.TrimPrefix(one.disk, "none"):
					t.Fatalf("there is %s", told(found))
				case r.draft(file) != before:
					t.Errorf("the draft is\n%s", r.draft(file))
				}
				if line := told(found); !strings.Contains(line, one.words) {
					t.Errorf("listed is %s", line)
				}
				must(t, r.Settle(t.Context(), anna, file, whatIsAt(found[0].At), side))
				want := one.theirs
				if side {
					want = one.mine
				}
				if draft := strings.ReplaceAll(r.draft(file), `"`, ""); draft != want {
					t.Errorf("settled as %v, the draft is\n%s\nwant\n%s", side, draft, want)
				}
				if found, err := r.Changes(t.Context()); err != nil || !isConflictFree(found) || len(found) > 0 != side {
					t.Errorf("settled as %v, there is %s, %v", side, told(found), err)
				}
			}
		})
	}
}

// While a file cannot be read, people go on with its draft.
func TestAFileThatIsHalfSaved(t *testing.T) {
	r := newRig(t)
	r.patch(anna, set(home, "title", "Home", "Start"))
	r.save(home, files[home][:20]+"[")
	r.patch(anna, set(home, "description", "Bread and rolls.", "Bread."))
	r.save(home, with(home, "Fresh every", "Each"))
	r.wants("when it is whole again", mine(home, "title", "Home", "Start"), mine(home, "description", "Bread and rolls.", "Bread."))
	if !strings.Contains(r.draft(home), "Each day") {
		t.Errorf("the draft is\n%s", r.draft(home))
	}
}

// A hundred pages are edited here, and a checkout brings all of them in another state.
func TestACheckoutOfAHundredFiles(t *testing.T) {
	r := newRig(t)
	page := func(i int, title, text string) string {
		return fmt.Sprintf("# Page %d.\ntitle: %s\ndescription: %s\nsections:\n  - hero: {title: Page}\n", i, title, text)
	}
	name := func(i int) string { return fmt.Sprintf("main/pages/page%d.yaml", i) }
	var changes []Change
	for i := range 100 {
		r.save(name(i), page(i, "Page", "Words"))
		changes = append(changes, set(name(i), "title", "Page", fmt.Sprint("Mine ", i)))
	}
	r.patch(anna, changes...)
	for i := range 100 {
		switch {
		case i%10 == 0:
			must(t, os.Remove(filepath.Join(r.dir, name(i))))
		case i%10 == 1:
			r.save(name(i), page(i, "Theirs", "Words"))
		default:
			r.save(name(i), page(i, "Page", "Other words"))
		}
	}
	found, err := r.Changes(t.Context())
	must(t, err)
	if len(found) != 100 {
		t.Errorf("%d changes are left", len(found))
	}
	conflicts := map[string]string{}
	for _, one := range found {
		if value, err := one.Value.MarshalJSON(); err != nil || !strings.Contains(string(value), "Mine") {
			t.Errorf("%s: %s", one.File, value)
		}
		if one.Conflict != nil {
			conflicts[one.File] = one.At
		}
	}
	if len(conflicts) != 20 {
		t.Errorf("%d are conflicts", len(conflicts))
	}
	for i := range 100 {
		if draft := strings.ReplaceAll(r.draft(name(i)), `"`, ""); i%10 > 1 && draft != page(i, fmt.Sprint("Mine ", i), "Other words") {
			t.Errorf("the draft is %s", draft)
		}
		if at, clashes := conflicts[name(i)]; clashes {
			must(t, r.Settle(t.Context(), anna, name(i), whatIsAt(at), i%20 < 10))
		}
	}
	r.publish(anna)
	for i := range 100 {
		want := page(i, fmt.Sprint("Mine ", i), "Other words")
		switch {
		case i%10 < 2 && i%20 < 10:
			want = page(i, fmt.Sprint("Mine ", i), "Words")
		case i%10 == 0:
			want = "none"
		case i%10 == 1:
			want = page(i, "Theirs", "Words")
		}
		if found := strings.ReplaceAll(r.onDisk(name(i)), `"`, ""); found != want {
			t.Errorf("%s is %s", name(i), found)
		}
	}
}

func TestTakingBackAnItemLeavesTheOneBehindIt(t *testing.T) {
	r := newRig(t)
	insert := func(at, id string) Change {
		item := &yamldoc.Tree{}
		must(t, item.UnmarshalJSON([]byte(`{"prose": {"id": "`+id+`", "markdown": "Words"}}`)))
		return Change{newID(), home, yamldoc.Change{Op: "insert", At: at, Value: item}}
	}
	r.patch(anna, insert("sections[1]", "pies"), insert("sections[2]", "tarts"))
	must(t, r.TakeBack(t.Context(), anna, home, whatIsAt("sections[1]")))
	r.wants("the other", `anna@example.com: insert main/pages/index.yaml sections[1] - > {"prose":{"id":"tarts","markdown":"Words"}}`)
}

func TestTheirsOfARemovedItemLeavesWhatWasPutInItsPlace(t *testing.T) {
	const begun = "title: Words\nitems:\n  - {a: one}\n  - two\n"
	st := &state{
		file: home, Base: []byte(begun), now: []byte(strings.Replace(begun, "one", "theirs", 1)),
		Draft: []byte("title: Words\nitems:\n  - mine\n  - more\n  - two\n"),
	}
	st.carry()
	if len(st.conflicts) != 1 {
		t.Fatalf("there are %d conflicts", len(st.conflicts))
	}
	must(t, st.yield(st.conflicts[0].Change))
	if !strings.Contains(string(st.Draft), "- mine") || !strings.Contains(string(st.Draft), "- more") {
		t.Errorf("the draft is\n%s", st.Draft)
	}
}

func TestTakingBack(t *testing.T) {
	item := &yamldoc.Tree{}
	must(t, item.UnmarshalJSON([]byte(`{"prose": {"id": "pies", "markdown": "Pies"}}`)))
	r := newRig(t)
	change := func(op, at string) Change {
		return Change{newID(), home, yamldoc.Change{Op: op, At: at, Value: item}}
	}
	r.patch(anna, set(home, "title", "Home", "Start"), change("insert", "sections[1]"),
		set(home, "sections[3].prose.markdown", "Cakes", "Many"), set(about, "title", "About", "We"))
	all := r.listed()
	if strings.Count(all, "\n") != 3 {
		t.Fatalf("there is\n%s", all)
	}
	found, err := r.Changes(t.Context())
	must(t, err)
	for _, one := range found {
		if one.Op == "insert" {
			must(t, r.TakeBack(t.Context(), anna, home, whatIsAt(one.At)))
		}
	}
	rest := []string{mine(about, "title", "About", "We"), mine(home, "title", "Home", "Start"), mine(home, "sections[2].prose.markdown", "Cakes", "Many")}
	r.wants("without the item", rest...)
	must(t, r.TakeBack(t.Context(), anna, home, whatIsAt("nowhere")))
	r.wants("of what is not there", rest...)
	must(t, r.TakeBack(t.Context(), anna, home, whatIsAt("title")))
	r.wants("without the title", rest[0], rest[2])
	must(t, r.TakeBack(t.Context(), anna, home, whatIsAt("sections[2].prose.markdown")))
	r.wants("without the last one", rest[0])
	if r.draft(home) != files[home] {
		t.Errorf("the draft is\n%s", r.draft(home))
	}
	must(t, r.TakeBack(t.Context(), anna, about, whatIsAt("")))
	r.wants("without the file")
	must(t, r.TakeBack(t.Context(), anna, about, whatIsAt("")))

	// Several at once, or none of them.
	r.patch(anna, set(home, "title", "Home", "Start"), set(home, "sections[2].prose.markdown", "Cakes", "Many"))
	both, err := r.Changes(t.Context())
	must(t, err)
	gone := both[1].Change
	gone.Value = words("Other words")
	if err := r.TakeBack(t.Context(), anna, home, gone, both[0].Change); err == nil {
		t.Error("one that is another one meanwhile was taken back")
	}
	r.wants("of which one is not there", rest[1], mine(home, "sections[2].prose.markdown", "Cakes", "Many"))
	must(t, r.TakeBack(t.Context(), anna, home, both[0].Change, both[1].Change))
	r.wants("without both")

	// A new file, and one that is removed.
	r.patch(anna, Change{newID(), "main/pages/new.yaml", yamldoc.Change{Op: "set", Value: words("title: New\n")}},
		Change{newID(), about, yamldoc.Change{Op: "unset"}})
	must(t, r.TakeBack(t.Context(), anna, "main/pages/new.yaml", whatIsAt("")))
	must(t, r.TakeBack(t.Context(), anna, about, whatIsAt("")))
	r.wants("of files")

	// What cannot be told apart is taken back as a whole, or not at all.
	r.patch(anna, Change{newID(), about, yamldoc.Change{Op: "set", Old: words(files[about]), Value: words("title: [\n")}})
	var refused *Refused
	if err := r.TakeBack(t.Context(), anna, about, whatIsAt("title")); !errors.As(err, &refused) || r.draft(about) != "title: [\n" {
		t.Errorf("%v, and the draft is %s", err, r.draft(about))
	}
}

// What is drafted stays when its site is gone, and is found when it is there again.
func TestASiteThatIsGone(t *testing.T) {
	r := newRig(t)
	for name, text := range files {
		r.save("shop"+strings.TrimPrefix(name, "main"), strings.Replace(text, "path: /", "path: /shop", 1))
	}
	const page = "shop/pages/index.yaml"
	r.patch(anna, set(page, "title", "Home", "Shop"), set(home, "title", "Home", "Start"), set(about, "title", "About", "We"))
	must(t, os.Rename(filepath.Join(r.dir, "shop"), filepath.Join(r.data, "shop")))
	must(t, os.Remove(filepath.Join(r.dir, about)))
	must(t, os.Symlink("index.yaml", filepath.Join(r.dir, about)))
	found, err := r.Changes(t.Context())
	must(t, err)
	if len(found) != 3 || found[0].Conflict == nil || found[1].Conflict != nil || found[2].Conflict == nil {
		t.Errorf("there is %s", told(found))
	}
	if draft := r.draft(page); !strings.Contains(draft, "Shop") {
		t.Errorf("the draft is %s", draft)
	}
	r.publish(anna, home)
	must(t, r.Settle(t.Context(), anna, about, whatIsAt(""), true))
	if _, err := r.Publish(t.Context(), anna, []string{about}); err == nil || !strings.Contains(err.Error(), "symbolic link") {
		t.Errorf("in the place of a link: %v", err)
	}
	must(t, os.Rename(filepath.Join(r.data, "shop"), filepath.Join(r.dir, "shop")))
	must(t, os.Remove(filepath.Join(r.dir, about)))
	r.save(about, files[about])
	must(t, r.TakeBack(t.Context(), anna, about, whatIsAt("")))
	r.wants("when it is there again", mine(page, "title", "Home", "Shop"))
}
