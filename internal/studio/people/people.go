// Package people says who may come into Studio, and what everybody there may do.
//
// # Invitations
//
// Nobody comes in who was not invited, by a command on the machine or by an owner ([Store.Invite]): with a [Role], for
// all sites or some. The first way in, and the way back in where no mail is sent, is a link that can be used once,
// within a day ([Store.Join]). A person who is invited again has the new role at once. Who is removed is out at once,
// everywhere.
//
// # Codes
//
// Otherwise somebody who was invited asks for a code of six digits, which a mail brings ([Store.SignIn], [CodeMail]).
// It is good for ten minutes and five tries, in the browser that asked ([Store.Code]): a cookie names that, so that a
// code which is given away, or a link in a mail that somebody else opens, lets nobody in. An address has five codes at
// once and one more each hour, so that who guesses for a day has a chance of 1 in 7,000; a network asks 20 times at
// once and then every three minutes. An address that was not invited is counted, answered, and its codes are refused
// like all others.
//
// # Sessions
//
// A session lasts for 30 days after it was seen last. It can be listed and ended ([Store.Sessions], [Store.End]). Its
// person is read anew with each request.
//
// # What is stored
//
// Tokens of sessions, invitations and browsers are 130 random bits, and are made here or by the server, never taken
// from who signs in. The database has their SHA-256 alone; that of a code is salted with the token of its browser.
// Everything that one call changes is one transaction: a token that is used twice at the same moment lets one in.
package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/studio/database"
)

// For how long things are good.
const (
	InvitationLife = 24 * time.Hour
	CodeLife       = 10 * time.Minute
	SessionLife    = 30 * 24 * time.Hour // since it was seen
)

// Refusal is an error that says what its reader cannot do, and no fault.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// What is refused.
const (
	// ErrUnfit is wrapped with what is wrong with a person that is to be invited.
	ErrUnfit Refusal = "nobody can be invited like this"
	// ErrForbidden says that somebody decides about more than they may.
	ErrForbidden Refusal = "this takes an owner of all sites that the other person has"
	// ErrLastOwner says that nobody would be left to invite others.
	ErrLastOwner Refusal = "somebody has to stay owner of all sites"
	// ErrNotInvited says that nobody has this address.
	ErrNotInvited Refusal = "this address was not invited"
	// ErrWrong says that a code or an invitation is none, or is used up, or too old.
	ErrWrong Refusal = "this is wrong, used up or too old"
	// ErrTooOften says that a code was tried, or codes were asked for, too often.
	ErrTooOften Refusal = "this was tried too often"
)

// Store knows all people. It is safe for concurrent use, also by several processes.
type Store struct {
	db  *sql.DB
	now func() time.Time
}

//go:embed tables.sql
var tables string

// Open makes the tables where they are not there.
func Open(ctx context.Context, db *sql.DB, now func() time.Time) (*Store, error) {
	s := &Store{db, now}
	return s, s.write(ctx, "make tables", func(t *database.Tx) error { return t.Do(tables) })
}

// Anyone reports whether anybody was invited.
func (s *Store) Anyone(ctx context.Context) (known bool, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM person)`).Scan(&known)
	return known, wrap("look for people", err)
}

// List returns all people, by their addresses.
func (s *Store) List(ctx context.Context) (all []Person, err error) {
	err = database.Read(ctx, s.db, func(t *database.Tx) error {
		all, err = database.All(t, scanPerson, people+` ORDER BY email`)
		return err
	})
	return all, wrap("list people", err)
}

// Invite gives a person a role, from now on also where they were invited before, and returns the token of an
// invitation, which replaces earlier ones. By is the address of the owner who decides this, empty for who runs the
// machine. The error may be [ErrUnfit], [ErrForbidden] or [ErrLastOwner].
func (s *Store) Invite(ctx context.Context, p Person, by string) (token string, err error) {
	if p, err = fit(p); err != nil {
		return "", err
	}
	token, now := rand.Text(), s.now()
	return token, s.decide(ctx, "invite", by, p.Email, &p, func(t *database.Tx) error {
		return errors.Join(
			t.Do(`INSERT INTO person (email, role, sites, since) VALUES (?, ?, ?, ?)
				ON CONFLICT DO UPDATE SET role = excluded.role, sites = excluded.sites`,
				p.Email, p.Role, strings.Join(p.Sites, " "), now.UnixMilli()),
			t.Do(`DELETE FROM invitation WHERE email = ? OR until <= ?`, p.Email, now.UnixMilli()),
			t.Do(`INSERT INTO invitation VALUES (?, ?, ?)`, hash(token), p.Email, now.Add(InvitationLife).UnixMilli()))
	})
}

// Remove ends all that a person has. By is as for Invite. The error may be [ErrNotInvited], [ErrForbidden] or
// [ErrLastOwner].
func (s *Store) Remove(ctx context.Context, email, by string) error {
	email = Address(email)
	return s.decide(ctx, "remove a person", by, email, nil, func(t *database.Tx) error {
		return t.Do(`DELETE FROM person WHERE email = ?`, email)
	})
}

// decide changes what somebody may do, if who decides may manage all that they had before, and have after that; nil is
// nothing.
func (s *Store) decide(
	ctx context.Context, step, by, email string, after *Person, change func(*database.Tx) error,
) error {
	return s.write(ctx, step, func(t *database.Tx) error {
		before, err := find(t, email)
		if after != nil && errors.Is(err, ErrNotInvited) {
			before, err = *after, nil
		}
		if err != nil {
			return err
		}
		if by == "" { // the command line is the way back in
			return change(t)
		}
		owner, err := find(t, Address(by)) // as it is now
		if err != nil {
			return err
		}
		if !owner.mayManage(before) || after != nil && !owner.mayManage(*after) {
			return ErrForbidden
		}
		var left bool
		err = errors.Join(change(t),
			t.One(`SELECT EXISTS (SELECT 1 FROM person WHERE role = ? AND sites = '')`, RoleOwner).Scan(&left))
		if err == nil && !left && before.Role == RoleOwner && len(before.Sites) == 0 {
			err = ErrLastOwner
		}
		return err
	})
}

const people = `SELECT email, role, sites, since, seen FROM person`

func scanPerson(scan database.Scan) (p Person, err error) {
	var sites string
	err = scan(&p.Email, &p.Role, &sites, moment{&p.Since}, moment{&p.LastSeen})
	p.Sites = strings.Fields(sites)
	return p, err
}

// moment reads a time.
type moment struct{ to *time.Time }

func (m moment) Scan(value any) error {
	if ms, _ := value.(int64); ms != 0 {
		*m.to = time.UnixMilli(ms).UTC()
	}
	return nil
}

// find returns a person, or [ErrNotInvited].
func find(t *database.Tx, email string) (Person, error) {
	p, err := scanPerson(t.One(people+` WHERE email = ?`, email).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotInvited
	}
	return p, err
}

// write runs a transaction, and says at which step there was a fault.
func (s *Store) write(ctx context.Context, step string, do func(*database.Tx) error) error {
	return wrap(step, database.Write(ctx, s.db, do))
}

func wrap(step string, err error) error {
	if _, refused := errors.AsType[Refusal](err); err == nil || refused {
		return err
	}
	return fmt.Errorf("%s, in %s: %w", step, database.FileName, err)
}

func hash(parts ...string) []byte {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return sum[:]
}
