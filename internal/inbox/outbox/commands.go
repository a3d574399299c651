package outbox

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/evenlight/marquee/internal/site"
)

// Retry makes dead, parked and waiting deliveries of the submissions due now, as
// if they had never been tried; all that are dead or parked where no id is given.
// A delivery that is being sent right now is left alone. An id may be a reference
// too. It returns how many deliveries are due.
func (s *Store) Retry(ctx context.Context, ids []string) (int, error) {
	const renew = `UPDATE outbox SET state = 'waiting', due_at = $1, wait = 0, attempts = 0, waited = 0,
		uncertain_at = CASE WHEN leased_by <> '' AND uncertain_at = 0 THEN leased_at ELSE uncertain_at END, leased_by = ''
		WHERE (leased_by = '' OR due_at <= $1) AND state IN `
	n, err := writeResult(ctx, s, func(ctx context.Context, tx *transaction, now int64) (n int, err error) {
		if len(ids) == 0 {
			return tx.exec(ctx, renew+`('dead', 'parked')`, now)
		}
		err = eachID(ctx, tx, ids, func(id string) error {
			changed, err := tx.exec(ctx, renew+`('dead', 'parked', 'waiting') AND (submission_id = $2
				OR seq IN (SELECT digest_seq FROM outbox WHERE submission_id = $2 AND digest_seq IS NOT NULL))`, now, id)
			n += changed
			return err
		})
		return n, err
	})
	if err != nil {
		return 0, fmt.Errorf("retry: %w", err)
	}
	s.Wake()
	return n, nil
}

// Release takes submissions for what they are: their held mails become due, and
// the reason moves from Suspect to Released. An id may be a reference too. It
// returns how many submissions were released.
func (s *Store) Release(ctx context.Context, ids []string) (int, error) {
	n, err := writeResult(ctx, s, func(ctx context.Context, tx *transaction, now int64) (n int, err error) {
		err = eachID(ctx, tx, ids, func(id string) error {
			changed, err := tx.exec(ctx, `UPDATE submission SET released = suspect, suspect = '' WHERE id = $1 AND suspect <> ''`, id)
			if err != nil || changed == 0 {
				return err
			}
			n++
			return releaseMails(ctx, tx, id, now)
		})
		return n, err
	})
	if err != nil {
		return 0, fmt.Errorf("release: %w", err)
	}
	s.Wake()
	return n, nil
}

// releaseMails makes held mails due. A confirmation is limited by address as if it
// had just been queued, but not by its form: a person vouches for the submission.
func releaseMails(ctx context.Context, tx *transaction, id string, now int64) error {
	type held struct {
		seq     int64
		kind    string
		message []byte
	}
	var mails []held
	err := tx.each(ctx, `SELECT seq, kind, message FROM outbox WHERE submission_id = $1 AND state = 'held'`, []any{id},
		func(rows *sql.Rows) error {
			var h held
			err := rows.Scan(&h.seq, &h.kind, &h.message)
			mails = append(mails, h)
			return err
		})
	if err != nil {
		return err
	}
	for _, h := range mails {
		state, message := StateWaiting, h.message
		switch {
		case len(message) == 0 && h.kind == site.MailConfirmation:
			state, message = StateSkipped, noMessage
		case len(message) == 0:
			state, message = StateCollected, noMessage
		case h.kind == site.MailConfirmation:
			m, err := decodeMail(h.message)
			if err != nil {
				return err
			}
			allowed, err := mayConfirm(ctx, tx, receiverHash(&m), now)
			if err != nil {
				return err
			}
			if !allowed {
				state, message = StateSkipped, noMessage
			}
		}
		if _, err := tx.exec(ctx, `UPDATE outbox SET state = $2, message = $3, queued_at = $4, due_at = $4, wait = 0 WHERE seq = $1`,
			h.seq, state, message, now); err != nil {
			return err
		}
	}
	return nil
}

// eachID calls do with the id of each submission that an id or reference names.
func eachID(ctx context.Context, tx *transaction, names []string, do func(id string) error) error {
	for _, name := range names {
		var id string
		found, err := tx.row(ctx, `SELECT id FROM submission WHERE id = $1 OR reference = $2`, []any{name, foldReference(name)}, &id)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		if err := do(id); err != nil {
			return err
		}
	}
	return nil
}
