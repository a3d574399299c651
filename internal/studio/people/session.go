package people

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"strings"
	"time"
)

// Session is a browser in which somebody is signed in.
type Session struct {
	Person Person
	ID     string // by which it can be ended
	Agent  string // what the browser calls itself
	// When it began and was seen last. The latter is noted every few minutes.
	Since, Seen time.Time
	// What the cookie of the browser holds; only a session that has just begun has it.
	Token string
}

const (
	notedEach    = 5 * time.Minute
	longestAgent = 300 // bytes
)

// begin makes a session with a token of its own, whatever the browser had before.
func (s *Store) begin(ctx context.Context, tx *sql.Tx, email, agent string) (made Session, err error) {
	token, now := rand.Text(), s.now()
	agent = strings.ToValidUTF8(agent[:min(len(agent), longestAgent)], "")
	err = run(ctx, tx,
		do(`DELETE FROM session WHERE seen <= ?`, oldest(now)),
		do(`INSERT INTO session VALUES (?, ?, ?, ?, ?)`, hash(token), email, agent, now.UnixMilli(), now.UnixMilli()),
		do(`UPDATE person SET seen = ? WHERE email = ?`, now.UnixMilli(), email))
	if err == nil {
		made.Person, err = find(ctx, tx, email)
	}
	made.ID, made.Agent, made.Since, made.Seen, made.Token = idOf(hash(token)), agent, now, now, token
	return made, err
}

// Session returns whose a session is, by the token that a browser sent, with the role of this moment, and notes that it
// was seen. It is not ok where it ended.
func (s *Store) Session(ctx context.Context, token string) (one Session, ok bool, err error) {
	now := s.now()
	row := s.db.QueryRowContext(ctx, sessions+` WHERE hash = ? AND session.seen > ?`, hash(token), oldest(now))
	one, err = scanSession(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return one, false, nil
	}
	if err != nil {
		return one, false, wrap("read a session", err)
	}
	if noted := now.Sub(one.Seen); noted >= notedEach || noted < 0 { // after the clock was set back, too
		// A disk that is full signs nobody out; it is tried again the next time.
		_ = s.write(ctx, "note a session", func(tx *sql.Tx) error {
			return run(ctx, tx,
				do(`UPDATE session SET seen = ? WHERE hash = ?`, now.UnixMilli(), hash(token)),
				do(`UPDATE person SET seen = ? WHERE email = ?`, now.UnixMilli(), one.Person.Email))
		})
	}
	return one, true, nil
}

// Sessions returns those of a person, the one that was seen last first.
func (s *Store) Sessions(ctx context.Context, email string) ([]Session, error) {
	all, err := list(ctx, s.db, scanSession,
		sessions+` WHERE email = ? AND session.seen > ? ORDER BY session.seen DESC, hash`, Address(email), oldest(s.now()))
	return all, wrap("list sessions", err)
}

// EndAll ends all that lets anybody in, but that they were invited: sessions, invitations and codes.
func (s *Store) EndAll(ctx context.Context) error {
	return s.write(ctx, "end all sessions", func(tx *sql.Tx) error {
		return run(ctx, tx, do(`DELETE FROM session`), do(`DELETE FROM invitation`), do(`DELETE FROM attempt`))
	})
}

// End ends a session of a person; one that ended before has ended.
func (s *Store) End(ctx context.Context, email, id string) error {
	return s.write(ctx, "end a session", func(tx *sql.Tx) error {
		return run(ctx, tx, do(`DELETE FROM session WHERE email = ? AND substr(hash, 1, 8) = unhex(?)`, Address(email), id))
	})
}

const sessions = `SELECT ` + personColumns + `, hash, agent, session.since, session.seen
	FROM session JOIN person USING (email)`

func scanSession(scan scanner) (one Session, err error) {
	var hash []byte
	var since, seen int64
	one.Person, err = scanPerson(scan, &hash, &one.Agent, &since, &seen)
	if err == nil {
		one.ID, one.Since, one.Seen = idOf(hash), time.UnixMilli(since).UTC(), time.UnixMilli(seen).UTC()
	}
	return one, err
}

func idOf(hash []byte) string { return hex.EncodeToString(hash[:8]) }

// oldest returns when a session that has not ended was seen at least.
func oldest(now time.Time) int64 { return now.Add(-SessionLife).UnixMilli() }
