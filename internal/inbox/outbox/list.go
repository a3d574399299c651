package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// pageSize is how many submissions one query reads, so that none takes long.
const pageSize = 500

// List returns the chosen submissions, newest first.
func (s *Store) List(ctx context.Context, filter Filter) ([]Record, error) {
	all := []Record{}
	var last *Record
	for {
		query, args, err := filter.query(last)
		if err != nil {
			return nil, err
		}
		page, err := s.records(ctx, query, args)
		if err != nil {
			return nil, fmt.Errorf("list submissions: %w", err)
		}
		for i := range page {
			if filter.Email == "" || page[i].has(filter.Email) {
				all = append(all, page[i])
			}
			if len(all) == filter.Limit && filter.Limit > 0 {
				return all, nil
			}
		}
		if len(page) < pageSize {
			return all, nil
		}
		last = &page[len(page)-1]
	}
}

// Find returns the submission with this id or reference, or ErrNotFound.
func (s *Store) Find(ctx context.Context, idOrReference string) (Record, error) {
	records, err := s.records(ctx, `SELECT payload, suspect, released FROM submission WHERE id = $1 OR reference = $2`,
		[]any{idOrReference, foldReference(idOrReference)})
	switch {
	case err != nil:
		return Record{}, fmt.Errorf("find submission: %w", err)
	case len(records) == 0:
		return Record{}, ErrNotFound
	case len(records) > 1:
		return Record{}, ErrAmbiguous
	}
	return records[0], nil
}

// Known returns those of some ids whose files must stay: ids of submissions, and ids from before this
// database was made, whose submissions may be in another one, such as a file that was moved away. It
// takes as many as fit into one query, a few hundred.
func (s *Store) Known(ctx context.Context, ids []string) ([]string, error) {
	var known []string
	args, marks := make([]any, len(ids)), make([]string, len(ids))
	for i, id := range ids {
		args[i], marks[i] = id, "$"+strconv.Itoa(i+1)
	}
	err := s.read(ctx, func(ctx context.Context, tx *transaction) (err error) {
		known, err = tx.texts(ctx, `SELECT id FROM submission WHERE id IN (`+strings.Join(marks, ", ")+`)`, args...)
		if err != nil {
			return err
		}
		var made int64
		if _, err := tx.row(ctx, `SELECT min(applied_at) FROM schema_version`, nil, &made); err != nil {
			return err
		}
		for _, id := range ids {
			if isBefore(id, made) && !slices.Contains(known, id) {
				known = append(known, id)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for submissions: %w", err)
	}
	return known, nil
}

// isBefore reports whether an id, a UUID of version 7, was made before a time in milliseconds.
func isBefore(id string, millis int64) bool {
	parsed, err := uuid.Parse(id)
	seconds, nanoseconds := parsed.Time().UnixTime()
	return err == nil && parsed.Version() == 7 && time.Unix(seconds, nanoseconds).UnixMilli() < millis
}

// foldReference forgives lower case and spaces around: people type references by hand.
func foldReference(text string) string { return strings.ToUpper(strings.TrimSpace(text)) }

// query returns the SQL for one page of the chosen submissions, those after last.
func (f Filter) query(last *Record) (string, []any, error) {
	var terms []string
	var args []any
	add := func(term string, values ...any) {
		for _, value := range values {
			args = append(args, value)
			term = strings.Replace(term, "?", "$"+strconv.Itoa(len(args)), 1)
		}
		terms = append(terms, term)
	}
	if f.Site != "" {
		add(`site = ?`, f.Site)
	}
	if f.Form != "" {
		add(`form = ?`, f.Form)
	}
	if !f.Since.IsZero() {
		add(`received_at >= ?`, f.Since.UnixMilli())
	}
	if last != nil {
		add(`(received_at, id) < (?, ?)`, last.ReceivedAt.UnixMilli(), last.ID)
	}
	const mails = `EXISTS (SELECT 1 FROM outbox AS o LEFT JOIN outbox AS d ON d.seq = o.digest_seq
		WHERE o.submission_id = submission.id AND COALESCE(d.state, o.state) `
	switch f.State {
	case "":
	case StateSuspect:
		add(`suspect <> ''`)
	case StateWaiting:
		add(mails + `IN ('waiting', 'collected'))`)
	case StateParked, StateDead:
		add(mails+`= ?)`, f.State)
	case StateSent:
		add(`suspect = '' AND NOT ` + mails + `NOT IN ('sent', 'skipped'))`)
	default:
		return "", nil, fmt.Errorf("no such state: %q", f.State)
	}
	where := ""
	if len(terms) > 0 {
		where = ` WHERE ` + strings.Join(terms, ` AND `)
	}
	return `SELECT payload, suspect, released FROM submission` + where +
		` ORDER BY received_at DESC, id DESC LIMIT ` + strconv.Itoa(pageSize), args, nil
}

// has reports whether the address was typed into a field.
func (r *Record) has(email string) bool {
	for _, entry := range r.Values {
		if strings.EqualFold(strings.TrimSpace(entry.Value), strings.TrimSpace(email)) {
			return true
		}
	}
	return false
}

// records reads submissions and then their deliveries.
func (s *Store) records(ctx context.Context, query string, args []any) ([]Record, error) {
	var records []Record
	err := s.read(ctx, func(ctx context.Context, tx *transaction) error {
		records = []Record{}
		err := tx.each(ctx, query, args, func(rows *sql.Rows) error {
			var payload, suspect, released string
			if err := rows.Scan(&payload, &suspect, &released); err != nil {
				return err
			}
			r := Record{Deliveries: []Delivery{}}
			if err := json.Unmarshal([]byte(payload), &r.Submission); err != nil {
				return fmt.Errorf("decode submission: %w", err)
			}
			r.Suspect, r.Released = suspect, released
			records = append(records, r)
			return nil
		})
		if err != nil {
			return err
		}
		return addDeliveries(ctx, tx, records)
	})
	return records, err
}

func addDeliveries(ctx context.Context, tx *transaction, records []Record) error {
	if len(records) == 0 {
		return nil
	}
	places := map[string]*Record{}
	args := make([]any, len(records))
	marks := make([]string, len(records))
	for i := range records {
		args[i], marks[i] = records[i].ID, "$"+strconv.Itoa(i+1)
		places[records[i].ID] = &records[i]
	}
	return tx.each(ctx, `SELECT o.submission_id, o.seq, o.kind, COALESCE(d.state, o.state), COALESCE(d.attempts, o.attempts),
			COALESCE(d.due_at, o.due_at), COALESCE(d.sent_at, o.sent_at), COALESCE(d.provider_id, o.provider_id), COALESCE(d.last_error, o.last_error)
		FROM outbox AS o LEFT JOIN outbox AS d ON d.seq = o.digest_seq
		WHERE o.submission_id IN (`+strings.Join(marks, ", ")+`) ORDER BY o.seq`, args, func(rows *sql.Rows) error {
		var id string
		var d Delivery
		var dueAt, sentAt int64
		if err := rows.Scan(&id, &d.Seq, &d.Kind, &d.State, &d.Attempts, &dueAt, &sentAt, &d.ProviderID, &d.LastError); err != nil {
			return err
		}
		d.SentAt = fromMillis(sentAt)
		if d.State == StateWaiting || d.State == StateParked {
			d.DueAt = fromMillis(dueAt)
		}
		place := places[id]
		place.Deliveries = append(place.Deliveries, d)
		return nil
	})
}

// Counts counts what there is in each state.
func (s *Store) Counts(ctx context.Context) (Counts, error) {
	var c Counts
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
