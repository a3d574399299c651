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
	return &Store{db, now}, database.Migrate(ctx, db, "people", tables)
}

// Anyone reports whether anybody was invited.
func (s *Store) Anyone(ctx context.Context) (known bool, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM person)`).Scan(&known)
	return known, wrap("look for people", err)
}

// List returns all people, by their addresses.
func (s *Store) List(ctx context.Context) ([]Person, error) {
	all, err := list(ctx, s.db, func(scan scanner) (Person, error) { return scanPerson(scan) },
		`SELECT `+personColumns+` FROM person ORDER BY email`)
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
	return token, s.decide(ctx, "invite", p.Email, &p, by,
		do(`INSERT INTO person (email, role, sites, since) VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET role = excluded.role, sites = excluded.sites`,
			p.Email, p.Role, strings.Join(p.Sites, " "), now.UnixMilli()),
		do(`DELETE FROM invitation WHERE email = ? OR until <= ?`, p.Email, now.UnixMilli()),
		do(`INSERT INTO invitation VALUES (?, ?, ?)`, hash(token), p.Email, now.Add(InvitationLife).UnixMilli()))
}

// Remove ends all that a person has. By is as for Invite. The error may be [ErrNotInvited], [ErrForbidden] or
// [ErrLastOwner].
func (s *Store) Remove(ctx context.Context, email, by string) error {
	email = Address(email)
	return s.decide(ctx, "remove a person", email, nil, by, do(`DELETE FROM person WHERE email = ?`, email))
}

// decide changes what somebody may do, if who decides may manage all that they had before, and have after that; nil is
// nothing.
func (s *Store) decide(ctx context.Context, step, email string, after *Person, by string, change ...statement) error {
	return s.write(ctx, step, func(tx *sql.Tx) error {
		before, err := find(ctx, tx, email)
		if after != nil && errors.Is(err, ErrNotInvited) {
			before, err = *after, nil
		}
		if err == nil && by != "" {
			err = mayDecide(ctx, tx, by, before, after)
		}
		if err == nil {
			err = run(ctx, tx, change...)
		}
		left := by == "" || !before.isOwner() // the command line is the way back in
		if err == nil && !left {
			const owners = `SELECT EXISTS (SELECT 1 FROM person WHERE role = ? AND sites = '')`
			err = tx.QueryRowContext(ctx, owners, RoleOwner).Scan(&left)
		}
		if err == nil && !left {
			err = ErrLastOwner
		}
		return err
	})
}

func mayDecide(ctx context.Context, tx *sql.Tx, by string, before Person, after *Person) error {
	owner, err := find(ctx, tx, Address(by)) // as it is now
	if err != nil {
		return err
	}
	if !owner.mayManage(before) || after != nil && !owner.mayManage(*after) {
		return ErrForbidden
	}
	return nil
}

const personColumns = `person.email, role, sites, person.since, person.seen`

// scanner is a row.
type scanner func(targets ...any) error

// scanPerson reads personColumns, and what follows them.
func scanPerson(scan scanner, more ...any) (p Person, err error) {
	var sites string
	var since, seen int64
	err = scan(append([]any{&p.Email, &p.Role, &sites, &since, &seen}, more...)...)
	p.Sites, p.Since = strings.Fields(sites), time.UnixMilli(since).UTC()
	if seen != 0 {
		p.LastSeen = time.UnixMilli(seen).UTC()
	}
	return p, err
}

// find returns a person, or [ErrNotInvited].
func find(ctx context.Context, tx *sql.Tx, email string) (Person, error) {
	row := tx.QueryRowContext(ctx, `SELECT `+personColumns+` FROM person WHERE email = ?`, email)
	p, err := scanPerson(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotInvited
	}
	return p, err
}

func list[T any](
	ctx context.Context, db *sql.DB, read func(scanner) (T, error), query string, arguments ...any,
) (all []T, err error) {
	rows, err := db.QueryContext(ctx, query, arguments...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() && err == nil {
		var one T
		one, err = read(rows.Scan)
		all = append(all, one)
	}
	return all, errors.Join(err, rows.Err())
}

// write runs a transaction.
func (s *Store) write(ctx context.Context, step string, do func(*sql.Tx) error) error {
	return wrap(step, database.Write(ctx, s.db, do))
}

// wrap says at which step there was a fault.
func wrap(step string, err error) error {
	if _, refused := errors.AsType[Refusal](err); err == nil || refused {
		return err
	}
	return fmt.Errorf("%s, in %s: %w", step, database.FileName, err)
}

// statement is one of those that run together.
type statement struct {
	query     string
	arguments []any
}

func do(query string, arguments ...any) statement { return statement{query, arguments} }

func run(ctx context.Context, tx *sql.Tx, all ...statement) error {
	for _, one := range all {
		if _, err := tx.ExecContext(ctx, one.query, one.arguments...); err != nil {
			return err
		}
	}
	return nil
}

func hash(parts ...string) []byte {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return sum[:]
}
