package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/studio/drafts"
)

// deskPage is written in all ways. Comments of lists may move with their items, all others stand where they are.
const deskPage = `# C1 A page that people edit at once.
title: mk   # C2 Shown in the tab.
description: mk

sections:
  # C3 It opens the page.
  - hero:
      title: "mk"   # C4 Short.
      # C5 Between.
      text: >-
        mk
        lmk
      eyebrow: mk
  - faq:
      title: 'mk'

      items:
        # C6 In a list.
        - id: item1   # C7 In a list.
          question: mk
          # C8 In a list.
          answer: |
            mk
        - {question: mk, answer: "mk"}
        # C9 In a list.
        - id: item2
          question: 'mk'   # C10 On a question.
          answer: >-
            mk
            lmk
        - question: mk
          answer: mk

  # C11 About prose.
  - prose: {id: words, markdown: mk}
# C12 The end.
`

// deskFiles are what people edit: the values whose paths fit, and those that may also be left out.
var deskFiles = map[string]struct {
	texts    *regexp.Regexp
	optional []string
}{
	"main/pages/desk.yaml": {regexp.MustCompile(`^$`), []string{"sections[0].hero.eyebrow"}},
	"main/plans.yaml": {
		regexp.MustCompile(`\.(text|badge|badgeHint)$|includes\[\d\]$`),
		[]string{"promptify-pro.badgeHint", "promptify-free.text"},
	},
	"main/pages/index.yaml": {
		regexp.MustCompile(`(quote|cards|cta)\.(title|text)$|cards\.items\[\d\]\.(title|text)$`),
		[]string{"sections[3].cards.text"},
	},
	"business/plans.yaml": {regexp.MustCompile(`\.text$|includes\[\d\]$`), []string{"ecommerce-store.text"}},
}

var (
	deskNames = slices.Sorted(maps.Keys(deskFiles))
	mark      = regexp.MustCompile(`\bmk\d+x`) // what somebody typed, each time another one
	// A line with it, or that begins such lines.
	marked  = regexp.MustCompile(`mk\d+x|^\s*(- )?([\w-]+: )?[|>][-+\d]*(\s#.*)?$`)
	comment = regexp.MustCompile(`# C\d+ [^\n]*`)
	loose   = regexp.MustCompile(`# C\d+ In a list|icon: |id: item|^ +- "?[\w{]+[^:]*$`) // lines that may move with items
)

// typings are ways in which people type; the longer ones are not for titles.
var typings = []string{
	"%s", "%s", "%s: a colon # and a hash", "- %s", `'%s' and "quotes"`, `%s \ {a} [b] &c *d`, "🦊 %s عربي", "#%s", "! %s, %%",
	"%[1]s in\nl%[1]s lines", "%s" + strings.Repeat(" l%[1]s", 30),
}

// desk is a website that two people edit in browsers, somebody else with an editor on disk, and others through git.
type desk struct {
	t      *testing.T
	node   *node
	clone  string
	posted chan string         // what a browser is about to send
	fixed  map[string][]string // the lines of a file that nobody touches
	others map[string]string   // the files

	mu     sync.Mutex
	marks  int
	typed  map[string]string // who typed it: it is in a file, a draft or a conflict that is shown
	gone   map[string]bool   // somebody who saw it has put something in its place
	twice  map[string]bool   // somebody has decided that it may be there twice
	unseen map[string]string // it was published, and then overwritten on disk: it is in the history of this file
	done   map[string]int
	log    []string
}

func (d *desk) tell(kind string, parts ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done[kind]++
	d.log = append(d.log, kind+": "+fmt.Sprintln(parts...))
}

func (d *desk) count(kind string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.done[kind]
}

// exchanged says that somebody has put one text in the place of another one, which was seen.
func (d *desk) exchanged(who, before, now string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	kept := mark.FindAllString(now, -1)
	for _, one := range mark.FindAllString(before, -1) {
		d.gone[one] = d.gone[one] || !slices.Contains(kept, one)
	}
	for _, one := range kept {
		if d.typed[one] == "" {
			d.typed[one] = who
		}
	}
}

func (d *desk) text(r *rand.Rand, at string) string {
	d.mu.Lock()
	d.marks++
	made := fmt.Sprintf("mk%dx", d.marks)
	d.mu.Unlock()
	n := len(typings)
	if !regexp.MustCompile(`(text|answer|markdown)$`).MatchString(at) {
		n -= 2
	}
	return fmt.Sprintf(typings[r.IntN(n)], made)
}

// each calls a function with every text and list of a value, in an order that is always the same.
func each(value any, at string, text func(at, text string), list func(at string, items []any)) {
	switch value := value.(type) {
	case string:
		text(at, value)
	case []any:
		list(at, value)
		for i := range value {
			each(value[i], fmt.Sprintf("%s[%d]", at, i), text, list)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			each(value[key], strings.TrimPrefix(at+"."+key, "."), text, list)
		}
	}
}

// isFree reports whether all of an item are texts that are typed: such items are made and removed, too.
func isFree(item any) bool {
	free := true
	each(item, "", func(_, text string) { free = free && mark.MatchString(text) }, func(string, []any) {})
	return free
}

func (d *desk) another(r *rand.Rand, item any, at string) any {
	made, is := item.(map[string]any)
	if !is {
		return d.text(r, at)
	}
	made = maps.Clone(made)
	for _, key := range slices.Sorted(maps.Keys(made)) {
		made[key] = d.another(r, made[key], key)
	}
	return made
}

// change makes a change of what somebody sees of a file.
func (d *desk) change(r *rand.Rand, file string, seen []byte) (c yamldoc.Change, err error) {
	tree, err := yamldoc.ReadTree(file, seen)
	if err != nil {
		return c, err
	}
	var texts, lists []string
	var value any
	items := map[string][]any{}
	err = json.Unmarshal([]byte(inJSON(tree)), &value)
	each(value, "", func(at, text string) {
		if mark.MatchString(text) {
			texts = append(texts, at)
		}
	}, func(at string, all []any) {
		if mark.MatchString(inJSON(all)) && !strings.HasSuffix(at, "sections") {
			lists, items[at] = append(lists, at), all
		}
	})
	list := lists[r.IntN(len(lists))]
	all := items[list]
	place := func() string { return fmt.Sprintf("%s[%d]", list, r.IntN(len(all))) }
	free := slices.IndexFunc(all, isFree)
	frees := len(slices.DeleteFunc(slices.Clone(all), func(item any) bool { return !isFree(item) }))
	c = yamldoc.Change{Op: "set", At: texts[r.IntN(len(texts))]}
	switch pick := r.IntN(20); {
	case pick < 3 && frees > 0 && frees < 8:
		c.Op, c.At = "insert", fmt.Sprintf("%s[%d]", list, r.IntN(len(all)+1))
		c.Value, err = asTree(d.another(r, all[free], list))
		return c, err
	case pick < 5 && frees > 3:
		for c.At = place(); !isFree(all[atoi(c.At)]); c.At = place() {
		}
		c.Op = "remove"
	case pick < 7:
		c.Op, c.At, c.To = "move", place(), place()
	case pick < 9:
		optional := deskFiles[file].optional
		if c.At = optional[r.IntN(len(optional))]; r.IntN(2) == 0 {
			c.Op = "unset"
		}
	}
	if c.Old, _ = tree.At(c.At); c.Old == nil { // who sees nothing says so: else what came there unseen would be replaced
		c.Old = &yamldoc.Tree{}
	}
	if c.Op == "set" {
		c.Value = yamldoc.TextTree(d.text(r, c.At))
	}
	return c, err
}

func atoi(path string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(path[strings.LastIndexByte(path, '[')+1:], "]"))
	if err != nil {
		panic(err)
	}
	return n
}

func asTree(value any) (*yamldoc.Tree, error) {
	tree := &yamldoc.Tree{}
	return tree, tree.UnmarshalJSON([]byte(inJSON(value)))
}

// inJSON returns a value as text, nothing for none.
func inJSON(value any) string {
	if tree, is := value.(*yamldoc.Tree); is && tree == nil {
		return ""
	}
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func (d *desk) onDisk(file string) ([]byte, error) {
	return os.ReadFile(filepath.Join(d.node.content, file))
}

// edited returns a file as somebody has changed it who sees it, in a value or in a comment.
func (d *desk) edited(r *rand.Rand, file string, seen []byte) ([]byte, error) {
	note := "# " + strings.TrimLeft(mark.FindString(d.text(r, "")), " ")
	switch first, rest, _ := bytes.Cut(seen, []byte("\n")); r.IntN(4) {
	case 0:
		if mark.Match(first) { // a comment that is changed
			return slices.Concat([]byte(note+"\n"), rest), nil
		}
		return slices.Concat([]byte(note+"\n"), seen), nil
	case 1:
		if at := bytes.LastIndex(seen, []byte("\n# C12")); at > 0 {
			return slices.Concat(seen[:at], []byte("\n"+note), seen[at:]), nil
		}
	}
	for range 5 {
		c, err := d.change(r, file, seen)
		if err != nil {
			return nil, err
		}
		data, err := yamldoc.Apply(file, seen, c, nil)
		if err == nil || !errors.Is(err, yamldoc.ErrNotEdited) {
			return data, err
		}
	}
	return seen, nil
}

// save is an editor that has read a file, and saves it after a while, whatever is there by then. The exchange tells it
// what it overwrites.
func (d *desk) save(r *rand.Rand) error {
	file := deskNames[r.IntN(len(deskNames))]
	seen, err := d.onDisk(file)
	if err != nil {
		return err
	}
	data, err := d.edited(r, file, seen)
	if err != nil {
		return err
	}
	<-time.After(time.Duration(r.IntN(20)) * time.Millisecond)
	full := filepath.Join(d.node.content, file)
	temp := filepath.Join(filepath.Dir(full), ".editor~")
	d.exchanged("disk", "", string(data))
	if err := os.WriteFile(temp, data, 0o644); err != nil {
		return err
	}
	if err := unix.Renameat2(unix.AT_FDCWD, temp, unix.AT_FDCWD, full, unix.RENAME_EXCHANGE); err != nil {
		return err
	}
	was, err := os.ReadFile(temp)
	d.tell("saves", file, string(data))
	d.exchanged("disk", string(seen), string(data))
	d.mu.Lock()
	for _, one := range mark.FindAllString(string(was), -1) {
		if !bytes.Contains(seen, []byte(one)) {
			d.unseen[one] = file
		}
	}
	d.mu.Unlock()
	return errors.Join(err, os.Remove(temp))
}

func git(dir string, arguments ...string) error {
	command := exec.Command("git", append([]string{"-C", dir}, arguments...)...)
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	output, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("git %v: %w\n%s", arguments, err, output)
	}
	return nil
}

// pull brings what others have done in a clone, which may be behind.
func (d *desk) pull(r *rand.Rand) error {
	err := git(d.node.content, "commit", "-qam", "What was published", "--allow-empty")
	if r.IntN(3) > 0 {
		err = errors.Join(err, git(d.clone, "pull", "-q", "--ff-only"))
	}
	for range 1 + r.IntN(3) {
		file := deskNames[r.IntN(len(deskNames))]
		full := filepath.Join(d.clone, file)
		seen, failed := os.ReadFile(full)
		if failed == nil {
			seen, failed = d.edited(r, file, seen)
		}
		err = errors.Join(err, failed, os.WriteFile(full, seen, 0o644))
	}
	err = errors.Join(err, git(d.clone, "commit", "-qam", "Elsewhere", "--allow-empty"))
	before, failed := d.allOnDisk()
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	if git(d.node.content, "pull", "-q", "--no-rebase", "--no-edit", d.clone, "HEAD") != nil {
		d.tell("gives up a merge")
		err = git(d.node.content, "merge", "--abort")
	}
	after, failed := d.allOnDisk()
	d.exchanged("git", before, after)
	d.tell("pulls")
	return errors.Join(err, failed, git(d.clone, "fetch", "-q"), git(d.clone, "reset", "-q", "--hard", "origin/HEAD"))
}

func (d *desk) allOnDisk() (all string, err error) {
	for _, file := range deskNames {
		data, failed := d.onDisk(file)
		all, err = all+string(data)+"\n", errors.Join(err, failed)
	}
	return all, err
}

// person is somebody with a browser, which keeps what is not acknowledged.
type person struct {
	*desk
	email, cookie string
	r             *rand.Rand
	client        http.Client
	views         map[string][]byte
	held          []drafts.Conflict // shown to them; ID is of heldChanges
	changes       map[string]drafts.Change
}

// ask sends a request until there is an answer. Some answers are lost on their way.
func (p *person) ask(method, path string, sent any) (status int, body []byte, err error) {
	pause := time.NewTicker(5 * time.Millisecond)
	defer pause.Stop()
	for {
		select {
		case p.posted <- path:
		default:
		}
		status, body, err = p.once(method, path, inJSON(sent))
		switch {
		case err == nil && status < 500:
			return status, body, nil
		case err == nil && status != http.StatusServiceUnavailable:
			return 0, nil, fmt.Errorf("%s %s %s: %d %s", method, path, inJSON(sent), status, body)
		case p.t.Context().Err() != nil:
			return 0, nil, err
		}
		<-pause.C
	}
}

func (p *person) once(method, path, sent string) (int, []byte, error) {
	ctx, cancel := context.WithTimeout(p.t.Context(), time.Minute)
	if p.r.IntN(12) == 0 {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(p.r.IntN(60))*time.Millisecond)
	}
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, p.node.url("/studio/api/"+path), strings.NewReader(sent))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	request.Header.Set("Cookie", p.cookie)
	response, err := p.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	body := &bytes.Buffer{}
	if _, err = body.ReadFrom(response.Body); err != nil {
		return 0, nil, err
	}
	return response.StatusCode, body.Bytes(), nil
}

// get reads an answer that must be there.
func (p *person) get(path string, into any) error {
	status, body, err := p.ask(http.MethodGet, path, nil)
	switch {
	case err != nil || status == http.StatusOK:
	case status == http.StatusNotFound:
		err = fmt.Errorf("%s: %w: %s", path, errNotThere, body)
	default:
		err = fmt.Errorf("%s: %d %s", path, status, body)
	}
	return errors.Join(err, json.Unmarshal(body, into))
}

// source returns a file as it is edited. Git takes one away for a moment before it puts the next in its place.
func (p *person) source(file string) (text []byte, err error) {
	for end := time.Now().Add(time.Minute); ; {
		var answer struct{ Source string }
		err = p.get("file?file="+url.QueryEscape(file), &answer)
		if err == nil || !errors.Is(err, errNotThere) || time.Now().After(end) {
			return []byte(answer.Source), err
		}
	}
}

var errNotThere = errors.New("it is not there")

// edit changes a file as this browser shows it, which may be behind.
func (p *person) edit() error {
	file := deskNames[p.r.IntN(len(deskNames))]
	if p.views[file] == nil || p.r.IntN(3) > 0 {
		seen, err := p.source(file)
		if err != nil {
			return err
		}
		p.views[file] = seen
	}
	var queue []drafts.Change
	for range 1 + p.r.IntN(3) {
		c, err := p.change(p.r, file, p.views[file])
		if err != nil {
			return err
		}
		next, err := yamldoc.Apply(file, p.views[file], c, nil)
		if err != nil {
			p.tell("cannot be done", c.Op, c.At, err)
			continue
		}
		p.views[file] = next
		queue = append(queue, drafts.Change{ID: fmt.Sprintf("%s-%x", p.email, p.r.Uint64()), File: file, Change: c})
	}
	return p.send(queue)
}

// send is the queue of the browser: what is in conflict or refused is set aside, and the rest sent again.
func (p *person) send(queue []drafts.Change) error {
	for len(queue) > 0 {
		status, body, err := p.ask(http.MethodPost, "changes", map[string]any{"changes": queue})
		var answer struct {
			ID        string
			Conflicts []drafts.Conflict
			Error     struct{ Message string }
		}
		if err = errors.Join(err, json.Unmarshal(body, &answer)); err != nil {
			return err
		}
		switch status {
		case http.StatusOK:
			for _, c := range queue {
				p.tell("patch", p.email, c.File, c.Op, c.At, c.To, inJSON(c.Old), ">", inJSON(c.Value))
				p.exchanged(p.email, inJSON(c.Old), inJSON(c.Value))
				p.tell(c.Op)
			}
			if p.r.IntN(10) == 0 { // as after an answer that was lost
				again, body, err := p.ask(http.MethodPost, "changes", map[string]any{"changes": queue})
				if err == nil && again != http.StatusOK {
					err = fmt.Errorf("the same again: %d %s", again, body)
				}
				return err
			}
			return nil
		case http.StatusConflict, http.StatusUnprocessableEntity:
			aside := map[string]bool{answer.ID: true}
			for _, one := range answer.Conflicts {
				aside[one.ID] = true
				p.held = append(p.held, one)
			}
			before := len(queue)
			queue = slices.DeleteFunc(queue, func(c drafts.Change) bool {
				if aside[c.ID] {
					p.changes[c.ID] = c
					p.tell(fmt.Sprint("set aside ", status), p.email, c.File, c.Op, c.At, answer.Error.Message)
				}
				return aside[c.ID]
			})
			if len(queue) == before {
				return fmt.Errorf("%d %s names none of %s", status, body, inJSON(queue))
			}
			p.views = map[string][]byte{}
		default:
			return fmt.Errorf("%d %s", status, body)
		}
	}
	return nil
}

// decide ends a conflict that this browser shows: with the value that was typed, or without.
func (p *person) decide() error {
	if len(p.held) == 0 {
		return p.edit()
	}
	one := p.held[0]
	c := p.changes[one.ID]
	p.held = p.held[1:]
	if c.Op != "set" || !mark.MatchString(inJSON(one.Theirs)) || p.r.IntN(2) == 0 {
		return nil
	}
	c.ID, c.Old = c.ID+"-mine", one.Theirs
	return p.send([]drafts.Change{c})
}

func (p *person) publish() error {
	status, body, err := p.ask(http.MethodPost, "publish", map[string]any{})
	p.tell(fmt.Sprint("publish ", status), p.email)
	done := status == http.StatusOK || status == http.StatusConflict || bytes.Contains(body, []byte("nothing to publish"))
	if err == nil && !done {
		err = fmt.Errorf("publish: %d %s", status, body)
	}
	return err
}

// listed is a change that is not published, as the list of them shows it.
type listed struct {
	File string
	yamldoc.Change
	Conflict *struct{ Theirs *yamldoc.Tree }
}

func (l listed) shown() string {
	if l.Conflict == nil {
		return ""
	}
	return inJSON(l.Value) + "\n" + inJSON(l.Conflict.Theirs) + "\n"
}

// settle decides about a change in the list: nothing else may be gone then but what it shows.
func (p *person) settle(conflictsOnly bool) error {
	var all []listed
	if err := p.get("changes", &all); err != nil {
		return err
	}
	if conflictsOnly || p.r.IntN(3) > 0 {
		all = slices.DeleteFunc(all, func(l listed) bool { return l.Conflict == nil })
	}
	if len(all) == 0 {
		return nil
	}
	one := all[p.r.IntN(len(all))]
	before, err := p.everything()
	if err != nil {
		return err
	}
	shown := one.shown()
	for _, l := range all { // several at one place are one decision
		if l.File == one.File && l.At == one.At {
			shown += inJSON(l.Value) + inJSON(l.Old)
		}
	}
	for _, word := range mark.FindAllString(shown, -1) { // what comes back may stand beside the item that it became
		p.twice[word] = true
	}
	method, path := http.MethodDelete, "changes"
	sent := map[string]any{"file": one.File, "op": one.Op, "at": one.At, "to": one.To, "value": one.Value}
	if one.Conflict != nil {
		method, path = http.MethodPost, "changes/settle"
		sent["take"] = []string{"mine", "theirs"}[p.r.IntN(2)]
	}
	status, body, err := p.once(method, path, inJSON(sent)) // whoever gets no answer looks at the list again
	p.tell(fmt.Sprint(path, " ", status), p.email, one.File, one.Op, one.At, sent["take"], inJSON(one.Value),
		one.shown(), string(body), err)
	after, err := p.everything()
	switch {
	case status == 0: // it may still be done
		p.exchanged(p.email, shown, "")
	case status == http.StatusOK && sent["take"] == "mine": // theirs is on disk until this is published
		p.exchanged(p.email, inJSON(one.Conflict.Theirs), "")
	}
	kept := mark.FindAllString(after, -1)
	for _, word := range mark.FindAllString(before, -1) {
		if !slices.Contains(kept, word) && strings.Contains(shown, word) {
			p.exchanged(p.email, word, "")
		}
	}
	return err
}

// everything returns all that is in files, drafts and conflicts, of which each is checked.
func (p *person) everything() (string, error) {
	var all strings.Builder
	var changes []listed
	if err := p.get("changes", &changes); err != nil {
		return "", err
	}
	for _, one := range changes {
		all.WriteString(one.shown())
	}
	for _, file := range deskNames {
		draft, err := p.source(file)
		if err != nil {
			return "", err
		}
		disk, err := p.onDisk(file)
		err = errors.Join(err, p.intact(file, "the draft", string(draft)), p.intact(file, "the file", string(disk)))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&all, "%s\n%s\n", draft, disk)
	}
	return all.String(), nil
}

// untouched returns the lines in which nothing was typed. Between such there are empty ones in folded texts.
func untouched(text string) (rest []string) {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		folded := line == "" && i > 0 && i+1 < len(lines) && marked.MatchString(lines[i-1]) && marked.MatchString(lines[i+1])
		if !folded && !marked.MatchString(line) {
			rest = append(rest, line)
		}
	}
	return rest
}

// intact wants a file to be as it was, but for what was typed, and that to be there once.
func (d *desk) intact(file, what, text string) error {
	want, now := d.fixed[file], untouched(text)
	still := func(line string) bool { return loose.MatchString(line) }
	a, b := slices.DeleteFunc(slices.Clone(want), still), slices.DeleteFunc(slices.Clone(now), still)
	if !slices.Equal(a, b) {
		return fmt.Errorf("%s of %s has the lines\n%s\nwant\n%s\nall of it is\n%s",
			what, file, strings.Join(b, "\n"), strings.Join(a, "\n"), text)
	}
	if a, b := slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(now)); !slices.Equal(a, b) {
		return fmt.Errorf("%s of %s has other lines in lists:\n%s", what, file, text)
	}
	if strings.HasSuffix(file, "desk.yaml") {
		a, b := comment.FindAllString(deskPage, -1), comment.FindAllString(text, -1)
		if slices.Sort(a); !slices.Equal(a, slices.Sorted(slices.Values(b))) {
			return fmt.Errorf("%s of %s has other comments:\n%s", what, file, text)
		}
	}
	words := mark.FindAllString(text, -1)
	slices.Sort(words)
	for i := range len(words) - 1 {
		if words[i] == words[i+1] && !d.twice[words[i]] {
			return fmt.Errorf("%s of %s has %s twice:\n%s", what, file, words[i], text)
		}
	}
	return nil
}

// check wants all that was typed, and that nobody has replaced, to be somewhere.
func (p *person) check() error {
	all, err := p.everything()
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, one := range mark.FindAllString(all, -1) {
		there[one] = true
	}
	var lost []string
	for _, one := range slices.Sorted(maps.Keys(p.typed)) {
		if p.gone[one] || there[one] {
			continue
		}
		if file := p.unseen[one]; file != "" {
			var past json.RawMessage
			err = errors.Join(err, p.get("history?file="+url.QueryEscape(file), &past))
			if slices.Contains(mark.FindAllString(string(past), -1), one) {
				p.gone[one] = true
				p.tell("found in the history", one)
				continue
			}
		}
		lost = append(lost, one+" of "+p.typed[one])
		for _, event := range p.log {
			if strings.Contains(event, one) && len(lost) < 4 {
				lost = append(lost, event)
			}
		}
	}
	if lost != nil {
		err = errors.Join(err, fmt.Errorf("lost: %v\nthere is\n%s", lost, all))
	}
	return err
}

// join opens an invitation.
func (d *desk) join(email string, r *rand.Rand) *person {
	d.t.Helper()
	code, link, stderr := run(d.t, nil, "studio", "invite", email, "--role", "owner",
		"--content", d.node.content, "--data", d.node.data)
	_, token, is := strings.Cut(strings.TrimSpace(link), "/studio/join/")
	if code != exitOK || !is {
		d.t.Fatalf("invite: %d, %s%s", code, link, stderr)
	}
	p := &person{desk: d, email: email, r: r, views: map[string][]byte{}, changes: map[string]drafts.Change{}}
	p.client.Transport = &http.Transport{}
	d.t.Cleanup(p.client.CloseIdleConnections)
	p.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	request, err := http.NewRequestWithContext(d.t.Context(), http.MethodPost, d.node.url("/studio/join/"+token), nil)
	if err != nil {
		d.t.Fatal(err)
	}
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	response, err := p.client.Do(request)
	if err != nil {
		d.t.Fatal(err)
	}
	response.Body.Close()
	for _, c := range response.Cookies() {
		if c.Name == "marquee-studio" {
			p.cookie = c.Name + "=" + c.Value
		}
	}
	return p
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{
		t: t, node: newNode(t, newData(t)), clone: filepath.Join(t.TempDir(), "clone"), posted: make(chan string),
		fixed: map[string][]string{}, others: map[string]string{}, typed: map[string]string{}, gone: map[string]bool{}, twice: map[string]bool{},
		unseen: map[string]string{}, done: map[string]int{},
	}
	dir := d.node.content
	typed := func() string { d.marks++; return fmt.Sprintf("mk%dx", d.marks) }
	page := regexp.MustCompile(`\bl?mk\b`).ReplaceAllStringFunc(deskPage, func(m string) string {
		return strings.TrimSuffix(m, "mk") + typed()
	})
	writeFile(t, filepath.Join(dir, "main/pages/desk.yaml"), []byte(page))
	for _, file := range deskNames {
		data, err := d.onDisk(file)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := yamldoc.ReadTree(file, data)
		var value any
		if err = errors.Join(err, json.Unmarshal([]byte(inJSON(tree)), &value)); err != nil {
			t.Fatal(err)
		}
		each(value, "", func(at, text string) {
			if err == nil && deskFiles[file].texts.MatchString(at) && !strings.Contains(text, "{{") {
				c := yamldoc.Change{Op: "set", At: at, Value: yamldoc.TextTree(typed())}
				data, err = yamldoc.Apply(file, data, c, nil)
			}
		}, func(string, []any) {})
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, file), data)
		d.fixed[file] = untouched(string(data))
		d.exchanged("the beginning", "", string(data))
	}
	d.others = d.untouchedFiles()
	err := errors.Join(git(dir, "init", "-q", "-b", "main"), git(dir, "add", "-A"), git(dir, "commit", "-qm", "All"))
	if err = errors.Join(err, git(filepath.Dir(d.clone), "clone", "-q", dir, d.clone)); err != nil {
		t.Fatal(err)
	}
	d.node.start()
	return d
}

// untouchedFiles returns all files that nobody edits.
func (d *desk) untouchedFiles() map[string]string {
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(d.node.content), ".", func(name string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.Name() == ".git" {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() || slices.Contains(deskNames, name) {
			return err
		}
		data, err := d.onDisk(name)
		all[name] = string(data)
		return err
	})
	if err != nil {
		d.t.Error(err)
	}
	return all
}

// TestNothingThatIsTypedInStudioIsLost wants what Studio promises, after 1,000 patches by two browsers, an
// editor on disk and git pull, with 50 kills: every value that anybody typed is in the file, in the draft, or in a
// conflict that is shown; no comment is lost, and no line that nobody touched differs. SEED repeats what is done, but not
// who is first.
func TestNothingThatIsTypedInStudioIsLost(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	patches, kills := 24, 2
	if os.Getenv("MARQUEE_AUDIT") != "" {
		patches, kills = 1000, 50
	}
	seed := uint64(time.Now().UnixNano())
	if set, err := strconv.ParseUint(os.Getenv("SEED"), 10, 64); err == nil {
		seed = set
	}
	began := time.Now()
	random := func(n uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, n)) }
	r, disk := random(0), random(1)
	d := newDesk(t)
	both := []*person{d.join("anna@example.com", random(2)), d.join("bert@example.com", random(3))}
	fail := func(what string, err error) {
		if err != nil {
			t.Errorf("seed %d, %s: %v", seed, what, err)
		}
	}
	for round, killed := 0, 0; !t.Failed() && (d.count("patch") < patches || killed < kills); round++ {
		var work, people sync.WaitGroup
		idle := make(chan struct{}) // closed once people have done what they do
		kill := d.count("patch")*kills >= killed*patches && killed < kills
		pulls, settles := round%6 == 4, round%6 == 5
		publishes := !pulls && !settles && (kill && r.IntN(2) == 0 || r.IntN(3) == 0)
		delay := time.Duration(r.IntN(8)) * time.Millisecond
		if publishes {
			delay = time.Duration(r.IntN(250)) * time.Millisecond
		}
		if kill {
			killed++
			work.Go(func() {
				for waits := true; waits; {
					select {
					case path := <-d.posted:
						waits = publishes && path != "publish"
					case <-idle: // it was sent while nobody listened
						waits = false
					}
				}
				<-time.After(delay)
				d.node.stop(syscall.SIGKILL)
				d.tell("kill")
				d.node.start()
			})
		}
		for i, p := range both {
			people.Go(func() {
				for n := range 2 {
					switch {
					case settles && i == round%2:
						fail("settling", p.settle(false))
					case settles:
					case publishes && n == 1 && i == 0:
						fail("publishing", p.publish())
					case n == 0:
						fail("deciding", p.decide())
					default:
						fail("editing", p.edit())
					}
				}
			})
		}
		switch {
		case pulls:
			work.Go(func() { fail("pulling", d.pull(disk)) })
		case !settles && round%2 == 0:
			work.Go(func() { fail("saving", d.save(disk)) })
		}
		people.Wait()
		close(idle)
		work.Wait()
		if kill || round%8 == 0 {
			fail(fmt.Sprint("round ", round), both[0].check())
		}
	}
	published := func() int { return d.done["publish 200"] + d.done["publish 422"] } // 422: there is nothing left
	for before := published(); !t.Failed() && published() == before; {
		fail("settling", both[1].settle(true))
		fail("publishing", both[0].publish())
	}
	if !t.Failed() {
		fail("the end", both[0].check())
	}
	if others := d.untouchedFiles(); !maps.Equal(others, d.others) {
		t.Errorf("seed %d: files that nobody edits are others now: %v, before %v",
			seed, slices.Sorted(maps.Keys(others)), slices.Sorted(maps.Keys(d.others)))
	}
	t.Logf("seed %d, %s: %v", seed, time.Since(began).Round(time.Second), d.done)
	if t.Failed() {
		t.Logf("%s\n%s", strings.Join(d.log[max(0, len(d.log)-60):], ""), d.node.log)
	}
}
