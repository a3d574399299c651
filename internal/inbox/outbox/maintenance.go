package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// How often the worker looks for digests, purges and mail that is stuck.
	maintenanceEvery = 5 * time.Second
	// How often is purged, and how often a node looks whether it is time.
	purgeEvery = 24 * time.Hour
	purgeLook  = time.Hour
	// When the clock is so much further than at the last purge, it may be wrong, and a purge by it would erase what is
	// still wanted: it must go on from there for a day first.
	clockLeap = 30 * 24 * time.Hour
	// How old the oldest unsent mail gets before the log warns, and how often it does.
	stuckAfter = 15 * time.Minute
	// How old the oldest collected notice of a form gets before a digest reports all of them.
	digestEvery = 15 * time.Minute
	// The most submissions in one digest.
	digestSize = 200
)

type maintenance struct {
	*Worker
	nextPurge, warned time.Time
	// When a digest of a form could not be made, by site and form.
	noDigest map[[2]string]time.Time
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
	return errors.Join(u.rewind(ctx), u.digests(ctx), u.warn(ctx), u.purge(ctx))
}

func (u *maintenance) rewind(ctx context.Context) error {
	n, err := u.Store.rewind(ctx)
	if n > 0 {
		u.Logger.Warn("outbox: the clock was set back; deliveries wait no longer for it", slog.Int("deliveries", n))
		u.Store.Wake()
	}
	return err
}

func (u *maintenance) warn(ctx context.Context) error {
	var age time.Duration
	err := u.Store.read(ctx, func(ctx context.Context, tx *transaction) error {
		age = 0
		var oldest int64
		found, err := tx.row(ctx, `SELECT queued_at FROM outbox WHERE `+unsent+` AND `+pending+`
			ORDER BY queued_at LIMIT 1`, nil, &oldest)
		if found {
			age = time.Duration(tx.now-oldest) * time.Millisecond
		}
		return err
	})
	now := u.Now()
	if err != nil || age < stuckAfter || !u.warned.IsZero() && now.Sub(u.warned).Abs() < stuckAfter {
		return err
	}
	u.warned = now
	u.Logger.Warn("outbox: mail is stuck; `marquee submissions list --state waiting` and `--state parked` show it",
		slog.Duration("oldest", age.Round(time.Second)))
	return nil
}

func (u *maintenance) purge(ctx context.Context) error {
	now := u.Now()
	if now.Before(u.nextPurge) && u.nextPurge.Sub(now) <= purgeLook {
		return nil
	}
	until, err := u.Store.purgeTime(ctx)
	if err != nil {
		return err
	}
	u.nextPurge = now.Add(purgeLook)
	if until == 0 {
		return nil
	}
	n, err := u.Store.purge(ctx, until)
	if n > 0 {
		u.Logger.Info("outbox: erased submissions whose time is over", slog.Int("submissions", n))
	}
	return err
}

// purgeTime returns the time by which a purge may go, a day after the last one; zero where it may not. The purge must
// not ask again: the clock may leap in between.
func (s *Store) purgeTime(ctx context.Context) (until int64, err error) {
	return writeResult(ctx, s, func(ctx context.Context, tx *transaction) (int64, error) {
		var last int64
		if _, err := tx.row(ctx, `SELECT seen_at FROM clock WHERE id = 1`, nil, &last); err != nil {
			return 0, err
		}
		switch passed := time.Duration(tx.now-last) * time.Millisecond; {
		case passed >= 0 && passed < purgeEvery:
			return 0, nil
		case last == 0, passed > 0 && passed < clockLeap:
			return tx.now, nil
		case passed > 0:
			s.logger.Warn("outbox: the clock is weeks ahead of the last purge; "+
				"nothing is erased before it has gone on for a day", slog.Duration("leap", passed))
		}
		return 0, noteClock(ctx, tx, tx.now)
	})
}

func noteClock(ctx context.Context, tx *transaction, now int64) error {
	_, err := tx.exec(ctx, `UPDATE clock SET seen_at = $1, leap_at = 0 WHERE id = 1`, now)
	return err
}

// collection is what waits for the digest of one form.
type collection struct {
	site, form string
	age        time.Duration
	seqs       []int64
	all        []site.Submission
}

func (u *maintenance) digests(ctx context.Context) error {
	due, err := u.Store.collections(ctx)
	for i := range due {
		failed, known := u.noDigest[[2]string{due[i].site, due[i].form}]
		if known && u.Now().Sub(failed).Abs() < digestEvery {
			continue
		}
		if failure := u.collect(ctx, &due[i]); failure != nil && !errors.Is(failure, errOvertaken) {
			err = errors.Join(err, failure)
		}
	}
	return err
}

// collect queues the digests of one form. Where none can be made for some recipients, their notices wait until one can.
func (u *maintenance) collect(ctx context.Context, c *collection) error {
	if err := c.load(ctx, u.Store); err != nil || len(c.all) == 0 {
		return err
	}
	defer u.Store.Wake() // The worker looks for what is due now.
	for left := -1; len(c.all) > 0 && len(c.all) != left; {
		left = len(c.all)
		part, m, err := u.digest(c)
		if err != nil {
			u.Logger.Error("outbox: no digest can be made of a form's notices",
				slog.String("site", c.site), slog.String("form", c.form), slog.Duration("waiting", c.age))
			if u.noDigest == nil {
				u.noDigest = map[[2]string]time.Time{}
			}
			u.noDigest[[2]string{c.site, c.form}] = u.Now()
			continue
		}
		if err := u.Store.queueDigest(ctx, &part, m); err != nil {
			return err
		}
	}
	return nil
}

// digest takes all with the recipients of the first submission out of a collection, and renders them.
func (u *maintenance) digest(c *collection) (part collection, m site.Message, err error) {
	defer u.recovered("digest", &err)
	part = collection{site: c.site, form: c.form}
	var rest collection
	for i := range c.all {
		to := &rest
		if i == 0 || u.Digester.Together(&c.all[0], &c.all[i]) {
			to = &part
		}
		to.seqs, to.all = append(to.seqs, c.seqs[i]), append(to.all, c.all[i])
	}
	c.seqs, c.all = rest.seqs, rest.all
	m, err = u.Digester.Digest(part.all)
	m.Kind = site.MailDigest
	return part, m, err
}

func (s *Store) collections(ctx context.Context) (due []collection, err error) {
	err = s.read(ctx, func(ctx context.Context, tx *transaction) error {
		due = nil
		return tx.each(ctx, `SELECT site, form, min(queued_at) FROM outbox
			WHERE `+unsent+` AND state = 'collected' GROUP BY site, form`, nil, func(rows *sql.Rows) error {
			var c collection
			var oldest int64
			if err := rows.Scan(&c.site, &c.form, &oldest); err != nil {
				return err
			}
			c.age = time.Duration(tx.now-oldest) * time.Millisecond
			// One from the future was collected before the clock was set back.
			if c.age >= digestEvery || c.age < -time.Minute {
				due = append(due, c)
			}
			return nil
		})
	})
	return due, err
}

func (c *collection) load(ctx context.Context, s *Store) error {
	return s.read(ctx, func(ctx context.Context, tx *transaction) error {
		c.seqs, c.all = nil, nil
		return tx.each(ctx, `SELECT outbox.seq, submission.payload
			FROM outbox JOIN submission ON submission.id = outbox.submission_id
			WHERE outbox.`+unsent+` AND outbox.state = 'collected' AND outbox.site = $1 AND outbox.form = $2
			ORDER BY outbox.seq LIMIT $3`,
			[]any{c.site, c.form, digestSize}, func(rows *sql.Rows) error {
				var seq int64
				var payload string
				var one site.Submission
				if err := rows.Scan(&seq, &payload); err != nil {
					return err
				}
				if err := json.Unmarshal([]byte(payload), &one); err != nil {
					return fmt.Errorf("decode submission: %w", err)
				}
				c.seqs, c.all = append(c.seqs, seq), append(c.all, one)
				return nil
			})
	})
}

// queueDigest stores the digest and marks the notices in it, in one transaction: a crash neither loses nor doubles
// anything. It returns errOvertaken where another node was faster, or one of the submissions was erased meanwhile.
func (s *Store) queueDigest(ctx context.Context, c *collection, m site.Message) error {
	return s.write(ctx, func(ctx context.Context, tx *transaction) error {
		digest, err := tx.queue(ctx, c.site, c.form, m)
		if err != nil {
			return fmt.Errorf("insert digest: %w", err)
		}
		for _, seq := range c.seqs {
			n, err := tx.exec(ctx, `UPDATE outbox SET state = 'digested', digest_seq = $2, message = ''
				WHERE seq = $1 AND state = 'collected'`, seq, digest)
			if err != nil {
				return fmt.Errorf("mark notice: %w", err)
			}
			if n == 0 {
				return errOvertaken
			}
		}
		// What comes from a backup may have been in a digest that was sent after it.
		_, err = tx.exec(ctx, `UPDATE outbox SET again = 1 WHERE seq = $1
			AND EXISTS (SELECT 1 FROM outbox AS notice WHERE notice.digest_seq = $1 AND notice.uncertain_at > 0)`, digest)
		return err
	})
}

// queue stores a mail about no submission of its own.
func (t *transaction) queue(ctx context.Context, of, form string, m site.Message) (seq int64, err error) {
	text, err := compress(m)
	if err == nil {
		_, err = t.row(ctx, `INSERT INTO outbox (send_key, kind, site, form, message, state, direct, queued_at, due_at)
			VALUES ($1, $2, $3, $4, $5, 'waiting', 1, $6, $6) RETURNING seq`,
			[]any{m.Kind + "/" + uuid.NewString(), m.Kind, of, form, text, t.now}, &seq)
	}
	return seq, err
}

// Notify queues a mail about a topic when its state differs from that of the last mail, whichever node queued it, but
// no more than one in a span. It reports whether the receiver knows the state then; before the first mail that is "".
// The mail is composed when it is queued. About are the suspects that it lists; each is in one mail. Where one of them
// is in another mail meanwhile, nothing is queued, and the error is errOvertaken. Erasing one before the mail is sent
// removes the mail.
func (s *Store) Notify(
	ctx context.Context, topic, state string, span time.Duration, compose func() site.Message, about ...site.Submission,
) (known bool, err error) {
	key, state := hashOf(topic), fmt.Sprintf("%x", hashOf(state)) // short enough for an index
	defer s.Wake()
	return writeResult(ctx, s, func(ctx context.Context, tx *transaction) (bool, error) {
		if err := lockGroup(ctx, tx, key); err != nil {
			return false, err
		}
		of, last, at := fmt.Sprintf("%x", key), fmt.Sprintf("%x", hashOf("")), int64(0)
		_, err := tx.row(ctx, `SELECT form, queued_at FROM outbox WHERE direct = 1 AND site = $1 ORDER BY seq DESC LIMIT 1`,
			[]any{of}, &last, &at)
		early := tx.now < at+span.Milliseconds() && at < tx.now+span.Milliseconds() // else it was a wrong clock
		if err != nil || last == state || early {
			return last == state, err
		}
		seq, err := tx.queue(ctx, of, state, compose())
		for i := 0; i < len(about) && err == nil; i++ {
			var n int
			n, err = tx.exec(ctx, `UPDATE submission SET told = $2 WHERE id = $1 AND told = 0`, about[i].ID, seq)
			if err == nil && n == 0 {
				err = errOvertaken
			}
		}
		return true, err
	})
}
