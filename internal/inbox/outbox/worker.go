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
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

// LockName is the name of the file in the data folder whose lock the only worker of a SQLite file holds.
const LockName = "marquee.lock"

const (
	// The longest that a worker waits before it looks for what a tool or another node made due.
	pollEvery = 5 * time.Second
	// The longest that a send may take.
	sendTimeout = 12 * time.Second
	// How long sends may go on when Run ends, and how long recording what became of them may take then.
	lastCall    = time.Second
	lastRecords = 3 * time.Second
	// Waits while the store is closed.
	firstRest = 250 * time.Millisecond
	lastRest  = time.Second
	// How far the clock of the database may go back before due times are corrected.
	tolerance = 2 * time.Second
	// How many kinds of delivery there are that do not wait for each other.
	lanes = 2
)

// Sender hands mails to a provider.
type Sender interface {
	// Reserve waits until one more mail may be sent under the provider's rate.
	Reserve(ctx context.Context) error
	// Send sends a mail and returns the provider's name for it. All attempts of a mail have the same key and bytes.
	// Its error is a *site.DeliveryError; anything else means to try again. It ends with its context.
	Send(ctx context.Context, key string, m site.Message) (providerID string, err error)
}

// Digester renders the mail about many submissions of one form.
type Digester interface {
	// Together reports whether two of them have the same recipients: only such are in one digest.
	Together(a, b *site.Submission) bool
	Digest(all []site.Submission) (site.Message, error)
}

// WorkerConfig joins a worker to its store and its senders.
type WorkerConfig struct {
	// Required.
	Store *Store
	// Hands mails to a provider. Required.
	Sender Sender
	// For how long the provider knows the key of a mail again. Zero is 23 h 50 min; negative says that it knows no
	// keys: what it may have taken is marked as a possible duplicate with the next attempt.
	KeyMemory time.Duration
	// Makes the requests of webhooks. Left out: they wait.
	Webhooks Sender
	// Renders digests. Required.
	Digester Digester
	// How many mails are sent at the same time, and as many webhooks. Zero is 8.
	Workers int
	// How long a claimed mail belongs to this worker; longer than a send may take (12 s). Zero is 30 s.
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
	host, _ := os.Hostname()
	node := cmp.Or(host, "unknown") + "/" + uuid.NewString()
	return &Worker{WorkerConfig: config, node: node, failures: newFailureLog(config.Logger)}
}

// Run sends until the context ends. Then it takes nothing more, gives the sends under way one more second, cuts
// those that hang, and returns: who restarts the program waits for it. A send that was cut is tried again, with the
// same key where it may have arrived. While the store is closed it waits.
func (w *Worker) Run(ctx context.Context) error {
	// Sends outlive the order to stop, so that the provider's answer is not lost, and what becomes of them is
	// recorded after they were cut.
	outer, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	sends, cut := context.WithCancel(outer)
	defer cut()
	w.sends = sends
	defer w.releaseLock()

	// What was parked is due, for the configuration may have changed, and what a dead worker had leased.
	for rest := firstRest; ctx.Err() == nil; rest = min(2*rest, lastRest) {
		unparked := w.Store.update(ctx, `UPDATE outbox SET due_at = $1, wait = 0 WHERE state = 'parked' AND leased_by = ''`)
		if errors.Join(unparked, w.takeOver(ctx)) == nil {
			break
		}
		pause(ctx, rest, nil)
	}

	var running sync.WaitGroup
	running.Go(func() { (&maintenance{Worker: w}).run(ctx) })
	for _, l := range w.lanes() {
		running.Go(func() { l.dispatch(ctx, outer) })
	}
	running.Wait()

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

// takeOver makes mails due that a dead worker has leased, where it is certain that no other worker lives: with
// SQLite, whose workers share a machine. Else they come back when the lease is over.
func (w *Worker) takeOver(ctx context.Context) error {
	if w.Store.config.URL != "" {
		return nil
	}
	if w.lock == nil {
		lock, err := osfile.Lock(filepath.Join(w.Store.config.Dir, LockName))
		if err != nil {
			w.Logger.Debug("outbox: this is not the only worker", slog.Any("reason", err))
			return nil
		}
		w.lock = lock
	}
	return w.Store.update(ctx, `UPDATE outbox SET due_at = $1, wait = 0 WHERE `+pending+` AND leased_by <> ''`)
}

func (w *Worker) releaseLock() {
	if w.lock == nil {
		return
	}
	if err := w.lock.Close(); err != nil {
		w.Logger.Warn("outbox: the lock of the worker is not released", slog.Any("error", err))
	}
	w.lock = nil
}

// lane takes what is due in its queues, and hands it to its sender. Each lane has its own slots, so that a receiver
// that hangs holds up nothing of another lane.
type lane struct {
	*Worker
	sender Sender
	queues []string
	// For how long the receiver knows a key again; zero for not at all.
	memory time.Duration
	// Signals that something may be due.
	wake <-chan struct{}
	// One for each send under way.
	slots chan struct{}
}

func (w *Worker) lanes() []*lane {
	memory := max(cmp.Or(w.KeyMemory, keyMemory), 0)
	all := []*lane{{w, w.Sender, mailQueues, memory, w.Store.wake[0], make(chan struct{}, w.Workers)}}
	if w.Webhooks != nil {
		all = append(all, &lane{w, w.Webhooks, webhookQueues, webhookMemory, w.Store.wake[1], make(chan struct{}, w.Workers)})
	}
	return all
}

// dispatch claims mails one by one, each only when it can be sent at once: it is due, a slot is free, and the
// provider's rate allows it. So neither leases nor attempts are spent on waiting.
func (l *lane) dispatch(ctx, outer context.Context) {
	rest := firstRest
	for ctx.Err() == nil {
		wait, err := l.Store.untilDue(ctx, l.queues, pollEvery)
		if err == nil && wait <= 0 {
			err = l.dispatchOne(ctx, outer)
		}
		if err != nil { // The store's log says why.
			pause(ctx, rest, nil)
			rest = min(2*rest, lastRest)
			continue
		}
		if wait > 0 {
			pause(ctx, wait, l.wake)
		}
		rest = firstRest
	}
}

func (l *lane) dispatchOne(ctx, outer context.Context) error {
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	taken, err := l.take(ctx, outer)
	if err != nil || taken == nil {
		<-l.slots
		return err
	}
	l.sending.Go(func() {
		defer func() { <-l.slots }()
		l.deliver(ctx, outer, taken)
	})
	return nil
}

// take waits for the provider's rate and claims what is due; nil where that is nothing.
func (l *lane) take(ctx, outer context.Context) (_ *lease, err error) {
	defer l.recovered("reserve", &err)
	if err := l.sender.Reserve(ctx); err != nil {
		return nil, err
	}
	// Not with ctx: a claim that is cut short may be committed, and nobody would send it before the lease is over.
	return l.Store.claim(outer, l.node, l.Lease, l.queues, l.memory)
}

func (l *lane) deliver(ctx, outer context.Context, mail *lease) {
	providerID, err := l.send(mail)
	if err == nil {
		l.record(ctx, outer, mail, func(ctx context.Context) error { return l.Store.sent(ctx, mail, providerID) })
		return
	}
	f := classify(mail, err, l.Jitter())
	l.failures.add(outer, l.Now(), mail, f, err)
	l.record(ctx, outer, mail, func(ctx context.Context) error { return l.Store.postpone(ctx, mail, f) })
	l.Store.Wake() // It is due earlier, perhaps, than what the worker waits for.
}

func (l *lane) send(mail *lease) (providerID string, err error) {
	defer l.recovered("send", &err)
	key, m, err := mail.mail()
	if err != nil {
		return "", &site.DeliveryError{Fate: site.FateDead, Reason: "the stored " + nameOf(mail.kind) + " cannot be read"}
	}
	ctx, cancel := context.WithTimeout(l.sends, min(sendTimeout, l.Lease))
	defer cancel()
	return l.sender.Send(ctx, key, m)
}

// record writes down what became of a mail, for as long as it takes: while the disk is full this slot stays taken,
// rather than sending what cannot be recorded. Once the worker is to stop, it tries a little longer.
func (l *lane) record(ctx, outer context.Context, mail *lease, write func(context.Context) error) {
	log := l.Logger.With(slog.Int64("delivery", mail.seq), slog.String("kind", mail.kind),
		slog.String("submission", mail.submissionID))
	for rest := firstRest; ; rest = min(2*rest, lastRest) {
		err := write(outer)
		switch {
		case err == nil:
			return
		case errors.Is(err, errOvertaken):
			log.Info("outbox: the mail was retried, erased or taken over meanwhile")
			return
		case outer.Err() != nil || ctx.Err() != nil:
			log.Warn("outbox: what became of the mail is not recorded; it is tried again under the same key",
				slog.Any("error", err))
			return
		}
		pause(ctx, rest, nil)
	}
}

// recovered turns a panic into an error, and logs where it came from. What was thrown may hold what a visitor
// typed: only faults of the runtime are shown.
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
