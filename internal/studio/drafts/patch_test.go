package drafts

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

func TestAChangeIsKeptOnceWithWhoMadeItWhen(t *testing.T) {
	r := newRig(t)
	first, second := set(home, "title", "Home", "Start"), set(about, "sections[0].hero.title", "About us", "We")
	r.patch(anna, first)
	r.clock.Add(time.Hour)
	r.patch(bert, second)
	want := []string{
		bert + `: set ` + about + ` sections[0].hero.title "About us" > "We"`,
		anna + `: set ` + home + ` title "Home" > "Start"`,
	}
	r.wants("after two changes", want...)
	changes, err := r.Changes(t.Context())
	must(t, err)
	if len(changes) != 2 || !changes[0].When.Equal(r.clock.Now()) || !changes[1].When.Equal(r.clock.Now().Add(-time.Hour)) {
		t.Errorf("they are %+v", changes)
	}

	// A browser that got no answer sends it again, when somebody has changed the value since.
	r.patch(bert, set(home, "title", "Start", "Welcome"))
	r.patch(anna, first)
	want[1] = bert + `: set ` + home + ` title "Home" > "Welcome"`
	r.wants("after a repetition", want...)
	if r.onDisk(home) != files[home] {
		t.Error("the file has changed")
	}
	if draft := r.draft(home); !strings.Contains(draft, "Welcome") || strings.Count(draft, "\n") != strings.Count(files[home], "\n") {
		t.Errorf("the draft is\n%s", draft)
	}

	r.start() // another process
	r.wants("after a restart", want...)
	r.patch(anna, first)
	r.wants("after a repetition that comes later", want...)
	r.patch(anna, set(home, "title", "Welcome", "Home"), set(about, "sections[0].hero.title", "We", "About us"))
	r.wants("when all is as it was")
	if r.draft(home) != files[home] {
		t.Errorf("the draft is\n%s", r.draft(home))
	}
}

func TestTwoInOneField(t *testing.T) {
	for name, second := range map[string]string{"two people": bert, "two tabs": anna} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.patch(anna, set(home, "title", "Home", "Start"))
			when := r.clock.Now()
			r.clock.Add(time.Minute)
			other := set(about, "title", "About", "We")
			change := set(home, "title", "Home", "Welcome")
			made, conflicts, err := r.Patch(t.Context(), second, []Change{other, change})
			must(t, err)
			if len(conflicts) != 1 || made != nil {
				t.Fatalf("%v, %v", made, conflicts)
			}
			if c := conflicts[0]; c.ID != change.ID || c.Yours.Text() != "Welcome" || c.Theirs.Text() != "Start" || c.By != anna || !c.When.Equal(when) {
				t.Errorf("the conflict is %+v", c)
			}
			only := anna + `: set ` + home + ` title "Home" > "Start"`
			r.wants("nothing else is written", only)
			// Who sees it decides; and what both typed is no conflict.
			r.patch(second, set(home, "title", "Home", "Start"))
			change.Old = words("Start")
			r.patch(second, change)
			r.wants("decided", second+`: set `+home+` title "Home" > "Welcome"`)
		})
	}
}

func TestWhatStandsInTheWayOfAChange(t *testing.T) {
	tree := func(text string) *yamldoc.Tree {
		made := &yamldoc.Tree{}
		must(t, json.Unmarshal([]byte(text), made))
		return made
	}
	for name, one := range map[string]struct {
		change yamldoc.Change
		theirs string // of a conflict
		draft  string // what is in the draft then
	}{
		"another value":                {yamldoc.Change{Op: "set", At: "title", Old: tree(`"x"`), Value: tree(`"y"`)}, `"Home"`, ""},
		"the same value":               {yamldoc.Change{Op: "set", At: "title", Old: tree(`"x"`), Value: tree(`"Home"`)}, "", "title: Home "},
		"a value that nobody saw":      {yamldoc.Change{Op: "set", At: "title", Value: tree(`"y"`)}, "", "y"},
		"a value where nothing was":    {yamldoc.Change{Op: "set", At: "title", Old: tree(`null`), Value: tree(`"y"`)}, `"Home"`, ""},
		"nothing where nothing was":    {yamldoc.Change{Op: "set", At: "label", Old: tree(`null`), Value: tree(`"y"`)}, "", "label"},
		"nothing where a value was":    {yamldoc.Change{Op: "set", At: "label", Old: tree(`"x"`), Value: tree(`"y"`)}, "-", ""},
		"a key that is gone":           {yamldoc.Change{Op: "unset", At: "label", Old: tree(`"x"`)}, "", "title: Home "},
		"a key with another value":     {yamldoc.Change{Op: "unset", At: "title", Old: tree(`"x"`)}, `"Home"`, ""},
		"another item":                 {yamldoc.Change{Op: "remove", At: "sections[1]", Old: tree(`{"prose": {"id": "cakes"}}`)}, `{"prose":{"id":"rolls","markdown":"Rolls"}}`, ""},
		"an item that is not there":    {yamldoc.Change{Op: "remove", At: "sections[9]", Old: tree(`{"prose": {}}`)}, "-", ""},
		"another item that shall move": {yamldoc.Change{Op: "move", At: "sections[1]", To: "sections[2]", Old: tree(`"x"`)}, `{"prose":{"id":"rolls","markdown":"Rolls"}}`, ""},
		"a new item":                   {yamldoc.Change{Op: "insert", At: "sections[1]", Value: tree(`{"prose": {"markdown": "Pies"}}`)}, "", "Pies"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			_, conflicts, err := r.Patch(t.Context(), anna, []Change{{newID(), home, one.change}})
			must(t, err)
			switch {
			case one.theirs == "" && (conflicts != nil || !strings.Contains(r.draft(home), one.draft)):
				t.Errorf("%v, and the draft is\n%s", conflicts, r.draft(home))
			case one.theirs != "" && (len(conflicts) != 1 || short(conflicts[0].Theirs) != one.theirs || r.draft(home) != files[home]):
				t.Errorf("%v", conflicts)
			case one.theirs != "" && (conflicts[0].By != disk || conflicts[0].When.IsZero()):
				t.Errorf("theirs is of %s at %v", conflicts[0].By, conflicts[0].When)
			}
		})
	}
}

func TestAFileAsText(t *testing.T) {
	text := func(op, file, old, value string) Change {
		c := Change{ID: newID(), File: file, Change: yamldoc.Change{Op: op, Value: words(value)}}
		if old != "" {
			c.Old = words(old)
		}
		return c
	}
	const fresh = "main/pages/new.yaml"
	now := files[about]
	changed := strings.Replace(now, "About us", "We", 1)
	for name, one := range map[string]struct {
		first, change Change
		want          string // of the draft; empty where there is a conflict
	}{
		"a new file":                        {change: text("set", fresh, "", "title: New\n"), want: "title: New\n"},
		"a new file that is there already":  {first: text("set", fresh, "", "title: Mine\n"), change: text("set", fresh, "", "title: New\n")},
		"a new file twice":                  {first: text("set", fresh, "", "title: New\n"), change: text("set", fresh, "", "title: New\n"), want: "title: New\n"},
		"a file that nobody saw":            {change: text("set", about, "", "title: New\n")},
		"a comment alone":                   {change: text("set", about, now, "# So.\n"+now), want: "# So.\n" + now},
		"one that cannot be read":           {change: text("set", about, now, "title: [\n"), want: "title: [\n"},
		"one after it could not be read":    {first: text("set", about, now, "title: [\n"), change: text("set", about, "title: [\n", changed), want: changed},
		"an empty one":                      {change: text("set", about, now, ""), want: ""},
		"while somebody changed a value":    {first: set(about, "title", "About", "Who"), change: text("set", about, now, changed), want: strings.Replace(changed, "About", "Who", 1)},
		"while somebody changed that value": {first: set(about, "sections[0].hero.title", "About us", "They"), change: text("set", about, now, changed)},
		"a comment, while somebody changed": {first: set(about, "title", "About", "Who"), change: text("set", about, now, "# So.\n"+now)},
		"removed":                           {change: text("unset", about, now, ""), want: "none"},
		"removed unseen":                    {change: text("unset", about, "", ""), want: "none"},
		"removed while somebody changed it": {first: set(about, "title", "About", "Who"), change: text("unset", about, now, "")},
		"removed unseen, after a change":    {first: set(about, "title", "About", "Who"), change: text("unset", about, "", "")},
		"changed while somebody removed it": {first: text("unset", about, now, ""), change: text("set", about, now, changed)},
		"a value of a file that is removed": {first: text("unset", about, now, ""), change: set(about, "title", "About", "Who"), want: "refused"},
		"a value of one that is not there":  {change: set(fresh, "title", "", "Who"), want: "refused"},
		"a value of one that has an error":  {first: text("set", about, now, "title: [\n"), change: set(about, "title", "About", "Who"), want: "refused"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			if one.first.ID != "" {
				r.patch(anna, one.first)
			}
			before := r.draft(one.change.File)
			_, conflicts, err := r.Patch(t.Context(), bert, []Change{one.change})
			var refused *Refused
			draft := r.draft(one.change.File)
			switch isConflict := one.want == "" && name != "an empty one"; {
			case one.want == "refused":
				if !errors.As(err, &refused) || refused.ID != one.change.ID || draft != before {
					t.Errorf("%v, and the draft is %q", err, draft)
				}
			case err != nil:
				t.Error(err)
			case isConflict && (len(conflicts) == 0 || draft != before):
				t.Errorf("there is no conflict, and the draft is %q", draft)
			case !isConflict && (conflicts != nil || strings.ReplaceAll(draft, `"`, "") != one.want):
				t.Errorf("%v, and the draft is %q", conflicts, draft)
			}
			if found, err := r.Changes(t.Context()); err != nil || !isConflictFree(found) {
				t.Errorf("listed is %s, %v", told(found), err)
			}
		})
	}
}

func isConflictFree(found []Listed) bool {
	for _, one := range found {
		if one.Conflict != nil {
			return false
		}
	}
	return true
}

func TestNamesThatLeadElsewhereAreRefused(t *testing.T) {
	r := newRig(t)
	r.save("main/look/look.yaml", "a: 1\n")
	r.save("none/pages/index.yaml", "title: None\n")
	for _, name := range []string{
		"", ".", "/", "main", "main/", "main/.", "/etc/passwd", "/main/site.yaml", "../site.yaml", "main/../../site.yaml",
		"main/../main/site.yaml", "./main/site.yaml", "main//site.yaml", "main/pages/../site.yaml", "..", "main/..yaml/../x.yaml",
		`main\site.yaml`, `main/..\..\x.yaml`, "main/site.yaml\x00", "main/\x00/x.yaml", "main/a\nb.yaml", "main/a\x7fb.yaml", "C:/x.yaml",
		"main/x.yaml:stream.yaml", "main/.hidden.yaml", "main/.git/config.yaml", ".git/x.yaml", "main/_x.yaml", "main/x.yaml~", "main/4913",
		"main/look/look.yaml", "main/LOOK/x.yaml", "main/look/sections/x.yaml", "main/images/logo.exe", "main/site.json", "main/x.YAML.exe",
		"main/site", "site.yaml", "none/pages/index.yaml", "nowhere/site.yaml", "_main/site.yaml",
		"main/" + strings.Repeat("x", 210) + ".yaml", "main/" + strings.Repeat("x/", 300) + "x.yaml", "main/\xff\xfe.yaml",
	} {
		change := Change{newID(), name, yamldoc.Change{Op: "set", Value: words("title: Mine\n")}}
		var refused *Refused
		if made, _, err := r.Patch(t.Context(), anna, []Change{set(home, "title", "Home", "x"), change}); !errors.As(err, &refused) {
			t.Errorf("%q is taken: %v, %v", name, made, err)
		}
		if _, _, err := r.File(t.Context(), name); !errors.As(err, &refused) {
			t.Errorf("%q is read: %v", name, err)
		}
		if _, err := r.Restore(t.Context(), anna, "", name); err == nil {
			t.Errorf("%q is restored", name)
		}
		if err := errors.Join(r.TakeBack(t.Context(), anna, name, whatIsAt("")), r.Settle(t.Context(), anna, name, whatIsAt(""), true)); !errors.As(err, &refused) {
			t.Errorf("%q is taken back: %v", name, err)
		}
		if _, err := r.Publish(t.Context(), anna, []string{name}); !errors.As(err, &refused) {
			t.Errorf("%q is published: %v", name, err)
		}
	}
	r.wants("nothing is taken")
	for _, name := range []string{"main/plans.yaml", "main/pages/look/x.yaml", "main/de/site.yaml", "main/pages/blog/first.md"} {
		r.patch(anna, Change{newID(), name, yamldoc.Change{Op: "set", Value: words("title: Mine\n")}})
	}
}

func TestWhatIsTooMuchIsRefused(t *testing.T) {
	r := newRig(t)
	refused := func(what string, changes ...Change) {
		t.Helper()
		var why *Refused
		if _, _, err := r.Patch(t.Context(), anna, changes); !errors.As(err, &why) || len(err.Error()) > 300 {
			t.Errorf("%s is taken: %v", what, err)
		}
		r.wants(what)
	}
	large := strings.Repeat("x", 64<<20)
	refused("a value of 64 MB", set(home, "title", "Home", large))
	refused("a file of 64 MB", Change{newID(), home, yamldoc.Change{Op: "set", Old: words(files[home]), Value: words(large)}})
	refused("a new file of 1 MB and a byte", Change{newID(), "main/pages/x.yaml", yamldoc.Change{Op: "set", Value: words(large[:maxDraft+1])}})
	var heavy []Change
	for i := range maxTotal/maxDraft + 1 {
		change := Change{newID(), fmt.Sprintf("main/pages/x%d.yaml", i), yamldoc.Change{Op: "set", Value: words(large[:maxDraft])}}
		heavy = append(heavy, change)
	}
	refused("more bytes than there may be", heavy...)
	refused("1,001 changes", make([]Change, maxChanges+1)...)
	var many []Change
	for i := range maxChanges {
		change := Change{newID(), fmt.Sprintf("main/pages/x%d.yaml", i), yamldoc.Change{Op: "set", Value: words("title: x\n")}}
		many = append(many, change)
	}
	r.patch(anna, many...)
	var why *Refused
	if _, _, err := r.Patch(t.Context(), anna, []Change{set(home, "title", "Home", "x")}); !errors.As(err, &why) {
		t.Errorf("a draft more than there may be: %v", err)
	}
	r.patch(anna, set("main/pages/x1.yaml", "title", "x", "y"))
}

func TestTenThousandPatches(t *testing.T) {
	r := newRig(t)
	before := "Home"
	for i := range 100 {
		var changes []Change
		for j := range 100 {
			next := fmt.Sprint("Home ", 100*i+j)
			changes = append(changes, set(home, "title", before, next))
			before = next
		}
		r.patch([]string{anna, bert}[i%2], changes...)
	}
	r.wants("in the end", bert+`: set `+home+` title "Home" > "Home 9999"`)
	r.publish(anna)
	if !strings.Contains(r.onDisk(home), "Home 9999") {
		t.Error("it is not published")
	}
}

// A Markdown file ends its text in one way, however it was typed: what somebody saw stands there still.
func TestTheBodyOfAPostIsWhatWasTyped(t *testing.T) {
	const post = "main/pages/news/one.md"
	r := newRig(t)
	r.save("main/pages/news/index.yaml", "title: News\ndescription: News.\nlist: {}\nsections:\n  - hero: {title: News}\n")
	r.save(post, "---\ntitle: One\ndate: 2026-01-01\nsummary: One.\n---\n\nBread.\n")
	for _, step := range [][2]string{
		{"Bread.\n", "Bread"}, {"Bread", "Bread and\n\n"}, {"Bread and\n\n", ""}, {"", "Rolls"}, {"Rolls", "Bread.\n"},
	} {
		c := set(post, "markdown", step[0], step[1])
		c.Old = words(step[0])
		_, found, err := r.Patch(t.Context(), anna, []Change{c})
		if err != nil || found != nil {
			t.Errorf("%q to %q: %+v, %v", step[0], step[1], found, err)
		}
	}
	r.wants("when all is as it was")
	if r.draft(post) != r.onDisk(post) {
		t.Errorf("the draft is\n%s", r.draft(post))
	}
}

func TestAnOldValueOfNothingIsNotNone(t *testing.T) {
	for text, want := range map[string]bool{
		`{"id": "a", "file": "b", "op": "set", "at": "c", "value": "d", "old": null}`: true,
		`{"id": "a", "file": "b", "op": "set", "at": "c", "value": "d"}`:              false,
	} {
		var c Change
		must(t, json.Unmarshal([]byte(text), &c))
		if (c.Old != nil) != want || c.ID != "a" || c.File != "b" || c.Op != "set" || c.At != "c" || c.Value.Text() != "d" {
			t.Errorf("%s is %+v", text, c)
		}
	}
	if err := json.Unmarshal([]byte(`{"id": 1}`), &Change{}); err == nil {
		t.Error("a number is an id")
	}
}
