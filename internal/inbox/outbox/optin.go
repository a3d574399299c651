package outbox

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// How long the owner of an address has to confirm it, from when the mail was sent.
	optInTerm = 7 * 24 * time.Hour
	// An address gets one mail that asks in this time while it has not answered.
	optInEvery = time.Hour

	// unconfirmed is true of a submission that waits for the owner of its address.
	unconfirmed = `(optin IS NOT NULL AND confirmed_at = 0)`
	// asking is true of an unconfirmed submission whose owner can still be expected to answer, or was never asked: the
	// mail to the address, its own or one of an hour before that stands for it, was not sent, or not a term ago. Its
	// parameter is the time a term ago.
	asking = `(kept_at > $3 OR EXISTS (
		SELECT 1 FROM outbox AS mail JOIN submission AS other ON other.id = mail.submission_id
		WHERE other.optin = submission.optin AND mail.kind = 'optin' AND (other.id = submission.id OR mail.direct = 1)
		AND (mail.state NOT IN ('sent', 'skipped') OR mail.sent_at > $3)))`
	// askedLately finds a mail that asked the same address and is not answered yet.
	askedLately = `SELECT 1 FROM submission JOIN outbox ON submission_id = id
		WHERE optin = $1 AND confirmed_at = 0 AND kind = 'optin' AND direct = 1 AND kept_at > $2 AND kept_at < $3 LIMIT 1`
)

// wasAsked reports whether the address was asked lately, so that one answer is for both.
func (p *submissionRow) wasAsked(ctx context.Context, tx *transaction) (bool, error) {
	if err := lockGroup(ctx, tx, p.optIn); err != nil {
		return false, err
	}
	every := optInEvery.Milliseconds()
	return tx.row(ctx, askedLately, []any{p.optIn, tx.now - every, tx.now + every}, new(int))
}

// lockGroup lets others that ask about the same address or text wait until the transaction ends.
func lockGroup(ctx context.Context, tx *transaction, hash []byte) error {
	return tx.lockNumber(ctx, int64(binary.BigEndian.Uint64(hash))) // Any number will do.
}

// OptIn finds the submission that the token of an opt-in belongs to.
func (s *Store) OptIn(ctx context.Context, token string) (site.Confirmation, error) {
	c, _, err := s.optIn(ctx, token)
	return c, err
}

func (s *Store) optIn(ctx context.Context, token string) (c site.Confirmation, group []byte, err error) {
	c.State = site.OptInUnknown
	err = s.read(ctx, func(ctx context.Context, tx *transaction) error {
		_, err := tx.row(ctx, `SELECT optin, site, form, CASE WHEN EXISTS (SELECT 1 FROM submission AS other
			WHERE other.optin = submission.optin AND other.confirmed_at = 0) THEN 'pending' ELSE 'already' END
			FROM submission WHERE token = $1`, []any{hashOf(token)}, &group, &c.SiteID, &c.FormID, &c.State)
		return err
	})
	if err != nil {
		err = fmt.Errorf("look for opt-in: %w", err)
	}
	return c, group, err
}

// Confirm confirms the submission that the token of an opt-in belongs to, and what else of the same form waits for the
// same address: their mails, but those of suspects, become due. One notice is sent at once, unless inDigest is set, and
// the others go with the digest. Only one of several that confirm at the same time does it.
func (s *Store) Confirm(ctx context.Context, token string, inDigest bool) (site.Confirmation, error) {
	c, group, err := s.optIn(ctx, token)
	if err != nil || c.State != site.OptInPending { // Who makes up tokens writes nothing.
		return c, err
	}
	n, err := s.command(ctx, "confirm", func(ctx context.Context, tx *transaction) (int, error) {
		return confirm(ctx, tx, group, inDigest)
	})
	switch {
	case err != nil:
		return c, err
	case n == 0: // Somebody else was faster, or it was erased just now.
		return s.OptIn(ctx, token)
	}
	c.State = site.OptInConfirmed
	return c, nil
}

// confirm confirms what waits for an address, and returns how many there were.
func confirm(ctx context.Context, tx *transaction, group []byte, inDigest bool) (int, error) {
	if err := lockGroup(ctx, tx, group); err != nil {
		return 0, err
	}
	ids, err := column[string](ctx, tx, `UPDATE submission SET confirmed_at = $2 WHERE optin = $1 AND confirmed_at = 0
		RETURNING CASE WHEN suspect = '' THEN id ELSE '' END`, group, tx.now)
	if err != nil {
		return 0, err
	}
	// Nobody need be asked any more.
	_, err = tx.exec(ctx, `UPDATE outbox SET state = 'skipped', message = '' WHERE kind = 'optin' AND state <> 'sent'
		AND submission_id IN (SELECT id FROM submission WHERE optin = $1)`, group)
	slices.Sort(ids) // Suspects first, which have no id here, and then the oldest.
	day := confirmEvery.Milliseconds()
	for i := 0; i < len(ids) && err == nil; i++ {
		if err = releaseMails(ctx, tx, ids[i]); err == nil && inDigest {
			_, err = tx.exec(ctx, `UPDATE outbox SET state = 'collected'
				WHERE submission_id = $1 AND kind = 'notice' AND state = 'waiting'`, ids[i])
		}
		if err == nil {
			_, err = tx.exec(ctx, `UPDATE outbox SET state = 'skipped', message = ''
				WHERE submission_id = $1 AND kind = 'confirmation' AND state = 'waiting' AND EXISTS (`+confirmedSame+`)`,
				ids[i], tx.now-day, tx.now+day)
		}
		inDigest = inDigest || ids[i] != ""
	}
	return len(ids), err
}
