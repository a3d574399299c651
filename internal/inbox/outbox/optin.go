package outbox

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// How long the owner of an address has to confirm it, from when the mail was sent.
	optInTerm = 7 * 24 * time.Hour
	// An address gets one mail that asks in this time while it has not answered, and its mailbox so many in a day at most.
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
	// askedOfMailbox counts how often a mailbox was asked lately, and how often in vain, and finds when the address was.
	askedOfMailbox = `SELECT count(*), COALESCE(sum(CASE WHEN confirmed_at = 0 THEN 1 END), 0),
			COALESCE(max(CASE WHEN confirmed_at = 0 AND optin = $2 THEN kept_at END), 0)
		FROM submission JOIN outbox ON submission_id = id
		WHERE (mailbox = $1 OR optin = $1) AND kind = 'optin' AND direct = 1 AND kept_at > $3 AND kept_at < $4`
)

// planOptIn returns the state of the mail that asks, and when it may be sent, so that nobody can fill a stranger's
// inbox. It is skipped where the same address was asked lately: one answer is for both. Where that was another address
// of the mailbox, no answer would be for this one, so a person decides. A form sends so many in an hour, and what is
// beyond that waits: without this mail, what was typed would be lost. As many again are sent in an hour for fresh
// networks, which wait for each other alone: who makes up addresses delays their own.
func (p *submissionRow) planOptIn(ctx context.Context, tx *transaction) (due int64, state string, err error) {
	if err := errors.Join(lockGroup(ctx, tx, p.mailbox), lockGroup(ctx, tx, p.optIn)); err != nil {
		return 0, "", err
	}
	asked, unanswered, own := 0, 0, int64(0)
	args := []any{p.mailbox, p.optIn, tx.now - confirmEvery.Milliseconds(), tx.now + optInEvery.Milliseconds()}
	_, err = tx.row(ctx, askedOfMailbox, args, &asked, &unanswered, &own)
	enough := unanswered > 0 && asked >= optInsOfDay
	switch {
	case err != nil:
		return 0, "", err
	case own > tx.now-optInEvery.Milliseconds() || own > 0 && enough:
		return tx.now, StateSkipped, nil
	case enough:
		_, err = tx.exec(ctx, `UPDATE submission SET suspect = 'mailbox' WHERE id = $1`, p.id)
		return tx.now, StateHeld, err
	case p.limit < 0:
		return tx.now, StateWaiting, nil
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
			return due, StateWaiting, err
		}
		due = next
	}
	due, err = nth(p.limit, tx.now+optInTerm.Milliseconds()) // what is later comes from a clock that was wrong
	return due, StateWaiting, err
}

// lockGroup lets others that ask about the same address or mailbox wait until the transaction ends.
func lockGroup(ctx context.Context, tx *transaction, hash []byte) error {
	return tx.lockNumber(ctx, int64(binary.BigEndian.Uint64(hash))) // Any number will do.
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
	if err := lockGroup(ctx, tx, p.optIn); err != nil {
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
