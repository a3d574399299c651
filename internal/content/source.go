package content

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/watch"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// Source serves the newest good revision of a content folder: it loads the folder,
// watches it, and makes the revision again when a date in it changes.
//
// A site without errors goes live whole. One with errors stays as it was when it was good last, and holds back no
// other; its problems are logged and shown in [Status]. It is tried again now and then, since time can mend it.
type Source struct {
	dir     string
	loader  *Loader
	logger  *slog.Logger
	now     func() time.Time
	publish func(*site.Revision)
	bytes   Bytes // see UseBytes

	// What others see, who must not wait for a load.
	shown      atomic.Pointer[Status]
	rev        atomic.Pointer[site.Revision]
	retry      atomic.Pointer[time.Time] // when a refresh that failed is tried again; nil where it did not
	changes    atomic.Int64              // see Changes
	refreshing singleflight.Group

	mu       sync.Mutex           // locked while loading; guards what follows
	current  *tree.Tree           // the folder as it was read last
	live     built                // what is served: sites as they are in the folder, or as they were
	held     map[string]*heldSite // the sites that are not served as they are
	warnings []yamldoc.Problem    // about what is served
	served   map[string]served    // what is served of each site
	status   Status
	lastLoad time.Time       // when the folder was loaded last
	logged   map[string]bool // what the log says of the folder as it is
}

// retryBad is how long a bad folder in which nothing changes is taken to be bad, and how long nothing is refreshed
// after a failure.
const retryBad = 10 * time.Second

// NewSource prepares a source; nothing is read yet. The clock may be moved by
// tests. Publish is called with every new revision, one call at a time.
func NewSource(
	dir string, loader *Loader, logger *slog.Logger, now func() time.Time, publish func(*site.Revision),
) *Source {
	s := &Source{
		dir: dir, loader: loader, logger: logger, now: now, publish: publish,
		live:   built{tree: tree.Compose(nil)},
		status: Status{Problems: []yamldoc.Problem{}, Sites: []SiteStatus{}},
	}
	s.show()
	return s
}

// Start is the first [Source.Reload]. A strict one publishes nothing where the folder has errors.
func (s *Source) Start(ctx context.Context, strict bool) Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reload(ctx, strict)
	return s.status
}

// Reload reads the folder and publishes a new revision where it is good and differs from the one that is served.
func (s *Source) Reload(ctx context.Context) Status {
	return s.Start(ctx, false)
}

// reload reads the folder, and makes a revision of what it finds if there may be a new one. It returns how long
// reading took.
func (s *Source) reload(ctx context.Context, strict bool) (took time.Duration) {
	began := time.Now()
	found, err := s.loader.reader.Read(ctx, tree.Folder(s.dir))
	took = time.Since(began)
	switch {
	case err == nil:
		s.load(ctx, found, began, strict)
	case ctx.Err() == nil:
		s.report(err.Error())
	}
	return took
}

func (s *Source) load(ctx context.Context, found *tree.Tree, began time.Time, strict bool) {
	unchanged := found.Equal(s.current) && s.status.Error == ""
	s.current = found
	// What is held back can become good as time goes by: a link may lead to a page that is published later.
	if unchanged && !(s.status.Stale() && s.now().Sub(s.lastLoad) >= retryBad) {
		return
	}
	s.lastLoad = s.now()
	recovers := s.status.Stale() && s.rev.Load() != nil
	before := s.status.Revision
	err := s.settle(ctx, found, began, strict)
	switch {
	case ctx.Err() != nil:
		s.current = nil // read again next time
	case err != nil:
		s.report(err.Error())
	default:
		s.report("")
		if recovers && !s.status.Stale() && before == s.status.Revision {
			s.logger.Info("content is good again", "revision", before)
		}
	}
}

// Refresh makes the revision of this moment from the last good folder when the one that is served has run out: a date
// turned, a page is due. The folder itself is not read, so that a bad edit does not hold the date back.
//
// Requests call it. Those that come while the revision is made wait for it, once for all; none waits for a load of the
// folder, which refreshes in its end. After a failure it does nothing for a while.
func (s *Source) Refresh(ctx context.Context) {
	if !s.expired() {
		return
	}
	// The function returns no error.
	_, _, _ = s.refreshing.Do("", func() (any, error) {
		if s.expired() && s.mu.TryLock() {
			defer s.mu.Unlock()
			s.refresh(ctx)
		}
		return nil, nil
	})
}

func (s *Source) expired() bool {
	rev, now := s.rev.Load(), s.now()
	if rev == nil || rev.ValidUntil.IsZero() || now.Before(rev.ValidUntil) {
		return false
	}
	retry := s.retry.Load()
	return retry == nil || !now.Before(*retry)
}

func (s *Source) refresh(ctx context.Context) {
	start := time.Now()
	made, err := build(ctx, s.loader.options, s.live.tree, s.now())
	if made.revision == nil {
		if ctx.Err() == nil {
			s.retry.Store(new(s.now().Add(retryBad)))
			s.logger.Error("content could not be refreshed for the new date", "error", err, "retry", retryBad)
		}
		return
	}
	s.accept(made, start, nil, 0)
	s.report("")
}

// Run watches the folder until the context ends. Call Reload first to serve at once.
func (s *Source) Run(ctx context.Context) error {
	watcher, err := watch.New(s.dir, s.logger)
	if err != nil {
		return err
	}
	watcher.Run(ctx, func(changed bool) (dirs []string, took time.Duration) {
		s.mu.Lock()
		if changed || s.current == nil || s.status.Error != "" {
			took = s.reload(ctx, false)
		} else {
			s.load(ctx, s.current, time.Now(), false)
		}
		if s.current != nil {
			dirs = s.current.Names.Dirs()
		}
		s.mu.Unlock()
		s.Refresh(ctx)
		return dirs, took
	})
	return nil
}

// Revision returns the newest good revision, or nil.
func (s *Source) Revision() *site.Revision { return s.rev.Load() }

// Changes counts how often what is served became something else, or what is not published of it did.
func (s *Source) Changes() int64 { return s.changes.Load() }

// Draft returns what is served, but for one site that is as a link shows it, in all its languages. All of it is hidden
// from search engines and analytics, and has a part of the stylesheet for the bar of previews. Files are over those of
// the folder, unless they make an error of it. What is live is not touched.
func (s *Source) Draft(
	ctx context.Context, link site.PreviewLink, files map[string][]byte, attach func(*site.Bundle) site.Assets,
) (*site.Revision, error) {
	s.mu.Lock()
	options, live, now := s.loader.options, s.live.tree, s.now()
	reader := s.loader.reader.Beside(nil)
	s.mu.Unlock()
	options.Preview, options.Public = link.Site, now
	options.Attach = func(bundle *site.Bundle) site.Assets {
		bundle.Site.Services, bundle.Site.Asks = nil, nil
		bundle.StyleParts = append(bundle.StyleParts, site.StylePreview)
		return attach(bundle)
	}
	if options.Drafts = link.AsOf.IsZero(); !options.Drafts {
		now = link.AsOf
	}
	var made built
	var err error
	if len(files) > 0 {
		var over *tree.Tree
		if over, err = reader.Read(ctx, s.over(files)); err == nil {
			made, err = build(ctx, options, over, now)
		}
	}
	if err == nil && made.revision == nil {
		made, err = build(ctx, options, live, now)
	}
	if err == nil && made.revision == nil {
		first := slices.IndexFunc(made.problems, func(p yamldoc.Problem) bool { return p.Severity == yamldoc.Error })
		err = fmt.Errorf("at that moment, the content has an error: %s", made.problems[first])
	}
	if err != nil {
		return nil, err
	}
	return made.revision, nil
}

// Preview builds the revision that the folder would make with other files over it, and returns it with all problems;
// it is nil where one of them is an error. What is live is not touched, and no load waits for it.
func (s *Source) Preview(ctx context.Context, files map[string][]byte) (*site.Revision, []yamldoc.Problem, error) {
	s.mu.Lock()
	l := &Loader{s.loader.options, s.loader.reader.Beside(nil)}
	s.mu.Unlock()
	return l.Load(ctx, s.over(files), s.now())
}
