package content

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// A site with errors is replaced by its newest version that loads. If the whole is good
// then, it goes live; else everything that changed waits, and what is live stays.

// maxBuilds is how many revisions are built for one state of the folder at most: as it is, without the sites that
// have errors, and without those that have errors because of that.
const maxBuilds = 3

// maxReasons is how many reasons are told for one change that waits.
const maxReasons = 20

type heldSite struct {
	problems []yamldoc.Problem
	since    time.Time
	waiting  []string
}

// versions returns the older versions of a site, the newest first; nil where there is no more.
type versions func(id string, n int) *tree.Site

// choice is a website that is put together from sites as they are in the folder and, where
// these have errors, as they were.
type choice struct {
	sites map[string]*tree.Site // that are tried now
	older versions
	tried map[string]int // how many older versions of a site were tried
	// Whether a site is left out of which no version is good.
	leaveOut bool
	// Why sites are not as they are in the folder.
	held map[string][]yamldoc.Problem
}

// newChoice begins with the sites of the folder. What is left of a site without its site.yaml is an error of that site.
func newChoice(found map[string]*tree.Site, older versions) *choice {
	c := &choice{
		sites: map[string]*tree.Site{}, older: older, tried: map[string]int{}, held: map[string][]yamldoc.Problem{},
	}
	for id, s := range found {
		if s.Complete {
			c.sites[id] = s
		} else if older(id, 0) != nil {
			c.replace(id, s.Problems)
		}
	}
	return c
}

// replace puts the next older version of a site in its place, or leaves out a site that has
// none. It reports whether that changes anything.
func (c *choice) replace(id string, because []yamldoc.Problem) bool {
	if c.held[id] == nil {
		c.held[id] = because
	}
	for {
		version := c.older(id, c.tried[id])
		if version == nil {
			break
		}
		c.tried[id]++
		if !version.Equal(c.sites[id]) {
			c.sites[id] = version
			return true
		}
	}
	_, there := c.sites[id]
	if there && (c.tried[id] == 0 || c.leaveOut) { // a new site, or one of which no version loads
		delete(c.sites, id)
		return true
	}
	return false
}

func (c *choice) replaceBroken(problems []yamldoc.Problem) (changed bool) {
	others := slices.Sorted(maps.Keys(c.held))
	own := map[string][]yamldoc.Problem{}
	for _, problem := range problems {
		if problem.Severity != yamldoc.Error {
			continue
		}
		id := tree.FolderOf(problem.File)
		if len(others) > 0 { // it may be good with these sites as they are in the folder
			problem.Message = fmt.Sprintf("This change waits for %s, which is held back. %s", strings.Join(others, ", "),
				problem.Message)
		}
		own[id] = append(own[id], problem)
	}
	for id, because := range own {
		if c.sites[id] != nil && c.replace(id, because) {
			changed = true
		}
	}
	return changed
}

// build builds the website, and again without what is broken, a number of times at most. Where
// nothing is good the revision is nil, and the problems are those of the last try.
func (c *choice) build(ctx context.Context, l *Loader, limit int, now time.Time) (built, error) {
	for n := 1; ; n++ {
		if len(c.sites) == 0 {
			return built{problems: []yamldoc.Problem{tree.NoSite}}, nil
		}
		made, err := build(ctx, l.options, tree.Compose(c.sites), now)
		if err != nil || made.revision != nil || !c.replaceBroken(made.problems) || n == limit {
			return made, err
		}
	}
}

func (s *Source) settle(ctx context.Context, found *tree.Tree, began time.Time, strict bool) error {
	if strict {
		made, err := build(ctx, s.loader.options, found, s.now())
		if err == nil && made.revision != nil {
			s.take(made, began)
			return nil
		}
		s.warnings = made.problems
		return err
	}

	starts := s.live.revision == nil
	sites, live := found.Split(), s.live.tree.Split()
	var kept *keptSites
	if starts && s.loader.options.History != nil {
		good := slices.DeleteFunc(s.loader.options.History.List(), func(e history.Entry) bool { return e.Displaced })
		kept = &keptSites{ctx: ctx, loader: s.loader, entries: good, found: map[string]*keptVersions{}}
	}
	newest := func(id string, n int) *tree.Site {
		switch {
		case n > 0:
			return nil
		case kept != nil:
			return kept.version(id, 0)
		}
		return live[id]
	}

	var made built
	var err error
	c := newChoice(sites, newest)
	if len(found.Sites) > 0 {
		made, err = c.build(ctx, s.loader, maxBuilds, s.now())
	} else { // a volume that is not there, a checkout under way: nobody removes all sites
		made.problems = []yamldoc.Problem{tree.NoSite}
	}
	broken := made.problems
	if err == nil && made.revision == nil && kept != nil {
		made, c, err = kept.lastGood(c, sites, s.now())
	}
	if err != nil {
		return err
	}
	if now, before := made.revision, s.live.revision; now != nil && (starts || !made.tree.Equal(s.live.tree) ||
		now.ID != before.ID || !now.ValidUntil.Equal(before.ValidUntil)) {
		s.take(made, began)
	}
	s.hold(sites, s.live.tree.Split(), c.held, broken)
	return nil
}

func (s *Source) hold(sites, live map[string]*tree.Site, because map[string][]yamldoc.Problem, broken []yamldoc.Problem,
) {
	before := s.held
	s.held = map[string]*heldSite{}
	ids := maps.Clone(live)
	for id, one := range sites {
		if one.Complete {
			ids[id] = one
		}
	}
	for id := range ids {
		one := sites[id]
		if one != nil && one.Equal(live[id]) {
			continue
		}
		held := &heldSite{problems: because[id], since: s.now(), waiting: live[id].Changes(one)}
		if was := before[id]; was != nil {
			held.since = was.since
		}
		if held.problems == nil {
			file := id
			if len(held.waiting) == 1 && one != nil {
				file = held.waiting[0]
			}
			held.problems = waits(file, broken)
		}
		s.held[id] = held
	}
}

// waits tells the author of a change what it would break elsewhere.
func waits(file string, broken []yamldoc.Problem) []yamldoc.Problem {
	var first []yamldoc.Problem
	count := map[yamldoc.Problem]int{} // of the same error in several places
	for _, problem := range broken {
		if problem.Severity != yamldoc.Error {
			continue
		}
		reason := yamldoc.Problem{Code: problem.Code, Refers: problem.Refers, Message: problem.Message}
		if count[reason]++; count[reason] == 1 {
			first = append(first, problem)
		}
	}
	var reasons []yamldoc.Problem
	for _, problem := range first[:min(len(first), maxReasons)] {
		place := problem.File
		if problem.Line > 0 {
			place = fmt.Sprintf("%s:%d", place, problem.Line)
		}
		if n := count[yamldoc.Problem{Code: problem.Code, Refers: problem.Refers, Message: problem.Message}]; n > 1 {
			place = fmt.Sprintf("%s (and %d more)", place, n-1)
		}
		message := fmt.Sprintf("This change waits: with it, there would be an error in %s. %s", place, problem.Message)
		hint := "Change both, or keep what is used there."
		switch {
		case problem.Code == "unknown-page" && problem.Refers != "":
			message = fmt.Sprintf("This change waits: %s links to %s, which would not be there any more.", place, problem.Refers)
			hint = "Change that link too, or keep the page."
			if tree.IsSlugPath(problem.Refers) {
				hint += fmt.Sprintf(" If another one takes its place, give that aliases: [%s].", problem.Refers)
			}
		case problem.Code == "unknown-anchor" && problem.Refers != "":
			message = fmt.Sprintf("This change waits: %s links to %s. %s", place, problem.Refers, problem.Message)
			hint = "Change that link too, or keep the anchor."
		case problem.Code == "no-main-site" || problem.Code == "no-site":
			message, hint = "This change waits: without this site no site would live at /.", problem.Hint
		}
		reasons = append(reasons,
			yamldoc.Problem{Severity: yamldoc.Error, File: file, Code: "change-waits", Message: message, Hint: hint})
	}
	return reasons
}

func (h *heldSite) place(id string) string {
	for _, problem := range h.problems {
		if problem.Line > 0 {
			return fmt.Sprintf("%s:%d", problem.File, problem.Line)
		}
	}
	if len(h.problems) > 0 {
		return cmp.Or(h.problems[0].File, id)
	}
	return id
}

// keptSites are the sites of the revisions in the history, read when somebody asks.
type keptSites struct {
	ctx     context.Context
	loader  *Loader
	entries []history.Entry // the newest first
	found   map[string]*keptVersions
}

type keptVersions struct {
	read []*tree.Site
	next int // the entry to look into next
	last map[string]history.Sum
}

// version returns the n-th newest version of a site that can be read and has no errors of its
// own, nil where there are fewer. It is what [versions] asks for.
func (k *keptSites) version(id string, n int) *tree.Site {
	of := k.found[id]
	if of == nil {
		of = &keptVersions{}
		k.found[id] = of
	}
	for len(of.read) <= n && of.next < len(k.entries) {
		entry := k.entries[of.next]
		of.next++
		files := entry.Site(id)
		if len(files) == 0 || maps.Equal(files, of.last) {
			continue
		}
		of.last = files
		if one := k.read(entry, id); one != nil && !one.Broken() {
			of.read = append(of.read, one)
		}
	}
	if n < len(of.read) {
		return of.read[n]
	}
	return nil
}

func (k *keptSites) read(entry history.Entry, id string) *tree.Site {
	l := k.loader
	fsys := l.options.History.Tree(entry, id)
	if fsys == nil {
		return nil
	}
	// The files of the folder are known here, so that what did not change is the same value.
	t, err := l.reader.Beside(l.options.History).Read(k.ctx, fsys)
	if err != nil { // the context ended: whoever asked finds out
		return nil
	}
	return t.Split()[id]
}

// lastGood returns what is served after a start on a folder that is not good, even without what is broken in it: the
// newest revision that is kept or, where that does not load, the newest version of each site that does.
func (k *keptSites) lastGood(c *choice, sites map[string]*tree.Site, now time.Time) (built, *choice, error) {
	newest := map[string]*tree.Site{}
	if len(k.entries) > 0 {
		for _, id := range k.entries[0].Sites() {
			if one := k.version(id, 0); one != nil {
				newest[id] = one
			}
		}
	}
	if len(newest) == 0 {
		return built{}, c, nil
	}
	made, err := build(k.ctx, k.loader.options, tree.Compose(newest), now)
	if err != nil || made.revision != nil {
		return made, c, err
	}

	stepping := newChoice(sites, k.version)
	stepping.leaveOut = true
	if len(stepping.sites) == 0 {
		stepping.sites = newest
	}
	made, err = stepping.build(k.ctx, k.loader, len(k.entries)+maxBuilds, now)
	return made, stepping, err
}
