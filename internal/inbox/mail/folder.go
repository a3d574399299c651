package mail

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	gomail "github.com/wneessen/go-mail"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

// Folder writes mails as .eml files, for machines without a mail provider. A file is named by the idempotency key, so
// that sending again replaces it. It is safe for concurrent use.
type Folder struct{ dir string }

// NewFolder returns a sender that writes into a folder. The folder is made with the first mail, readable for its owner
// only: mails are what visitors wrote.
func NewFolder(dir string) *Folder { return &Folder{dir} }

// Reserve is done at once: a folder has no limit.
func (f *Folder) Reserve(ctx context.Context) error { return ctx.Err() }

// Send writes a mail and returns the name of its file. The file is whole and on disk when Send returns, or not there.
// The error is a *site.DeliveryError.
func (f *Folder) Send(ctx context.Context, key string, m site.Message) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", &site.DeliveryError{Fate: site.FateRetry, Reason: "sending was stopped"}
	}
	// A made-up Message-ID would name this machine.
	content, err := mime(m, mailName(key)+"@marquee.invalid")
	if err != nil {
		return "", &site.DeliveryError{Fate: site.FateDead, Reason: err.Error()}
	}
	name := mailName(key) + ".eml"
	err = os.MkdirAll(f.dir, 0o700)
	if err == nil {
		err = osfile.WriteDurable(filepath.Join(f.dir, name), content)
	}
	if err != nil {
		return "", &site.DeliveryError{Fate: site.FateRetry, Reason: "write mail: " + fileFault(err)}
	}
	return name, nil
}

// Forget removes the mails about submissions, by the submissions' ids. What is not there is forgotten already. A digest
// is about many submissions and stays.
func (f *Folder) Forget(ids []string) error {
	var problems []error
	numbered, _ := fs.Glob(os.DirFS(f.dir), site.MailAppointment+"-*.eml") // a pattern that is right
	for _, id := range ids {
		keys := []string{"contact/" + id, "confirmation/" + id, "optin/" + id}
		for _, file := range numbered {
			number, own := strings.CutPrefix(file, site.MailAppointment+"-"+id+"-")
			if own {
				keys = append(keys, site.MailAppointment+"/"+id+"-"+strings.TrimSuffix(number, ".eml"))
			}
		}
		for _, key := range keys {
			for _, name := range []string{mailName(key), mailName(key + "/again")} {
				err := os.Remove(filepath.Join(f.dir, name+".eml"))
				if err != nil && !errors.Is(err, fs.ErrNotExist) {
					problems = append(problems, fmt.Errorf("forget mail: %s", fileFault(err)))
				}
			}
		}
	}
	return errors.Join(problems...)
}

// fileFault says why a file was not written, without paths.
func fileFault(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	return "unknown error"
}

var ordinaryKey = regexp.MustCompile(`^[a-z]+/[0-9A-Za-z-]{1,64}$`)

// mailName makes the name of a file or a Message-ID of a key. Keys of the outbox stay readable; others are hashed, so
// that no two keys share a name.
func mailName(key string) string {
	if ordinaryKey.MatchString(key) {
		return strings.Replace(key, "/", "-", 1)
	}
	sum := sha256.Sum256([]byte(key))
	return "key-" + hex.EncodeToString(sum[:16])
}

type envelope struct {
	kind string
	from string
	to   []string
	// The domain of the sender, by which we introduce ourselves.
	domain  string
	content []byte
}

func newEnvelope(key string, m site.Message) (e *envelope, err error) {
	if len(m.To) == 0 {
		return nil, errors.New("the mail has no receiver")
	}
	addresses := append([]string{m.ReplyTo, m.From}, m.To...)
	for i := range addresses {
		if addresses[i], err = asciiAddress(addresses[i]); err != nil {
			return nil, err
		}
	}
	m.ReplyTo, m.From, m.To = addresses[0], addresses[1], addresses[2:]

	e = &envelope{kind: m.Kind, from: bare(m.From)}
	for _, to := range m.To {
		e.to = append(e.to, bare(to))
	}
	for _, address := range append(e.to, e.from) {
		if strings.Count(address, "@") != 1 || strings.ContainsFunc(address, endsAddress) {
			return nil, errors.New("the mail has an address that cannot be written in a command of SMTP")
		}
	}
	_, e.domain, _ = strings.Cut(e.from, "@")

	// The attempts that may be a duplicate are the same mail.
	key, _, _ = strings.Cut(key, "/again")
	e.content, err = mime(m, mailName(key)+"@"+e.domain)
	return e, err
}

func endsAddress(r rune) bool { return r <= ' ' || strings.ContainsRune("<>()[]\\\",;:\x7f", r) }

// mime writes a mail as it travels (RFC 5322), with its Message-ID.
func mime(m site.Message, id string) ([]byte, error) {
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	err := errors.Join(message.From(m.From), message.To(m.To...))
	if m.ReplyTo != "" {
		err = errors.Join(err, message.ReplyTo(m.ReplyTo))
	}
	message.Subject(m.Subject)
	message.SetDate()
	message.SetMessageIDWithValue(id)
	for _, name := range slices.Sorted(maps.Keys(m.Headers)) {
		message.SetGenHeader(gomail.Header(name), m.Headers[name])
	}
	message.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		message.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	for _, a := range m.Attachments {
		kind := gomail.WithFileContentType(gomail.ContentType(a.ContentType))
		err = errors.Join(err, message.AttachReader(a.Name, bytes.NewReader(a.Content), kind))
	}
	var out bytes.Buffer
	if err == nil {
		_, err = message.WriteTo(&out)
	}
	if err != nil {
		return nil, errors.New("the mail has an address or a header that cannot be written")
	}
	return out.Bytes(), nil
}
