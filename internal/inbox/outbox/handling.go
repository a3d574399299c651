package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/evenlight/marquee/internal/site"
)

// ErrChanged says that somebody else has changed what is about to be changed.
var ErrChanged = errors.New("somebody else has changed this")

// Handling is what the team did about a submission. Times are in UTC, and zero for not yet; people are mail addresses.
type Handling struct {
	SeenAt     time.Time `json:"seenAt,omitzero"`
	DoneAt     time.Time `json:"doneAt,omitzero"`
	DoneBy     string    `json:"doneBy,omitempty"`
	AnsweredAt time.Time `json:"answeredAt,omitzero"`
	AnsweredBy string    `json:"answeredBy,omitempty"`
	// Who looks after it.
	Assigned string    `json:"assigned,omitempty"`
	Note     string    `json:"note,omitempty"`
	NotedAt  time.Time `json:"notedAt,omitzero"`
	NotedBy  string    `json:"notedBy,omitempty"`
	// The appointment, as its visitor was told last, and how often that was.
	StartsAt    time.Time `json:"startsAt,omitzero"`
	ConfirmedAt time.Time `json:"confirmedAt,omitzero"`
	ConfirmedBy string    `json:"confirmedBy,omitempty"`
	Sequence    int       `json:"sequence,omitempty"`
}

// What lists show of submissions.
const (
	StateUnread = "unread" // nobody has opened it; of what the team is told
	StateOpen   = "open"   // it is not done; of that, too
	StateFailed = "failed" // one of its mails is parked or dead
)

func addHandling(ctx context.Context, tx *transaction, places map[string]*Record, marks string, ids []any) error {
	return tx.each(ctx, `SELECT submission_id, payload FROM handling WHERE submission_id IN (`+marks+`)`, ids,
		func(rows *sql.Rows) error {
			var id, payload string
			if err := rows.Scan(&id, &payload); err != nil {
				return err
			}
			return json.Unmarshal([]byte(payload), &places[id].Handling)
		})
}

// Handle changes what is known of the handling of a submission. In the same transaction it queues the mail that change
// returns, if any. Where change returns an error, such as [ErrChanged], nothing is changed. Change may be called more
// than once, and after Handle has returned: it changes nothing but what it is given.
func (s *Store) Handle(
	ctx context.Context, id string, change func(h *Handling, now time.Time) (*site.Message, error),
) (Handling, error) {
	h, err := writeResult(ctx, s, func(ctx context.Context, tx *transaction) (h Handling, err error) {
		// Others who change it wait for this row.
		n, err := tx.exec(ctx, `INSERT INTO handling (submission_id) SELECT id FROM submission WHERE id = $1
			ON CONFLICT (submission_id) DO UPDATE SET submission_id = excluded.submission_id`, id)
		if err == nil && n == 0 {
			err = ErrNotFound
		}
		if err != nil {
			return h, err
		}
		record := Record{}
		if err := addHandling(ctx, tx, map[string]*Record{id: &record}, `$1`, []any{id}); err != nil {
			return h, err
		}
		h = record.Handling
		before := h
		m, err := change(&h, time.UnixMilli(tx.now).UTC())
		if err != nil {
			return h, refusal{err}
		}
		if h == before && m == nil {
			return h, nil
		}
		payload, err := encode(h)
		if err == nil {
			_, err = tx.exec(ctx, `UPDATE handling SET seen_at = $2, done_at = $3, payload = $4 WHERE submission_id = $1`,
				id, toMillis(h.SeenAt), toMillis(h.DoneAt), string(payload))
		}
		if err == nil && !h.StartsAt.Equal(before.StartsAt) {
			// It is not erased before the appointment is over.
			_, err = tx.exec(ctx, `UPDATE submission SET erase_after = $2 WHERE id = $1 AND erase_after < $2`,
				id, toMillis(h.StartsAt.Add(afterAppointment)))
		}
		if err == nil && m != nil {
			err = queueMore(ctx, tx, id, h.Sequence, m)
		}
		return h, err
	})
	if err != nil {
		return Handling{}, fmt.Errorf("handle submission: %w", err)
	}
	s.Wake()
	return h, nil
}

// afterAppointment is for how long what was booked is kept at least, once the appointment has begun.
const afterAppointment = 24 * time.Hour

// refusal is why a change was not made: no fault of the database.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// queueMore queues one more mail of a submission in place of those of its kind that still wait; each number is another
// mail.
func queueMore(ctx context.Context, tx *transaction, id string, number int, m *site.Message) error {
	row, err := newMailRow(id, m)
	if err != nil {
		return fmt.Errorf("encode mail: %w", err)
	}
	// One that has not left yet says what is true no more.
	_, err = tx.exec(ctx, `UPDATE outbox SET state = 'skipped', message = '' WHERE submission_id = $1 AND kind = $2
		AND state IN ('waiting', 'parked', 'dead') AND leased_by = ''`, id, row.kind)
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, `INSERT INTO outbox (submission_id, send_key, kind, site, form, message, state, queued_at, due_at)
		SELECT id, $2, $3, site, form, $4, 'waiting', $5, $5 FROM submission WHERE id = $1`,
		id, fmt.Sprintf("%s-%d", row.sendKey, number), row.kind, row.message, tx.now)
	return err
}

func toMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// likeTyped returns a pattern for LIKE that fits every payload in which a text was typed: whatever is written otherwise
// in JSON, or in the other case, fits anything.
func likeTyped(text string) string {
	return "%" + strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return unicode.ToLower(r)
		}
		return '%'
	}, text) + "%"
}

// Mentions reports whether a text was typed into a field of a submission, in small or capital letters, or is its
// reference.
func (r *Record) Mentions(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, entry := range r.Values {
		if strings.Contains(strings.ToLower(entry.Value), text) || strings.Contains(strings.ToLower(entry.Text), text) {
			return true
		}
	}
	return strings.Contains(strings.ToLower(r.Reference), text)
}
