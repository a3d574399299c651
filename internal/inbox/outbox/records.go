package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/site"
)

// ErrNotFound says that there is no such submission.
var ErrNotFound = errors.New("no such submission")

// States of a delivery, as people see them. The first four and StateSuspect can be asked for in a Filter.
const (
	// Taken by the provider.
	StateSent = "sent"
	// Due now or later.
	StateWaiting = "waiting"
	// Refused until the configuration changes, such as a wrong key.
	StateParked = "parked"
	// Refused for ever, or tried for three days. Never deleted but by erasure.
	StateDead = "dead"
	// The submission is taken for spam. Its deliveries are held.
	StateSuspect = "suspect"
	// A suspect that is in no mail to its recipients yet, see [Store.Notify].
	StateUntold = "untold"
	// The owner of the submission's address has not confirmed it yet, and nobody else was told.
	StateUnconfirmed = "unconfirmed"
	// Waits until somebody releases the submission, or its address is confirmed.
	StateHeld = "held"
	// Waits for the next digest of its form.
	StateCollected = "collected"
	// Not sent: the same submission was confirmed within the last 24 hours, or the sender, the form or the mailbox had
	// its share.
	StateSkipped = "skipped"
)

// Filter chooses submissions. Empty fields choose all.
type Filter struct {
	Site, Form string
	// Of these sites; nil for all.
	Sites []string
	// One of StateSent, StateWaiting, StateParked, StateDead, StateSuspect, StateUnconfirmed, StateUnread, StateOpen and
	// StateFailed.
	State string
	// Words that were typed, as [Record.Mentions] finds them.
	Text string
	// An address that was typed into any field; upper and lower case are the same, and a domain in Unicode and in ASCII.
	Email string
	// Those that arrived at this time or later, and before that one.
	Since, Until time.Time
	// Leaves others out; may be nil.
	Keep func(*site.Submission) bool
	// At most so many; zero for all.
	Limit int
}

// Record is a submission with the state of its mails.
type Record struct {
	site.Submission
	// Why it was taken for spam, before somebody released it.
	Released   string     `json:"released,omitempty"`
	Deliveries []Delivery `json:"deliveries"`
	Handling   Handling   `json:"handling,omitzero"`
}

// Delivery is the state of one mail. Where a mail went into a digest, it is that of the digest.
type Delivery struct {
	Seq  int64  `json:"seq"`
	Kind string `json:"kind"`
	// One of the states above.
	State string `json:"state"`
	// How often it was tried since the last Retry.
	Attempts int `json:"attempts"`
	// When it is tried next, for waiting and parked ones; in UTC.
	DueAt time.Time `json:"dueAt,omitzero"`
	// When the provider took it; in UTC.
	SentAt time.Time `json:"sentAt,omitzero"`
	// The provider's name for it.
	ProviderID string `json:"providerId,omitempty"`
	LastError  string `json:"lastError,omitempty"`
}

// Counts says how much there is in each state: submissions, suspects and unconfirmed ones among them, and deliveries.
type Counts struct {
	Submissions int `json:"submissions"`
	Suspect     int `json:"suspect"`
	Unconfirmed int `json:"unconfirmed"`

	Sent      int `json:"sent"`
	Waiting   int `json:"waiting"`
	Parked    int `json:"parked"`
	Dead      int `json:"dead"`
	Held      int `json:"held"`
	Collected int `json:"collected"`
	Skipped   int `json:"skipped"`

	// When the oldest delivery was queued that is waiting or parked; zero where there is none.
	OldestUnsent time.Time `json:"oldestUnsent,omitzero"`
}

// States returns where the deliveries of each state are counted.
func (c *Counts) States() map[string]*int {
	return map[string]*int{
		StateSent: &c.Sent, StateWaiting: &c.Waiting, StateParked: &c.Parked, StateDead: &c.Dead,
		StateHeld: &c.Held, StateCollected: &c.Collected, StateSkipped: &c.Skipped,
	}
}

const (
	// How many submissions one query reads, so that none takes long.
	pageSize = 500

	selectRecords = `SELECT payload, suspect, released, confirmed_at FROM submission`
)

// List returns the chosen submissions, newest first.
func (s *Store) List(ctx context.Context, filter Filter) ([]Record, error) {
	all := []Record{}
	var last *Record
	like := "LIKE" // in either case, with SQLite
	if s.config.URL != "" {
		like = "ILIKE"
	}
	for {
		query, args, size, err := filter.query(last, like)
		if err != nil {
			return nil, err
		}
		// A search may read all there is: that it takes long is no fault of the database.
		one, cancel := context.WithTimeout(ctx, s.config.limit()*3/4)
		page, err := s.records(one, query, args)
		cancel()
		if err != nil {
			return nil, fmt.Errorf("list submissions: %w", err)
		}
		for i := range page {
			if filter.fits(&page[i]) {
				all = append(all, page[i])
			}
			if len(all) == filter.Limit && filter.Limit > 0 {
				return all, nil
			}
		}
		if len(page) < size {
			return all, nil
		}
		last = &page[len(page)-1]
	}
}

// Find returns the submission with this id or reference, or ErrNotFound.
func (s *Store) Find(ctx context.Context, idOrReference string) (Record, error) {
	records, err := s.records(ctx, selectRecords+` WHERE id = $1 OR reference = $2`,
		[]any{idOrReference, foldReference(idOrReference)})
	if err != nil {
		return Record{}, fmt.Errorf("find submission: %w", err)
	}
	if len(records) == 0 {
		return Record{}, ErrNotFound
	}
	return records[0], nil
}

// Known returns those of some ids whose files must stay: ids of submissions, and ids from before this database was
// made, whose submissions may be in another one. It takes as many as fit into one query.
func (s *Store) Known(ctx context.Context, ids []string) (known []string, err error) {
	args, marks := list(ids)
	err = s.read(ctx, func(ctx context.Context, tx *transaction) (err error) {
		if known, err = column[string](ctx, tx, `SELECT id FROM submission WHERE id IN (`+marks+`)`, args...); err != nil {
			return err
		}
		var firstUsed int64
		if _, err := tx.row(ctx, `SELECT min(applied_at) FROM schema_version`, nil, &firstUsed); err != nil {
			return err
		}
		for _, id := range ids {
			if isBefore(id, firstUsed) && !slices.Contains(known, id) {
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

func list(texts []string) (args []any, marks string) {
	var b strings.Builder
	for i, text := range texts {
		args = append(args, text)
		fmt.Fprintf(&b, ", $%d", i+1)
	}
	return args, strings.TrimPrefix(b.String(), ", ")
}

// isBefore reports whether an id, a UUID of version 7, was made before a time in milliseconds.
func isBefore(id string, millis int64) bool {
	parsed, err := uuid.Parse(id)
	seconds, nanoseconds := parsed.Time().UnixTime()
	return err == nil && parsed.Version() == 7 && time.Unix(seconds, nanoseconds).UnixMilli() < millis
}

// foldReference forgives lower case and spaces around: people type references by hand.
func foldReference(text string) string { return strings.ToUpper(strings.TrimSpace(text)) }

// query returns the query for the next records, and how many there are at most.
func (f Filter) query(last *Record, like string) (query string, args []any, size int, err error) {
	terms, size := []string{`1 = 1`}, pageSize
	if f.Limit > 0 && f.Email == "" && f.Text == "" && f.Keep == nil {
		size = min(size, f.Limit)
	}
	// arg returns how the query refers to a value.
	arg := func(value any) string {
		args = append(args, value)
		return fmt.Sprintf("$%d", len(args))
	}
	if f.Site != "" {
		terms = append(terms, `site = `+arg(f.Site))
	}
	if f.Sites != nil {
		marks := []string{`''`} // which is no site
		for _, id := range f.Sites {
			marks = append(marks, arg(id))
		}
		terms = append(terms, `site IN (`+strings.Join(marks, ", ")+`)`)
	}
	if f.Form != "" {
		terms = append(terms, `form = `+arg(f.Form))
	}
	if !f.Since.IsZero() {
		terms = append(terms, `received_at >= `+arg(f.Since.UnixMilli()))
	}
	if !f.Until.IsZero() {
		terms = append(terms, `received_at < `+arg(f.Until.UnixMilli()))
	}
	if last != nil {
		terms = append(terms, `(received_at, id) < (`+arg(last.ReceivedAt.UnixMilli())+`, `+arg(last.ID)+`)`)
	}
	if f.Text != "" {
		terms = append(terms, `payload `+like+` `+arg(likeTyped(f.Text)))
	}
	const mails = `EXISTS (SELECT 1 FROM outbox AS o LEFT JOIN outbox AS d ON d.seq = o.digest_seq
		WHERE o.submission_id = submission.id AND COALESCE(d.state, o.state) `
	const told = `suspect = '' AND id NOT IN (SELECT id FROM submission WHERE ` + unconfirmed + `)`
	const handled = `EXISTS (SELECT 1 FROM handling WHERE submission_id = submission.id AND `
	const failed = `SELECT submission_id FROM outbox
		WHERE ` + unsent + ` AND state IN ('parked', 'dead') AND submission_id IS NOT NULL
		UNION SELECT o.submission_id FROM outbox AS d JOIN outbox AS o ON o.digest_seq = d.seq
		WHERE d.` + unsent + ` AND d.state IN ('parked', 'dead')`
	switch f.State {
	case "":
	case StateUnread:
		terms = append(terms, told, `NOT `+handled+`seen_at > 0)`)
	case StateOpen:
		terms = append(terms, told, `NOT `+handled+`done_at > 0)`)
	case StateFailed:
		terms = append(terms, `id IN (`+failed+`)`)
	case StateSuspect:
		terms = append(terms, `suspect <> ''`)
	case StateUntold:
		terms = append(terms, `suspect <> '' AND told = 0`)
	case StateUnconfirmed:
		terms = append(terms, unconfirmed)
	case StateWaiting:
		terms = append(terms, mails+`IN ('waiting', 'collected'))`)
	case StateParked, StateDead:
		terms = append(terms, mails+`= `+arg(f.State)+`)`)
	case StateSent:
		terms = append(terms, `suspect = '' AND NOT `+mails+`NOT IN ('sent', 'skipped'))`)
	default:
		return "", nil, 0, fmt.Errorf("no such state: %q", f.State)
	}
	const order = ` ORDER BY received_at DESC, id DESC`
	return selectRecords + ` WHERE id IN (SELECT id FROM submission WHERE ` + strings.Join(terms, ` AND `) + order +
		` LIMIT ` + strconv.Itoa(size) + `)` + order, args, size, nil
}

// fits decides what no query does.
func (f *Filter) fits(r *Record) bool {
	return (f.Email == "" || r.has(f.Email)) && (f.Text == "" || r.Mentions(f.Text)) &&
		(f.Keep == nil || f.Keep(&r.Submission))
}

func (r *Record) has(email string) bool {
	return slices.ContainsFunc(r.Values, func(entry site.Entry) bool {
		return strings.EqualFold(exact(entry.Value), exact(email))
	})
}

func (s *Store) records(ctx context.Context, query string, args []any) (records []Record, err error) {
	err = s.read(ctx, func(ctx context.Context, tx *transaction) error {
		records = []Record{}
		err := tx.each(ctx, query, args, func(rows *sql.Rows) error {
			r := Record{Deliveries: []Delivery{}}
			var payload, suspect string
			var confirmed int64
			if err := rows.Scan(&payload, &suspect, &r.Released, &confirmed); err != nil {
				return err
			}
			if err := json.Unmarshal([]byte(payload), &r.Submission); err != nil {
				return fmt.Errorf("decode submission: %w", err)
			}
			r.Suspect = suspect
			if r.OptIn != nil {
				r.OptIn.ConfirmedAt = fromMillis(confirmed)
			}
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
	ids := make([]string, len(records))
	for i := range records {
		ids[i] = records[i].ID
		places[ids[i]] = &records[i]
	}
	args, marks := list(ids)
	if err := addHandling(ctx, tx, places, marks, args); err != nil {
		return err
	}
	return tx.each(ctx, `SELECT o.submission_id, o.seq, o.kind, COALESCE(d.state, o.state),
			COALESCE(d.attempts, o.attempts), COALESCE(d.due_at, o.due_at), COALESCE(d.sent_at, o.sent_at),
			COALESCE(d.provider_id, o.provider_id), COALESCE(d.last_error, o.last_error)
		FROM outbox AS o LEFT JOIN outbox AS d ON d.seq = o.digest_seq
		WHERE o.submission_id IN (`+marks+`) ORDER BY o.seq`, args, func(rows *sql.Rows) error {
		var id string
		var d Delivery
		var dueAt, sentAt int64
		err := rows.Scan(&id, &d.Seq, &d.Kind, &d.State, &d.Attempts, &dueAt, &sentAt, &d.ProviderID, &d.LastError)
		if err != nil {
			return err
		}
		d.SentAt = fromMillis(sentAt)
		if d.State == StateWaiting || d.State == StateParked {
			d.DueAt = fromMillis(dueAt)
		}
		places[id].Deliveries = append(places[id].Deliveries, d)
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
	var oldest sql.NullInt64
	_, err = tx.row(ctx, `SELECT (SELECT count(*) FROM submission), (SELECT count(*) FROM submission WHERE suspect <> ''),
		(SELECT count(*) FROM submission WHERE `+unconfirmed+`),
		(SELECT min(queued_at) FROM outbox WHERE `+unsent+` AND `+pending+`)`, nil,
		&c.Submissions, &c.Suspect, &c.Unconfirmed, &oldest)
	if err != nil {
		return c, err
	}
	c.OldestUnsent = fromMillis(oldest.Int64)
	places := c.States()
	err = tx.each(ctx, `SELECT state, count(*) FROM outbox GROUP BY state`, nil, func(rows *sql.Rows) error {
		var state string
		var n int
		err := rows.Scan(&state, &n)
		if place, known := places[state]; known {
			*place = n
		}
		return err
	})
	return c, err
}
