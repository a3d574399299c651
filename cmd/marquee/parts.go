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
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/filecache"
	"github.com/evenlight/marquee/internal/website/pages"
	"github.com/evenlight/marquee/internal/website/pictures"
	"github.com/evenlight/marquee/internal/website/publishhook"
	"github.com/evenlight/marquee/internal/website/render"
	"github.com/evenlight/marquee/internal/website/server"
	"github.com/evenlight/marquee/web"
)

// parts is what stands behind the HTTP front: content, templates and the pages
// made of both.
type parts struct {
	source     *content.Source
	pool       *render.Pool
	store      *pages.Store
	cache      *filecache.Cache // nil where nothing is stored
	renderings *renderings
	files      *files
	hook       *publishhook.Hook // nil where nobody is told
	history    *history.History  // nil where nothing is kept
	quiet      *time.Timer       // gives memory back
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
}

// newParts loads the content and makes the first revision ready to serve.
// Content with errors is an error here: there is nothing good to serve yet.
func newParts(ctx context.Context, config partsConfig, logger *slog.Logger) (*parts, error) {
	bundle, err := assets.ServerBundle(web.Dist())
	if err != nil {
		return nil, err
	}
	p := &parts{renderings: newRenderings(), quiet: time.AfterFunc(quietAfter, giveBack)}
	var (
		library *assets.Library
		status  content.Status
	)
	// Compiling the templates takes as long as reading everything else; they
	// share nothing until the first page is asked for.
	var starting errgroup.Group
	starting.Go(func() (err error) {
		p.pool, err = render.NewPool(render.Config{Bundle: bundle, Size: renderers(), Logger: logger})
		return err
	})
	starting.Go(func() (err error) {
		if library, err = assets.NewLibrary(web.Dist()); err != nil {
			return err
		}
		studio, err := pictures.NewStudio(web.Dist(), logger)
		if err != nil {
			return err
		}
		if p.files, err = newFiles(ctx, config, library, studio, logger); err != nil {
			return err
		}
		attach := func(bundle *site.Bundle) site.Assets {
			made := library.Attach(bundle)
			p.files.pictures.Attach(bundle, &made)
			return made
		}
		if dir := config.in("content"); dir != "" {
			p.history = history.Open(history.Config{Dir: dir, Content: config.Dir, Logger: logger})
			config.History = p.history
		}
		p.source = content.NewSource(config.Dir, newLoader(config.contentConfig, library), logger, time.Now, attach, func(rev *site.Revision) {
			p.files.publish(ctx, rev)
			if p.store == nil {
				return // the first revision is published below, when all parts stand
			}
			if err := p.publish(rev); err != nil {
				logger.Error("content could not be published", "error", err)
			}
		})
		status = p.source.Start(ctx, config.Strict)
		return nil
	})
	if err := starting.Wait(); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	if status.Revision == "" {
		// Each problem was logged when it was found.
		err := fmt.Errorf("the content in %s has errors: nothing to serve (marquee check shows them)", config.Dir)
		if config.Strict {
			err = fmt.Errorf("the content in %s has errors, and --strict refuses it (marquee check shows them)", config.Dir)
		}
		return nil, errors.Join(err, p.Close())
	}
	entry := library.Entry()
	options := pages.Options{
		Renderer: p.pool, Assets: p.files, Now: time.Now, Refresh: p.source.Refresh, Rendered: p.renderings.observe, Logger: logger,
		Client:   pages.Client(entry),
		OnDemand: config.OnDemand, Identity: identity(bundle), Warm: p.warm,
	}
	if config.Cache != "" {
		p.cache = filecache.Open(filecache.Config{
			Dir: config.Cache, Limit: config.CacheSize, Logger: logger,
			Warning: "the render cache does not work; pages are rendered again instead",
		})
		options.Cache = p.cache
	}
	p.store = pages.NewStore(options)
	if config.OnPublish != nil {
		p.hook = newHook(config, p.store, logger)
	}
	if err := p.publish(p.source.Revision()); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// in returns the name of something in the data folder; empty where there is none.
func (c partsConfig) in(name string) string {
	if c.Data == "" {
		return ""
	}
	return filepath.Join(c.Data, name)
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
	p.files.write()
	p.quiet.Reset(quietAfter)
}

// giveBack returns free memory to the system, which Go itself does over minutes.
func giveBack() {
	runtime.GC() // what is pooled outlives one collection
	debug.FreeOSMemory()
}

// inlineSources tells the server what the web build allows inline.
func inlineSources() (sources server.InlineSources, err error) {
	data, err := assets.InlineSources(web.Dist())
	if err == nil {
		err = json.Unmarshal(data, &sources)
	}
	return sources, err
}

// renderers is how many pages are rendered at once: one for each processor, and
// one more, so that a visitor's page need not wait for one that is rendered ahead.
func renderers() int { return runtime.GOMAXPROCS(0) + 1 }

// collectors returns what /metrics says of the parts.
func (p *parts) collectors() []prometheus.Collector {
	all := append(p.renderings.collectors(), contentCollectors(p.store, p.source)...)
	if p.hook != nil {
		all = append(all, hookCollectors(p.hook)...)
	}
	return all
}

// Close stops what runs in the background and frees the templates.
func (p *parts) Close() (err error) {
	if p.store != nil {
		p.store.Close()
	}
	p.quiet.Stop()
	if p.cache != nil {
		p.cache.Close()
	}
	if p.history != nil {
		p.history.Close()
	}
	if p.files != nil {
		err = p.files.close()
	}
	if p.pool != nil {
		err = errors.Join(err, p.pool.Close())
	}
	return err
}
