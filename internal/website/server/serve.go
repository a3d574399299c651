package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

// Serve answers visitors on ln and operators on admin, which may be nil, until
// ctx is done or a listener breaks; then it drains and returns. Both listeners
// are closed. It may be called once.
func (s *Server) Serve(ctx context.Context, ln, admin net.Listener) error {
	defer s.end()
	public := &listener{Listener: ln, server: s}
	// It is done when ctx is, or when a listener breaks.
	serving, broken := errgroup.WithContext(ctx)
	serving.Go(func() error {
		err := s.fast.Serve(public)
		if err == nil && !s.draining.Load() {
			err = net.ErrClosed
		}
		return wrap("serve visitors", err)
	})
	if admin != nil {
		serving.Go(func() error {
			err := s.admin.Serve(admin)
			if errors.Is(err, http.ErrServerClosed) {
				err = nil
			}
			return wrap("serve operators", err)
		})
	}
	<-broken.Done()
	s.draining.Store(true)
	if ctx.Err() != nil {
		// Answers say "Connection: close" for a moment, so that clients with an open
		// connection come back on a new one, to another node, instead of sending
		// into a connection that is about to close.
		<-time.After(s.config.DrainDelay)
	}
	return errors.Join(s.drain(public), serving.Wait())
}

// drain lets requests finish, and cancels what handlers still wait for when the
// time is up. Connections that are left end with the program.
func (s *Server) drain(public net.Listener) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.config.DrainTimeout)
	defer cancel()
	// fasthttp closes only listeners that it has begun to serve, and it may not
	// have come to that yet.
	closed := ignoreClosed(public.Close())
	err := ignoreClosed(s.fast.ShutdownWithContext(ctx))
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("requests were still running after %s", s.config.DrainTimeout)
	}
	err = wrap("drain visitors", err)
	adminErr := s.admin.Shutdown(ctx)
	if adminErr != nil {
		adminErr = errors.Join(fmt.Errorf("drain operators: %w", adminErr), s.admin.Close())
	}
	return errors.Join(wrap("close public address", closed), err, adminErr)
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
