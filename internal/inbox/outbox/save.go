package outbox

import (
	"bytes"
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
	// The same submission is confirmed once in this time.
	confirmEvery = 24 * time.Hour
)

// errInvalid says that a submission cannot be stored as it is; a fault of the caller.
var errInvalid = errors.New("the submission cannot be stored")

// Save stores a submission and its mails in one transaction. When it returns without an error they are on the disk. To
// save the same submission again is no error: by its key for as long as the row lives, without a key by its digest
// within ten minutes.
//
// The mails of a suspect are held until Release. Of a message that is withheld there is only the row: a notice is
// collected for a digest, and a confirmation skipped, with a suspect once it is released. A confirmation is skipped,
// too, where the same submission was confirmed within 24 hours, and the mail of an opt-in where the same address was
// asked within the hour and has not answered.
//
// Errors: site.ErrKeyReused, site.ErrReferenceTaken; anything else means that the store does not take it now. It
// returns within five seconds, and at once while the store is known to be closed; while it is being opened first, it
// waits up to two seconds.
func (s *Store) Save(ctx context.Context, submission *site.Submission, messages []site.Message) (site.Saved, error) {
	p, err := newSubmissionRow(submission, messages)
	if err != nil {
		return site.Saved{}, err
	}
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

func (p *submissionRow) store(ctx context.Context, tx *transaction) (site.Saved, error) {
	if !p.key.Valid {
		saved, err := p.findSameText(ctx, tx)
		if err != nil || saved.ID != "" {
			return saved, err
		}
	}
	// The unique indexes decide races: the second transaction waits here for the first, and then finds its row.
	n, err := tx.exec(ctx, `INSERT INTO submission
		(id, reference, site, form, payload, digest, idem_key, suspect, received_at, kept_at, erase_after, optin, token)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
		p.id, p.reference, p.site, p.form, p.payload, p.digest, p.key, p.suspect, p.received, tx.now, p.erase,
		p.optIn, p.token)
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
	state, direct, message, wait := StateWaiting, 0, m.message, m.after.Milliseconds()
	skips, err := m.withheld, error(nil)
	if m.kind == site.MailOptIn {
		skips, err = p.wasAsked(ctx, tx)
		direct = 1
	} else if m.kind == site.MailConfirmation && !skips && p.suspect == "" && p.optIn == nil {
		day := confirmEvery.Milliseconds() // of one that is held it does not matter, and there may be very many of those
		skips, err = tx.row(ctx, confirmedSame, []any{p.id, tx.now - day, tx.now + day}, new(int))
	}
	switch {
	case err != nil:
		return fmt.Errorf("look for earlier mails: %w", err)
	case p.suspect != "" || p.optIn != nil && m.kind != site.MailOptIn:
		state, direct = StateHeld, 0
	case skips && m.kind == site.MailNotice:
		state = StateCollected
	case skips:
		state, direct, message = StateSkipped, 0, noMessage
	}
	_, err = tx.exec(ctx, `INSERT INTO outbox
		(submission_id, send_key, kind, site, form, message, state, direct, queued_at, due_at, wait)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
		p.id, m.sendKey, m.kind, p.site, p.form, message, state, direct, tx.now+wait, wait)
	if err != nil {
		return fmt.Errorf("insert mail: %w", err)
	}
	return nil
}

// confirmedSame finds a confirmation of another submission that says the same.
const confirmedSame = `SELECT 1 FROM submission AS own JOIN submission AS other ON other.digest = own.digest
	JOIN outbox AS mail ON mail.submission_id = other.id
	WHERE own.id = $1 AND other.id <> $1 AND mail.queued_at > $2 AND mail.queued_at < $3
	AND mail.kind = 'confirmation' AND mail.state NOT IN ('held', 'skipped') LIMIT 1`

// submissionRow is a submission and its mails, encoded; it shares nothing with the caller.
type submissionRow struct {
	id, reference, site, form string
	payload                   string
	digest                    []byte
	key                       sql.NullString
	suspect                   string
	received, erase           int64
	optIn, token              []byte // see [Store.Confirm]; nil without an opt-in
	mails                     []mail
	// The bytes of its files, which lie beside the database.
	files int64
}

// mail is one rendered mail.
type mail struct {
	kind, sendKey string
	message       []byte
	// See site.Message.
	withheld bool
	after    time.Duration
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
		p.token = hashOf(s.OptIn.Token)
	}
	for i := range messages {
		m, err := newMailRow(s.ID, &messages[i])
		if err != nil {
			return nil, fmt.Errorf("encode mail: %w", err)
		}
		p.mails = append(p.mails, m)
		if m.kind == site.MailOptIn {
			p.optIn = hashOf(p.site + "\n" + p.form + "\n" + exact(messages[i].To[0]))
		}
	}
	if s.OptIn != nil && p.optIn == nil {
		return nil, fmt.Errorf("%w: no mail asks the owner of its address", errInvalid)
	}
	return p, nil
}

func newMailRow(id string, m *site.Message) (row mail, err error) {
	row = mail{kind: m.Kind, sendKey: m.Kind + "/" + id, message: noMessage, withheld: m.Withheld, after: m.After}
	if m.Kind == site.MailNotice {
		row.sendKey = "contact/" + id
	}
	if !m.Withheld {
		row.message, err = compress(m)
	}
	return row, err
}

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
