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
	"github.com/evenlight/marquee/internal/testkit"
)

// told are the lines that failures wrote, without the time, and none is told twice.
type told struct {
	testkit.Log
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
	f := newFailureLog(logger)
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
	const parked = `kind=notice state=parked reason="the key is wrong" status=401 delivery=7 submission=id attempt=2 wait=30m0s`
	fail(site.MailNotice, park)
	says("the first", "level=ERROR "+parked)
	for range 500 {
		now = now.Add(100 * time.Millisecond)
		fail(site.MailNotice, park)
	}
	says("within the minute")
	now = now.Add(10 * time.Second)
	fail(site.MailNotice, park)
	says("after a minute", "level=WARN "+parked)
	now = now.Add(failureSpan)
	fail(site.MailNotice, park)
	says("it is news again", "level=ERROR "+parked)

	dead := &site.DeliveryError{Fate: site.FateDead, Status: 422, Reason: "the address is refused"}
	const rest = ` delivery=7 submission=id attempt=2 wait=0s`
	fail(site.MailConfirmation, fmt.Errorf("wrapped with text of a visitor: %w", dead))
	says("a mistyped address", `level=INFO kind=confirmation state=dead reason="the address is refused" status=422`+rest)
	fail(site.MailNotice, dead)
	says("a lost notice", `level=ERROR kind=notice state=dead reason="the address is refused" status=422`+rest)
	fail(site.MailNotice, fmt.Errorf("dial: %w", &net.OpError{Op: "text of a visitor", Err: errors.New("text of a visitor")}))
	says("any error", `level=INFO kind=notice state=waiting reason=*errors.errorString delivery=7 submission=id attempt=2 wait=15s`)
}

// Whatever a provider answers, the log counts a few kinds of failures.
func TestFailuresAreCountedWithinABound(t *testing.T) {
	t.Parallel()
	log, logger := newTold()
	f := newFailureLog(logger)
	l := &lease{kind: site.MailNotice}
	add := func(status int, reason string) {
		err := &site.DeliveryError{Fate: site.FateRetry, Status: status, Reason: reason}
		f.add(t.Context(), start, l, classify(l, err, 0.5), err)
	}
	for i := range 5000 {
		add(500, fmt.Sprint("error number ", i))
	}
	if lines := log.lines(); len(f.all) != 1 || len(lines) != 1 {
		t.Errorf("5,000 reasons are %d kinds in %d lines", len(f.all), len(lines))
	}
	for status := range 5000 {
		add(status, "")
	}
	if len(f.all) > failureKinds {
		t.Errorf("%d kinds are remembered", len(f.all))
	}
}

func TestAFloodOfFailuresIsAFewLinesInTheLog(t *testing.T) {
	t.Parallel()
	log := &testkit.Log{}
	s := newStage(t, Config{Dir: t.TempDir()})
	f := newSender(func(context.Context, int, string) error {
		return &site.DeliveryError{Fate: site.FatePark, Status: 403, Reason: "the domain is not verified"}
	})
	s.saveMany(60)
	s.run(worker(s, f, func(c *WorkerConfig) { c.Logger = slog.New(slog.NewTextHandler(log, nil)) }))
	testkit.Eventually(t, "all are parked", func() bool { return s.counts().Parked == 60 })
	if got := strings.Count(log.String(), "mail not sent"); got != 1 || !strings.Contains(log.String(), "the domain is not verified") {
		t.Errorf("%d lines: %s", got, log)
	}
}
