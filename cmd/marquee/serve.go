package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"

	"github.com/coreos/go-systemd/v22/activation"
	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/tools/schema"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/server"
)

type serveCommand struct{ serveFlags }

func (serveCommand) Run(ctx context.Context, p *Program, config serveConfig) (err error) {
	logger := newLogger(config.Log, p.Stderr)
	supervisor := newSupervisor(p.Stderr, logger)
	defer supervisor.close()

	// Listening first: an address in use is known before any work is done.
	sockets, err := openSockets(config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sockets.close()) }()
	edited := openEditing(ctx, config, logger)
	defer func() { err = errors.Join(err, edited.Close()) }()
	config.Prepare = edited.prepare
	joined, err := newParts(ctx, config.partsConfig, logger)
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

	config.Front.Logger, config.Front.AccessLog = logger, newAccessLogger(config.Log, p.Stderr)
	config.Front.Describe = func() ([]byte, error) { return schema.Embedded().OpenAPI(server.Endpoints()) }
	config.Front.Inquiries, config.Front.Uploads = inbox.service, inbox.uploads
	config.Front.Collectors = append(joined.collectors(), inbox.counter, storeCollector(inbox.store), buildCollector())
	if config.Front.Inline, err = inlineSources(); err != nil {
		return err
	}
	config.Front.Speculation = strconv.Quote(assets.Speculation)
	healthy := health{joined.source, inbox.store}
	config.Front.Previews = newPreviews(config.Data, joined, edited, config.Front, healthy)
	if err := edited.serve(ctx, &config, joined, inbox); err != nil {
		return err
	}
	defer edited.finish() // while there is a way for mail
	front := server.New(config.Front, joined.store, healthy)
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
	context.AfterFunc(ctx, func() {
		logger.Info("stopping: visitors are taken until the drain is over", "drain", config.Front.DrainDelay)
	})
	running.Go(func() error { return joined.source.Run(ctx) })
	running.Go(func() error { joined.files.photos.Run(ctx); return nil })
	running.Go(func() error { joined.files.kept.Run(ctx); return nil })
	running.Go(func() error { return front.ServeAdmin(operating, sockets.admin) })
	reports := &reporter{
		cmp.Or(p.Spans, usualSpans),
		digester{&mail.Composer{From: config.Inbox.From}, joined.store.Revision},
		inbox.store, joined.source.Status, edited.isOpen,
		map[string]string{},
	}
	running.Go(func() error { reports.run(ctx); return nil })
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
	supervisor.run(ctx, stop, joined.source, sockets)
	err = running.Wait()
	logger.Info("stopped")
	return err
}

type sockets struct{ public, admin net.Listener }

func openSockets(config serveConfig) (sockets, error) {
	s, err := takeSockets(activation.Files(true))
	if err == nil && s.public == nil {
		s.public, err = listen(config.Addr, "--addr")
	}
	if err == nil && s.admin == nil {
		s.admin, err = listen(config.AdminAddr, "--admin-addr")
	}
	if err != nil {
		return sockets{}, usageError{errors.Join(err, s.close())}
	}
	return s, nil
}

// takeSockets tells passed sockets apart by their names, FileDescriptorName in
// the unit of the socket: "admin" is for operators, the other one for visitors.
func takeSockets(files []*os.File) (s sockets, err error) {
	for _, file := range files {
		ln, failed := net.FileListener(file)
		err = errors.Join(err, file.Close()) // the listener has a copy
		if _, isTCP := ln.(*net.TCPListener); !isTCP && failed == nil {
			failed = errors.New("it is no socket of TCP")
		}
		place := &s.public
		if file.Name() == "admin" {
			place = &s.admin
		}
		switch {
		case failed != nil:
			err = errors.Join(err,
				fmt.Errorf("the passed socket %q is not one that takes connections: %w", file.Name(), failed))
		case *place != nil:
			err = errors.Join(err, fmt.Errorf("the passed socket %q is one too many: "+
				"pass one for visitors, and one with FileDescriptorName=admin for operators", file.Name()), ln.Close())
		default:
			*place = ln
		}
	}
	return s, err
}

func (s sockets) close() (err error) {
	for _, ln := range []net.Listener{s.public, s.admin} {
		if ln == nil {
			continue
		}
		if closed := ln.Close(); !errors.Is(closed, net.ErrClosed) {
			err = errors.Join(err, closed)
		}
	}
	return err
}

func listen(address, flag string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w (choose another with %s)", address, err, flag)
	}
	return listener, nil
}
