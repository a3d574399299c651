package server

import (
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// Bounds of what is read from a connection that is about to close: a browser on a
// slow line sends all of a body that is too large before it reads the answer.
const (
	lingerTime    = 30 * time.Second
	lingerSilence = 2 * time.Second
	lingerBytes   = 16 << 20
	// How many connections may do so at a time; the others have a moment.
	lingerers     = 256
	lingerMoment  = 500 * time.Millisecond
	lingerReadLen = 8 << 10
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
	// Connections that are read before they close.
	lingering atomic.Int64
}

// Accept returns the next connection.
func (l *listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.served.Add(1) <= int64(l.server.config.MaxConnections) {
			return &conn{Conn: accepted, listener: l, count: &l.served}, nil
		}
		l.served.Add(-1)
		l.server.metrics.refused.Inc()
		c := &conn{Conn: accepted, listener: l, count: &l.refused, refused: true}
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
	listener *listener
	count    *atomic.Int64 // that it is part of
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
// more will be sent, and reads what still comes in. Further calls do nothing.
func (c *conn) Close() (err error) {
	c.closing.Do(func() {
		half, ok := c.Conn.(interface{ CloseWrite() error })
		if c.linger.Load() && ok && half.CloseWrite() == nil {
			c.discard()
		}
		c.count.Add(-1)
		err = c.Conn.Close()
	})
	return err
}

// discard reads and forgets what comes in, until the other side has nothing more
// to send, is silent, or has used up what it may.
func (c *conn) discard() {
	limit := time.Now().Add(lingerTime)
	if c.listener.lingering.Add(1) > lingerers || c.refused {
		limit = time.Now().Add(lingerMoment)
	}
	defer c.listener.lingering.Add(-1)
	buffer := make([]byte, lingerReadLen)
	for left := lingerBytes; left > 0 && !c.listener.server.draining.Load(); {
		next := time.Now().Add(lingerSilence)
		if limit.Before(next) {
			next = limit
		}
		if c.SetReadDeadline(next) != nil {
			return
		}
		n, err := c.Read(buffer)
		if left -= n; err != nil {
			return // the end that is waited for
		}
	}
}
