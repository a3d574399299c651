package server

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// Bounds of what is read from a connection that is about to close.
const (
	lingerTime  = 500 * time.Millisecond
	lingerBytes = 256 << 10
)

// refusals is how many connections over the limit are answered at a time; those
// beyond are closed without an answer.
const refusals = 64

// listener counts connections. Those over the limit are marked as refused: the
// guard answers them 503, with the headers of every other answer.
type listener struct {
	net.Listener
	server *Server
	// Connections that are served, and those over the limit.
	served, refused atomic.Int64
}

// Accept returns the next connection.
func (l *listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.served.Add(1) <= int64(l.server.config.MaxConnections) {
			return &conn{Conn: accepted, count: &l.served}, nil
		}
		l.served.Add(-1)
		l.server.metrics.refused.Inc()
		c := &conn{Conn: accepted, count: &l.refused, refused: true}
		if l.refused.Add(1) <= refusals {
			return c, nil
		}
		if err := c.Close(); err != nil {
			l.server.logger.Debug("close connection", "error", err)
		}
	}
}

// conn is a connection of a visitor.
type conn struct {
	net.Conn
	count *atomic.Int64 // that it is part of
	// It is over the limit, and gets no answer but that one.
	refused bool
	linger  atomic.Bool
	closing sync.Once
}

// lingerOn makes the connection end softly: closing a socket that has unread
// input resets it, and the client may lose the answer that says what was wrong.
func lingerOn(ctx *fasthttp.RequestCtx) {
	if c, ok := ctx.Conn().(*conn); ok {
		c.linger.Store(true)
	}
}

// Close ends the connection; before that, if it lingers, it says that nothing
// more will be sent, and reads what still comes in for a moment. Further calls
// do nothing.
func (c *conn) Close() (err error) {
	c.closing.Do(func() {
		half, ok := c.Conn.(interface{ CloseWrite() error })
		if c.linger.Load() && ok && half.CloseWrite() == nil && c.SetDeadline(time.Now().Add(lingerTime)) == nil {
			// Any error here is the end that is waited for.
			_, _ = io.CopyN(io.Discard, c.Conn, lingerBytes)
		}
		c.count.Add(-1)
		err = c.Conn.Close()
	})
	return err
}
