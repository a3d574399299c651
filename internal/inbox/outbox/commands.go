package outbox

import (
	"context"
	"fmt"
	"slices"

	"github.com/evenlight/marquee/internal/site"
)

// Retry makes dead, parked and waiting deliveries of the submissions due now, as if they had never been tried; all
// that are dead or parked where no id is given. A delivery that is being sent right now is left alone. An id may be
// a reference too. It returns how many deliveries are due.
func (s *Store) Retry(ctx context.Context, ids []string) (int, error) {
	const renew = `UPDATE outbox SET state = 'waiting', due_at = $1, wait = 0, attempts = 0, waited = 0,
		uncertain_at = CASE WHEN leased_by <> '' AND uncertain_at = 0 THEN leased_at ELSE uncertain_at END, leased_by = ''
		WHERE (leased_by = '' OR due_at <= $1) AND state IN `
	return s.command(ctx, "retry", func(ctx context.Context, tx *transaction) (n int, err error) {
		if len(ids) == 0 {
			return tx.exec(ctx, renew+`('dead', 'parked')`, tx.now)
		}
		err = eachID(ctx, tx, ids, func(id string) error {
			changed, err := tx.exec(ctx, renew+`('dead', 'parked', 'waiting') AND (submission_id = $2
				OR seq IN (SELECT digest_seq FROM outbox WHERE submission_id = $2 AND digest_seq IS NOT NULL))`, tx.now, id)
			n += changed
			return err
		})
		return n, err
	})
}

func (s *Store) command(ctx context.Context, name string, run finding[int]) (int, error) {
	n, err := writeResult(ctx, s, run)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	s.Wake()
	return n, nil
}

// Release takes submissions for what they are: their held mails become due, and the reason moves from Suspect to
// Released. An id may be a reference too. It returns how many submissions were released.
func (s *Store) Release(ctx context.Context, ids []string) (int, error) {
	return s.command(ctx, "release", func(ctx context.Context, tx *transaction) (n int, err error) {
		err = eachID(ctx, tx, ids, func(id string) error {
			changed, err := tx.exec(ctx, `UPDATE submission SET released = suspect, suspect = ''
				WHERE id = $1 AND suspect <> ''`, id)
			if err != nil || changed == 0 {
				return err
			}
			n++
			return releaseMails(ctx, tx, id)
		})
		return n, err
	})
}

// releaseMails makes held mails due. A confirmation is limited by address as if it had just been queued, but not by
// its form: a person vouches for the submission.
//
// Of an unconfirmed submission only the mail to the address is released: the rest follows when it is confirmed.
func releaseMails(ctx context.Context, tx *transaction, id string) error {
	const release = `UPDATE outbox SET queued_at = $2, due_at = $2, wait = 0, `
	n, err := tx.exec(ctx, release+`state = 'waiting', direct = 1
		WHERE submission_id = $1 AND state = 'held' AND kind = 'optin'`, id, tx.now)
	if err != nil || n > 0 {
		return err
	}
	if _, err := tx.exec(ctx, release+`state = CASE WHEN length(message) > 0 THEN 'waiting' ELSE 'collected' END
		WHERE submission_id = $1 AND state = 'held' AND kind <> 'confirmation'`, id, tx.now); err != nil {
		return err
	}
	for {
		var seq int64
		var message, digest []byte
		found, err := tx.row(ctx, `SELECT seq, message, digest FROM outbox JOIN submission ON id = submission_id
			WHERE id = $1 AND state = 'held' AND kind = 'confirmation' LIMIT 1`, []any{id}, &seq, &message, &digest)
		if err != nil || !found {
			return err
		}
		allowed := false
		if len(message) > 0 {
			var m site.Message
			if m, err = decodeMail(message); err == nil {
				allowed, err = mayConfirm(ctx, tx, receiverHash(&m), digest)
			}
		}
		if err == nil && allowed {
			_, err = tx.exec(ctx, release+`state = 'waiting' WHERE seq = $1`, seq, tx.now)
		} else if err == nil {
			_, err = tx.exec(ctx, release+`state = 'skipped', message = '' WHERE seq = $1`, seq, tx.now)
		}
		if err != nil {
			return err
		}
	}
}

func eachID(ctx context.Context, tx *transaction, names []string, do func(id string) error) error {
	for _, name := range names {
		var id string
		found, err := tx.row(ctx, `SELECT id FROM submission WHERE id = $1 OR reference = $2`,
			[]any{name, foldReference(name)}, &id)
		if found && err == nil {
			err = do(id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// eraseBatch is how many submissions are erased in one transaction, so that visitors do not wait for a purge.
const eraseBatch = 100

// Delete erases submissions with their mails and returns how many there were. An id may be a reference too. A
// digest of an erased submission that is not yet sent is made again without it.
//
// With SQLite the text is overwritten in the file and the log is emptied. PostgreSQL reuses the room when it
// vacuums; its backups and log archives are the operator's. The provider keeps its own copy of what it sent.
func (s *Store) Delete(ctx context.Context, ids []string) (total int, err error) {
	for batch := range slices.Chunk(ids, eraseBatch) {
		n, err := s.eraseSome(ctx, func(ctx context.Context, tx *transaction) (found []string, err error) {
			err = eachID(ctx, tx, batch, func(id string) error {
				if !slices.Contains(found, id) { // by its id and by its reference
					found = append(found, id)
				}
				return nil
			})
			return found, err
		})
		if err != nil {
			return total, fmt.Errorf("delete: %w", err)
		}
		total += n
	}
	return total, s.removeTraces(ctx)
}

// DeleteEmail erases every submission in which an address was typed as the value of a field, and what else is known
// of its mailbox. Upper and lower case are the same, and a domain in Unicode and in ASCII.
func (s *Store) DeleteEmail(ctx context.Context, email string) (int, error) {
	records, err := s.List(ctx, Filter{Email: email})
	if err != nil {
		return 0, fmt.Errorf("delete by address: %w", err)
	}
	ids := make([]string, len(records))
	for i := range records {
		ids[i] = records[i].ID
	}
	if err := s.write(ctx, func(ctx context.Context, tx *transaction) error {
		_, err := tx.exec(ctx, `DELETE FROM confirmed WHERE address = $1 OR mailbox = $1`, addressHash(email))
		return err
	}); err != nil {
		return 0, fmt.Errorf("delete by address: %w", err)
	}
	return s.Delete(ctx, ids)
}

// undelivered is true of a submission of which somebody has not got something that was sent to them: a delivery
// waits, is parked or held, or the notice to the team was refused for good. Of a notice that is part of a digest,
// the digest counts.
const undelivered = `EXISTS (
	SELECT 1 FROM outbox AS own LEFT JOIN outbox AS digest ON digest.seq = own.digest_seq
	WHERE own.submission_id = submission.id AND (
		COALESCE(digest.state, own.state) IN ('waiting', 'parked', 'held', 'collected')
		OR COALESCE(digest.state, own.state) = 'dead' AND own.kind = 'notice'))`

// purge erases the submissions whose time is over by then, and those whose address nobody confirmed in time; it
// returns how many there were. What was not delivered stays, however old it is.
func (s *Store) purge(ctx context.Context, now int64) (total int, err error) {
	err = s.write(ctx, func(ctx context.Context, tx *transaction) error {
		_, err := tx.exec(ctx, `DELETE FROM confirmed WHERE queued_at <= $1`, now-confirmEvery.Milliseconds())
		return err
	})
	for n := eraseBatch; err == nil && n == eraseBatch; total += n {
		n, err = s.eraseSome(ctx, func(ctx context.Context, tx *transaction) ([]string, error) {
			return column[string](ctx, tx, `SELECT id FROM submission WHERE erase_after <= $1 AND NOT `+unconfirmed+` AND NOT `+
				undelivered+` OR `+unconfirmed+` AND NOT `+asking+` LIMIT $2`+tx.skipLocked,
				now, eraseBatch, now-optInTerm.Milliseconds()) // Not what is being confirmed just now.
		})
	}
	if err != nil {
		return total, fmt.Errorf("purge: %w", err)
	}
	return total, s.removeTraces(ctx)
}

// eraseSome erases the submissions that choose returns, in one transaction, and returns how many there were.
func (s *Store) eraseSome(
	ctx context.Context, choose func(context.Context, *transaction) ([]string, error),
) (int, error) {
	erased, err := writeResult(ctx, s, func(ctx context.Context, tx *transaction) ([]string, error) {
		ids, err := choose(ctx, tx)
		for i := 0; i < len(ids) && err == nil; i++ {
			err = erase(ctx, tx, ids[i])
		}
		return ids, err
	})
	if len(erased) > 0 && s.config.Erased != nil {
		s.config.Erased(erased)
	}
	return len(erased), err
}

func erase(ctx context.Context, tx *transaction, id string) error {
	digests, err := column[int64](ctx, tx, `SELECT seq FROM outbox WHERE seq IN
		(SELECT digest_seq FROM outbox WHERE submission_id = $1 AND digest_seq IS NOT NULL)`, id)
	if err != nil {
		return err
	}
	// A mail that is not sent holds the text: it goes, and the next one tells of the others.
	n, err := tx.exec(ctx, `DELETE FROM outbox
		WHERE state <> 'sent' AND seq = (SELECT told FROM submission WHERE id = $1)`, id)
	if err == nil && n > 0 {
		_, err = tx.exec(ctx, `UPDATE submission SET told = 0
			WHERE told > 0 AND told = (SELECT told FROM submission WHERE id = $1)`, id)
	}
	if err == nil {
		_, err = tx.exec(ctx, `DELETE FROM submission WHERE id = $1`, id)
	}
	if err != nil {
		return err
	}
	for _, digest := range digests {
		// One that is not sent holds the text: it is taken apart, and the next one has the others.
		if _, err := tx.exec(ctx, `UPDATE outbox SET state = 'collected', digest_seq = NULL
			WHERE digest_seq = $1 AND $1 IN (SELECT seq FROM outbox WHERE seq = $1 AND state <> 'sent')`, digest); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM outbox
			WHERE seq = $1 AND NOT EXISTS (SELECT 1 FROM outbox AS told WHERE told.digest_seq = $1)`, digest); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) removeTraces(ctx context.Context) error {
	return s.use(ctx, func(ctx context.Context, db driver) error { return db.removeTraces(ctx) })
}
