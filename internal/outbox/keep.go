package outbox

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// For how long the same text without a key is the same submission (RELIABILITY section 1).
	sameText = 10 * time.Minute
	// An address gets one confirmation in this time (RELIABILITY section 10).
	confirmEvery = 24 * time.Hour
	// Notices are counted over this time for the flood limit.
	floodSpan = time.Hour
)

// States that people do not see: those of a notice that a digest tells of.
const stateDigested = "digested"

// errUnfit says that a submission cannot be stored as it is; a fault of the caller.
var errUnfit = errors.New("the submission cannot be stored")

// parcel is a submission and its mails, encoded; it shares nothing with the caller.
type parcel struct {
	id, reference, site, form string
	payload                   string
	digest                    []byte
	key                       sql.NullString
	suspect                   string
	received, erase           int64
	mails                     []mail
	floodLimit                int
}

// mail is one rendered mail.
type mail struct {
	kind, sendKey, message string
	// SHA-256 of the receiver's address in lower case.
	address []byte
}

// Keep stores a submission and its mails in one transaction. When it returns
// without an error they are on the disk. Keeping the same submission again is
// no error: by its key for as long as the row lives, without a key by its digest
// within ten minutes.
//
// The mails of a suspect are held until Release. A notice above the flood limit
// is collected for a digest. A confirmation to an address that had one within 24
// hours is skipped.
//
// Errors: site.ErrKeyReused, ErrReferenceTaken; anything else means that the box
// does not take it now. It returns within five seconds.
func (b *Box) Keep(ctx context.Context, s *site.Submission, messages []site.Message) (site.Kept, error) {
	p, err := pack(s, messages)
	if err != nil {
		return site.Kept{}, err
	}
	p.floodLimit = b.config.floodLimit()
	var kept site.Kept
	err = b.write(ctx, func(ctx context.Context, tx *session) (err error) {
		kept, err = p.store(ctx, tx)
		return err
	})
	if err != nil {
		return site.Kept{}, fmt.Errorf("keep submission: %w", err)
	}
	if kept.Fresh {
		b.Wake()
	}
	return kept, nil
}

func pack(s *site.Submission, messages []site.Message) (*parcel, error) {
	if s.ID == "" || s.Reference == "" {
		return nil, fmt.Errorf("%w: it has no id or no reference", errUnfit)
	}
	for _, entry := range s.Values {
		// JSON would replace the bytes, and nobody would notice.
		if !utf8.ValidString(entry.Value) {
			return nil, fmt.Errorf("%w: a value is not UTF-8", errUnfit)
		}
	}
	payload, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encode submission: %w", err)
	}
	p := &parcel{
		id: s.ID, reference: s.Reference, site: s.SiteID, form: s.FormID,
		payload: string(payload), digest: append([]byte(nil), s.Digest[:]...),
		key: sql.NullString{String: s.Key, Valid: s.Key != ""}, suspect: s.Suspect,
		received: s.ReceivedAt.UnixMilli(), erase: s.EraseAfter.UnixMilli(),
	}
	seen := map[string]int{}
	for i := range messages {
		m, err := packMail(s.ID, &messages[i], seen)
		if err != nil {
			return nil, err
		}
		p.mails = append(p.mails, m)
	}
	return p, nil
}

func packMail(id string, m *site.Message, seen map[string]int) (mail, error) {
	text, err := json.Marshal(m)
	if err != nil {
		return mail{}, fmt.Errorf("encode mail: %w", err)
	}
	prefix := "contact/"
	if m.Kind != site.MailNotice {
		prefix = m.Kind + "/"
	}
	packed := mail{kind: m.Kind, sendKey: prefix + id, message: string(text)}
	if seen[m.Kind]++; seen[m.Kind] > 1 {
		packed.sendKey += fmt.Sprintf("/%d", seen[m.Kind])
	}
	if m.Kind == site.MailConfirmation {
		packed.address = addressHash(strings.Join(m.To, ","))
	}
	return packed, nil
}

func addressHash(address string) []byte {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(address))))
	return sum[:]
}

// store is the transaction of Keep.
func (p *parcel) store(ctx context.Context, tx *session) (site.Kept, error) {
	now, err := tx.now(ctx)
	if err != nil {
		return site.Kept{}, err
	}
	if !p.key.Valid {
		kept, err := p.sameText(ctx, tx, now)
		if err != nil || kept.ID != "" {
			return kept, err
		}
	}
	// The unique indexes decide races: whoever comes second waits here for the first, and then finds its row.
	n, err := tx.exec(ctx, `INSERT INTO submission
		(id, reference, site, form, payload, digest, idem_key, suspect, received_at, kept_at, erase_after)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`,
		p.id, p.reference, p.site, p.form, p.payload, p.digest, p.key, p.suspect, p.received, now, p.erase)
	if err != nil {
		return site.Kept{}, fmt.Errorf("insert submission: %w", err)
	}
	if n == 0 {
		return p.conflict(ctx, tx)
	}
	for i := range p.mails {
		if err := p.queue(ctx, tx, &p.mails[i], now); err != nil {
			return site.Kept{}, err
		}
	}
	return site.Kept{ID: p.id, Reference: p.reference, Fresh: true}, nil
}

// sameText finds the same submission without a key, which a second press or a reload sends.
func (p *parcel) sameText(ctx context.Context, tx *session, now int64) (kept site.Kept, err error) {
	if err := tx.lock(ctx, int64(binary.BigEndian.Uint64(p.digest))); err != nil { // Any number will do.
		return site.Kept{}, fmt.Errorf("lock digest: %w", err)
	}
	_, err = tx.row(ctx, `SELECT id, reference FROM submission WHERE digest = $1 AND kept_at > $2 AND kept_at < $3 ORDER BY kept_at DESC LIMIT 1`,
		[]any{p.digest, now - sameText.Milliseconds(), now + sameText.Milliseconds()}, &kept.ID, &kept.Reference)
	if err != nil {
		return site.Kept{}, fmt.Errorf("look for the same text: %w", err)
	}
	kept.Fresh = kept.ID == p.id
	return kept, nil
}

// conflict says what an insert that found a row already there means.
func (p *parcel) conflict(ctx context.Context, tx *session) (site.Kept, error) {
	var id, reference string
	var digest []byte
	found, err := tx.row(ctx, `SELECT id, reference, digest FROM submission WHERE idem_key = $1`, []any{p.key}, &id, &reference, &digest)
	if err != nil {
		return site.Kept{}, fmt.Errorf("look for the key: %w", err)
	}
	if found {
		if string(digest) != string(p.digest) {
			return site.Kept{}, site.ErrKeyReused
		}
		// With the same id it is our own transaction, whose answer was lost on the way.
		return site.Kept{ID: id, Reference: reference, Fresh: id == p.id}, nil
	}
	found, err = tx.row(ctx, `SELECT reference FROM submission WHERE id = $1`, []any{p.id}, &reference)
	if err != nil {
		return site.Kept{}, fmt.Errorf("look for the id: %w", err)
	}
	if found {
		return site.Kept{ID: p.id, Reference: reference, Fresh: true}, nil
	}
	return site.Kept{}, ErrReferenceTaken
}

// queue inserts one mail in the state that its submission, its form and its receiver call for.
func (p *parcel) queue(ctx context.Context, tx *session, m *mail, now int64) error {
	state, direct, message := StateWaiting, 0, m.message
	switch {
	case p.suspect != "":
		state = StateHeld
	case m.kind == site.MailNotice:
		flooded, err := p.flooded(ctx, tx, now)
		if err != nil {
			return err
		}
		if flooded {
			state = StateCollected
		} else {
			direct = 1
		}
	case m.kind == site.MailConfirmation:
		allowed, err := mayConfirm(ctx, tx, m.address, now)
		if err != nil {
			return err
		}
		if !allowed {
			state, message = StateSkipped, ""
		}
	}
	_, err := tx.exec(ctx, `INSERT INTO outbox (submission_id, send_key, kind, site, form, message, state, direct, queued_at, due_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
		p.id, m.sendKey, m.kind, p.site, p.form, message, state, direct, now)
	if err != nil {
		return fmt.Errorf("insert mail: %w", err)
	}
	return nil
}

// flooded reports whether the form has had its share of notices within the hour.
// Two nodes that ask at the same time may both take the last one.
func (p *parcel) flooded(ctx context.Context, tx *session, now int64) (bool, error) {
	if p.floodLimit < 0 {
		return false, nil
	}
	var n int
	// Rows from the future come from a clock that was wrong; they do not count for ever.
	_, err := tx.row(ctx, `SELECT count(*) FROM (SELECT 1 FROM outbox
		WHERE direct = 1 AND site = $1 AND form = $2 AND queued_at > $3 AND queued_at < $4 LIMIT $5) AS recent`,
		[]any{p.site, p.form, now - floodSpan.Milliseconds(), now + floodSpan.Milliseconds(), p.floodLimit}, &n)
	if err != nil {
		return false, fmt.Errorf("count notices: %w", err)
	}
	return n >= p.floodLimit, nil
}

// mayConfirm takes the address's one confirmation of 24 hours, if it is still
// there. An entry from the future comes from a clock that was wrong.
func mayConfirm(ctx context.Context, tx *session, address []byte, now int64) (bool, error) {
	n, err := tx.exec(ctx, `INSERT INTO confirmed (address, queued_at) VALUES ($1, $2)
		ON CONFLICT (address) DO UPDATE SET queued_at = excluded.queued_at
		WHERE confirmed.queued_at <= excluded.queued_at - $3 OR confirmed.queued_at > excluded.queued_at + $4`,
		address, now, confirmEvery.Milliseconds(), time.Hour.Milliseconds())
	if err != nil {
		return false, fmt.Errorf("note confirmation: %w", err)
	}
	return n > 0, nil
}
