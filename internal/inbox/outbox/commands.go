package outbox

import (
	"context"
	"fmt"
	"slices"
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

// releaseMails makes held mails due, and puts notices without a text into the next digest. Of an unconfirmed submission
// only the mail to the address is released: the rest follows when it is confirmed.
func releaseMails(ctx context.Context, tx *transaction, id string) error {
	const release = `UPDATE outbox SET queued_at = $2, due_at = $2, wait = 0, `
	n, err := tx.exec(ctx, release+`state = 'waiting', direct = 1
		WHERE submission_id = $1 AND state = 'held' AND kind = 'optin'`, id, tx.now)
	if err == nil && n == 0 {
		_, err = tx.exec(ctx, release+`state = CASE WHEN length(message) > 0 THEN 'waiting'
			WHEN kind = 'confirmation' THEN 'skipped' ELSE 'collected' END
			WHERE submission_id = $1 AND state = 'held'`, id, tx.now)
	}
	return err
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

// DeleteEmail erases every submission in which an address was typed as the value of a field. Upper and lower case are
// the same, and a domain in Unicode and in ASCII.
func (s *Store) DeleteEmail(ctx context.Context, email string) (int, error) {
	records, err := s.List(ctx, Filter{Email: email})
	if err != nil {
		return 0, fmt.Errorf("delete by address: %w", err)
	}
	ids := make([]string, len(records))
	for i := range records {
		ids[i] = records[i].ID
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
	for n := eraseBatch; err == nil && n == eraseBatch; total += n {
		n, err = s.eraseSome(ctx, func(ctx context.Context, tx *transaction) ([]string, error) {
			return column[string](ctx, tx, `SELECT id FROM submission WHERE erase_after <= $1 AND NOT `+unconfirmed+` AND NOT `+
				undelivered+` OR `+unconfirmed+` AND NOT `+asking+` LIMIT $2`+tx.skipLocked,
				now, eraseBatch, now-optInTerm.Milliseconds()) // Not what is being confirmed just now.
		})
	}
	if err == nil {
		err = s.write(ctx, func(ctx context.Context, tx *transaction) error {
			_, err := tx.exec(ctx, `DELETE FROM confirmed`) // what an earlier program knew of mailboxes
			return err
		})
	}
	if err == nil {
		err = s.removeTraces(ctx)
	}
	if err == nil { // else it comes again in an hour
		err = s.write(ctx, func(ctx context.Context, tx *transaction) error { return noteClock(ctx, tx, now) })
	}
	if err != nil {
		return total, fmt.Errorf("purge: %w", err)
	}
	return total, nil
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
	mails, err := column[int64](ctx, tx, `SELECT seq FROM outbox WHERE seq IN (
		SELECT digest_seq FROM outbox WHERE submission_id = $1 UNION SELECT told FROM submission WHERE id = $1)`, id)
	if err == nil {
		_, err = tx.exec(ctx, `DELETE FROM submission WHERE id = $1`, id)
	}
	for i := 0; i < len(mails) && err == nil; i++ {
		err = removeMailAbout(ctx, tx, mails[i])
	}
	return err
}

// removeMailAbout removes a mail about an erased submission and others, where it is not sent: the next mail has the
// others. A digest that was sent goes with the last submission that was in it.
func removeMailAbout(ctx context.Context, tx *transaction, seq int64) error {
	n, err := tx.exec(ctx, `DELETE FROM outbox WHERE seq = $1 AND (state <> 'sent'
		OR kind = 'digest' AND NOT EXISTS (SELECT 1 FROM outbox AS own WHERE own.digest_seq = $1))`, seq)
	if err != nil || n == 0 {
		return err
	}
	_, err = tx.exec(ctx, `UPDATE outbox SET state = 'collected', digest_seq = NULL WHERE digest_seq = $1`, seq)
	if err == nil {
		_, err = tx.exec(ctx, `UPDATE submission SET told = 0 WHERE told = $1`, seq)
	}
	return err
}

func (s *Store) removeTraces(ctx context.Context) error {
	return s.use(ctx, func(ctx context.Context, db driver) error { return db.removeTraces(ctx) })
}
