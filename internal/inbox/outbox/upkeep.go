package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// How often the worker looks after the box beside sending.
	upkeepEvery = 5 * time.Second
	// How often it purges, and how soon again when it could not.
	purgeEvery = 24 * time.Hour
	purgeRetry = time.Hour
	// How old the oldest unsent mail gets before the log warns, and how often it does.
	stuckAfter = 15 * time.Minute
	stuckEvery = 15 * time.Minute
)

// upkeep does what comes up now and then: digests, purges, and the warning
// that mail is stuck.
type upkeep struct {
	*Worker
	nextPurge, warned time.Time
}

func newUpkeep(w *Worker) *upkeep { return &upkeep{Worker: w} }

func (u *upkeep) run(ctx context.Context) {
	for ctx.Err() == nil {
		rest := upkeepEvery
		if err := u.round(ctx); err != nil && ctx.Err() == nil {
			u.Logger.Debug("outbox: upkeep is put off", slog.Any("error", err))
			rest = lastRest
		}
		u.pause(ctx, rest, nil)
	}
}

// round does once whatever is due. An error means that the box is closed.
func (u *upkeep) round(ctx context.Context) error {
	u.failures.flush(ctx, u.Now())
	return errors.Join(u.digests(ctx), u.warn(ctx), u.purge(ctx))
}

// unpark makes parked mails due, with the attempts they have.
func (b *Box) unpark(ctx context.Context) error {
	return b.write(ctx, func(ctx context.Context, tx *session) error {
		now, err := tx.now(ctx)
		if err != nil {
			return err
		}
		_, err = tx.exec(ctx, `UPDATE outbox SET due_at = $1, wait = 0 WHERE state = 'parked' AND leased_by = ''`, now)
		return err
	})
}

func (u *upkeep) digests(ctx context.Context) error {
	due, err := u.Box.collections(ctx)
	for i := range due {
		if failure := u.collect(ctx, &due[i]); failure != nil && !errors.Is(failure, errOvertaken) {
			err = errors.Join(err, failure)
		}
	}
	return err
}

// collect queues the digest of one form, or the notices themselves where no digest can be made.
func (u *upkeep) collect(ctx context.Context, c *collection) error {
	if u.Digester == nil {
		return u.Box.scatter(ctx, c)
	}
	if err := c.fill(ctx, u.Box); err != nil {
		return err
	}
	if len(c.all) == 0 {
		return nil
	}
	m, err := u.digest(c)
	if err == nil {
		return u.Box.queueDigest(ctx, c, m)
	}
	u.Logger.Error("outbox: no digest can be made of a form's notices",
		slog.String("site", c.site), slog.String("form", c.form), slog.Duration("waiting", c.age))
	if c.age.Abs() < digestGiveUp {
		return nil
	}
	return u.Box.scatter(ctx, c)
}

func (u *upkeep) digest(c *collection) (m site.Message, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			u.Logger.Error("outbox: the digester panicked", slog.String("panic", fmt.Sprintf("%T", caught)), slog.String("stack", string(debug.Stack())))
			err = fmt.Errorf("digester panicked: %T", caught)
		}
	}()
	if m, err = u.Digester.Digest(c.all); err != nil {
		return m, err
	}
	m.Kind = site.MailDigest
	return m, nil
}

// warn tells the log when mail is stuck.
func (u *upkeep) warn(ctx context.Context) error {
	age, err := u.Box.oldestUnsent(ctx)
	now := u.Now()
	if err != nil || age < stuckAfter || !u.warned.IsZero() && now.Sub(u.warned).Abs() < stuckEvery {
		return err
	}
	u.warned = now
	u.Logger.Warn("outbox: mail is stuck; `marquee submissions list --state waiting` and `--state parked` show it",
		slog.Duration("oldest", age.Round(time.Second)))
	return nil
}

// oldestUnsent returns how long the oldest mail has been waiting; zero where none is.
func (b *Box) oldestUnsent(ctx context.Context) (time.Duration, error) {
	var age time.Duration
	err := b.read(ctx, func(ctx context.Context, tx *session) error {
		age = 0
		now, err := tx.now(ctx)
		if err != nil {
			return err
		}
		var oldest int64
		found, err := tx.row(ctx, `SELECT queued_at FROM outbox WHERE `+pending+` ORDER BY queued_at LIMIT 1`, nil, &oldest)
		if found {
			age = time.Duration(now-oldest) * time.Millisecond
		}
		return err
	})
	return age, err
}
