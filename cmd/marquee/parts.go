package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/filecache"
	"github.com/evenlight/marquee/internal/website/pages"
	"github.com/evenlight/marquee/internal/website/publishhook"
	"github.com/evenlight/marquee/internal/website/render"
	"github.com/evenlight/marquee/internal/website/server"
	"github.com/evenlight/marquee/web"
)

// parts is what stands behind the HTTP front: content, templates and the pages made of both.
type parts struct {
	source     *content.Source
	store      *pages.Store
	options    pages.Options // of the store
	renderings renderings
	files      *files
	hook       *publishhook.Hook // nil where nobody is told
	quiet      *time.Timer       // gives memory back
	closing    []func() error    // what Close calls, from the last one to the first
}

// partsConfig says what the parts are made of and where they store things.
type partsConfig struct {
	contentConfig
	// The data folder; empty keeps nothing.
	Data string
	// The database that nodes share; empty for none.
	DatabaseURL string
	// Who is told of each publication; nil for nobody.
	OnPublish publishhook.Target
	// Folder of rendered pages, and its bytes at most; empty stores none.
	Cache     string
	CacheSize int64
	// Content with errors is refused, instead of serving what is good of it.
	Strict bool
	// Pages are rendered when they are asked for, and not ahead.
	OnDemand bool
	// Called before the folder is loaded; nil: nobody is.
	Prepare func(context.Context, *content.Source, *history.History)
}

// newParts loads the content and makes the first revision ready to serve. Content with errors is an error here.
func newParts(ctx context.Context, config partsConfig, logger *slog.Logger) (_ *parts, err error) {
	bundle, err := assets.ServerBundle(web.Dist())
	if err != nil {
		return nil, err
	}
	p := &parts{renderings: newRenderings(), quiet: time.AfterFunc(quietAfter, giveBack)}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.Close())
		}
	}()

	// Compiling the templates takes as long as reading everything else; they
	// share nothing until the first page is asked for. One more than there are processors
	// renders at once, so that a visitor's page need not wait for one that is rendered ahead.
	var pool *render.Pool
	var starting errgroup.Group
	starting.Go(func() (err error) {
		pool, err = render.NewPool(render.Config{Bundle: bundle, Size: runtime.GOMAXPROCS(0) + 1, Logger: logger})
		return err
	})
	p.closing = append(p.closing, func() error {
		if starting.Wait() == nil {
			pool.Close()
		}
		return nil
	})

	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		return nil, err
	}
	if p.files, err = newFiles(ctx, config, library, logger); err != nil {
		return nil, err
	}
	p.closing = append(p.closing, p.files.close)
	if config.Data != "" {
		kept := history.Config{Dir: filepath.Join(config.Data, "content"), Content: config.Dir, Logger: logger}
		config.History = history.Open(kept)
		p.closing = append(p.closing, closed(config.History.Close))
	}
	publish := func(rev *site.Revision) {
		p.files.publish(ctx, rev)
		if p.store == nil {
			return // the first revision is published below, when all parts stand
		}
		if err := p.publish(rev); err != nil {
			logger.Error("content could not be published", "error", err)
		}
	}
	config.Attach = p.files.attach
	loader := newLoader(config.contentConfig, library)
	p.source = content.NewSource(config.Dir, loader, logger, time.Now, publish)
	if config.Prepare != nil {
		config.Prepare(ctx, p.source, config.History)
	}
	status := p.source.Start(ctx, config.Strict)
	if err := starting.Wait(); err != nil {
		return nil, err
	}
	if status.Revision == "" { // Each problem was logged when it was found.
		why := ": nothing to serve"
		if config.Strict {
			why = ", and --strict refuses it"
		}
		return nil, fmt.Errorf("the content in %s has errors%s (marquee check shows them)", config.Dir, why)
	}

	options := pages.Options{
		Renderer: pool, Assets: p.files, Client: library.Entry(), Now: time.Now,
		Refresh: p.source.Refresh, Rendered: p.renderings.observe, Warm: p.warm, Logger: logger,
		OnDemand: config.OnDemand, Identity: identity(bundle),
	}
	if config.Cache != "" {
		cache := filecache.Open(filecache.Config{
			Dir: config.Cache, Limit: config.CacheSize, Logger: logger,
			Warning: "the render cache does not work; pages are rendered again instead",
		})
		options.Cache = cache
		p.closing = append(p.closing, closed(cache.Close))
	}
	p.store, p.options = pages.NewStore(options), options
	p.closing = append(p.closing, closed(p.store.Close))
	if config.OnPublish != nil {
		live := func() publishhook.State {
			revision, sites := p.store.Live()
			return publishhook.State{Revision: revision, Sites: sites}
		}
		p.hook = publishhook.New(config.OnPublish, filepath.Join(config.Data, "announced.json"), live, logger)
	}
	return p, p.publish(p.source.Revision())
}

func closed(end func()) func() error {
	return func() error { end(); return nil }
}

// publish serves a revision, and does in the background what may follow.
func (p *parts) publish(rev *site.Revision) error {
	p.quiet.Stop() // until its pages are warm
	if err := p.store.Publish(rev); err != nil {
		return err
	}
	if p.hook != nil {
		p.hook.Notify()
	}
	return nil
}

// quietAfter is how long after the last warm-up memory goes back: who saves often does not pay for it each time.
const quietAfter = 3 * time.Second

// warm does what follows the warm-up: it keeps the files of pages, and soon gives back what rendering took.
func (p *parts) warm() {
	if p.files.kept != nil {
		p.files.kept.Write()
	}
	p.quiet.Reset(quietAfter)
}

// giveBack returns free memory to the system, which Go itself does over minutes.
func giveBack() {
	runtime.GC() // what is pooled outlives one collection
	debug.FreeOSMemory()
}

func inlineSources() (sources server.InlineSources, err error) {
	data, err := assets.InlineSources(web.Dist())
	if err == nil {
		err = json.Unmarshal(data, &sources)
	}
	return sources, err
}

func (p *parts) collectors() []prometheus.Collector {
	all := append(contentCollectors(p.store, p.source), p.renderings.seconds, p.renderings.failed)
	if p.hook != nil {
		all = append(all, hookCollectors(p.hook)...)
	}
	return all
}

func (p *parts) Close() (err error) {
	for _, end := range slices.Backward(p.closing) {
		err = errors.Join(err, end())
	}
	p.quiet.Stop()
	return err
}
