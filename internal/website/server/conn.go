package server

import (
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// conn is a connection of a visitor.
//
// fasthttp moves the deadlines three times per request, mostly before reading
// what is already there. Each time the runtime moves a timer under a lock,
// which took as long as finding the answer. So conn only notes a deadline, and
// sets it before the read or write that it is for, and only where the one that
// is set does not do: it may be early by the slack, and is never late.
type conn struct {
	net.Conn
	stream   io.ReadWriter // the bytes of the connection, as fast as they can be had
	listener *listener
	linger   atomic.Bool

	// Used by the goroutine that serves the connection alone.
	reading, writing deadline
	slack            time.Duration
}

// deadline is a point in time that is wanted, and the one that is set.
type deadline struct{ wanted, set time.Time }

// due reports whether the deadline that is set must be moved.
func (d *deadline) due(slack time.Duration) bool {
	if d.wanted.IsZero() || d.set.IsZero() {
		return d.wanted != d.set
	}
	early := d.wanted.Sub(d.set)
	return early < 0 || early > slack
}

// Read reads within the read deadline.
func (c *conn) Read(p []byte) (int, error) {
	if c.reading.due(c.slack) {
		c.reading.set = c.reading.wanted
		if err := c.Conn.SetReadDeadline(c.reading.wanted); err != nil {
			return 0, err
		}
	}
	return c.stream.Read(p)
}

// Write writes within the write deadline.
func (c *conn) Write(p []byte) (int, error) {
	if c.writing.due(c.slack) {
		c.writing.set = c.writing.wanted
		if err := c.Conn.SetWriteDeadline(c.writing.wanted); err != nil {
			return 0, err
		}
	}
	return c.stream.Write(p)
}

// SetDeadline implements [net.Conn]; it holds from the next Read and Write on.
func (c *conn) SetDeadline(t time.Time) error {
	c.reading.wanted, c.writing.wanted = t, t
	return nil
}

// SetReadDeadline implements [net.Conn]; it holds from the next Read on.
func (c *conn) SetReadDeadline(t time.Time) error {
	c.reading.wanted = t
	return nil
}

// SetWriteDeadline implements [net.Conn]; it holds from the next Write on.
func (c *conn) SetWriteDeadline(t time.Time) error {
	c.writing.wanted = t
	return nil
}

// lingerOn makes the connection end softly: closing a socket that has unread
// input resets it, and the client may lose the answer that says what was wrong.
func lingerOn(ctx *fasthttp.RequestCtx) {
	if c, ok := ctx.Conn().(*conn); ok {
		c.linger.Store(true)
	}
}

// Close ends the connection, after a look at what still comes in if it lingers.
// It may be called beside Read and Write.
func (c *conn) Close() error {
	if c.linger.Swap(false) && c.Conn.SetDeadline(time.Now().Add(lingerTime)) == nil {
		drain(c.Conn)
	}
	c.listener.mu.Lock()
	delete(c.listener.open, c)
	c.listener.mu.Unlock()
	return c.Conn.Close()
}

// drain says that nothing more will be sent, and throws away what comes in
// until the client has closed too, the deadline has passed, or it is too much.
func drain(c net.Conn) {
	if half, ok := c.(interface{ CloseWrite() error }); ok && half.CloseWrite() != nil {
		return
	}
	// Any error here is the end that is waited for.
	_, _ = io.CopyN(io.Discard, c, lingerBytes)
}

// logClose notes an error of closing that is not the other side's doing.
func (s *Server) logClose(err error) {
	if err != nil && !errors.Is(err, net.ErrClosed) {
		s.logger.Debug("close connection", "error", err)
	}
}
