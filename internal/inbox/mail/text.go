package mail

import (
	"errors"
	"net/mail"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// How long a subject may be, and what a visitor may put into a sentence, in characters.
const (
	maxSubject = 200
	maxInline  = 120
)

func bare(from string) string {
	parsed, err := mail.ParseAddress(from)
	if err != nil {
		return from
	}
	return parsed.Address
}

// asciiAddress returns an address, with or without a name before it, whose domain is in its ASCII form. Letters of
// other alphabets before the @ are refused: few servers on the way take them.
func asciiAddress(address string) (string, error) {
	plain := bare(address)
	local, domain, found := strings.Cut(plain, "@")
	if !found || isASCII(plain) {
		return address, nil
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil || !isASCII(local) {
		return "", errors.New("an address has letters before its @ that are not ASCII: mail servers refuse it")
	}
	return strings.Replace(address, plain, local+"@"+ascii, 1), nil
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
}

// line makes one line of a text for a header or a sentence: spaces for breaks and control characters, nothing that is
// invisible or changes the direction of text, and at most so many characters.
func line(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r):
			return ' '
		case r == unicode.ReplacementChar, invisible(r):
			return -1
		}
		return r
	}, text)
	return short(strings.Join(strings.Fields(text), " "), limit)
}

// subjectLine is a line for a subject. What would begin an encoded word (RFC 2047), which mail programs decode
// wherever it stands, is broken up by a word joiner; that also makes the line not ASCII, so that all of it gets
// encoded.
func subjectLine(text string) string {
	return short(strings.ReplaceAll(line(text, maxSubject), "=?", "=\u2060?"), maxSubject)
}

// invisible reports whether a character draws nothing and may change what stands around it: bidirectional controls,
// tags, soft hyphens, byte order marks. Joiners stay, because scripts and emoji are written with them.
func invisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d'
}

func short(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return strings.TrimRight(string(runes[:limit-1]), " \u200c\u200d") + "…"
}

var lineBreaks = strings.NewReplacer(
	"\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n",
)

// lines splits what a visitor typed at every kind of line break, and replaces what cannot be shown. Marks of direction
// (U+200E, U+200F) stay: right-to-left text is written with them. Overrides, embeddings and isolates go, because they
// would reach beyond the text.
func lines(text string) []string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r):
			return unicode.ReplacementChar
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\ufeff':
			return -1
		}
		return r
	}, lineBreaks.Replace(text))
	return strings.Split(strings.TrimRight(text, "\n \t"), "\n")
}

// isolated puts a line between isolates (U+2068, U+2069) where it has characters that run from right to left; others
// are left as they are.
func isolated(text string) string {
	if strings.ContainsFunc(text, rightToLeft) {
		return "\u2068" + text + "\u2069"
	}
	return text
}

func rightToLeft(r rune) bool {
	return r == '\u200f' || r >= 0x0590 && r <= 0x08ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc ||
		r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
}
