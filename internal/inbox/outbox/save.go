package outbox

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// For how long the same text without a key is the same submission (docs/reliability.md section 1).
	sameTextSpan = 10 * time.Minute
	// A mailbox gets so many confirmations in this time, of submissions that differ (docs/reliability.md section 10).
	confirmEvery  = 24 * time.Hour
	confirmsOfDay = 5
	// Mails are counted over this time for the hourly limits of a form.
	floodSpan = time.Hour
)

// errInvalid says that a submission cannot be stored as it is; a fault of the caller.
var errInvalid = errors.New("the submission cannot be stored")

// Save stores a submission and its mails in one transaction. When it returns without an error they are on the disk.
// To save the same submission again is no error: by its key for as long as the row lives, without a key by its
// digest within ten minutes.
//
// The mails of a suspect are held until Release. A notice above the flood limit is collected for a digest. A
// confirmation is skipped where its mailbox had one of the same submission, or five, within 24 hours, or its form has
// sent as many as it may within the hour. Of a message that is withheld there is only the row: a notice is collected,
// and a confirmation skipped, with a suspect once it is released. An opt-in is a suspect where its mailbox was asked as
// often as it may be in a day.
//
// Errors: site.ErrKeyReused, site.ErrReferenceTaken; anything else means that the store does not take it now. It
// returns within five seconds, and at once while the store is known to be closed; while it is being opened first, it
// waits up to two seconds.
func (s *Store) Save(ctx context.Context, submission *site.Submission, messages []site.Message) (site.Saved, error) {
	p, err := newSubmissionRow(submission, messages)
	if err != nil {
		return site.Saved{}, err
	}
	p.limit = s.floodLimit()
	if err := s.admit(ctx, p); err != nil {
		return site.Saved{}, fmt.Errorf("store submission: %w", err)
	}
	saved, err := writeResult(ctx, s, p.store)
	if err != nil {
		return site.Saved{}, fmt.Errorf("store submission: %w", err)
	}
	if saved.Fresh {
		s.Wake()
	}
	return saved, nil
}

func (s *Store) floodLimit() int { return cmp.Or(s.config.FloodLimit, DefaultFloodLimit) }

func (p *submissionRow) store(ctx context.Context, tx *transaction) (site.Saved, error) {
	if !p.key.Valid {
		saved, err := p.findSameText(ctx, tx)
		if err != nil || saved.ID != "" {
			return saved, err
		}
	}
	// The unique indexes decide races: the second transaction waits here for the first, and then finds its row.
	n, err := tx.exec(ctx, `INSERT INTO submission
		(id, reference, site, form, payload, digest, idem_key, suspect, received_at, kept_at, erase_after, optin, token,
		mailbox)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING`,
		p.id, p.reference, p.site, p.form, p.payload, p.digest, p.key, p.suspect, p.received, tx.now, p.erase,
		p.optIn, p.token, p.mailbox)
	if err != nil {
		return site.Saved{}, fmt.Errorf("insert submission: %w", err)
	}
	if n == 0 {
		return p.conflict(ctx, tx)
	}
	for i := range p.mails {
		if err := p.queue(ctx, tx, &p.mails[i]); err != nil {
			return site.Saved{}, err
		}
	}
	return site.Saved{ID: p.id, Reference: p.reference, Fresh: true}, nil
}

// findSameText finds the same submission without a key, which a second press or a reload sends.
func (p *submissionRow) findSameText(ctx context.Context, tx *transaction) (saved site.Saved, err error) {
	if err := lockGroup(ctx, tx, p.digest); err != nil {
		return site.Saved{}, fmt.Errorf("lock digest: %w", err)
	}
	_, err = tx.row(ctx, `SELECT id, reference FROM submission
		WHERE digest = $1 AND kept_at > $2 AND kept_at < $3 ORDER BY kept_at DESC LIMIT 1`,
		[]any{p.digest, tx.now - sameTextSpan.Milliseconds(), tx.now + sameTextSpan.Milliseconds()},
		&saved.ID, &saved.Reference)
	if err != nil {
		return site.Saved{}, fmt.Errorf("look for the same text: %w", err)
	}
	saved.Fresh = saved.ID == p.id
	return saved, nil
}

func (p *submissionRow) conflict(ctx context.Context, tx *transaction) (saved site.Saved, err error) {
	var digest []byte
	found, err := tx.row(ctx, `SELECT id, reference, digest FROM submission WHERE id = $1 OR idem_key = $2`,
		[]any{p.id, p.key}, &saved.ID, &saved.Reference, &digest)
	if err != nil {
		return site.Saved{}, fmt.Errorf("look for the key: %w", err)
	}
	// With the same id it is our own transaction, whose answer was lost on the way.
	saved.Fresh = saved.ID == p.id
	switch {
	case !found:
		return site.Saved{}, site.ErrReferenceTaken
	case !saved.Fresh && string(digest) != string(p.digest):
		return site.Saved{}, site.ErrKeyReused
	}
	return saved, nil
}

func (p *submissionRow) queue(ctx context.Context, tx *transaction, m *mail) error {
	state, direct, message, due := StateWaiting, 0, m.message, tx.now
	limited := m.kind == site.MailNotice || m.kind == site.MailConfirmation
	var err error
	if p.suspect != "" || p.optIn != nil && m.kind != site.MailOptIn {
		state = StateHeld
	} else if m.kind == site.MailOptIn {
		switch due, state, err = p.planOptIn(ctx, tx); state {
		case StateSkipped:
			message = noMessage
		case StateWaiting:
			direct = 1
		}
	} else if limited || m.withheld {
		allowed := false
		if !m.withheld {
			allowed, err = p.mayMail(ctx, tx, m)
		}
		switch {
		case allowed:
			direct = 1
		case m.kind == site.MailConfirmation:
			state, message = StateSkipped, noMessage
		default:
			state = StateCollected
		}
	}
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, `INSERT INTO outbox
		(submission_id, send_key, kind, site, form, message, state, direct, queued_at, due_at, wait)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
		p.id, m.sendKey, m.kind, p.site, p.form, message, state, direct, due, due-tx.now)
	if err != nil {
		return fmt.Errorf("insert mail: %w", err)
	}
	return nil
}

// mayMail reports whether the form has some of its share of such mails within the hour, and the receiver of a
// confirmation of theirs. The form is asked first: who gets none because of others may still have one later. Two
// nodes that ask at the same time may both take the last one.
func (p *submissionRow) mayMail(ctx context.Context, tx *transaction, m *mail) (bool, error) {
	if p.limit >= 0 {
		var n int
		span := floodSpan.Milliseconds()
		// Rows from the future come from a clock that was wrong; they do not count for ever.
		_, err := tx.row(ctx, `SELECT count(*) FROM (SELECT 1 FROM outbox
			WHERE direct = 1 AND site = $1 AND form = $2 AND kind = $3 AND queued_at > $4 AND queued_at < $5
			LIMIT $6) AS recent`,
			[]any{p.site, p.form, m.kind, tx.now - span, tx.now + span, p.limit}, &n)
		if err != nil {
			return false, fmt.Errorf("count mails of the hour: %w", err)
		}
		if n >= p.limit {
			return false, nil
		}
	}
	if m.kind == site.MailConfirmation {
		return mayConfirm(ctx, tx, m.address, p.digest)
	}
	return true, nil
}

// confirmedOfMailbox counts the confirmations of a mailbox; an older program noted its only one under the mailbox.
const confirmedOfMailbox = `SELECT count(*) FROM confirmed
	WHERE (mailbox = $2 OR address = $2) AND queued_at > $4 AND queued_at <= $5`

// mayConfirm takes one of the mailbox's confirmations of 24 hours, if there is one left and the same submission had
// none. An entry from the future comes from a clock that was wrong.
func mayConfirm(ctx context.Context, tx *transaction, mailbox, digest []byte) (bool, error) {
	if err := lockGroup(ctx, tx, mailbox); err != nil {
		return false, err
	}
	n, err := tx.exec(ctx, `INSERT INTO confirmed (address, mailbox, queued_at) SELECT $1, $2, $3
		WHERE (`+confirmedOfMailbox+`) < $6
		ON CONFLICT (address) DO UPDATE SET queued_at = excluded.queued_at
		WHERE confirmed.queued_at <= $4 OR confirmed.queued_at > $5`, hashOf(string(mailbox)+string(digest)), mailbox, tx.now,
		tx.now-confirmEvery.Milliseconds(), tx.now+time.Hour.Milliseconds(), confirmsOfDay)
	if err != nil {
		return false, fmt.Errorf("note confirmation: %w", err)
	}
	return n > 0, nil
}

// submissionRow is a submission and its mails, encoded; it shares nothing with the caller.
type submissionRow struct {
	id, reference, site, form string
	payload                   string
	digest                    []byte
	key                       sql.NullString
	suspect                   string
	received, erase           int64
	optIn, mailbox, token     []byte // see [Store.Confirm] and mailbox; nil without an opt-in
	fresh                     bool   // see [site.OptIn]
	mails                     []mail
	// The bytes of its files, which lie beside the database.
	files int64

	// How many mails of a kind its form may send in an hour; negative for all.
	limit int
}

// mail is one rendered mail.
type mail struct {
	kind, sendKey string
	message       []byte
	// What the receiver's address is known by, see addressHash.
	address []byte
	// Whether it is noted only, see site.Message.
	withheld bool
}

// noMessage stands for a mail that is not sent any more.
var noMessage = []byte{}

func (p *submissionRow) size() int64 {
	const rows = 4 << 10 // keys, states and indexes
	n := rows + len(p.payload)
	for i := range p.mails {
		n += len(p.mails[i].message)
	}
	return int64(n) + p.files
}

func newSubmissionRow(s *site.Submission, messages []site.Message) (*submissionRow, error) {
	if s.ID == "" || s.Reference == "" {
		return nil, fmt.Errorf("%w: it has no id or no reference", errInvalid)
	}
	for _, entry := range s.Values {
		// JSON would replace the bytes, and nobody would notice.
		if !utf8.ValidString(entry.Value) {
			return nil, fmt.Errorf("%w: a value is not UTF-8", errInvalid)
		}
	}
	payload, err := encode(s)
	if err != nil {
		return nil, fmt.Errorf("encode submission: %w", err)
	}
	p := &submissionRow{
		id: s.ID, reference: s.Reference, site: s.SiteID, form: s.FormID,
		payload: string(payload), digest: append([]byte(nil), s.Digest[:]...),
		key: sql.NullString{String: s.Key, Valid: s.Key != ""}, suspect: s.Suspect,
		received: s.ReceivedAt.UnixMilli(), erase: s.EraseAfter.UnixMilli(),
	}
	for _, file := range s.Files {
		p.files += file.Size
	}
	if s.OptIn != nil {
		p.token, p.fresh = hashOf(s.OptIn.Token), s.OptIn.Fresh
	}
	for i := range messages {
		m, err := newMailRow(s.ID, &messages[i])
		if err != nil {
			return nil, fmt.Errorf("encode mail: %w", err)
		}
		p.mails = append(p.mails, m)
		if m.kind == site.MailOptIn {
			p.mailbox = hashOf(p.site + "\n" + p.form + "\n" + mailbox(messages[i].To[0]))
			p.optIn = hashOf(string(p.mailbox) + exact(messages[i].To[0]))
		}
	}
	if s.OptIn != nil && p.optIn == nil {
		return nil, fmt.Errorf("%w: no mail asks the owner of its address", errInvalid)
	}
	return p, nil
}

func newMailRow(id string, m *site.Message) (row mail, err error) {
	row = mail{kind: m.Kind, sendKey: m.Kind + "/" + id, message: noMessage, withheld: m.Withheld}
	if m.Kind == site.MailNotice {
		row.sendKey = "contact/" + id
	}
	if m.Kind == site.MailConfirmation {
		row.address = receiverHash(m)
	}
	if !m.Withheld {
		row.message, err = compress(m)
	}
	return row, err
}

func receiverHash(m *site.Message) []byte { return addressHash(strings.Join(m.To, ",")) }

func addressHash(address string) []byte { return hashOf(mailbox(address)) }

func hashOf(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// exact returns an address as it was typed, with its domain in lower case and in ASCII.
func exact(address string) string {
	address = strings.TrimSpace(address)
	at := strings.LastIndexByte(address, '@') + 1
	domain := strings.ToLower(strings.TrimSuffix(address[at:], "."))
	if at > 0 && len(domain) < 256 { // of what is longer than any it would take seconds
		if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
			domain = ascii
		}
	}
	return address[:at] + domain
}

// mailbox returns one form for all addresses of a mailbox, by which limits count: as exact does, in lower case, without
// the +tag, and for Gmail without dots. What proves that an owner agreed is never about it.
func mailbox(address string) string {
	address = strings.ToLower(exact(address))
	at := strings.LastIndexByte(address, '@')
	if at <= 0 {
		return address
	}
	local, domain := address[:at], address[at+1:]
	if plus := strings.IndexByte(local, '+'); plus > 0 {
		local = local[:plus]
	}
	if domain == "gmail.com" || domain == "googlemail.com" {
		local, domain = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + domain
}

// encode returns the JSON of a value, without the escapes that would let it stand in HTML: they make six bytes of
// one, and who fills in forms chooses how many.
func encode(v any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}

// compressors have tables that are large beside a mail.
var compressors = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// compress returns the JSON of a mail in gzip: a mail says most of what it says twice, as text and as HTML.
func compress(message any) ([]byte, error) {
	text, err := encode(message)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	compressor := compressors.Get().(*gzip.Writer)
	defer compressors.Put(compressor)
	compressor.Reset(&packed)
	_, err = compressor.Write(text)
	if err := errors.Join(err, compressor.Close()); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// decodeMail returns the mail or the webhook as it was before it was stored.
func decodeMail(stored []byte) (m site.Message, err error) {
	text := stored
	if !bytes.HasPrefix(stored, []byte("{")) { // The first webhooks were stored as they are.
		reader, err := gzip.NewReader(bytes.NewReader(stored))
		if err == nil {
			text, err = io.ReadAll(reader) // All of it, so that the sum at its end is checked.
		}
		if err != nil {
			return m, fmt.Errorf("decompress mail: %w", err)
		}
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("decode mail: %w", err)
	}
	return m, nil
}
