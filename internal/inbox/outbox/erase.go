package outbox

import (
	"context"
	"database/sql"
	"fmt"
)

// eraseBatch is how many submissions are erased in one transaction, so that visitors do not wait for a purge.
const eraseBatch = 100

// Delete erases submissions with their mails and returns how many there were. An
// id may be a reference too. A digest with an erased submission and is
// not yet sent is made again without it.
//
// With SQLite the text is overwritten in the file and the log is emptied.
// PostgreSQL reuses the room when it vacuums; its backups and log archives are
// the operator's. The provider keeps its own copy of what it sent.
func (s *Store) Delete(ctx context.Context, ids []string) (int, error) {
	total := 0
	for len(ids) > 0 {
		batch := ids[:min(eraseBatch, len(ids))]
		ids = ids[len(batch):]
		erased, err := writeResult(ctx, s, func(ctx context.Context, tx *transaction, _ int64) (erased []string, err error) {
			err = eachID(ctx, tx, batch, func(id string) error {
				erased = append(erased, id)
				return erase(ctx, tx, id)
			})
			return erased, err
		})
		if err != nil {
			return total, fmt.Errorf("delete: %w", err)
		}
		total += len(erased)
		s.reportErased(erased)
	}
	return total, s.removeTraces(ctx)
}

// DeleteEmail erases every submission in which an address was typed as the value
// of a field, and what else is known of it. Upper and lower case are the same.
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
		_, err := tx.exec(ctx, `DELETE FROM confirmed WHERE address = $1`, addressHash(email))
		return err
	}); err != nil {
		return 0, fmt.Errorf("delete by address: %w", err)
	}
	return s.Delete(ctx, ids)
}

// undelivered is true of a submission of which somebody has not got something that was sent to
// them: a delivery waits, is parked or held, or the notice to the team was refused for good. Of
// a notice that is part of a digest, the digest counts.
const undelivered = `EXISTS (
	SELECT 1 FROM outbox AS own LEFT JOIN outbox AS digest ON digest.seq = own.digest_seq
	WHERE own.submission_id = submission.id AND (
		COALESCE(digest.state, own.state) IN ('waiting', 'parked', 'held', 'collected')
		OR COALESCE(digest.state, own.state) = 'dead' AND own.kind = 'notice'))`

// purge erases the submissions whose time is over by then, and returns how many there were. What
// was not delivered stays, however old it is.
func (s *Store) purge(ctx context.Context, now int64) (int, error) {
	total := 0
	for {
		erased, err := writeResult(ctx, s, func(ctx context.Context, tx *transaction, _ int64) ([]string, error) {
			return purgeSome(ctx, tx, now)
		})
		if err != nil {
			return total, fmt.Errorf("purge: %w", err)
		}
		total += len(erased)
		s.reportErased(erased)
		if len(erased) < eraseBatch {
			return total, s.removeTraces(ctx)
		}
	}
}

func (s *Store) reportErased(ids []string) {
	if s.config.Erased != nil && len(ids) > 0 {
		s.config.Erased(ids)
	}
}

// purgeSome erases a batch of what is due and returns the ids.
func purgeSome(ctx context.Context, tx *transaction, now int64) ([]string, error) {
	if _, err := tx.exec(ctx, `DELETE FROM confirmed WHERE queued_at <= $1`, now-confirmEvery.Milliseconds()); err != nil {
		return nil, err
	}
	var ids []string
	err := tx.each(ctx, `SELECT id FROM submission WHERE erase_after <= $1 AND NOT `+undelivered+` LIMIT $2`, []any{now, eraseBatch}, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if err := erase(ctx, tx, id); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// erase removes one submission, its mails, and every copy in a digest.
func erase(ctx context.Context, tx *transaction, id string) error {
	const told = `(SELECT digest_seq FROM outbox WHERE submission_id = $1 AND digest_seq IS NOT NULL)`
	var digests []int64
	err := tx.each(ctx, `SELECT seq FROM outbox WHERE seq IN `+told, []any{id}, func(rows *sql.Rows) error {
		var seq int64
		err := rows.Scan(&seq)
		digests = append(digests, seq)
		return err
	})
	if err != nil {
		return err
	}
	if _, err := tx.exec(ctx, `DELETE FROM submission WHERE id = $1`, id); err != nil {
		return err
	}
	for _, digest := range digests {
		// One that is not sent holds the text: it is taken apart, and the next one has the others.
		if _, err := tx.exec(ctx, `UPDATE outbox SET state = 'collected', digest_seq = NULL
			WHERE digest_seq = $1 AND $1 IN (SELECT seq FROM outbox WHERE seq = $1 AND state <> 'sent')`, digest); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM outbox WHERE seq = $1 AND NOT EXISTS (SELECT 1 FROM outbox AS told WHERE told.digest_seq = $1)`,
			digest); err != nil {
			return err
		}
	}
	return nil
}

// removeTraces leaves no trace of what was deleted.
func (s *Store) removeTraces(ctx context.Context) error {
	return s.use(ctx, func(ctx context.Context, db driver) error { return db.removeTraces(ctx) })
}
