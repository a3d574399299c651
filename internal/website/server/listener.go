package server

import (
	"net"
	"sync"
	"time"

	"github.com/valyala/fasthttp"
)

// refusals is how many connections over the limit are told so at a time; those
// beyond are closed without a word.
const refusals = 64

// listener counts connections: it refuses those over the limit, and can close
// all that are left when the time for draining is up, which fasthttp cannot.
type listener struct {
	net.Listener
	server *Server
	limit  int

	mu   sync.Mutex
	open map[*conn]struct{}
	busy sync.WaitGroup
	slot chan struct{}
	// Closes the listener the first time it is called.
	close func() error
}

func (s *Server) listen(ln net.Listener) *listener {
	return &listener{
		Listener: ln, server: s, limit: s.config.MaxConnections,
		open: map[*conn]struct{}{}, slot: make(chan struct{}, refusals),
		close: sync.OnceValue(ln.Close),
	}
}

// Close ends Accept. Both fasthttp and Serve call it, in either order.
func (l *listener) Close() error { return l.close() }

// Accept returns the next connection within the limit.
func (l *listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{Conn: accepted, stream: openSocket(accepted), listener: l, slack: l.server.config.slack()}
		l.mu.Lock()
		full := len(l.open) >= l.limit
		if !full {
			l.open[c] = struct{}{}
		}
		l.mu.Unlock()
		if !full {
			return c, nil
		}
		l.server.metrics.refused.Inc()
		select {
		case l.slot <- struct{}{}:
			l.busy.Go(func() {
				defer func() { <-l.slot }()
				l.refuse(accepted)
			})
		default:
			l.server.logClose(accepted.Close())
		}
	}
}

// refuse answers 503 with the headers of every other answer. It reads the
// request first, for a client that has not finished sending may not look.
func (l *listener) refuse(c net.Conn) {
	defer func() { l.server.logClose(c.Close()) }()
	if err := c.SetDeadline(time.Now().Add(lingerTime)); err != nil {
		return
	}
	if _, err := c.Read(make([]byte, 4096)); err != nil {
		return
	}
	if _, err := c.Write(l.server.overloadAnswer()); err != nil {
		return
	}
	drain(c)
}

// overloadAnswer writes the whole answer for a connection over the limit.
func (s *Server) overloadAnswer() []byte {
	var ctx fasthttp.RequestCtx
	_, text := code(fasthttp.StatusServiceUnavailable, s.catalog().main)
	s.sendText(&ctx, fasthttp.StatusServiceUnavailable, string(text))
	ctx.Response.Header.SetBytesK(headerRetryAfter, "5")
	ctx.Response.Header.SetContentLength(len(text))
	ctx.Response.Header.SetConnectionClose()
	secure(&ctx.Response.Header)
	return append(ctx.Response.Header.Header(), text...)
}

// closeAll ends all connections at once.
func (l *listener) closeAll() {
	l.mu.Lock()
	left := make([]*conn, 0, len(l.open))
	for c := range l.open {
		left = append(left, c)
	}
	l.mu.Unlock()
	for _, c := range left {
		c.linger.Store(false)
		l.server.logClose(c.Close())
	}
}
