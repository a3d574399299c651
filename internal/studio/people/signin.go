package people

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/studio/database"
)

const (
	mostTries    = 5      // of a code
	mostAttempts = 10_000 // that are under way: a flood of them fills no disk
)

// limit says how often somebody may do something at once, and how long it takes until they may once more.
type limit struct {
	burst int64
	every time.Duration
}

var (
	codesOfAddress = limit{5, time.Hour}
	codesOfNetwork = limit{20, 3 * time.Minute}
)

// SignIn makes a code for an address that was invited, to be mailed to it. Browser is a fresh random token, which the
// server has just given to the browser that asks, and from is the address of that. The error is [ErrNotInvited] or
// [ErrTooOften] where there is no code: nobody must see a difference, neither in what is answered nor in how long it
// takes.
func (s *Store) SignIn(ctx context.Context, email, browser string, from netip.Addr) (code string, err error) {
	number, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", err
	}
	code = fmt.Sprintf("%06d", number)
	invited, now := false, s.now()
	err = s.write(ctx, "sign in", func(t *database.Tx) error {
		underWay := 0
		err := errors.Join(
			t.Do(`DELETE FROM attempt WHERE until <= ?`, now.UnixMilli()),
			t.Do(`DELETE FROM slowed WHERE free <= ?`, now.UnixMilli()),
			t.One(`SELECT count(*) FROM attempt`).Scan(&underWay))
		if err == nil && underWay >= mostAttempts {
			err = ErrTooOften
		}
		if err == nil {
			err = errors.Join(codesOfNetwork.take(t, hash("network", networkOf(from)), now),
				codesOfAddress.take(t, hash("address", Address(email)), now))
		}
		if err != nil {
			return err
		}
		return t.One(`INSERT INTO attempt (browser, email, code, until)
			VALUES (?, (SELECT email FROM person WHERE email = ?), ?, ?) RETURNING email IS NOT NULL`,
			hash(browser), Address(email), hash(browser, code), now.Add(CodeLife).UnixMilli()).Scan(&invited)
	})
	if err == nil && !invited {
		err = ErrNotInvited
	}
	if err != nil {
		return "", err
	}
	return code, nil
}

// take counts once, or returns [ErrTooOften]. What is stored is the time at which all is free again (the generic cell
// rate algorithm); one that is too far away is of a clock that was wrong.
func (l limit) take(t *database.Tx, who []byte, at time.Time) error {
	var free int64
	err := t.One(`SELECT free FROM slowed WHERE who = ?`, who).Scan(&free)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	now, every := at.UnixMilli(), l.every.Milliseconds()
	if free < now || free > now+l.burst*every {
		free = now
	}
	if free += every; free > now+l.burst*every {
		return ErrTooOften
	}
	return t.Do(`INSERT OR REPLACE INTO slowed VALUES (?, ?)`, who, free)
}

// networkOf returns what one party usually has of the addresses of the internet.
func networkOf(from netip.Addr) string {
	from = from.Unmap().WithZone("")
	bits := 48
	if from.Is4() {
		bits = 24
	}
	network, err := from.Prefix(bits)
	if err != nil {
		return "" // all unknown addresses are one network
	}
	return network.String()
}

// Code begins a session in the browser that asked for a code, by that code, once; agent is what the browser calls
// itself. The error is [ErrWrong], or [ErrTooOften] where a new code is needed.
func (s *Store) Code(ctx context.Context, browser, code, agent string) (made Session, err error) {
	wrong := false
	err = s.write(ctx, "sign in by a code", func(t *database.Tx) error {
		var email string // none where it was not invited
		var right []byte
		var tries int
		err := t.One(`SELECT ifnull(email, ''), code, tries FROM attempt WHERE browser = ? AND until > ?`,
			hash(browser), s.now().UnixMilli()).Scan(&email, &right, &tries)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return ErrWrong
		case err != nil:
			return err
		case tries >= mostTries:
			return ErrTooOften
		}
		typed := hash(browser, strings.Join(strings.Fields(code), ""))
		if wrong = subtle.ConstantTimeCompare(typed, right) == 0 || email == ""; wrong {
			return t.Do(`UPDATE attempt SET tries = tries + 1 WHERE browser = ?`, hash(browser))
		}
		err = errors.Join(
			t.Do(`DELETE FROM attempt WHERE browser = ?`, hash(browser)),
			t.Do(`DELETE FROM slowed WHERE who = ?`, hash("address", email))) // whose it is has asked
		if err == nil {
			made, err = s.begin(t, email, agent)
		}
		return err
	})
	if err == nil && wrong {
		err = ErrWrong // and the try counts
	}
	return made, err
}

// Joinable reports whether an invitation can be used. It uses nothing up.
func (s *Store) Joinable(ctx context.Context, token string) (ok bool, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM invitation WHERE hash = ? AND until > ?)`,
		hash(token), s.now().UnixMilli()).Scan(&ok)
	return ok, wrap("look for an invitation", err)
}

// Join begins a session by an invitation, which is used up. The error is [ErrWrong] where it is none, or was used.
func (s *Store) Join(ctx context.Context, token, agent string) (made Session, err error) {
	err = s.write(ctx, "join", func(t *database.Tx) error {
		var email string
		err := t.One(`DELETE FROM invitation WHERE hash = ? AND until > ? RETURNING email`,
			hash(token), s.now().UnixMilli()).Scan(&email)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrWrong
		}
		if err == nil {
			made, err = s.begin(t, email, agent)
		}
		return err
	})
	return made, err
}
