package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// ListenAndServe opens both addresses of the configuration and serves them.
func (s *Server) ListenAndServe(ctx context.Context) error {
	ln, err := net.Listen("tcp", s.config.Addr)
	if err != nil {
		return fmt.Errorf("open public address: %w", err)
	}
	var admin net.Listener
	if s.config.AdminAddr != "" {
		if admin, err = net.Listen("tcp", s.config.AdminAddr); err != nil {
			return errors.Join(fmt.Errorf("open admin address: %w", err), ln.Close())
		}
	}
	return s.Serve(ctx, ln, admin)
}

// Serve answers visitors on ln and operators on admin, which may be nil, until
// ctx is done or a listener breaks; then it drains and returns. Both listeners
// are closed. It may be called once.
func (s *Server) Serve(ctx context.Context, ln, admin net.Listener) error {
	defer s.end()
	public := &listener{Listener: ln, server: s}
	servers := 1
	ended := make(chan error, 2)
	go func() { ended <- wrap("serve visitors", s.fast.Serve(public)) }()
	if admin != nil {
		servers++
		go func() {
			err := s.admin.Serve(admin)
			if errors.Is(err, http.ErrServerClosed) {
				err = nil
			}
			ended <- wrap("serve operators", err)
		}()
	}

	var problems []error
	select {
	case <-ctx.Done():
		s.draining.Store(true)
		s.announce(ended, &servers, &problems)
	case err := <-ended:
		s.draining.Store(true)
		servers--
		problems = append(problems, err)
	}
	problems = append(problems, s.drain(public))
	for range servers {
		problems = append(problems, <-ended)
	}
	return errors.Join(problems...)
}

// announce answers for a moment with "Connection: close", so that clients with
// an open connection come back on a new one, to another node, instead of
// sending into a connection that is about to close.
func (s *Server) announce(ended <-chan error, servers *int, problems *[]error) {
	timer := time.NewTimer(s.config.DrainDelay)
	defer timer.Stop()
	select {
	case <-timer.C:
	case err := <-ended:
		*servers--
		*problems = append(*problems, err)
	}
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
