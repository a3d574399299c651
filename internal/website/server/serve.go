package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// Serve answers visitors on ln until ctx is done or the listener breaks; then it drains and returns. The listener is
// closed; one that another process holds too goes on taking connections for that process. It may be called once.
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
	// Answers say "Connection: close" for a moment, so that clients with an open connection come back on a new one, to
	// another node, instead of sending into a connection that is about to close.
	<-time.After(s.config.DrainDelay)
	return errors.Join(s.drain(public), wrap("serve visitors", <-ended))
}

// Closed returns a channel that is closed as soon as no new connections are accepted;
// requests that came before may still be running.
func (s *Server) Closed() <-chan struct{} { return s.closed }

// drain lets requests finish, and cancels what handlers still wait for when the
// time is up. Connections that are left end with the program.
func (s *Server) drain(public net.Listener) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.config.DrainTimeout)
	defer cancel()
	// fasthttp closes only listeners that it has begun to serve, and it may not have come to that yet.
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

// Bounds of what is read from a connection that is about to close: a browser on a
// slow line sends all of a body that is too large before it reads the answer.
const (
	lingerTime    = 30 * time.Second
	lingerSilence = 2 * time.Second
	lingerBytes   = 16 << 20
)

// refusals is how many connections over the limit are answered at a time; fasthttp refuses those beyond.
const refusals = 64

// listener marks connections over the limit as refused: the guard answers them 503,
// with the headers of every other answer.
type listener struct {
	net.Listener
	server *Server
}

// Accept returns the next connection.
func (l *listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: accepted, server: l.server}
	if int(l.server.fast.GetOpenConnectionsCount()) >= l.server.config.MaxConnections {
		c.refused = true
		l.server.metrics.refused.Inc()
	}
	return c, nil
}

// conn is a connection of a visitor.
type conn struct {
	net.Conn
	server  *Server
	refused bool // it is over the limit
	linger  atomic.Bool
	closing sync.Once
}

// hangUp ends the connection after the answer, and softly: closing a socket that has
// unread input resets it, and the client may lose the answer that says what was wrong.
func hangUp(ctx *fasthttp.RequestCtx) {
	ctx.SetConnectionClose()
	if c, ok := ctx.Conn().(*conn); ok {
		c.linger.Store(true)
	}
}

// Close ends the connection. Before that, if it lingers, it says that nothing more will
// be sent, and reads what still comes in, until the other side has nothing more to send,
// is silent, or has used up what it may. Further calls do nothing.
func (c *conn) Close() (err error) {
	c.closing.Do(func() {
		half, ok := c.Conn.(interface{ CloseWrite() error })
		if c.linger.Load() && ok && half.CloseWrite() == nil {
			limit := time.Now().Add(lingerTime)
			for left := int64(lingerBytes); left > 0 && time.Now().Before(limit) && !c.server.draining.Load(); {
				if c.SetReadDeadline(time.Now().Add(lingerSilence)) != nil {
					break
				}
				n, end := io.CopyN(io.Discard, c.Conn, 8<<10)
				left -= n
				if end != nil {
					break // which is what is waited for
				}
			}
		}
		err = c.Conn.Close()
	})
	return err
}
