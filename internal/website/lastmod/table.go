package lastmod

import (
	"context"
	"fmt"

	"github.com/evenlight/marquee/internal/postgres"
)

// Shared is where nodes have their days in common.
type Shared interface {
	// Agree notes what pages show, each with the day that this node knows, and
	// fills in the days that hold for all nodes. Today is the day of what is new.
	Agree(ctx context.Context, seen []Seen) error
}

// Seen is what a page shows.
type Seen struct {
	// The page, by site and path.
	Name, Hash string
	// Since when, such as 2026-11-01; empty where that is not known. And the day it is at the site.
	Day, Today string
}

// Table keeps days in a table of PostgreSQL, which is made when it is first needed.
type Table struct{ db *postgres.DB }

var _ Shared = (*Table)(nil)

// NewTable returns the table of a database.
func NewTable(db *postgres.DB) *Table { return &Table{db: db} }

const definition = `CREATE TABLE IF NOT EXISTS marquee_page_days (
	page text NOT NULL,
	hash text NOT NULL,
	day text NOT NULL,
	PRIMARY KEY (page, hash)
)`

// Agree implements [Shared]. The first content of a page that any node has seen has no day.
func (t *Table) Agree(ctx context.Context, seen []Seen) error {
	if err := t.db.Ensure(ctx, "marquee_page_days", definition); err != nil {
		return err
	}
	var names, hashes, days, todays []string
	for _, s := range seen {
		names, hashes, days, todays = append(names, s.Name), append(hashes, s.Hash), append(days, s.Day), append(todays, s.Today)
	}
	agreed := map[[2]string]string{}
	err := t.db.Write(ctx, func(ctx context.Context, tx postgres.Tx) error {
		// In one order, so that nodes do not wait for each other in a circle.
		if _, err := tx.ExecContext(ctx, `INSERT INTO marquee_page_days (page, hash, day)
			SELECT page, hash, CASE WHEN day <> '' THEN day WHEN EXISTS (SELECT 1 FROM marquee_page_days AS d WHERE d.page = s.page) THEN today ELSE '' END
			FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS s(page, hash, day, today) ORDER BY page, hash
			ON CONFLICT DO NOTHING`, names, hashes, days, todays); err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx, `SELECT d.page, d.hash, d.day FROM marquee_page_days AS d
			JOIN unnest($1::text[], $2::text[]) AS s(page, hash) USING (page, hash)`, names, hashes)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var page, hash, day string
			if err := rows.Scan(&page, &hash, &day); err != nil {
				return err
			}
			agreed[[2]string{page, hash}] = day
		}
		return rows.Err()
	})
	if err != nil {
		return fmt.Errorf("agree on the days of pages: %w", err)
	}
	for i, s := range seen {
		seen[i].Day = agreed[[2]string{s.Name, s.Hash}]
	}
	return nil
}
