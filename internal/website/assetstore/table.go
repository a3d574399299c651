package assetstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/evenlight/marquee/internal/postgres"
)

// Table keeps files in a table of PostgreSQL, which is made when it is first needed.
type Table struct{ db *postgres.DB }

var _ Shared = (*Table)(nil)

// NewTable returns the table of a database.
func NewTable(db *postgres.DB) *Table { return &Table{db: db} }

// Bytes are stored as they are: they are compressed already.
const definition = `CREATE TABLE IF NOT EXISTS marquee_assets (
	address text PRIMARY KEY,
	value bytea NOT NULL,
	used date NOT NULL DEFAULT current_date
);
ALTER TABLE marquee_assets ALTER COLUMN value SET STORAGE EXTERNAL`

// Share implements [Shared].
func (t *Table) Share(ctx context.Context, addresses []string, value func(string) []byte) error {
	err := t.db.Ensure(ctx, "marquee_assets", definition)
	if err == nil {
		err = t.db.Write(ctx, func(ctx context.Context, tx postgres.Tx) error {
			return share(ctx, tx, addresses, value)
		})
	}
	if err != nil {
		return fmt.Errorf("add files: %w", err)
	}
	return nil
}

func share(ctx context.Context, tx postgres.Tx, addresses []string, value func(string) []byte) error {
	// In one order, so that nodes do not wait for each other in a circle.
	if _, err := tx.ExecContext(ctx, `UPDATE marquee_assets SET used = current_date WHERE address IN (
		SELECT address FROM marquee_assets WHERE address = ANY($1) AND used < current_date
		ORDER BY address FOR UPDATE SKIP LOCKED)`, addresses); err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, `SELECT a FROM unnest($1::text[]) AS a
		WHERE NOT EXISTS (SELECT FROM marquee_assets WHERE address = a) ORDER BY a`, addresses)
	if err != nil {
		return err
	}
	defer rows.Close()
	var missing []string
	for rows.Next() {
		var address string
		if err := rows.Scan(&address); err != nil {
			return err
		}
		missing = append(missing, address)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, address := range missing {
		made := value(address)
		if made == nil {
			continue
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO marquee_assets (address, value) VALUES ($1, $2)
			ON CONFLICT (address) DO NOTHING`, address, made); err != nil {
			return err
		}
	}
	return nil
}

// Get implements [Shared].
func (t *Table) Get(ctx context.Context, address string) (value []byte, err error) {
	err = t.db.Read(ctx, func(ctx context.Context, tx postgres.Tx) error {
		return tx.QueryRowContext(ctx, `SELECT value FROM marquee_assets WHERE address = $1`, address).Scan(&value)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read a file: %w", err)
	}
	return value, nil
}

// Prune implements [Shared].
func (t *Table) Prune(ctx context.Context, limit int64) error {
	err := t.db.Write(ctx, func(ctx context.Context, tx postgres.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM marquee_assets WHERE used < current_date - $1::int`, KeepDays)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM marquee_assets WHERE used < current_date AND address IN (
			SELECT address FROM (
				SELECT address, sum(octet_length(value)) OVER (ORDER BY used DESC, address) AS total FROM marquee_assets
			) AS sized
			WHERE total > $1)`, limit)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove files: %w", err)
	}
	return nil
}
