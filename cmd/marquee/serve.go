package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/website/filecache"
	"github.com/evenlight/marquee/internal/website/pages"
	"github.com/evenlight/marquee/internal/website/render"
	"github.com/evenlight/marquee/internal/website/server"
)

type serveCommand struct{ serveFlags }

// parts can stand in for each other only where these hold.
var (
	_ pages.Renderer = (*render.Pool)(nil)
	_ pages.Assets   = (*files)(nil)
	_ pages.Cache    = (*filecache.Cache)(nil)
	_ server.Website = (*pages.Store)(nil)
	_ server.Health  = health{}
)

// Run serves until the context ends.
func (serveCommand) Run(ctx context.Context, p *Program, chosen *choices) (err error) {
	config := newServeConfig(chosen)
	if err := chosen.err(); err != nil {
		return err
	}
	logger := newLogger(config.Log, p.Stderr)
	supervisor := newSupervisor(p.Stderr, logger)
	defer supervisor.close()

	// Listening first: an address in use is known before any work is done.
	sockets, err := openSockets(config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sockets.close()) }()

	joined, err := newParts(ctx, config.parts(), logger)
	if err != nil {
		if ctx.Err() != nil {
			return nil // stopped before there was anything to serve
		}
		return err
	}
	defer func() { err = errors.Join(err, joined.Close()) }()
	inbox, err := newInbox(config.Inbox, joined.store.Revision, logger)
	if err != nil {
		return usageError{err}
	}
	defer func() { err = errors.Join(err, inbox.Close()) }()
	inline, err := inlineSources()
	if err != nil {
		return err
	}
	front, err := server.New(server.Config{
		TrustedProxies: config.TrustedProxies, DrainDelay: config.DrainDelay, CDNTTL: config.CDNTTL, Logger: logger, Inline: inline,
		Describe: describeAPI, AdminHosts: config.AdminHosts, Profiles: config.Pprof,
		AccessLog: newAccessLogger(config.Log, p.Stderr),
		Inquiries: inbox.service, Uploads: inbox.uploads, Collectors: slices.Concat(joined.collectors(), inbox.collectors(), []prometheus.Collector{buildCollector()}),
	}, joined.store, health{joined.source, inbox.store})
	if err != nil {
		return usageError{err}
	}
	public, admin := sockets.public.Addr().String(), sockets.admin.Addr().String()
	logger.Info("serving", "address", public, "admin", admin, "content", config.Dir, "version", version())
	if p.Listening != nil {
		p.Listening(public, admin)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	running, ctx := errgroup.WithContext(ctx)
	// Mail leaves as long as visitors are taken, and operators see the end of both.
	mailing, stopMailing := context.WithCancel(context.WithoutCancel(ctx))
	defer stopMailing()
	operating, stopOperating := context.WithCancel(context.WithoutCancel(ctx))
	defer stopOperating()
	running.Go(func() error {
		<-ctx.Done()
		logger.Info("stopping: visitors are taken until the drain is over", "drain", config.DrainDelay)
		return nil
	})
	running.Go(func() error { return joined.source.Run(ctx) })
	running.Go(func() error { return joined.files.run(ctx) })
	running.Go(func() error { return front.ServeAdmin(operating, sockets.admin) })
	if joined.hook != nil {
		running.Go(func() error { joined.hook.Run(ctx); return nil })
	}
	running.Go(func() error {
		defer stopOperating()
		var work errgroup.Group
		work.Go(func() error { return front.Serve(ctx, sockets.public) })
		work.Go(func() error { return inbox.Run(mailing) })
		<-front.Closed()
		stopMailing()
		return work.Wait()
	})
	status := func() string {
		return fmt.Sprintf("serving revision %s at %s", joined.source.Status().Revision, public)
	}
	supervisor.run(ctx, stop, status, func(ctx context.Context) { joined.source.Reload(ctx) }, supervisor.answers(sockets))
	err = running.Wait()
	logger.Info("stopped")
	return err
}
