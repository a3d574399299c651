package postgres

import (
	"context"
	"fmt"
)

// Ensure makes a table where there is none; once it is there, it costs nothing.
// Nodes that start together wait for each other. The definition may hold many statements.
func (d *DB) Ensure(ctx context.Context, table, definition string) error {
	if _, known := d.tables.Load(table); known {
		return nil
	}
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
	d.tables.Store(table, true)
	return nil
}
