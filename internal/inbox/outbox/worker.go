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
	// How long the worker waits at most before it looks for mails that a tool or
	// another node made due.
	pollEvery = 5 * time.Second
	// The longest that a send may take.
	sendTimeout = 12 * time.Second
	// How long sends under way may go on when Run ends, and how long it may then take
	// to write down what became of them.
	lastCall    = time.Second
	lastRecords = 3 * time.Second
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

// Digester renders the mail about many submissions of one form.
type Digester interface {
	Digest(all []site.Submission) (site.Message, error)
}

// WorkerConfig joins a worker to its store and its senders.
type WorkerConfig struct {
	// Required.
	Store *Store
	// Hands mails to a provider. Required.
	Sender Sender
	// For how long the provider knows the key of a mail again. Zero is 23 h 50 min;
	// negative says that it knows no keys: then what it may have taken already is
	// marked as a possible duplicate with the next attempt.
	KeyMemory time.Duration
	// Makes the requests of webhooks. Left out: they wait.
	Webhooks Sender
	// Renders digests. Left out: collected notices go out one by one.
	Digester Digester
	// How many mails are sent at the same time, and as many webhooks. Zero is 8.
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
	node    string
	sending sync.WaitGroup
	// Ends when sends under way are to end, set by Run.
	sends context.Context

	// Held while the worker begins, or corrects due times.
	beginning sync.Mutex
	started   bool
	// The store's time when it was asked last, to notice a clock that is set back.
	lastTime int64
	// Held while this is the only worker of a SQLite file; else nil.
	lock io.Closer

	failures *failureLog
}

// NewWorker returns a worker that waits for Run.
func NewWorker(config WorkerConfig) *Worker {
	config.Workers = cmp.Or(config.Workers, 8)
	config.Lease = cmp.Or(config.Lease, 30*time.Second)
	config.Logger = cmp.Or(config.Logger, slog.Default())
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
		failures:     newFailureLog(config.Logger),
	}
}

// Run sends until the context ends. Then it takes nothing more, gives the sends
// under way one more second, cuts those that hang, and returns: who restarts the
// program waits for it. A send that was cut is tried again, with the same key where
// it may have arrived. While the store is closed it waits.
func (w *Worker) Run(ctx context.Context) error {
	// Sends outlive the order to stop, so that the provider's answer is not lost,
	// and what becomes of them is written down after they were cut.
	outer, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	sends, cut := context.WithCancel(outer)
	defer cut()
	w.sends = sends
	defer w.releaseLock()
	var upkeep sync.WaitGroup
	upkeep.Go(func() { (&maintenance{Worker: w}).run(ctx) })
	var dispatching sync.WaitGroup
	for _, l := range w.lanes() {
		dispatching.Go(func() { l.dispatch(ctx, outer) })
	}
	dispatching.Wait()
	upkeep.Wait()

	finished := make(chan struct{})
	go func() {
		w.sending.Wait()
		close(finished)
	}()
	if pause(outer, lastCall, finished) {
		return nil
	}
	cut()
	if pause(outer, lastRecords, finished) {
		w.Logger.Info("outbox: sends that hung were cut; they are tried again")
		return nil
	}
	return errors.New("a send does not end: its mail is tried again when the lease is over")
}

// pause waits for a while, or for the signal, and reports whether it was the signal.
func pause(ctx context.Context, d time.Duration, signal <-chan struct{}) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-signal:
		return true
	}
	return false
}

// deliver sends one mail and writes down what became of it.
func (w *Worker) deliver(ctx, outer context.Context, by Sender, l *lease) {
	providerID, err := w.send(by, l)
	if err == nil {
		w.record(ctx, outer, l, func(ctx context.Context) error { return w.Store.sent(ctx, l, providerID) })
		return
	}
	f := classify(l, err, w.Jitter())
	w.failures.add(outer, w.Now(), l, f, err)
	w.record(ctx, outer, l, func(ctx context.Context) error { return w.Store.postpone(ctx, l, f) })
	w.Store.Wake() // It is due earlier, perhaps, than what the worker waits for.
}

func (w *Worker) send(by Sender, l *lease) (providerID string, err error) {
	defer w.recovered("send", &err)
	key, m, err := l.mail()
	if err != nil {
		return "", &site.DeliveryError{Fate: site.FateDead, Reason: unreadable(l.kind)}
	}
	ctx, cancel := context.WithTimeout(w.sends, min(sendTimeout, w.Lease))
	defer cancel()
	return by.Send(ctx, key, m)
}

// recovered turns a panic into an error, and logs where it came from. What was
// thrown may hold what a visitor typed: only faults of the runtime are shown.
func (w *Worker) recovered(step string, err *error) {
	caught := recover()
	if caught == nil {
		return
	}
	what := fmt.Sprintf("%T", caught)
	if fault, ok := caught.(runtime.Error); ok {
		what = fault.Error()
	}
	w.Logger.Error("outbox: "+step+" panicked", slog.String("panic", what), slog.String("stack", string(debug.Stack())))
	*err = fmt.Errorf("%s panicked: %s", step, what)
}

// record writes down what became of a mail, for as long as it takes: while the
// disk is full this slot stays taken, rather than sending what cannot be recorded.
// Once the worker is to stop, it tries a little longer.
func (w *Worker) record(ctx, outer context.Context, l *lease, write func(context.Context) error) {
	log := w.Logger.With(slog.Int64("delivery", l.seq), slog.String("kind", l.kind), slog.String("submission", l.submissionID))
	for rest := firstRest; ; rest = min(2*rest, lastRest) {
		err := write(outer)
		switch {
		case err == nil:
			return
		case errors.Is(err, errOvertaken):
			log.Info("outbox: the mail was retried, erased or taken over meanwhile")
			return
		case outer.Err() != nil || ctx.Err() != nil:
			log.Warn("outbox: what became of the mail is not recorded; it is tried again under the same key", slog.Any("error", err))
			return
		}
		pause(ctx, rest, nil)
	}
}
