package content

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/evenlight/marquee/internal/content/watch"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// Source serves the newest good revision of a content folder: it loads the folder,
// watches it, and makes the revision again when a date in it changes.
//
// A good folder becomes the new revision whole. A bad one changes nothing: the
// last good revision stays, its problems are logged and shown in [Status]. It is
// loaded again now and then, since time can mend it.
type Source struct {
	dir     string
	loader  *Loader
	logger  *slog.Logger
	now     func() time.Time
	publish func(*site.Revision)

	// What others see, who must not wait for a load.
	shown      atomic.Pointer[Status]
	rev        atomic.Pointer[site.Revision]
	retry      atomic.Pointer[retry] // nil where the last refresh did not fail
	refreshing singleflight.Group

	mu       sync.Mutex  // locked while loading; guards what follows
	current  *parsedTree // the folder as it was read last
	good     *parsedTree // the folder as the revision was made from
	status   Status
	lastLoad time.Time       // when the folder was loaded last
	logged   map[string]bool // what the log says of the folder as it is
}

// retryBad is how long a bad folder in which nothing changes is taken to be bad.
const retryBad = 10 * time.Second

// How long nothing is refreshed after a failure: at first, and at most.
const (
	shortestRetry = time.Second
	longestRetry  = time.Minute
)

// retry says when a refresh is tried again.
type retry struct {
	at    time.Time
	pause time.Duration
}

// maxLogged is how many problems are logged at once: a folder that was renamed
// breaks thousands of links.
const maxLogged = 50

// Status is what is known of the content folder.
type Status struct {
	// Id of the revision that is served; empty before the first.
	Revision string `json:"revision"`
	// When it was made.
	LoadedAt time.Time `json:"loadedAt,omitzero"`
	// Problems of the folder as it is now. Errors among them mean that an
	// older revision is being served.
	Problems []yamldoc.Problem `json:"problems"`
	// Why the folder could not be read at all.
	Error string `json:"error,omitempty"`
}

// Stale reports whether the folder holds changes that are not served.
func (s Status) Stale() bool {
	return s.Error != "" || hasError(s.Problems)
}

// NewSource prepares a source; nothing is read yet. The clock may be moved by
// tests. Publish is called with every new revision, one call at a time.
func NewSource(dir string, loader *Loader, logger *slog.Logger, now func() time.Time, publish func(*site.Revision)) *Source {
	return &Source{dir: dir, loader: loader, logger: logger, now: now, publish: publish}
}

// Reload reads the folder and publishes a new revision where it is good and
// differs from the one that is served.
func (s *Source) Reload(ctx context.Context) Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reload(ctx, nil)
	return s.status
}

// reload scans the paths, or everything where they are nil, and makes a revision of
// what it finds if there may be a new one. It returns how long the scan took.
func (s *Source) reload(ctx context.Context, paths []string) (took time.Duration) {
	began := time.Now()
	found, err := s.read(ctx, paths)
	took = time.Since(began)
	switch {
	case err == nil:
		s.load(ctx, found)
	case ctx.Err() == nil:
		s.report(Status{Problems: s.status.Problems, Error: err.Error()})
	}
	return took
}

func (s *Source) read(ctx context.Context, paths []string) (*parsedTree, error) {
	if s.current == nil || s.status.Error != "" {
		paths = nil
	}
	if paths != nil && len(paths) == 0 {
		return s.current, nil
	}
	return s.loader.read(ctx, Folder(s.dir), s.current, paths)
}

// load makes a revision of the folder as it is now, if there may be a new one.
func (s *Source) load(ctx context.Context, found *parsedTree) {
	unchanged := found.equal(s.current) && s.status.Error == ""
	if unchanged && s.good == s.current {
		s.good = found
	}
	s.current = found
	// A bad folder can become good as time goes by: a link may lead to a page
	// that is published later.
	if unchanged && !(s.status.Stale() && s.now().Sub(s.lastLoad) >= retryBad) {
		return
	}
	start := time.Now()
	s.lastLoad = s.now()
	rev, problems, err := s.loader.resolve(ctx, found, s.now())
	switch {
	case ctx.Err() != nil:
		s.current = nil // read again next time
	case err != nil:
		s.report(Status{Problems: problems, Error: err.Error()})
	case rev == nil:
		s.report(Status{Problems: problems})
	default:
		before := s.rev.Load()
		recovered := s.status.Stale() && before != nil
		s.good = found
		s.report(Status{Problems: problems})
		if recovered && before.ID == rev.ID {
			s.logger.Info("content is good again", "revision", rev.ID)
		}
		s.accept(rev, time.Since(start))
	}
}

// Refresh makes the revision of this moment from the last good folder when the
// one that is served has run out: a date turned, a page is due. The folder
// itself is not read, so that a bad edit does not hold the date back.
//
// Requests call it. Those that come while the revision is made wait for it,
// once for all; none waits for a load of the folder, which refreshes in its
// end. After a failure it does nothing for a while, longer with every failure.
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

// expired tells whether the revision has run out and it is time to make another one.
func (s *Source) expired() bool {
	rev, now := s.rev.Load(), s.now()
	if rev == nil || rev.ValidUntil.IsZero() || now.Before(rev.ValidUntil) {
		return false
	}
	retry := s.retry.Load()
	return retry == nil || !now.Before(retry.at)
}

func (s *Source) refresh(ctx context.Context) {
	start := time.Now()
	rev, problems, err := s.loader.resolve(ctx, s.good, s.now())
	if rev == nil {
		if ctx.Err() == nil {
			pause := shortestRetry
			if last := s.retry.Load(); last != nil {
				pause = min(2*last.pause, longestRetry)
			}
			s.retry.Store(&retry{s.now().Add(pause), pause})
			s.logger.Error("content could not be refreshed for the new date", "error", err, "retry", pause)
		}
		return
	}
	if s.good == s.current { // warnings change with the date, too
		s.report(Status{Problems: problems})
	}
	s.accept(rev, time.Since(start))
}

func (s *Source) accept(rev *site.Revision, took time.Duration) {
	before := s.rev.Swap(rev)
	changed := before == nil || before.ID != rev.ID
	s.retry.Store(nil)
	s.status.Revision = rev.ID
	s.status.LoadedAt = s.now()
	s.show()
	if changed {
		pages := 0
		for _, bundle := range rev.Sites {
			pages += len(bundle.Pages)
		}
		s.logger.Info("content is live", "revision", rev.ID, "sites", len(rev.Sites), "pages", pages, "took", took.Round(time.Millisecond/10))
	}
	s.publish(rev)
}

func (s *Source) show() {
	status := s.status
	s.shown.Store(&status)
}

// report stores the status, and logs what was not wrong before: not everything
// at every poll, nor all other problems again with each that is mended.
func (s *Source) report(status Status) {
	status.Revision, status.LoadedAt = s.status.Revision, s.status.LoadedAt
	if status.Problems == nil {
		status.Problems = []yamldoc.Problem{}
	}
	s.status = status
	s.show()
	logged, news := map[string]bool{}, 0
	log := func(level slog.Level, message, key, text string) {
		logged[text] = true
		if s.logged[text] {
			return
		}
		if news++; news <= maxLogged {
			s.logger.Log(context.Background(), level, message, key, text)
		}
	}
	if status.Error != "" {
		log(slog.LevelError, "content folder cannot be read", "error", status.Error)
	}
	for _, problem := range status.Problems {
		level := slog.LevelWarn
		if problem.Severity == yamldoc.Error {
			level = slog.LevelError
		}
		log(level, "content problem", "problem", problem.String())
	}
	s.logged = logged
	if news > maxLogged {
		s.logger.Error("content has more problems: run marquee check to see all", "more", news-maxLogged)
	}
	if news > 0 && status.Stale() && status.Revision != "" {
		s.logger.Error("content has errors: the last good revision stays live", "revision", status.Revision)
	}
}

// Status returns what is known now.
func (s *Source) Status() Status {
	if status := s.shown.Load(); status != nil {
		return *status
	}
	return Status{Problems: []yamldoc.Problem{}}
}

// Run watches the folder until the context ends. Call Reload first to serve
// at once.
func (s *Source) Run(ctx context.Context) error {
	watcher, err := watch.New(s.dir, s.logger)
	if err != nil {
		return err
	}
	watcher.Run(ctx, watched{ctx, s})
	return nil
}

// watched is a source whose folder is being watched.
type watched struct {
	ctx    context.Context
	source *Source
}

// Scan implements watch.Scanner.
func (w watched) Scan(paths []string) (dirs []string, took time.Duration) {
	s := w.source
	s.mu.Lock()
	took = s.reload(w.ctx, paths)
	if s.current != nil {
		dirs = s.current.names.dirs()
	}
	s.mu.Unlock()
	s.Refresh(w.ctx)
	return dirs, took
}

// Revision returns the newest good revision, or nil.
func (s *Source) Revision() *site.Revision { return s.rev.Load() }
