package outbox

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// errOvertaken says that a mail is no longer ours: its lease ran out and somebody else has it, or it was erased.
var errOvertaken = errors.New("somebody else has the mail")

// What indexes are restricted to; SQLite takes them only where it is written the same way.
const (
	// Due now or later.
	pending = `state IN ('waiting', 'parked')`
	// Not made yet, as far as this database knows.
	unsent = `state IN ('waiting', 'parked', 'dead', 'held', 'collected')`
)

// Deliveries to make, those that go first in front: a confirmation, which anybody can cause, never delays the
// notice to the team. Each queue has an index that is restricted in the same words.
var (
	mailQueues = []string{
		pending + ` AND kind NOT IN ('confirmation', 'webhook')`,
		pending + ` AND kind = 'confirmation'`,
	}
	webhookQueues = []string{pending + ` AND kind = 'webhook'`}
)

// lease is a mail that was claimed, and may be sent by us until the lease ends.
type lease struct {
	seq, claim   int64
	submissionID string
	kind         string
	sendKey      string
	message      []byte
	attempts     int
	waited       time.Duration
	again        int64
}

// untilDue returns how long nothing in the queues is due: zero where something is, and limit at most.
func (s *Store) untilDue(ctx context.Context, queues []string, limit time.Duration) (wait time.Duration, err error) {
	err = s.read(ctx, func(ctx context.Context, tx *transaction) error {
		wait = limit
		for _, queue := range queues {
			var due int64
			found, err := tx.row(ctx, `SELECT due_at FROM outbox WHERE `+queue+` ORDER BY due_at LIMIT 1`, nil, &due)
			if err != nil {
				return err
			}
			if found {
				wait = min(wait, max(0, time.Duration(due-tx.now)*time.Millisecond))
			}
		}
		return nil
	})
	return wait, err
}

// rewind corrects deliveries that would wait too long because the clock was set back: each is due after its own
// wait, counted from now. It returns how many there were.
func (s *Store) rewind(ctx context.Context) (int, error) {
	return writeResult(ctx, s, func(ctx context.Context, tx *transaction) (total int, err error) {
		for _, queue := range slices.Concat(mailQueues, webhookQueues) {
			n, err := tx.exec(ctx, `UPDATE outbox SET due_at = $1 + wait
				WHERE `+queue+` AND due_at > $1 AND due_at > $1 + wait + $2`, tx.now, tolerance.Milliseconds())
			if err != nil {
				return 0, err
			}
			total += n
		}
		return total, nil
	})
}

// claim takes what is due for longest in the first queue that has something due, for the time of the lease; nil
// where nothing is due. The receiver knows a key again for as long as memory says.
func (s *Store) claim(
	ctx context.Context, node string, term time.Duration, queues []string, memory time.Duration,
) (*lease, error) {
	return writeResult(ctx, s, func(ctx context.Context, tx *transaction) (_ *lease, err error) {
		var l lease
		var submission sql.NullString
		var before string
		var leasedAt, uncertainAt, waited int64
		found := false
		for _, queue := range queues {
			found, err = tx.row(ctx, `SELECT seq, claim, submission_id, kind, send_key, message, attempts, waited, again,
					leased_by, leased_at, uncertain_at
				FROM outbox WHERE `+queue+` AND due_at <= $1 ORDER BY due_at LIMIT 1`+tx.skipLocked, []any{tx.now},
				&l.seq, &l.claim, &submission, &l.kind, &l.sendKey, &l.message, &l.attempts, &waited, &l.again,
				&before, &leasedAt, &uncertainAt)
			if err != nil || found {
				break
			}
		}
		if err != nil || !found {
			return nil, err
		}
		l.submissionID, l.waited = submission.String, time.Duration(waited)*time.Millisecond
		l.claim++
		if before != "" { // The worker that had it died, perhaps after the provider took it.
			l.attempts++
			uncertainAt = cmp.Or(uncertainAt, leasedAt)
		}
		switch {
		case uncertainAt == 0:
		case memory <= 0:
			l.again, uncertainAt = max(l.again, 1), 0
		case tx.now-uncertainAt >= memory.Milliseconds():
			l.again, uncertainAt = l.again+1, 0
		}
		_, err = tx.exec(ctx, `UPDATE outbox SET claim = $2, leased_by = $3, leased_at = $4, due_at = $5, wait = $6,
			attempts = $7, uncertain_at = $8, again = $9 WHERE seq = $1`,
			l.seq, l.claim, node, tx.now, tx.now+term.Milliseconds(), term.Milliseconds(), l.attempts, uncertainAt, l.again)
		return &l, err
	})
}

// mail returns the key and the mail to send. Once the provider has forgotten a key under which it may have taken
// the mail, both say that this one may be a duplicate.
func (l *lease) mail() (string, site.Message, error) {
	m, err := decodeMail(l.message)
	if err != nil {
		return "", m, err
	}
	if l.again > 0 {
		if m.Headers == nil {
			m.Headers = map[string]string{}
		}
		m.Headers["X-Possible-Duplicate"] = "true"
	}
	return l.sendKey + strings.Repeat("/again", int(l.again)), m, nil
}

// sent notes that the provider took the mail. Its text is dropped: what was typed is in the submission, and erasing
// that leaves no copy here.
func (s *Store) sent(ctx context.Context, l *lease, providerID string) error {
	return s.finish(ctx, l, `state = 'sent', sent_at = $3, provider_id = $4, attempts = attempts + 1, message = '',
		wait = 0, last_error = ''`, printable(providerID))
}

func (s *Store) postpone(ctx context.Context, l *lease, f failure) error {
	wait, counted, waited, uncertain := f.wait.Milliseconds(), 0, int64(0), 0
	if f.counted {
		counted, waited = 1, wait
	}
	if f.uncertain {
		uncertain = 1
	}
	return s.finish(ctx, l, `state = $4, due_at = CAST($3 AS BIGINT) + $5, wait = $5, attempts = attempts + $6,
		waited = waited + $7, uncertain_at = CASE WHEN $8 = 1 AND uncertain_at = 0 THEN leased_at ELSE uncertain_at END,
		last_error = $9`, f.state, wait, counted, waited, uncertain, f.reason)
}

// finish changes a mail and gives it up, unless the claim is no longer ours: its error is errOvertaken then. $3 is
// the time, further parameters are those of the change.
func (s *Store) finish(ctx context.Context, l *lease, change string, args ...any) error {
	return s.write(ctx, func(ctx context.Context, tx *transaction) error {
		args := append([]any{l.seq, l.claim, tx.now}, args...)
		n, err := tx.exec(ctx, `UPDATE outbox SET leased_by = '', `+change+`
			WHERE seq = $1 AND claim = $2 AND leased_by <> '' AND `+pending, args...)
		if err != nil {
			return fmt.Errorf("finish mail %d: %w", l.seq, err)
		}
		if n == 0 {
			return errOvertaken
		}
		return nil
	})
}

const (
	// For how long a mail is tried before it is dead, counted in waits and not by the clock, so that a clock that
	// jumps kills nothing.
	horizon = 72 * time.Hour
	// A parked mail is tried again so often, beside at start-up and by Retry.
	parkPause = 30 * time.Minute
	// A provider of mail remembers a key for 24 hours; a little less, for the way there.
	keyMemory = 23*time.Hour + 50*time.Minute
	// The id of a webhook stays as it is: who receives it knows for how long.
	webhookMemory = 10 * 365 * 24 * time.Hour
)

// steps are the longest waits after the first, second, … failed attempt; the last one repeats.
var steps = []time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour,
}

// backoff returns how long to wait after so many failed attempts: a random part of the step (full jitter), so that
// what failed together does not come back together, and no less than the provider asks for.
func backoff(attempts int, jitter float64, asked time.Duration) time.Duration {
	step := steps[min(max(attempts, 1), len(steps))-1]
	return max(time.Duration(jitter*float64(step)), min(asked, horizon))
}

// failure is what becomes of a mail that was not sent.
type failure struct {
	state string
	wait  time.Duration
	// Whether it counts as an attempt, and whether the provider may have taken the mail all the same.
	counted, uncertain bool
	reason             string
}

// classify decides by the error and what the mail has been through.
func classify(l *lease, err error, jitter float64) failure {
	f := failure{state: StateWaiting, counted: true, uncertain: true, reason: printable(err.Error())}
	var asked time.Duration
	if refusal, ok := errors.AsType[*site.DeliveryError](err); ok {
		f.uncertain, asked = refusal.Uncertain, refusal.After
		switch refusal.Fate {
		case site.FateLater:
			// Not all at once.
			f.counted, f.wait = false, asked+time.Duration(jitter*float64(asked))
			return f
		case site.FatePark:
			f.state, f.counted, f.wait = StateParked, false, parkPause
			return f
		case site.FateDead:
			f.state = StateDead
			return f
		}
	}
	if l.waited >= horizon {
		f.state = StateDead
		return f
	}
	f.wait = backoff(l.attempts+1, jitter, asked)
	return f
}

// printable cuts what a provider said to what every database stores.
func printable(text string) string {
	const limit = 500
	if len(text) > limit {
		text = text[:limit]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}
