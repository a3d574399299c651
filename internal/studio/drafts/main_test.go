package drafts

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/database"
	"github.com/evenlight/marquee/internal/testkit"
)

const (
	home  = "main/pages/index.yaml"
	about = "main/pages/about.yaml"
	prose = "main/pages/prose.yaml"
	anna  = "anna@example.com"
	bert  = "bert@example.com"
)

// files are a website without an error.
var files = map[string]string{
	"main/site.yaml": "# Who we are.\nname: Bakery\npath: /\nbaseURL: https://bakery.example\ntagline: Bread\n" +
		"timeZone: Europe/Berlin\nlanguage: en\ntheme:\n  scheme: dark\n  fonts: {display: Inter, text: Inter}\n" +
		`  colors: {background: "#0b0d12", surface: "#141821", text: "#f4f6fb", muted: "#aab3c5", line: "#2a3040", ` +
		`primary: "#7cc5d6", onPrimary: "#0b0d12", accent: "#7cf5d6"}` + "\n",
	"main/pages/404.yaml": "title: Not found\nnotFound: {code: '404', title: Not here, actions: [{label: Home, to: /}]}\n",
	home: `# The first page.
title: Home   # shown in the tab
description: Bread and rolls.
sections:
  - hero:
      title: Bread
      text: Fresh every day.

  # What people ask for.
  - prose: {id: rolls, markdown: Rolls}
  - prose: {id: cakes, markdown: Cakes}
`,
	about: "title: About\ndescription: Who we are.\nsections:\n  - hero: {title: About us}\n",
	prose: "title: Prose\ndescription: Words.\nsections:\n  - hero: {title: Prose}\n",
}

// rig is a store over a real folder, with a clock that tests move.
type rig struct {
	*Store
	t         testing.TB
	dir, data string
	clock     *testkit.Clock
	source    *content.Source
	kept      *history.History
}

// whatIsAt names changes by their path alone.
func whatIsAt(path string) yamldoc.Change { return yamldoc.Change{At: path} }

func newRig(t testing.TB) *rig {
	t.Helper()
	r := &rig{t: t, dir: t.TempDir(), data: t.TempDir(), clock: testkit.NewClock(testkit.Noon)}
	for name, text := range files {
		r.save(name, text)
	}
	r.start()
	return r
}

// start is what a process does when it begins.
func (r *rig) start() {
	r.t.Helper()
	logger := slog.New(slog.DiscardHandler)
	r.kept = history.Open(history.Config{Dir: filepath.Join(r.data, "content"), Content: r.dir, Logger: logger})
	r.t.Cleanup(r.kept.Close)
	loader := content.NewLoader(outline.Options{History: r.kept})
	r.source = content.NewSource(r.dir, loader, logger, r.clock.Now, func(*site.Revision) {})
	r.open(r.source)
	if status := r.source.Reload(r.t.Context()); status.Revision == "" {
		r.t.Fatalf("nothing is live: %v", status.Problems)
	}
}

func (r *rig) open(folder Folder) {
	r.t.Helper()
	db, err := database.Open(r.t.Context(), r.data)
	must(r.t, err)
	r.t.Cleanup(func() { must(r.t, db.Close()) })
	r.Store, err = Open(r.t.Context(), Config{
		DB: db, Folder: folder, History: r.kept, Now: r.clock.Now, Order: func(string) yamldoc.Order { return nil },
	})
	must(r.t, err)
}

// save is what an editor on disk does.
func (r *rig) save(name, text string) {
	r.t.Helper()
	full := filepath.Join(r.dir, filepath.FromSlash(name))
	must(r.t, os.MkdirAll(filepath.Dir(full), 0o755))
	must(r.t, os.WriteFile(full, []byte(text), 0o644))
}

func (r *rig) onDisk(name string) string {
	r.t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return "none"
	}
	must(r.t, err)
	return string(data)
}

func (r *rig) draft(name string) string {
	r.t.Helper()
	_, draft, err := r.File(r.t.Context(), name)
	must(r.t, err)
	if draft == nil {
		return "none"
	}
	return string(draft)
}

// set returns a change that sets a value; old is what the person saw.
func set(file, at, old, value string) Change {
	c := Change{ID: newID(), File: file, Change: yamldoc.Change{Op: "set", At: at, Value: words(value)}}
	if old != "" {
		c.Old = words(old)
	}
	return c
}

var ids atomic.Int64

func newID() string { return fmt.Sprint("change ", os.Getpid(), "-", ids.Add(1)) }

func words(text string) *yamldoc.Tree { return textOf([]byte(text)) }

// patch makes changes, and wants them to be made.
func (r *rig) patch(by string, changes ...Change) {
	r.t.Helper()
	if _, conflicts, err := r.Patch(r.t.Context(), by, changes); err != nil || conflicts != nil {
		r.t.Fatalf("%v, %v", conflicts, err)
	}
}

// listed tells what is not published.
func (r *rig) listed() string {
	r.t.Helper()
	found, err := r.Changes(r.t.Context())
	must(r.t, err)
	return told(found)
}

func told(found []Listed) string {
	var lines []string
	for _, one := range found {
		line := one.By + ": " + one.Op + " " + one.File + " " + one.At + " " + short(one.Old) + " > " + short(one.Value)
		if one.Conflict != nil {
			line += " or " + short(one.Conflict.Theirs) + " of " + one.Conflict.By
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func short(value *yamldoc.Tree) string {
	if value == nil {
		return "-"
	}
	return inJSON(value)
}

func inJSON(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

func (r *rig) wants(what string, lines ...string) {
	r.t.Helper()
	if now, want := r.listed(), strings.Join(lines, "\n"); now != want {
		r.t.Errorf("%s: there is\n%s\nwant\n%s", what, now, want)
	}
}

func (r *rig) publish(by string, files ...string) Published {
	r.t.Helper()
	r.clock.Add(time.Minute)
	if files == nil {
		files = r.drafted()
	}
	made, err := r.Publish(r.t.Context(), by, files)
	if err != nil {
		r.t.Fatalf("%v: %v %v", err, inJSON(made.Conflicts), made.Problems)
	}
	return made
}

// drafted returns the files that have drafts.
func (r *rig) drafted() []string {
	r.t.Helper()
	all, err := r.Files(r.t.Context())
	must(r.t, err)
	return slices.Sorted(maps.Keys(all))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var _ Folder = (*content.Source)(nil)
