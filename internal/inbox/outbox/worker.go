package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// How often the worker looks for mails that nobody told it of: those of other
	// nodes, and those whose wait is over.
	pollEvery = 250 * time.Millisecond
	// The longest that a send may hold a worker, and that Run waits for them when it ends.
	sendLimit = 12 * time.Second
	// Waits while the store is closed.
	firstRest = 250 * time.Millisecond
	lastRest  = time.Second
)

// Sender hands mails to a provider.
type Sender interface {
	// Reserve waits until one more mail may be sent under the provider's rate.
	Reserve(ctx context.Context) error
	// Send sends a mail and returns the provider's name for it. All attempts of a
	// mail have the same key and bytes. Its error is a *site.DeliveryError;
	// anything else means to try again. It ends with its context.
	Send(ctx context.Context, key string, m site.Message) (providerID string, err error)
}

// Digester renders the mail that tells of many submissions of one form.
type Digester interface {
	Digest(all []site.Submission) (site.Message, error)
}

// WorkerConfig joins a worker to its store and its sender.
type WorkerConfig struct {
	// Required.
	Store  *Store
	Sender Sender
	// Renders digests. Left out: collected notices go out one by one.
	Digester Digester
	// How many mails are sent at the same time. Zero is 8.
	Workers int
	// How long a claimed mail belongs to this worker; longer than a send may take
	// (12 s). Zero is 30 s.
	Lease time.Duration
	// Left out: slog.Default().
	Logger *slog.Logger
	// A number in [0, 1): which part of a step to wait. Left out: random.
	Jitter func() float64
	// The clock by which purges are planned and log lines are limited. Left out: time.Now.
	Now func() time.Time
}

// Worker sends what is in the store. Any number of them may work on one database.
type Worker struct {
	WorkerConfig
	// Names this worker in leases.
	node string
	// The store's time at the last look, to notice a clock that is set back.
	seen    int64
	started bool
	// Held while this is the only worker of a SQLite file; else nil.
	only io.Closer
	slot chan struct{}
	// Sends under way.
	sending  sync.WaitGroup
	failures *failures
}

// NewWorker returns a worker that waits for Run.
func NewWorker(config WorkerConfig) *Worker {
	config.Workers = cmp.Or(config.Workers, 8)
	config.Lease = cmp.Or(config.Lease, 30*time.Second)
	if config.Logger == nil {
		config.Logger = slog.Default()
	}
	if config.Jitter == nil {
		config.Jitter = rand.Float64
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return &Worker{
		WorkerConfig: config,
		node:         host + "/" + uuid.NewString(),
		slot:         make(chan struct{}, config.Workers),
		failures:     newFailures(config.Logger),
	}
}

// Run sends until the context ends. Then it takes nothing more, waits for the
// sends under way, at most twelve seconds, and returns. While the store is closed it waits.
func (w *Worker) Run(ctx context.Context) error {
	// Sends outlive the order to stop, so that the provider's answer is not lost.
	outer, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	defer w.releaseLock()
	var maintenance sync.WaitGroup
	maintenance.Go(func() { newMaintenance(w).run(ctx) })
	w.dispatch(ctx, outer)
	maintenance.Wait()

	finished := make(chan struct{})
	go func() {
		w.sending.Wait()
		close(finished)
	}()
	limit := time.NewTimer(sendLimit)
	defer limit.Stop()
	select {
	case <-finished:
		return nil
	case <-limit.C:
		cut()
		return errors.New("a send does not end: its mail is tried again when the lease is over")
	}
}

// dispatch claims mails one by one, each only when it can be sent at once: there
// is something due, a sender is free, and the provider's rate allows it. So
// neither leases nor attempts are spent on waiting.
func (w *Worker) dispatch(ctx, outer context.Context) {
	rest := firstRest
	for ctx.Err() == nil {
		found, err := w.look(ctx)
		if err == nil && found {
			err = w.dispatchOne(ctx, outer)
		}
		switch {
		case err != nil:
			// The store tells its log why.
			w.pause(ctx, rest, nil)
			rest = min(2*rest, lastRest)
			continue
		case !found:
			w.pause(ctx, pollEvery, w.Store.wake)
		}
		rest = firstRest
	}
}

// pause waits for a while, or for the signal.
func (w *Worker) pause(ctx context.Context, d time.Duration, signal <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-signal:
	}
}

// look reports whether a mail is due. When the clock was set back, it first
// corrects what would now wait too long. The first look tries again what was
// parked: the configuration may have changed.
func (w *Worker) look(ctx context.Context) (bool, error) {
	if !w.started {
		if err := errors.Join(w.Store.rewind(ctx), w.Store.unpark(ctx), w.takeOver(ctx)); err != nil {
			return false, err
		}
		w.started = true
	}
	found, now, err := w.Store.due(ctx)
	if err != nil {
		return false, err
	}
	if now < w.seen {
		if err := w.Store.rewind(ctx); err != nil {
			return false, err
		}
		w.Logger.Warn("outbox: the clock was set back; mails are due after the rest of their wait",
			slog.Duration("by", time.Duration(w.seen-now)*time.Millisecond))
		found = true
	}
	w.seen = now
	return found, nil
}

func (w *Worker) dispatchOne(ctx, outer context.Context) error {
	select {
	case w.slot <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	handed := false
	defer func() {
		if !handed {
			<-w.slot
		}
	}()
	if err := w.reserve(ctx); err != nil {
		return err
	}
	// Not with ctx: a claim that is cut short may be committed, and nobody would give it back.
	taken, err := w.Store.claim(outer, w.node, w.Lease)
	if err != nil || taken == nil {
		return err
	}
	if ctx.Err() != nil {
		return w.Store.giveBack(outer, taken)
	}
	handed = true
	w.sending.Go(func() {
		defer func() { <-w.slot }()
		w.deliver(ctx, outer, taken)
	})
	return nil
}

func (w *Worker) reserve(ctx context.Context) (err error) {
	defer w.recovered("reserve", &err)
	return w.Sender.Reserve(ctx)
}

// deliver sends one mail and writes down what became of it.
func (w *Worker) deliver(ctx, outer context.Context, l *lease) {
	log := w.Logger.With(slog.Int64("delivery", l.seq), slog.String("kind", l.kind), slog.String("submission", l.submissionID))
	providerID, err := w.send(outer, l)
	if err == nil {
		w.record(ctx, outer, log, func(ctx context.Context) error { return w.Store.sent(ctx, l, providerID) })
		return
	}
	v := classify(l, err, w.Jitter())
	w.failures.add(outer, w.Now(), l, v, err)
	w.record(ctx, outer, log, func(ctx context.Context) error { return w.Store.postpone(ctx, l, v) })
}

func (w *Worker) send(outer context.Context, l *lease) (providerID string, err error) {
	defer w.recovered("send", &err)
	key, m, err := l.mail()
	if err != nil {
		return "", &site.DeliveryError{Fate: site.FateDead, Reason: "the stored mail cannot be read"}
	}
	ctx, cancel := context.WithTimeout(outer, min(sendLimit, w.Lease))
	defer cancel()
	return w.Sender.Send(ctx, key, m)
}

// recovered turns a panic into an error, and tells the log where it came from.
// What was thrown may hold what a visitor typed: only faults of the runtime are shown.
func (w *Worker) recovered(step string, err *error) {
	caught := recover()
	if caught == nil {
		return
	}
	what := fmt.Sprintf("%T", caught)
	if fault, ok := caught.(runtime.Error); ok {
		what = fault.Error()
	}
	w.Logger.Error("outbox: the sender panicked", slog.String("step", step), slog.String("panic", what), slog.String("stack", string(debug.Stack())))
	*err = fmt.Errorf("%s panicked: %s", step, what)
}

// record writes down what became of a mail, for as long as it takes: while the
// disk is full this sender stays busy, rather than sending what it cannot record.
// Once the worker is to stop, it tries a little longer.
func (w *Worker) record(ctx, outer context.Context, log *slog.Logger, write func(context.Context) error) {
	rest := firstRest
	for {
		err := write(outer)
		if err == nil {
			return
		}
		if errors.Is(err, errOvertaken) {
			log.Info("outbox: the mail was retried, erased or taken over meanwhile")
			return
		}
		if outer.Err() != nil || ctx.Err() != nil {
			log.Warn("outbox: what became of the mail is not recorded; it is tried again under the same key", slog.Any("error", err))
			return
		}
		w.pause(ctx, rest, nil)
		rest = min(2*rest, lastRest)
	}
}
