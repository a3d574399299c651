package outbox

import (
	"context"
	"database/sql"
	"fmt"
)

// Counts counts what there is in each state. While the database fails it returns an error at once.
func (s *Store) Counts(ctx context.Context) (Counts, error) {
	var c Counts
	if err := s.failing(); err != nil {
		return Counts{}, fmt.Errorf("count: %w", err)
	}
	err := s.read(ctx, func(ctx context.Context, tx *transaction) (err error) {
		c, err = count(ctx, tx)
		return err
	})
	if err != nil {
		return Counts{}, fmt.Errorf("count: %w", err)
	}
	return c, nil
}

func count(ctx context.Context, tx *transaction) (c Counts, err error) {
	if _, err := tx.row(ctx, `SELECT count(*), COALESCE(sum(CASE WHEN suspect <> '' THEN 1 ELSE 0 END), 0) FROM submission`, nil,
		&c.Submissions, &c.Suspect); err != nil {
		return c, err
	}
	places := map[string]*int{
		StateSent: &c.Sent, StateWaiting: &c.Waiting, StateParked: &c.Parked, StateDead: &c.Dead,
		StateHeld: &c.Held, StateCollected: &c.Collected, StateSkipped: &c.Skipped,
	}
	err = tx.each(ctx, `SELECT state, count(*) FROM outbox GROUP BY state`, nil, func(rows *sql.Rows) error {
		var state string
		var n int
		if err := rows.Scan(&state, &n); err != nil {
			return err
		}
		if place, ok := places[state]; ok {
			*place = n
		}
		return nil
	})
	if err != nil {
		return c, err
	}
	var oldest sql.NullInt64
	if _, err := tx.row(ctx, `SELECT min(queued_at) FROM outbox WHERE `+pending, nil, &oldest); err != nil {
		return c, err
	}
	c.OldestUnsent = fromMillis(oldest.Int64)
	return c, nil
}
