package server

import (
	"bytes"
	"strconv"

	"github.com/evenlight/marquee/internal/site"
)

// encoded is one variant of a representation.
type encoded struct {
	body   []byte
	etag   string
	coding string // empty for identity
}

// negotiate picks the variant that the client prefers (RFC 9110 section 12.5.3): the highest q-value wins, and among
// equals the smaller bytes. A client that refuses everything still gets the plain bytes, which the RFC allows and every
// client can read.
func negotiate(r *site.Representation, accept []byte) encoded {
	choice := encoded{r.Body, r.ETag, ""}
	// In thousandths; -1 is not mentioned.
	qBrotli, qGzip, qIdentity, qAny := -1, -1, -1, -1
	for len(accept) > 0 {
		var element []byte
		element, accept, _ = bytes.Cut(accept, []byte{','})
		name, parameters, _ := bytes.Cut(element, []byte{';'})
		name = bytes.TrimSpace(name)
		switch {
		case bytes.EqualFold(name, []byte("br")):
			qBrotli = quality(parameters)
		case bytes.EqualFold(name, []byte("gzip")), bytes.EqualFold(name, []byte("x-gzip")):
			qGzip = quality(parameters)
		case bytes.EqualFold(name, []byte("identity")):
			qIdentity = quality(parameters)
		case len(name) == 1 && name[0] == '*':
			qAny = quality(parameters)
		}
	}
	if qBrotli < 0 {
		qBrotli = qAny
	}
	if qGzip < 0 {
		qGzip = qAny
	}
	// Identity that is not mentioned is acceptable, but nobody asked for it.
	best := max(qIdentity, 0)
	if len(r.Gzip) > 0 && qGzip > 0 && qGzip >= best {
		best, choice = qGzip, encoded{r.Gzip, r.ETagGzip, "gzip"}
	}
	if len(r.Brotli) > 0 && qBrotli > 0 && qBrotli >= best {
		choice = encoded{r.Brotli, r.ETagBrotli, "br"}
	}
	return choice
}

// quality reads "q=0.8" in thousandths. What cannot be read counts as 0: a
// coding is sent only to clients that clearly take it.
func quality(parameters []byte) int {
	name, value, _ := bytes.Cut(parameters, []byte{'='})
	if len(bytes.TrimSpace(parameters)) == 0 {
		return 1000
	}
	q, err := strconv.ParseFloat(string(bytes.TrimSpace(value)), 64)
	if err != nil || !bytes.EqualFold(bytes.TrimSpace(name), []byte{'q'}) || !(q >= 0 && q <= 1) {
		return 0
	}
	return int(q * 1000)
}

// matches reports whether an If-None-Match header names the entity tag, by the
// weak comparison that RFC 9110 section 13.1.2 asks for.
func matches(ifNoneMatch []byte, etag string) bool {
	if len(ifNoneMatch) == 0 || etag == "" {
		return false
	}
	rest := bytes.TrimSpace(ifNoneMatch)
	if len(rest) == 1 && rest[0] == '*' {
		return true
	}
	for {
		rest = bytes.TrimLeft(rest, " \t,")
		rest = bytes.TrimPrefix(rest, []byte("W/"))
		if len(rest) == 0 || rest[0] != '"' {
			return false
		}
		end := bytes.IndexByte(rest[1:], '"')
		if end < 0 {
			return false
		}
		// Apache writes -gzip into the ETag of what it compresses.
		if string(bytes.TrimSuffix(rest[:end+1], []byte("-gzip"))) == etag[:len(etag)-1] {
			return true
		}
		rest = rest[end+2:]
	}
}
