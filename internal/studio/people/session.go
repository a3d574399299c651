package people

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/studio/database"
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
func (s *Store) begin(t *database.Tx, email, agent string) (Session, error) {
	token, now := rand.Text(), s.now().UnixMilli()
	agent = strings.ToValidUTF8(agent[:min(len(agent), longestAgent)], "")
	err := errors.Join(
		t.Do(`DELETE FROM session WHERE seen <= ?`, s.oldest()),
		t.Do(`INSERT INTO session VALUES (?, ?, ?, ?, ?)`, hash(token), email, agent, now, now),
		t.Do(`UPDATE person SET seen = ? WHERE email = ?`, now, email))
	if err != nil {
		return Session{}, err
	}
	made, err := scanSession(t.One(sessions+` WHERE hash = ?`, hash(token)).Scan)
	made.Token = token
	return made, err
}

// Session returns whose a session is, by the token that a browser sent, with the role of this moment, and notes that it
// was seen. It is not ok where it ended.
func (s *Store) Session(ctx context.Context, token string) (one Session, ok bool, err error) {
	now := s.now()
	row := s.db.QueryRowContext(ctx, sessions+` WHERE hash = ? AND session.seen > ?`, hash(token), s.oldest())
	if one, err = scanSession(row.Scan); errors.Is(err, sql.ErrNoRows) {
		return one, false, nil
	} else if err != nil {
		return one, false, wrap("read a session", err)
	}
	if noted := now.Sub(one.Seen); noted >= notedEach || noted < 0 { // after the clock was set back, too
		// A disk that is full signs nobody out; it is tried again the next time.
		_ = s.write(ctx, "note a session", func(t *database.Tx) error {
			return errors.Join(
				t.Do(`UPDATE session SET seen = ? WHERE hash = ?`, now.UnixMilli(), hash(token)),
				t.Do(`UPDATE person SET seen = ? WHERE email = ?`, now.UnixMilli(), one.Person.Email))
		})
	}
	return one, true, nil
}

// Sessions returns those of a person, the one that was seen last first.
func (s *Store) Sessions(ctx context.Context, email string) (all []Session, err error) {
	err = database.Read(ctx, s.db, func(t *database.Tx) error {
		all, err = database.All(t, scanSession, sessions+` WHERE email = ? AND session.seen > ?
			ORDER BY session.seen DESC, hash`, Address(email), s.oldest())
		return err
	})
	return all, wrap("list sessions", err)
}

// EndAll ends all that lets anybody in, but that they were invited: sessions, invitations and codes.
func (s *Store) EndAll(ctx context.Context) error {
	return s.write(ctx, "end all sessions", func(t *database.Tx) error {
		return t.Do(`DELETE FROM session; DELETE FROM invitation; DELETE FROM attempt`)
	})
}

// End ends a session of a person; one that ended before has ended.
func (s *Store) End(ctx context.Context, email, id string) error {
	return s.write(ctx, "end a session", func(t *database.Tx) error {
		return t.Do(`DELETE FROM session WHERE email = ? AND `+sessionID+` = ?`, Address(email), id)
	})
}

const (
	sessionID = `lower(hex(substr(hash, 1, 8)))`
	sessions  = `SELECT email, role, sites, person.since, person.seen, ` + sessionID + `, agent, session.since,
		session.seen FROM session JOIN person USING (email)`
)

func scanSession(scan database.Scan) (one Session, err error) {
	one.Person, err = scanPerson(func(person ...any) error {
		return scan(append(person, &one.ID, &one.Agent, moment{&one.Since}, moment{&one.Seen})...)
	})
	return one, err
}

// oldest returns when a session that has not ended was seen at least.
func (s *Store) oldest() int64 { return s.now().Add(-SessionLife).UnixMilli() }
