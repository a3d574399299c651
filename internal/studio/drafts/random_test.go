package drafts

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// crowd is two people with browsers, somebody with an editor on disk, and git. Each value that is typed is a word of its
// own, which lives until somebody who sees it replaces it.
type crowd struct {
	*rig
	random *rand.Rand
	words  int
	alive  map[string]string // who typed it
	seen   map[string]string // what a browser shows, by person and file
	past   map[string][]string
	done   map[string]int
	log    []string
}

// tell notes what happens, for who looks into a failure.
func (c *crowd) tell(parts ...any) { c.log = append(c.log, fmt.Sprintln(parts...)) }

var crowdFiles = []string{"main/blocks.yaml", "main/pages/one.yaml", "main/pages/two.yaml"}

const crowdFile = `# A comment that stays.
title: word0
quoted: 'It''s'   # so
"key": "quoted \u00e9"
description:
  # Between.
  word0

empty:
items:
  # The first one.
  - {id: one, text: word0}
  - id: two
    text: word0   # here

  # A comment of its own.

  - id: three
    text: >-
      word0
last: |
    Several lines,
      as they are.
`

// crowdLines are what nobody touches.
var crowdLines = []string{
	"# A comment that stays.", "quoted: 'It''s'   # so", `"key": "quoted \u00e9"`, "description:", "  # Between.", "",
	"  # A comment of its own.", "last: |", "    Several lines,", "      as they are.",
}

var word = regexp.MustCompile(`word\d+`)

func (c *crowd) word(who string) string {
	c.words++
	made := fmt.Sprint("word", c.words)
	c.alive[made] = who
	return made
}

// replaced says that somebody who sees these texts has put others in their place.
func (c *crowd) replaced(before string, now string) {
	for _, gone := range word.FindAllString(before, -1) {
		if !strings.Contains(now+" ", gone) || !slices.Contains(word.FindAllString(now, -1), gone) {
			delete(c.alive, gone)
		}
	}
}

func (c *crowd) tree(file, text string) *yamldoc.Tree {
	tree, err := yamldoc.ReadTree(file, []byte(text))
	must(c.t, err)
	return tree
}

// items returns how many items a file has.
func (c *crowd) items(tree *yamldoc.Tree) (n int) {
	for n = 0; ; n++ {
		if _, there := tree.At(fmt.Sprintf("items[%d]", n)); !there {
			return n
		}
	}
}

// change makes a change of what somebody sees of a file.
func (c *crowd) change(who, file, text string) yamldoc.Change {
	tree := c.tree(file, text)
	items := c.items(tree)
	at := []string{"title", "description", "empty"}[c.random.IntN(3)]
	switch pick := c.random.IntN(10); {
	case pick < 4 && items > 0:
		at = fmt.Sprintf("items[%d].text", c.random.IntN(items))
	case pick < 5:
		item := &yamldoc.Tree{}
		must(c.t, json.Unmarshal(fmt.Appendf(nil, `{"id": "%s", "text": "%s"}`, c.word(who), c.word(who)), item))
		return yamldoc.Change{Op: "insert", At: fmt.Sprintf("items[%d]", c.random.IntN(items+1)), Value: item}
	case pick < 6 && items > 1:
		at = fmt.Sprintf("items[%d]", c.random.IntN(items))
		old, _ := tree.At(at)
		return yamldoc.Change{Op: "remove", At: at, Old: old}
	case pick < 7 && items > 1:
		at = fmt.Sprintf("items[%d]", c.random.IntN(items))
		old, _ := tree.At(at)
		return yamldoc.Change{Op: "move", At: at, To: fmt.Sprintf("items[%d]", c.random.IntN(items)), Old: old}
	}
	old, there := tree.At(at)
	if !there {
		old = new(yamldoc.Tree)
		must(c.t, old.UnmarshalJSON([]byte("null")))
	}
	return yamldoc.Change{Op: "set", At: at, Old: old, Value: words(c.word(who))}
}

func (c *crowd) edit(who string) {
	file := crowdFiles[c.random.IntN(len(crowdFiles))]
	if c.random.IntN(3) > 0 || c.seen[who+file] == "" { // the browser has loaded it again
		c.seen[who+file] = c.draft(file)
	}
	if c.seen[who+file] == "none" || c.seen[who+file] == "" {
		return
	}
	change := c.change(who, file, c.seen[who+file])
	var typed []string
	if change.Value != nil {
		typed = word.FindAllString(short(change.Value), -1)
	}
	_, conflicts, err := c.Patch(c.t.Context(), who, []Change{{newID(), file, change}})
	if err != nil || conflicts != nil { // who typed it is told, and still has it
		for _, gone := range typed {
			delete(c.alive, gone)
		}
		c.done["refused"]++
		c.tell(who, "is refused", file, change.Op, change.At, conflicts, err)
		return
	}
	c.tell(who, file, change.Op, change.At, change.To, short(change.Old), ">", short(change.Value))
	c.done[change.Op]++
	if change.Op == "set" || change.Op == "remove" {
		c.replaced(short(change.Old), "")
	}
	c.seen[who+file] = c.draft(file)
}

func (c *crowd) saveOnDisk() {
	file := crowdFiles[c.random.IntN(len(crowdFiles))]
	now := c.onDisk(file)
	c.past[file] = append(c.past[file], now)
	switch pick := c.random.IntN(12); {
	case pick == 0: // a checkout
		old := c.past[file][c.random.IntN(len(c.past[file]))]
		if old == "none" {
			old = crowdFile
		}
		c.replaced(now, old)
		c.tell(disk, "checks out", file, old)
		c.save(file, old)
	case pick == 1:
		if err := os.Remove(filepath.Join(c.dir, file)); err == nil {
			c.replaced(now, "")
			c.tell(disk, "removes", file)
		}
	case now != "none":
		change := c.change(disk, file, now)
		next, err := yamldoc.Apply(file, []byte(now), change, nil)
		if err != nil {
			c.replaced(short(change.Value), "")
			return
		}
		c.tell(disk, file, change.Op, change.At, change.To, short(change.Old), ">", short(change.Value))
		c.replaced(now, string(next))
		c.save(file, string(next))
	}
}

func (c *crowd) settle(who string) {
	found, err := c.Changes(c.t.Context())
	must(c.t, err)
	if len(found) == 0 {
		return
	}
	if i := slices.IndexFunc(found, func(l Listed) bool { return l.Conflict != nil }); i > 0 {
		found = found[i:]
	}
	one := found[c.random.IntN(len(found))]
	before := c.draft(one.File)
	if one.Conflict == nil {
		if c.random.IntN(3) == 0 && c.TakeBack(c.t.Context(), who, one.File, whatIsAt(one.At)) == nil {
			c.replaced(before, c.draft(one.File))
			c.done["taken back"]++
			c.tell(who, "takes back", told([]Listed{one}))
		}
		return
	}
	mine := c.random.IntN(2) == 0
	if c.Settle(c.t.Context(), who, one.File, whatIsAt(one.At), mine) != nil {
		c.done["not settled"]++
		return
	}
	c.done["settled"]++
	c.tell(who, "settles", told([]Listed{one}), "as mine:", mine)
	if mine {
		c.replaced(short(one.Conflict.Theirs)+short(one.Old), before)
	} else {
		c.replaced(before, c.draft(one.File)+short(one.Conflict.Theirs))
	}
}

// check wants each word that somebody typed to be somewhere, and all else to be as it was.
func (c *crowd) check(what string) {
	c.t.Helper()
	found, err := c.Changes(c.t.Context())
	must(c.t, err)
	var everything strings.Builder
	for _, one := range found {
		if one.Conflict != nil {
			fmt.Fprintln(&everything, short(one.Value), short(one.Conflict.Theirs))
		}
	}
	for _, file := range crowdFiles {
		fmt.Fprintln(&everything, c.onDisk(file), c.draft(file))
		for _, text := range []string{c.onDisk(file), c.draft(file)} {
			for _, line := range crowdLines {
				isOfItems := strings.Contains(line, "of its own") && strings.Contains(text, "items: []")
				if text != "none" && !isOfItems && !strings.Contains(text, line+"\n") {
					c.t.Fatalf("%s: the line %q is not in\n%s\n%s", what, line, text, c.log[max(0, len(c.log)-40):])
				}
			}
		}
	}
	there := map[string]bool{}
	for _, one := range word.FindAllString(everything.String(), -1) {
		there[one] = true
	}
	for _, one := range slices.Sorted(maps.Keys(c.alive)) {
		if !there[one] {
			last := c.log[max(0, len(c.log)-40):]
			c.t.Fatalf("%s: %s of %s is nowhere:\n%s\n%s\n%s", what, one, c.alive[one], told(found), everything.String(), last)
		}
	}
}

func TestNothingThatAnybodyTypesIsLost(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	if set, err := strconv.ParseUint(os.Getenv("SEED"), 10, 64); err == nil {
		seed = set
	}
	t.Logf("seed %d", seed)
	c := &crowd{
		rig: newRig(t), random: rand.New(rand.NewPCG(seed, 1)), alive: map[string]string{}, seen: map[string]string{},
		past: map[string][]string{}, done: map[string]int{},
	}
	for _, file := range crowdFiles {
		c.save(file, crowdFile)
	}
	// What the website says of these files is not what is tested here.
	c.open(&unchecked{c.source})
	for step := range 400 {
		what := "an edit"
		switch pick := c.random.IntN(20); {
		case pick < 12:
			c.edit([]string{anna, bert}[pick%2])
		case pick < 16:
			what = "a save on disk"
			c.saveOnDisk()
		case pick < 18:
			what = "a side that is taken"
			c.settle(bert)
		case pick < 19:
			what = "publishing"
			for range 10 {
				c.settle(bert)
			}
			if _, err := c.Publish(t.Context(), anna, c.drafted()); err == nil {
				c.done["published"]++
				c.tell("published")
			}
		default:
			what = "a restart"
			c.open(&unchecked{c.source})
		}
		c.check(fmt.Sprint("step ", step, ", after ", what))
	}
	t.Logf("%v", c.done)
	for _, what := range []string{"set", "insert", "remove", "move", "settled", "published", "refused"} {
		if c.done[what] == 0 {
			t.Errorf("there was no case of %s", what)
		}
	}
}
