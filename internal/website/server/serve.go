package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Serve answers visitors on ln until ctx is done or the listener breaks; then it
// drains and returns. The listener is closed; one that another process holds too
// goes on taking connections for that process. It may be called once.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	defer s.end()
	public := &listener{Listener: ln, server: s}
	ended := make(chan error, 1)
	go func() { ended <- s.fast.Serve(public) }()
	select {
	case err := <-ended:
		s.draining.Store(true)
		if err == nil {
			err = net.ErrClosed
		}
		return errors.Join(wrap("serve visitors", err), s.drain(public))
	case <-ctx.Done():
	}
	s.draining.Store(true)
	// Answers say "Connection: close" for a moment, so that clients with an open
	// connection come back on a new one, to another node, instead of sending
	// into a connection that is about to close.
	<-time.After(s.config.DrainDelay)
	return errors.Join(s.drain(public), wrap("serve visitors", <-ended))
}

// Closed returns a channel that is closed as soon as no more visitors are taken;
// requests of before may still be under way.
func (s *Server) Closed() <-chan struct{} { return s.closed }

// drain lets requests finish, and cancels what handlers still wait for when the
// time is up. Connections that are left end with the program.
func (s *Server) drain(public net.Listener) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.config.DrainTimeout)
	defer cancel()
	// fasthttp closes only listeners that it has begun to serve, and it may not
	// have come to that yet.
	closed := ignoreClosed(public.Close())
	close(s.closed)
	err := ignoreClosed(s.fast.ShutdownWithContext(ctx))
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("requests were still running after %s", s.config.DrainTimeout)
	}
	return errors.Join(wrap("close public address", closed), wrap("drain visitors", err))
}

// ServeAdmin answers operators on ln until ctx is done or the listener breaks. It
// may be called once, and outlive Serve: so the end can be watched.
func (s *Server) ServeAdmin(ctx context.Context, ln net.Listener) error {
	ended := make(chan error, 1)
	go func() { ended <- s.admin.Serve(ln) }()
	select {
	case err := <-ended:
		return wrap("serve operators", err)
	case <-ctx.Done():
	}
	// What is asked last is answered; nobody waits long for a scrape.
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	var err error
	if s.admin.Shutdown(patience) != nil {
		err = s.admin.Close()
	}
	if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return wrap("serve operators", err)
}

// ignoreClosed drops the error of closing a listener once more.
func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

func wrap(step string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", step, err)
}
