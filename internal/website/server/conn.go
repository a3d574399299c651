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
)

// refusals is how many connections over the limit are answered at a time; fasthttp
// refuses those beyond.
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
		err = c.Conn.Close()
	})
	return err
}

// discard reads and forgets what comes in, until the other side has nothing more
// to send, is silent, or has used up what it may.
func (c *conn) discard() {
	buffer := make([]byte, 8<<10)
	limit := time.Now().Add(lingerTime)
	for left := lingerBytes; left > 0 && time.Now().Before(limit) && !c.server.draining.Load(); {
		if c.SetReadDeadline(time.Now().Add(lingerSilence)) != nil {
			return
		}
		n, err := c.Read(buffer)
		if left -= n; err != nil {
			return // the end that is waited for
		}
	}
}
