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

// planOptIn returns when the mail that asks may be sent, and whether the address was asked lately instead, so that
// nobody can fill a stranger's inbox. A form sends so many in an hour, and what is beyond that waits: without this
// mail, what was typed would be lost. As many again are sent in an hour for fresh networks, which wait for each
// other alone: who makes up addresses delays their own.
func (p *submissionRow) planOptIn(ctx context.Context, tx *transaction) (due int64, lately bool, err error) {
	if err := lockOptIn(ctx, tx, p.optIn); err != nil {
		return 0, false, err
	}
	asked, unanswered := 0, int64(0) // The last one without an answer stands for this one.
	_, err = tx.row(ctx, `SELECT count(*), COALESCE(max(CASE WHEN confirmed_at = 0 THEN kept_at END), 0)
		FROM submission JOIN outbox ON submission_id = id
		WHERE optin = $1 AND kind = 'optin' AND direct = 1 AND kept_at > $2 AND kept_at < $3`,
		[]any{p.optIn, tx.now - confirmEvery.Milliseconds(), tx.now + optInEvery.Milliseconds()}, &asked, &unanswered)
	lately = unanswered > tx.now-optInEvery.Milliseconds() || unanswered > 0 && asked >= optInsOfDay
	if err != nil || lately || p.limit < 0 {
		return tx.now, lately, err
	}
	// nth returns when a mail may be sent so that there are no more than so many in an hour, of those due until then.
	nth := func(limit int, until int64) (due int64, err error) {
		var before int64
		_, err = tx.row(ctx, `SELECT queued_at FROM outbox WHERE direct = 1 AND site = $1 AND form = $2 AND kind = 'optin'
			AND queued_at <= $3 ORDER BY queued_at DESC LIMIT 1 OFFSET $4`,
			[]any{p.site, p.form, until, limit - 1}, &before)
		return max(tx.now, before+floodSpan.Milliseconds()), err
	}
	for due = tx.now; p.fresh; {
		next, err := nth(2*p.limit, due)
		if err != nil || next <= due {
			return due, false, err
		}
		due = next
	}
	due, err = nth(p.limit, tx.now+optInTerm.Milliseconds()) // what is later comes from a clock that was wrong
	return due, false, err
}

func lockOptIn(ctx context.Context, tx *transaction, optIn []byte) error {
	return tx.lockNumber(ctx, int64(binary.BigEndian.Uint64(optIn))) // Any number will do.
}

// Confirm finds the submission that the token of an opt-in belongs to. Where press is set it confirms that one, and
// what else of the same form waits for the same address: their mails, but those of suspects, become due. Only one of
// several that press at the same time confirms.
func (s *Store) Confirm(ctx context.Context, token string, press bool) (c site.Confirmation, err error) {
	var optIn []byte
	c.State = site.OptInUnknown
	err = s.read(ctx, func(ctx context.Context, tx *transaction) error { // Who makes up tokens writes nothing.
		_, err := tx.row(ctx, `SELECT optin, site, form, CASE WHEN EXISTS (SELECT 1 FROM submission AS other
			WHERE other.optin = submission.optin AND other.confirmed_at = 0) THEN 'pending' ELSE 'already' END
			FROM submission WHERE token = $1`, []any{hashOf(token)}, &optIn, &c.SiteID, &c.FormID, &c.State)
		return err
	})
	if err != nil {
		return c, fmt.Errorf("look for opt-in: %w", err)
	}
	if !press || c.State != site.OptInPending {
		return c, nil
	}
	form := &submissionRow{site: c.SiteID, form: c.FormID, optIn: optIn, limit: s.floodLimit()}
	n, err := s.command(ctx, "confirm", form.confirm)
	if err == nil && n == 0 { // Somebody else was faster, or it was erased just now.
		return s.Confirm(ctx, token, false)
	}
	c.State = site.OptInConfirmed
	return c, err
}

// confirm confirms what waits for an address, and returns how many there were.
func (p *submissionRow) confirm(ctx context.Context, tx *transaction) (int, error) {
	if err := lockOptIn(ctx, tx, p.optIn); err != nil {
		return 0, err
	}
	ids, err := column[string](ctx, tx, `UPDATE submission SET confirmed_at = $2 WHERE optin = $1 AND confirmed_at = 0
		RETURNING CASE WHEN suspect = '' THEN id ELSE '' END`, p.optIn, tx.now)
	if err != nil {
		return 0, err
	}
	// Nobody need be asked any more.
	_, err = tx.exec(ctx, `UPDATE outbox SET state = 'skipped', message = '' WHERE kind = 'optin' AND state <> 'sent'
		AND submission_id IN (SELECT id FROM submission WHERE optin = $1)`, p.optIn)
	slices.Sort(ids) // The oldest has the confirmation of the day.
	for i := 0; i < len(ids) && err == nil; i++ {
		err = p.follow(ctx, tx, ids[i])
	}
	return len(ids), err
}

// follow makes due what waited for a confirmation. One click can confirm many submissions, so that the notices to the
// team are limited as those of other forms are.
func (p *submissionRow) follow(ctx context.Context, tx *transaction, id string) error {
	allowed, err := p.mayMail(ctx, tx, &mail{kind: site.MailNotice})
	if err == nil {
		err = releaseMails(ctx, tx, id)
	}
	if err != nil {
		return err
	}
	change := `direct = 1`
	if !allowed {
		change = `state = 'collected'`
	}
	_, err = tx.exec(ctx, `UPDATE outbox SET `+change+`
		WHERE submission_id = $1 AND kind = 'notice' AND state = 'waiting'`, id)
	return err
}
