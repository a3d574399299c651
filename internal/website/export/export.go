package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/site"
)

// Website is what is exported. Its methods are called by many goroutines at a time.
type Website interface {
	// Revision returns the current revision; nil before the first good load.
	Revision() *site.Revision
	// Page returns the HTML of a page, or the not-found page of the nearest site; never nil.
	Page(ctx context.Context, path string) *site.Representation
	// PageData returns the JSON {site, page} of a page; nil when there is no such page.
	PageData(ctx context.Context, path string) *site.Representation
	// Asset returns a file by its address, such as /assets/…; nil when unknown.
	Asset(address string) *site.Representation
	// Document returns "sitemap.xml", "robots.txt", "llms.txt" or "favicon.ico"; nil when there is none.
	Document(name string) *site.Representation
}

// Header is a line of the header of every answer.
type Header struct{ Name, Value string }

// Options says what is exported and how. Website is required.
type Options struct {
	Website Website
	// Addresses of the files of the web build, which their codings were built with.
	Built []string
	// What _headers says of every answer, with what some page may do beyond that; nil for nothing.
	Headers func(site.Policy) []Header
	// For how many days files stay under names that hold a hash, such as a
	// stylesheet, when no page needs them any more: open pages and caches may.
	KeepDays int
	// The clock. Left out: time.Now.
	Now func() time.Time
	// Takes a folder that holds foreign files, and replaces those whose names are
	// needed. Others are never touched.
	Force bool
	// Called after every file that was dealt with, one call at a time; may be nil.
	Progress func(done, all int)
}

// Summary tells what an export did.
type Summary struct {
	// Files, compressed siblings among them.
	Written, Unchanged, Removed int
	// Files that only pages of earlier exports need.
	Kept int
	// Size of the written files, and of all, in bytes.
	WrittenBytes, Bytes int64
	// Files that are not needed any more, but that somebody has changed: they stay.
	Changed []string
	// Former paths that are in _redirects only, because their file has the name of another one.
	Unfiled []string
	// The revision that was exported.
	Revision *site.Revision
}

var (
	// ErrForeign says that the folder holds files of somebody else.
	ErrForeign = errors.New("the folder holds files that no export wrote")
	// ErrRenewed says that the dates in the content turned meanwhile: export again.
	ErrRenewed = errors.New("the content was renewed for a new date meanwhile")
)

// Exporter writes a website into folders.
type Exporter struct{ options Options }

// New returns an exporter.
func New(options Options) *Exporter {
	if options.Now == nil {
		options.Now = time.Now
	}
	return &Exporter{options}
}

// Export writes the website into a folder. After an error everything that was
// there before, or its new version, still is; the next export completes it.
func (e *Exporter) Export(ctx context.Context, dir string) (summary Summary, err error) {
	plan, err := newPlan(e.options)
	if err != nil {
		return Summary{}, err
	}
	f, err := openFolder(dir)
	if err != nil {
		return Summary{}, err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	run := &run{
		options: e.options, plan: plan, folder: f, all: len(slices.Concat(plan.steps()...)),
		now: manifest{Revision: plan.revision.ID, Complete: true, Files: map[string]string{}, Kept: map[string]string{}},
	}
	run.summary.Unfiled, run.summary.Revision = plan.unfiled, plan.revision
	if err := run.inspect(); err != nil {
		return Summary{}, err
	}
	defer func() { err = errors.Join(err, f.sweep()) }()
	if err := f.sweep(); err != nil {
		return Summary{}, err
	}
	run.announce = sync.OnceValue(run.writeJournal)
	err = run.work(ctx)
	if err != nil && run.begun {
		// What is known by now saves the next export work. Without it, such as
		// on a full disk, the list still says all that it must.
		_ = run.writeJournal()
	}
	return run.summary, err
}

// run is one export.
type run struct {
	options Options
	plan    *plan
	folder  *folder
	before  *manifest
	// Writes down, before the first change, which names are this export's.
	announce func() error

	mu      sync.Mutex
	begun   bool // whether something was changed
	now     manifest
	summary Summary
	failed  []error
	done    int
	all     int
}

// inspect looks at what is there before anything is touched.
func (r *run) inspect() error {
	var err error
	if r.before, err = readManifest(r.folder); err != nil {
		return err
	}
	if r.before == nil {
		r.before = &manifest{Complete: true}
		empty, err := r.folder.isEmpty()
		if err != nil {
			return err
		}
		if !empty && !r.options.Force {
			return ErrForeign
		}
	}
	return r.findForeign()
}

// findForeign looks for files of somebody else that have names of ours, and
// notes which folders are going to be made.
func (r *run) findForeign() error {
	var foreign []string
	made := map[string]bool{}
	for _, name := range r.before.Folders {
		made[name] = true
	}
	for _, it := range slices.Concat(r.plan.steps()...) {
		for above := range parents(it.name) {
			if _, err := r.folder.root.Lstat(above); errors.Is(err, fs.ErrNotExist) {
				made[above] = true
			}
		}
		for _, name := range variants(it.name) {
			if _, ours := r.before.Files[name]; ours {
				continue
			}
			info, err := r.folder.root.Lstat(name)
			switch {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil:
				return fmt.Errorf("look for %s: %w", name, withoutPath(err))
			case info.IsDir():
				return fmt.Errorf("write %s: there is a folder of that name", name)
			default:
				foreign = append(foreign, name)
			}
		}
	}
	for name := range made {
		r.now.Folders = append(r.now.Folders, name)
	}
	slices.Sort(r.now.Folders)
	if len(foreign) > 0 && !r.options.Force {
		const shown = 5
		more := ""
		if len(foreign) > shown {
			more = fmt.Sprintf(" and %d more", len(foreign)-shown)
		}
		return fmt.Errorf("%w, where files of the website belong: %s%s", ErrForeign, strings.Join(foreign[:min(shown, len(foreign))], ", "), more)
	}
	return nil
}

// writeJournal claims all names that may be written from now on, with the
// hashes of what has been dealt with.
func (r *run) writeJournal() error {
	r.mu.Lock()
	r.begun = true
	journal := manifest{Revision: r.plan.revision.ID, Files: map[string]string{}, Folders: r.now.Folders, Kept: r.before.Kept}
	maps.Copy(journal.Files, r.before.Files)
	for _, it := range slices.Concat(r.plan.steps()...) {
		_, done := r.now.Files[it.name]
		for _, name := range variants(it.name) {
			hash, made := r.now.Files[name]
			_, old := r.before.Files[name]
			// A sibling of earlier bytes must not pass for one of these.
			if made || !done || old {
				journal.Files[name] = hash
			}
		}
	}
	r.mu.Unlock()
	return journal.write(r.folder)
}

// work writes the steps of the plan, and then removes what is not needed.
func (r *run) work(ctx context.Context) error {
	for _, step := range r.plan.steps() {
		if err := r.write(ctx, step); err != nil {
			return err
		}
	}
	if r.options.Website.Revision() != r.plan.revision {
		return ErrRenewed
	}
	if err := r.remove(); err != nil {
		return err
	}
	return r.now.write(r.folder)
}

func (r *run) write(ctx context.Context, items []item) error {
	workers, together := errgroup.WithContext(ctx)
	// Rendering has a limit of its own; some of them compress or wait for the disk.
	workers.SetLimit(2 * runtime.GOMAXPROCS(0))
	for _, it := range items {
		workers.Go(func() error {
			if together.Err() != nil {
				return ctx.Err() // why another one stopped is known already
			}
			return r.update(together, it)
		})
	}
	// A page that cannot be rendered stops nobody else; a disk that is full does.
	return cmp.Or(workers.Wait(), errors.Join(r.failed...))
}

// update brings one file and its siblings up to date.
func (r *run) update(ctx context.Context, it item) error {
	if it.large != nil {
		return r.updateLarge(ctx, it)
	}
	parts, changed, err := r.parts(ctx, it)
	if err != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.failed = append(r.failed, fmt.Errorf("export %s: %w", it.address, err))
		return nil
	}
	if len(changed) > 0 {
		if err := r.announce(); err != nil {
			return err
		}
		if err := r.folder.put(false, changed...); err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range parts {
		r.now.Files[p.name] = hashOf(p.data)
		r.summary.Bytes += int64(len(p.data))
	}
	for _, p := range changed {
		r.summary.WrittenBytes += int64(len(p.data))
	}
	r.summary.Written += len(changed)
	r.summary.Unchanged += len(parts) - len(changed)
	r.done++
	if r.options.Progress != nil {
		r.options.Progress(r.done, r.all)
	}
	return nil
}

func parents(name string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := range len(name) {
			if name[i] == '/' && !yield(name[:i]) {
				return
			}
		}
	}
}
