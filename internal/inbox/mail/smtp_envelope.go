package mail

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"github.com/evenlight/marquee/internal/site"
)

// envelope is a mail as it travels, with its addresses in ASCII.
type envelope struct {
	kind string
	from string
	to   []string
	// The domain of the sender, by which we introduce ourselves.
	domain  string
	content []byte
}

func newEnvelope(key string, m site.Message, at time.Time) (*envelope, error) {
	var problems [3]error
	m.From, problems[0] = asciiAddress(m.From)
	m.ReplyTo, problems[1] = asciiAddress(m.ReplyTo)
	m.To = slices.Clone(m.To)
	e := &envelope{kind: m.Kind, from: bare(m.From)}
	for i := range m.To {
		m.To[i], problems[2] = asciiAddress(m.To[i])
		e.to = append(e.to, bare(m.To[i]))
		if err := cmp.Or(problems[0], problems[1], problems[2]); err != nil {
			return nil, err
		}
	}
	// A command of SMTP ends an address at one of these.
	for _, address := range append(e.to, e.from) {
		if strings.Count(address, "@") != 1 || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || strings.ContainsRune("<>()[]\\\",;:\x7f", r) }) {
			return nil, errors.New("the mail has an address that cannot be written in a command of SMTP")
		}
	}
	_, e.domain, _ = strings.Cut(e.from, "@")
	if len(e.to) == 0 {
		return nil, errors.New("the mail has no receiver")
	}
	// The attempts that may be a duplicate are the same mail.
	key, _, _ = strings.Cut(key, "/again")
	var err error
	if e.content, err = mime(m, strings.TrimSuffix(fileName(key), ".eml")+"@"+e.domain, at); err != nil {
		return nil, errors.New("the mail has an address or a header that cannot be written")
	}
	return e, nil
}

// asciiAddress returns an address, with or without a name before it, whose domain
// is in its ASCII form. Letters of other alphabets before the @ are refused: few
// servers on the way take them.
func asciiAddress(address string) (string, error) {
	at := strings.LastIndexByte(address, '@')
	plain := bare(address)
	if local, domain, _ := strings.Cut(plain, "@"); at >= 0 && !isASCII(plain) {
		ascii, err := idna.Lookup.ToASCII(domain)
		if err != nil || !isASCII(local) {
			return "", errors.New("an address has letters before its @ that are not ASCII: mail servers refuse it")
		}
		return strings.Replace(address, plain, local+"@"+ascii, 1), nil
	}
	return address, nil
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 })
}
