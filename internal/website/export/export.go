// Package export writes a website as static files, for file servers and CDNs; docs/operate.md has an example.
//
// # Names
//
// Hosts that look for the extension answer the canonical path of a page, which has no slash at its end, with
// <path>.html; a folder with an index.html would make nearly every host redirect to the path with a slash.
//
//	/                      index.html
//	/about                 about.html, and about.md as Markdown
//	not found              404.html, and <path>/404.html for each sub-site
//	former paths           a line in _redirects, and <path>.html, which leads on
//	data of /about         api/page-data/about.json, of / api/page-data/index.json
//	/assets/… /files/… /images/… /og/…, sitemap.xml, robots.txt, llms.txt, favicon.ico
//	                       under their own names
//	security headers, caching
//	                       _headers; what one page may do beyond them, all of its host may
//
// All this is written once more for each site with hosts of its own, into the folder _hosts/<the first of its hosts>.
// Whatever gets smaller has compressed siblings, .gz and .br: the same content always gives the same files.
//
// The client asks for /api/pages?path=…, which is no file. Where a host does not map that to api/page-data it must
// answer 404, upon which the client has the browser load the whole page. That is why no file or folder has that name.
//
// # What happens to the folder
//
// The file .marquee-export.json lists what was written, with hashes. A file is replaced by renaming, only where its
// bytes differ. Pages come after the files that they need, and what is not needed any more is removed last, unless
// somebody changed it since. No file that is not listed is ever replaced or removed: a folder without a list must be
// empty, but for names that begin with a dot.
//
// Before the first change the list takes up all names that are going to be written, without hashes. So after an
// interruption the next export knows what is its own, and completes the work.
package export

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
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

// Options says what is exported and how. Website is required.
type Options struct {
	Website Website
	// Addresses of the files of the web build, which their codings were built with.
	Built []string
	// Names and values that _headers says of every answer, with what some page may do beyond that; nil for nothing.
	Headers func(site.Policy) [][2]string
	// For how many days files stay under names that hold a hash, such as a
	// stylesheet, when no page needs them any more: open pages and caches may.
	KeepDays int
	Now      func() time.Time // left out: time.Now
}

// Summary tells what an export did.
type Summary struct {
	// Files, compressed siblings among them.
	Written, Unchanged, Removed int
	// Files that only pages of earlier exports need.
	Kept int
	// Size of the written files, in bytes.
	WrittenBytes int64
	// Files that are not needed any more, but that somebody has changed: they stay.
	Changed []string
	// The revision that was exported.
	Revision *site.Revision
}

var (
	// ErrForeign says that the folder holds files of somebody else.
	ErrForeign = errors.New("the folder holds files that no export wrote")
	// ErrRenewed says that the dates in the content turned meanwhile: export again.
	ErrRenewed = errors.New("the content was renewed for a new date meanwhile")
)

// Export writes the website into a folder. After an error everything that was
// there before, or its new version, still is; the next export completes it.
func Export(ctx context.Context, dir string, options Options) (summary Summary, err error) {
	if options.Now == nil {
		options.Now = time.Now
	}
	plan, err := newPlan(options)
	if err != nil {
		return Summary{}, err
	}
	f, err := openFolder(dir)
	if err != nil {
		return Summary{}, err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	before, err := f.readManifest()
	if err == nil {
		err = f.findForeign(before, plan)
	}
	if err != nil {
		return Summary{}, err
	}

	run := &run{
		options: options, plan: plan, folder: f, before: before, summary: Summary{Revision: plan.revision},
		now: manifest{Revision: plan.revision.ID, Files: map[string]string{}, Kept: map[string]string{}},
	}
	claimed := false
	run.claim = sync.OnceValue(func() error { claimed = true; return run.writeJournal() })
	if err = run.work(ctx); err != nil && claimed {
		// What is known by now saves the next export work. Without it, such as
		// on a full disk, the list still says all that it must.
		_ = run.writeJournal()
	}
	return run.summary, err
}

type run struct {
	options Options
	plan    *plan
	folder  *folder
	before  manifest
	claim   func() error // before the first change

	mu      sync.Mutex
	now     manifest // what is there as it should be
	summary Summary
	failed  []error
}

// writeJournal lists what was there, and all that may be written; with hashes where the bytes are known.
func (r *run) writeJournal() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	files := map[string]string{}
	maps.Copy(files, r.before.Files)
	for _, name := range r.plan.possible {
		files[name] = ""
	}
	maps.Copy(files, r.now.Files)
	return r.folder.writeManifest(manifest{Revision: r.now.Revision, Files: files, Kept: r.before.Kept})
}

// work writes the steps of the plan, and then removes what is not needed.
func (r *run) work(ctx context.Context) error {
	for _, items := range r.plan.steps {
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
		if err := cmp.Or(workers.Wait(), errors.Join(r.failed...)); err != nil {
			return err
		}
	}
	if r.options.Website.Revision() != r.plan.revision {
		return ErrRenewed
	}
	for _, name := range slices.Sorted(maps.Keys(r.before.Files)) {
		if _, needed := r.now.Files[name]; needed {
			continue
		}
		if err := r.remove(name); err != nil {
			return fmt.Errorf("remove %s: %w", name, err)
		}
	}
	r.now.Complete = true
	return r.folder.writeManifest(r.now)
}

func (r *run) update(ctx context.Context, it item) error {
	if it.hashed && r.unchanged(it.name, "") {
		return nil
	}
	if it.large != nil {
		source, err := it.large.Open()
		if err == nil {
			err = errors.Join(r.put(it.name, shortHash(it.large.Sum[:]), source), source.Close())
		}
		return r.fail(it, err)
	}
	answer := it.get(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case answer == nil:
		return r.fail(it, errors.New("it is not there"))
	case answer.Status != it.status:
		return r.fail(it, fmt.Errorf("it answers %d", answer.Status))
	}
	if !it.built {
		if r.unchanged(it.name, hashOf(answer.Body)) {
			return nil
		}
		answer = &site.Representation{ContentType: answer.ContentType, Body: answer.Body}
		if !it.plain {
			encoding.Compress(answer, encoding.Thorough)
		}
	}
	for i, data := range [][]byte{answer.Body, answer.Gzip, answer.Brotli} {
		if i == 0 || len(data) > 0 {
			if err := r.put(variants(it.name)[i], hashOf(data), bytes.NewReader(data)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *run) fail(it item, err error) error {
	if err != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.failed = append(r.failed, fmt.Errorf("export %s: %w", it.address, err))
	}
	return nil
}

func (r *run) put(name, hash string, data io.Reader) error {
	size, same := int64(0), r.folder.hash(name) == hash
	if !same {
		err := r.claim()
		if err == nil {
			size, err = r.folder.write(name, hash, data)
		}
		if err != nil {
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.Files[name] = hash
	if same {
		r.summary.Unchanged++
	} else {
		r.summary.Written++
		r.summary.WrittenBytes += size
	}
	return nil
}

// unchanged reports whether a file and its siblings are as the export before wrote them, and notes that. The hash is
// that of the file, where it is known: then neither pictures are drawn nor pages compressed again.
func (r *run) unchanged(name, hash string) bool {
	if known := r.before.Files[name]; known == "" || hash != "" && known != hash {
		return false
	}
	found := map[string]string{}
	for _, variant := range variants(name) {
		known, listed := r.before.Files[variant]
		there := r.folder.hash(variant)
		if there != known {
			return false
		}
		if listed && there != "" {
			found[variant] = there
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.Copy(r.now.Files, found)
	r.summary.Unchanged += len(found)
	return true
}

// remove takes away a file that an earlier export wrote and this one does not need, and
// the folders that are empty then.
func (r *run) remove(name string) error {
	root, known := r.folder.root, r.before.Files[name]
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || known != "" && r.folder.hash(name) != known {
		r.summary.Changed = append(r.summary.Changed, name)
		return nil
	}
	if since := r.keptSince(name); since != "" {
		r.now.Files[name], r.now.Kept[name] = known, since
		r.summary.Kept++
		return nil
	}
	if err := cmp.Or(r.claim(), root.Remove(name)); err != nil {
		return err
	}
	r.summary.Removed++
	above := path.Dir(name)
	for above != "." && root.Remove(above) == nil { // which fails where something else is in it
		above = path.Dir(above)
	}
	return nil
}

// keptSince returns the day since which a file is kept that an open page, or one in a
// cache, may still ask for; "" where it is not kept.
func (r *run) keptSince(name string) string {
	if r.options.KeepDays == 0 || r.before.Files[name] == "" || !hashed.MatchString("/"+name) {
		return ""
	}
	now := r.options.Now().UTC()
	since, today := r.before.Kept[name], now.Format(time.DateOnly)
	if _, err := time.Parse(time.DateOnly, since); err != nil || since > today {
		since = today
	}
	if since < now.AddDate(0, 0, -r.options.KeepDays).Format(time.DateOnly) {
		return ""
	}
	return since
}
