package postgres

import (
	"context"
	"fmt"
)

// Ensure makes a table where there is none. Nodes that start together wait for
// each other. The definition may hold many statements.
func (d *DB) Ensure(ctx context.Context, table, definition string) error {
	exists := false
	err := d.Read(ctx, func(ctx context.Context, tx Tx) error {
		return tx.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL`, table).Scan(&exists)
	})
	if err == nil && !exists {
		err = d.Write(ctx, func(ctx context.Context, tx Tx) error {
			if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtext($1))`, table); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, definition)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("make the table %s: %w", table, err)
	}
	return nil
}
