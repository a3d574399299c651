package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// told are the lines that failures wrote, without the time, and none is told twice.
type told struct {
	lockedBuffer
	read int
}

func (b *told) lines() []string {
	text := b.String()[b.read:]
	b.read += len(text)
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return line == "" })
}

func newTold() (*told, *slog.Logger) {
	b := &told{}
	return b, slog.New(slog.NewTextHandler(b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == slog.MessageKey {
			return slog.Attr{}
		}
		return a
	}}))
}

func TestTheLogSaysWhyMailIsNotSentOnceAMinute(t *testing.T) {
	t.Parallel()
	log, logger := newTold()
	f := newFailures(logger)
	now := start
	fail := func(kind string, err error) {
		l := &lease{seq: 7, kind: kind, submissionID: "id", attempts: 1}
		f.add(t.Context(), now, l, classify(l, err, 0.5), err)
	}
	says := func(when string, want ...string) {
		t.Helper()
		if got := log.lines(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	park := &site.DeliveryError{Fate: site.FatePark, Status: 401, Reason: "the key is wrong"}
	const parked = `kind=notice state=parked reason="the key is wrong" status=401 `
	fail(site.MailNotice, park)
	says("the first", "level=ERROR "+parked+"delivery=7 submission=id attempt=2 wait=30m0s")
	for range 500 {
		now = now.Add(100 * time.Millisecond)
		fail(site.MailNotice, park)
	}
	f.flush(t.Context(), now)
	says("within the minute")
	now = start.Add(time.Minute)
	f.flush(t.Context(), now)
	says("after a minute", "level=WARN "+parked+"again=500")
	f.flush(t.Context(), now.Add(30*time.Minute))
	says("nothing new")
	now = now.Add(30 * time.Minute)
	fail(site.MailNotice, park)
	says("while it goes on", "level=WARN "+parked+"again=1")
	now = now.Add(failureSpan)
	fail(site.MailNotice, park)
	says("it is news again", "level=ERROR "+parked+"delivery=7 submission=id attempt=2 wait=30m0s")

	dead := &site.DeliveryError{Fate: site.FateDead, Status: 422, Reason: "the address is refused"}
	fail(site.MailConfirmation, fmt.Errorf("wrapped with text of a visitor: %w", dead))
	says("a mistyped address", `level=INFO kind=confirmation state=dead reason="the address is refused" status=422 delivery=7 submission=id attempt=2 wait=0s`)
	fail(site.MailNotice, dead)
	says("a lost notice", `level=ERROR kind=notice state=dead reason="the address is refused" status=422 delivery=7 submission=id attempt=2 wait=0s`)
	fail(site.MailNotice, fmt.Errorf("dial: %w", &net.OpError{Op: "text of a visitor", Err: errors.New("text of a visitor")}))
	says("any error", `level=INFO kind=notice state=waiting reason=*errors.errorString status=0 delivery=7 submission=id attempt=2 wait=15s`)
	fail(site.MailNotice, context.DeadlineExceeded)
	says("another reason", `level=INFO kind=notice state=waiting reason=context.deadlineExceededError status=0 delivery=7 submission=id attempt=2 wait=15s`)

	f.flush(t.Context(), now.Add(failureSpan))
	if len(f.all) != 0 {
		t.Errorf("%d reasons are never forgotten", len(f.all))
	}
}

func TestAFloodOfFailuresIsAFewLinesInTheLog(t *testing.T) {
	t.Parallel()
	log := &lockedBuffer{}
	s := newStage(t, Config{Dir: t.TempDir(), FloodLimit: -1})
	f := newSender(func(context.Context, int, string) error {
		return &site.DeliveryError{Fate: site.FatePark, Status: 403, Reason: "the domain is not verified"}
	})
	s.saveMany(60)
	s.run(worker(s, f, func(c *WorkerConfig) { c.Logger = slog.New(slog.NewTextHandler(log, nil)) }))
	await(t, 20*time.Second, "all are parked", func() bool { return s.counts().Parked == 60 })
	if got := strings.Count(log.String(), "mail not sent"); got != 1 || !strings.Contains(log.String(), "the domain is not verified") {
		t.Errorf("%d lines: %s", got, log)
	}
}
