package outbox

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/evenlight/marquee/internal/site"
)

// submissionRow is a submission and its mails, encoded; it shares nothing with the caller.
type submissionRow struct {
	id, reference, site, form string
	payload                   string
	digest                    []byte
	key                       sql.NullString
	suspect                   string
	received, erase           int64
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

// size returns about how much the submissionRow adds to the database.
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
	for i := range messages {
		m, err := newMailRow(s.ID, &messages[i])
		if err != nil {
			return nil, err
		}
		p.mails = append(p.mails, m)
	}
	return p, nil
}

func newMailRow(id string, m *site.Message) (mail, error) {
	message := noMessage
	if !m.Withheld {
		var err error
		if message, err = compress(m); err != nil {
			return mail{}, fmt.Errorf("encode mail: %w", err)
		}
	}
	prefix := "contact/"
	if m.Kind != site.MailNotice {
		prefix = m.Kind + "/"
	}
	packed := mail{kind: m.Kind, sendKey: prefix + id, message: message, withheld: m.Withheld}
	if m.Kind == site.MailConfirmation {
		packed.address = receiverHash(m)
	}
	return packed, nil
}

// receiverHash is what the receiver of a confirmation is known by.
func receiverHash(m *site.Message) []byte { return addressHash(strings.Join(m.To, ",")) }

// addressHash returns the SHA-256 by which a mailbox is known.
func addressHash(address string) []byte {
	sum := sha256.Sum256([]byte(mailbox(address)))
	return sum[:]
}

// mailbox returns an address in the one form that stands for all by which mail
// reaches the same mailbox: in lower case, without the +tag of which one mailbox
// has any number, an international domain in ASCII; and for Gmail, which does not
// look at dots, without those.
func mailbox(address string) string {
	address = strings.ToLower(strings.TrimSpace(address))
	at := strings.LastIndexByte(address, '@')
	if at <= 0 {
		return address
	}
	local, domain := address[:at], strings.TrimSuffix(address[at+1:], ".")
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		domain = ascii
	}
	if plus := strings.IndexByte(local, '+'); plus > 0 {
		local = local[:plus]
	}
	if domain == "gmail.com" || domain == "googlemail.com" {
		local, domain = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + domain
}

// encode returns the JSON of a value, without the escapes that would let it stand
// in HTML: they make six bytes of one, and who fills in forms chooses how many.
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

// compress returns the JSON of a mail in gzip: a mail says most of what it says
// twice, as text and as HTML.
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
func decodeMail(packed []byte) (m site.Message, err error) {
	if bytes.HasPrefix(packed, []byte("{")) {
		if err := json.Unmarshal(packed, &m); err != nil {
			return m, fmt.Errorf("decode webhook: %w", err)
		}
		return m, nil
	}
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return m, fmt.Errorf("decompress mail: %w", err)
	}
	// All of it, so that the sum at its end is checked.
	text, err := io.ReadAll(reader)
	if err != nil {
		return m, fmt.Errorf("decompress mail: %w", err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("decode mail: %w", err)
	}
	return m, nil
}
