package outbox

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// How long the owner of an address has to confirm it, from when the mail was sent.
	optInTerm = 7 * 24 * time.Hour
	// An address gets one mail that asks in this time while it has not answered, and so many in a day at most.
	optInEvery  = time.Hour
	optInsOfDay = 3

	// unconfirmed is true of a submission that waits for the owner of its address.
	unconfirmed = `(optin IS NOT NULL AND confirmed_at = 0)`
	// asking is true of an unconfirmed submission whose owner can still be expected to answer, or was never asked: the
	// mail to the address, its own or one of an hour before that stands for it, was not sent, or not a term ago. Its
	// parameter is the time a term ago.
	asking = `(kept_at > $3 OR EXISTS (
		SELECT 1 FROM outbox AS mail JOIN submission AS other ON other.id = mail.submission_id
		WHERE other.optin = submission.optin AND mail.kind = 'optin' AND (other.id = submission.id OR mail.direct = 1)
		AND (mail.state NOT IN ('sent', 'skipped') OR mail.sent_at > $3)))`
)

func tokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// planOptIn returns when the mail that asks may be sent; zero where the address was asked lately, so that nobody can
// fill a stranger's inbox. A form sends so many in an hour, and what is beyond that waits: without this mail, what was
// typed would be lost.
func (p *submissionRow) planOptIn(ctx context.Context, tx *transaction) (due int64, err error) {
	if err := lockOptIn(ctx, tx, p.optIn); err != nil {
		return 0, err
	}
	asked, lately := 0, false
	err = tx.each(ctx, `SELECT kept_at, confirmed_at FROM submission JOIN outbox ON submission_id = id
		WHERE optin = $1 AND kind = 'optin' AND direct = 1 AND kept_at > $2 AND kept_at < $3`,
		[]any{p.optIn, tx.now - confirmEvery.Milliseconds(), tx.now + optInEvery.Milliseconds()},
		func(rows *sql.Rows) error {
			var kept, confirmed int64
			err := rows.Scan(&kept, &confirmed)
			asked++
			lately = lately || confirmed == 0 && kept > tx.now-optInEvery.Milliseconds()
			return err
		})
	if err != nil || lately || asked >= optInsOfDay {
		return 0, err
	}
	if p.limit < 0 {
		return tx.now, nil
	}
	var before int64
	// Rows from the far future come from a clock that was wrong.
	_, err = tx.row(ctx, `SELECT queued_at FROM outbox WHERE direct = 1 AND site = $1 AND form = $2 AND kind = 'optin'
		AND queued_at < $3 ORDER BY queued_at DESC LIMIT 1 OFFSET $4`,
		[]any{p.site, p.form, tx.now + optInTerm.Milliseconds(), p.limit - 1}, &before)
	return max(tx.now, before+floodSpan.Milliseconds()), err
}

func lockOptIn(ctx context.Context, tx *transaction, optIn []byte) error {
	if err := tx.lockNumber(ctx, int64(binary.BigEndian.Uint64(optIn))); err != nil { // Any number will do.
		return fmt.Errorf("lock opt-in: %w", err)
	}
	return nil
}

// Confirm finds the submission that the token of an opt-in belongs to. Where press is set it confirms that one, and what
// else of the same form waits for the same address: their mails, but those of suspects, become due. Only one of several
// that press at the same time confirms.
func (s *Store) Confirm(ctx context.Context, token string, press bool) (c site.Confirmation, err error) {
	find := func(ctx context.Context, tx *transaction) (site.Confirmation, error) {
		return confirm(ctx, tx, tokenHash(token), press)
	}
	if press {
		c, err = writeResult(ctx, s, find)
		s.Wake()
	} else {
		err = s.read(ctx, func(ctx context.Context, tx *transaction) (err error) {
			c, err = find(ctx, tx)
			return err
		})
	}
	if err != nil {
		return site.Confirmation{}, fmt.Errorf("confirm: %w", err)
	}
	return c, nil
}

func confirm(ctx context.Context, tx *transaction, token []byte, press bool) (c site.Confirmation, err error) {
	var optIn []byte
	waiting := 0
	found, err := tx.row(ctx, `SELECT optin, site, form, (SELECT count(*) FROM submission AS other
			WHERE other.optin = submission.optin AND other.confirmed_at = 0) FROM submission WHERE token = $1`,
		[]any{token}, &optIn, &c.SiteID, &c.FormID, &waiting)
	if err != nil || !found {
		return site.Confirmation{State: site.OptInUnknown}, err
	}
	if c.State = site.OptInPending; waiting == 0 {
		c.State = site.OptInAlready
	}
	if waiting == 0 || !press {
		return c, nil
	}

	if err := lockOptIn(ctx, tx, optIn); err != nil {
		return c, err
	}
	ids, err := tx.texts(ctx, `UPDATE submission SET confirmed_at = $2 WHERE optin = $1 AND confirmed_at = 0
		RETURNING CASE WHEN suspect = '' THEN id ELSE '' END`, optIn, tx.now)
	if err != nil || len(ids) == 0 { // Somebody else was faster.
		c.State = site.OptInAlready
		return c, err
	}
	c.State = site.OptInConfirmed
	// Nobody need be asked any more.
	_, err = tx.exec(ctx, `UPDATE outbox SET state = 'skipped', message = '' WHERE kind = 'optin' AND state <> 'sent'
		AND submission_id IN (SELECT id FROM submission WHERE optin = $1)`, optIn)
	slices.Sort(ids) // The oldest has the confirmation of the day.
	for i := 0; i < len(ids) && err == nil; i++ {
		err = releaseMails(ctx, tx, ids[i])
	}
	return c, err
}
