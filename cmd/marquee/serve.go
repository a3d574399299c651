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

// Help implements kong.HelpProvider.
func (serveCommand) Help() string {
	return `A saved content file is live at once. A site with errors stays as it was when it was good
last, and holds back no other site; the log and /readyz on the admin address name what is
wrong.

Examples:
  marquee serve
  marquee serve --addr :80 --content /srv/content --base-url https://www.example.com
  MARQUEE_DRAFTS=on marquee serve --addr 127.0.0.1:8081
  RESEND_API_KEY=re_... DATABASE_URL=postgres://marquee@db/marquee marquee serve

What visitors send with forms is kept in the data folder, or in PostgreSQL, and then mailed
("marquee submissions" shows it). The environment says how:
` + environmentHelp() + `
Every secret can come from a file: RESEND_API_KEY_FILE=/run/secrets/resend names one. "marquee
config" prints what holds, and where each value came from.

Rendered pages are kept in DATA/cache, so that the next start need not render them
again. That folder may be deleted at any time.

The log names what goes wrong and what becomes live; --log json is for programs that read it.
It has no line per request, unless --access-log asks for them: /metrics on the admin address
counts them.

Press Ctrl+C to stop, or send SIGTERM: requests under way are finished first. Again, it stops at
once. SIGHUP looks at the content again. Sockets that systemd passes are taken instead of --addr
and, with FileDescriptorName=admin, of --admin-addr: then a restart refuses nobody.`
}

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
