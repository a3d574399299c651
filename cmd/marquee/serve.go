package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/assets"
	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/pages"
	"github.com/evenlight/marquee/internal/render"
	"github.com/evenlight/marquee/internal/server"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/web"
)

type serveCommand struct {
	contentFlags
	Addr           string `help:"Public address. Default: :8080 ($$MARQUEE_ADDR, or $$PORT)." placeholder:"ADDR"`
	AdminAddr      string `help:"Address of health and metrics. Default: 127.0.0.1:9090 ($$MARQUEE_ADMIN_ADDR)." placeholder:"ADDR"`
	Data           string `help:"Folder for what the program keeps. Default: var ($$MARQUEE_DATA)." placeholder:"DIR"`
	TrustedProxies string `help:"Proxies whose forwarded headers are believed, as CIDRs with commas between. Default: none ($$MARQUEE_TRUSTED_PROXIES)." placeholder:"CIDRS"`
}

// Help implements kong.HelpProvider.
func (serveCommand) Help() string {
	return `A saved content file is live at once. A file with errors changes nothing: the last good
content stays, and the log and /readyz on the admin address name what is wrong.

Examples:
  marquee serve
  marquee serve --addr :80 --content /srv/content --base-url https://www.example.com
  MARQUEE_DRAFTS=on marquee serve --addr 127.0.0.1:8081

The log names what goes wrong and what becomes live. It has no line per request: /metrics
on the admin address counts them.

Press Ctrl+C to stop: requests under way are finished first. Press it again to stop at once.`
}

// parts can stand in for each other only where these hold.
var (
	_ pages.Renderer = (*render.Pool)(nil)
	_ pages.Assets   = (*assets.Library)(nil)
	_ server.Website = (*pages.Store)(nil)
	_ server.Health  = health{}
)

// Run serves until the context ends.
func (c serveCommand) Run(ctx context.Context, p *Program) (err error) {
	config, err := c.config(p.Getenv)
	if err != nil {
		return usageError{err}
	}
	logger := slog.New(slog.NewTextHandler(p.Stderr, nil))

	// Listening first: an address in use is known before any work is done.
	public, err := net.Listen("tcp", config.Addr)
	if err != nil {
		return usageError{fmt.Errorf("listen on %s: %w (choose another with --addr)", config.Addr, err)}
	}
	defer public.Close()
	admin, err := net.Listen("tcp", config.AdminAddr)
	if err != nil {
		return usageError{fmt.Errorf("listen on %s: %w (choose another with --admin-addr)", config.AdminAddr, err)}
	}
	defer admin.Close()

	bundle, err := assets.ServerBundle(web.Dist())
	if err != nil {
		return err
	}
	var (
		library *assets.Library
		source  *content.Source
		store   *pages.Store
		pool    *render.Pool
		status  content.Status
	)
	// Compiling the templates takes as long as reading everything else; they
	// share nothing until the first page is asked for.
	var starting errgroup.Group
	starting.Go(func() (err error) {
		pool, err = render.NewPool(render.Config{Bundle: bundle, Size: max(2, runtime.GOMAXPROCS(0)), Logger: logger})
		return err
	})
	starting.Go(func() (err error) {
		if library, err = assets.NewLibrary(web.Dist()); err != nil {
			return err
		}
		source = content.NewSource(config.Dir, newLoader(config.contentConfig, library), logger, time.Now, func(rev *site.Revision) {
			if store == nil {
				return // the first revision is published below, when all parts stand
			}
			if err := store.Publish(rev); err != nil {
				logger.Error("content could not be published", "error", err)
			}
		})
		status = source.Reload(ctx)
		return nil
	})
	if err := starting.Wait(); err != nil {
		if pool != nil {
			err = errors.Join(err, pool.Close())
		}
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if status.Revision == "" {
		if ctx.Err() != nil {
			return nil
		}
		// Each problem was logged when it was found.
		return fmt.Errorf("the content in %s has errors: nothing to serve (marquee check shows them)", config.Dir)
	}
	entry := library.Entry()
	renderings := newRenderings()
	store = pages.NewStore(pages.Options{
		Renderer: pool, Assets: library, Now: time.Now, Renew: source.Renew, Rendered: renderings.observe, Logger: logger,
		Client: pages.Client{Script: entry.Script, Integrity: entry.Integrity, Preloads: entry.Preloads},
	})
	defer store.Close()
	if err := store.Publish(source.Revision()); err != nil {
		return err
	}
	front, err := server.New(server.Config{
		Addr: config.Addr, AdminAddr: config.AdminAddr, TrustedProxies: config.TrustedProxies, Logger: logger,
		Collectors: append(renderings.collectors(), contentCollectors(store, source)...),
	}, store, health{source})
	if err != nil {
		return usageError{err}
	}
	logger.Info("serving", "address", public.Addr().String(), "admin", admin.Addr().String(), "content", config.Dir, "version", version())
	if p.Listening != nil {
		p.Listening(public.Addr().String(), admin.Addr().String())
	}
	running, ctx := errgroup.WithContext(ctx)
	running.Go(func() error { return source.Run(ctx) })
	running.Go(func() error { return front.Serve(ctx, public, admin) })
	err = running.Wait()
	logger.Info("stopped")
	return err
}

// health tells operators whether the website is served, and what of the
// content is not.
type health struct{ source *content.Source }

// Ready implements server.Health: a website with stale content is still ready.
func (h health) Ready() (bool, any) {
	status := h.source.Status()
	return status.Revision != "", status
}
