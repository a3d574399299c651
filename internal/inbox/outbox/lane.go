package outbox

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"
)

// lanes is how many kinds of delivery there are that do not wait for each other.
const lanes = 2

// tolerance is how far the store's time may go back before its clock was set back.
const tolerance = 2 * time.Second

// lane takes what is due in its queues, and hands it to its sender. Each lane has
// its own places, so that a receiver that hangs holds up nothing of another lane.
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
	mail := &lane{
		Worker: w, sender: w.Sender, queues: mailQueues, memory: max(cmp.Or(w.KeyMemory, keyMemory), 0),
		wake: w.Store.wake[0], slots: make(chan struct{}, w.Workers),
	}
	if w.Webhooks == nil {
		return []*lane{mail}
	}
	return []*lane{mail, {
		Worker: w, sender: w.Webhooks, queues: webhookQueues, memory: webhookMemory,
		wake: w.Store.wake[1], slots: make(chan struct{}, w.Workers),
	}}
}

// dispatch claims mails one by one, each only when it can be sent at once: it is
// due, a slot is free, and the provider's rate allows it. So neither leases nor
// attempts are spent on waiting.
func (w *lane) dispatch(ctx, outer context.Context) {
	rest := firstRest
	for ctx.Err() == nil {
		wait, err := w.untilNext(ctx)
		if err == nil && wait <= 0 {
			err = w.dispatchOne(ctx, outer)
		}
		switch {
		case err != nil:
			// The store's log says why.
			pause(ctx, rest, nil)
			rest = min(2*rest, lastRest)
			continue
		case wait > 0:
			pause(ctx, wait, w.wake)
		}
		rest = firstRest
	}
}

// untilNext returns how long nothing is due; zero where something is.
func (w *lane) untilNext(ctx context.Context) (time.Duration, error) {
	if err := w.begin(ctx); err != nil {
		return 0, err
	}
	due, now, found, err := w.Store.nextDue(ctx, w.queues)
	if err != nil {
		return 0, err
	}
	if back, err := w.noticeTime(ctx, now); err != nil || back {
		return 0, err
	}
	if !found {
		return pollEvery, nil
	}
	return min(time.Duration(max(due-now, 0))*time.Millisecond, pollEvery), nil
}

// begin makes due, the first time, what was parked, for the configuration may have
// changed, and what a worker that is dead had leased.
func (w *Worker) begin(ctx context.Context) error {
	w.beginning.Lock()
	defer w.beginning.Unlock()
	if w.started {
		return nil
	}
	if err := errors.Join(w.Store.rewind(ctx), w.Store.unpark(ctx), w.takeOver(ctx)); err != nil {
		return err
	}
	w.started = true
	return nil
}

// noticeTime reports whether the clock was set back; then it has corrected what
// would now wait too long.
func (w *Worker) noticeTime(ctx context.Context, now int64) (back bool, err error) {
	w.beginning.Lock()
	defer w.beginning.Unlock()
	before := w.lastTime
	if now >= before {
		w.lastTime = now
		return false, nil
	}
	if before-now < tolerance.Milliseconds() {
		return false, nil // Another lane asked a moment later, and was answered first.
	}
	if err := w.Store.rewind(ctx); err != nil {
		return false, err
	}
	w.lastTime = now
	w.Logger.Warn("outbox: the clock was set back; mails are due after the rest of their wait",
		slog.Duration("by", time.Duration(before-now)*time.Millisecond))
	w.Store.Wake()
	return true, nil
}

func (w *lane) dispatchOne(ctx, outer context.Context) error {
	select {
	case w.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	handed := false
	defer func() {
		if !handed {
			<-w.slots
		}
	}()
	if err := w.reserve(ctx); err != nil {
		return err
	}
	// Not with ctx: a claim that is cut short may be committed, and nobody would give it back.
	taken, err := w.Store.claim(outer, w.node, w.Lease, w.queues, w.memory)
	if err != nil || taken == nil {
		return err
	}
	if ctx.Err() != nil {
		return w.Store.giveBack(outer, taken)
	}
	handed = true
	w.sending.Go(func() {
		defer func() { <-w.slots }()
		w.deliver(ctx, outer, w.sender, taken)
	})
	return nil
}

func (w *lane) reserve(ctx context.Context) (err error) {
	defer w.recovered("reserve", &err)
	return w.sender.Reserve(ctx)
}
