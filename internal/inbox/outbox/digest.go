package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// How old the oldest collected notice of a form gets before a digest reports all of them.
	digestEvery = 15 * time.Minute
	// When a digest cannot be made for so long, the notices go out one by one.
	digestGiveUp = time.Hour
	// The most submissions in one digest.
	digestSize = 200
)

// collection is what waits for the digest of one form.
type collection struct {
	site, form string
	age        time.Duration
	seqs       []int64
	all        []site.Submission
}

// collections returns the forms whose digest is due.
func (s *Store) collections(ctx context.Context) ([]collection, error) {
	var due []collection
	err := s.read(ctx, func(ctx context.Context, tx *transaction) error {
		due = nil
		now, err := tx.time(ctx)
		if err != nil {
			return err
		}
		return tx.each(ctx, `SELECT site, form, min(queued_at) FROM outbox WHERE state = 'collected' GROUP BY site, form`, nil,
			func(rows *sql.Rows) error {
				var c collection
				var oldest int64
				if err := rows.Scan(&c.site, &c.form, &oldest); err != nil {
					return err
				}
				c.age = time.Duration(now-oldest) * time.Millisecond
				// One from the future was collected before the clock was set back.
				if c.age >= digestEvery || c.age < -time.Minute {
					due = append(due, c)
				}
				return nil
			})
	})
	return due, err
}

// load reads the oldest submissions of the collection.
func (c *collection) load(ctx context.Context, s *Store) error {
	return s.read(ctx, func(ctx context.Context, tx *transaction) error {
		c.seqs, c.all = nil, nil
		return tx.each(ctx, `SELECT outbox.seq, submission.payload FROM outbox JOIN submission ON submission.id = outbox.submission_id
			WHERE outbox.state = 'collected' AND outbox.site = $1 AND outbox.form = $2 ORDER BY outbox.seq LIMIT $3`,
			[]any{c.site, c.form, digestSize}, func(rows *sql.Rows) error {
				var seq int64
				var payload string
				if err := rows.Scan(&seq, &payload); err != nil {
					return err
				}
				var one site.Submission
				if err := json.Unmarshal([]byte(payload), &one); err != nil {
					return fmt.Errorf("decode submission: %w", err)
				}
				c.seqs, c.all = append(c.seqs, seq), append(c.all, one)
				return nil
			})
	})
}

// queueDigest stores the digest and marks the notices in it, in one transaction:
// a crash neither loses nor doubles anything. It returns errOvertaken where
// another node was faster, or one of the submissions was erased meanwhile.
func (s *Store) queueDigest(ctx context.Context, c *collection, m site.Message) error {
	text, err := compress(m)
	if err != nil {
		return fmt.Errorf("encode digest: %w", err)
	}
	key := site.MailDigest + "/" + uuid.NewString()
	err = s.writeAt(ctx, func(ctx context.Context, tx *transaction, now int64) error {
		var digest int64
		_, err := tx.row(ctx, `INSERT INTO outbox (send_key, kind, site, form, message, state, queued_at, due_at)
			VALUES ($1, 'digest', $2, $3, $4, 'waiting', $5, $5) RETURNING seq`, []any{key, c.site, c.form, text, now}, &digest)
		if err != nil {
			return fmt.Errorf("insert digest: %w", err)
		}
		for _, seq := range c.seqs {
			n, err := tx.exec(ctx, `UPDATE outbox SET state = '`+stateDigested+`', digest_seq = $2, message = '' WHERE seq = $1 AND state = 'collected'`, seq, digest)
			if err != nil {
				return fmt.Errorf("mark notice: %w", err)
			}
			if n == 0 {
				return errOvertaken
			}
		}
		// What comes from a backup may have been in a digest that was sent after it.
		_, err = tx.exec(ctx, `UPDATE outbox SET again = 1 WHERE seq = $1
			AND EXISTS (SELECT 1 FROM outbox AS told WHERE told.digest_seq = $1 AND told.uncertain_at > 0)`, digest)
		return err
	})
	if err == nil {
		s.Wake()
	}
	return err
}

// sendSingly sends collected notices one by one, but those without a text of their
// own: they were withheld, or in a digest that was taken apart.
func (s *Store) sendSingly(ctx context.Context, c *collection) error {
	err := s.update(ctx, `UPDATE outbox SET state = 'waiting', due_at = $1, wait = 0 WHERE state = 'collected' AND length(message) > 0 AND site = $2 AND form = $3`, c.site, c.form)
	if err == nil {
		s.Wake()
	}
	return err
}
