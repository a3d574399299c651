// Package testkit has what the tests of many packages need: a clock that moves
// when it is told to, and a log that can be read while it is written. The
// packages below it stand in for a database, the providers of mails and the receiver of webhooks.
//
// Where a test can wait for timers, testing/synctest of the standard library is
// the better clock. Tests import testkit, and nothing else.
package testkit

import (
	"bytes"
	"io"
	"log/slog"
	"sync"
	"time"
)

// Noon is a day and time to begin with: 21 November 2026, 12:00 UTC.
var Noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// Clock stands still between calls of Add. It is safe for concurrent use.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that shows the given time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the time that the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Set makes the clock show the given time.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

// Add moves the clock, backwards too.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Log collects what a program writes. It is an [io.Writer], safe for concurrent
// use; the zero value is ready.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

var _ io.Writer = (*Log)(nil)

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns all that was written.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Lines returns how many lines were written.
func (l *Log) Lines() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Count(l.text.Bytes(), []byte("\n"))
}

// Reset forgets what was written.
func (l *Log) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Reset()
}

// Logger returns a logger of every level that writes lines of key=value into the log.
func (l *Log) Logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}
