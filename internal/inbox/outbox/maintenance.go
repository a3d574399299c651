package outbox

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// How often the worker looks for digests, purges and mail that is stuck.
	maintenanceEvery = 15 * time.Second
	// How often it purges, and how soon again when it could not.
	purgeEvery = 24 * time.Hour
	purgeRetry = time.Hour
	// How old the oldest unsent mail gets before the log warns, and how often it does.
	stuckAfter = 15 * time.Minute
	stuckEvery = 15 * time.Minute
)

// maintenance does what comes up now and then: digests, purges, and the warning
// that mail is stuck.
type maintenance struct {
	*Worker
	nextPurge, warned time.Time
}

func (u *maintenance) run(ctx context.Context) {
	for ctx.Err() == nil {
		rest := maintenanceEvery
		if err := u.runOnce(ctx); err != nil && ctx.Err() == nil {
			u.Logger.Debug("outbox: maintenance is put off", slog.Any("error", err))
			rest = lastRest
		}
		pause(ctx, rest, nil)
	}
}

// runOnce does whatever is due. An error means that the store is closed.
func (u *maintenance) runOnce(ctx context.Context) error {
	return errors.Join(u.digests(ctx), u.revive(ctx), u.warn(ctx), u.purge(ctx))
}

func (u *maintenance) revive(ctx context.Context) error {
	if u.Webhooks == nil {
		return nil
	}
	n, err := u.Store.reviveWebhooks(ctx)
	if n > 0 {
		u.Logger.Info("outbox: webhooks that a node of an earlier version could not read are sent", slog.Int("webhooks", n))
		u.Store.Wake()
	}
	return err
}

func (u *maintenance) digests(ctx context.Context) error {
	due, err := u.Store.collections(ctx)
	for i := range due {
		if failure := u.collect(ctx, &due[i]); failure != nil && !errors.Is(failure, errOvertaken) {
			err = errors.Join(err, failure)
		}
	}
	return err
}

// collect queues the digest of one form, or the notices themselves where no digest can be made.
func (u *maintenance) collect(ctx context.Context, c *collection) error {
	if u.Digester == nil {
		return u.Store.sendSingly(ctx, c)
	}
	if err := c.load(ctx, u.Store); err != nil {
		return err
	}
	if len(c.all) == 0 {
		return nil
	}
	m, err := u.digest(c)
	if err == nil {
		return u.Store.queueDigest(ctx, c, m)
	}
	u.Logger.Error("outbox: no digest can be made of a form's notices",
		slog.String("site", c.site), slog.String("form", c.form), slog.Duration("waiting", c.age))
	if c.age.Abs() < digestGiveUp {
		return nil
	}
	return u.Store.sendSingly(ctx, c)
}

func (u *maintenance) digest(c *collection) (m site.Message, err error) {
	defer u.recovered("digest", &err)
	m, err = u.Digester.Digest(c.all)
	m.Kind = site.MailDigest
	return m, err
}

// warn says in the log that mail is stuck.
func (u *maintenance) warn(ctx context.Context) error {
	age, err := u.Store.oldestUnsent(ctx)
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
func (s *Store) oldestUnsent(ctx context.Context) (time.Duration, error) {
	var age time.Duration
	err := s.read(ctx, func(ctx context.Context, tx *transaction) error {
		age = 0
		now, err := tx.time(ctx)
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
