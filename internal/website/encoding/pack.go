package encoding

import (
	"bytes"
	"compress/gzip"
	"encoding/gob"
	"io"

	"github.com/evenlight/marquee/internal/site"
)

// Pack writes a representation for a store. The plain bytes are left out where the
// gzip coding holds them.
func Pack(r *site.Representation) []byte {
	slim := *r
	if len(slim.Gzip) > 0 {
		slim.Body = nil
	}
	var out bytes.Buffer
	out.Grow(len(slim.Body) + len(slim.Gzip) + len(slim.Brotli) + 1024)
	if err := gob.NewEncoder(&out).Encode(slim); err != nil {
		panic("encoding: " + err.Error()) // strings and bytes, into memory
	}
	return out.Bytes()
}

// Unpack reads what Pack wrote.
func Unpack(value []byte) (*site.Representation, error) {
	r := &site.Representation{}
	if err := gob.NewDecoder(bytes.NewReader(value)).Decode(r); err != nil {
		return nil, err
	}
	if len(r.Gzip) > 0 {
		reader, err := gzip.NewReader(bytes.NewReader(r.Gzip))
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(reader)
		if err != nil {
			return nil, err
		}
		r.Body = bytes.Clone(body) // of its own size: it stays for long
	}
	return r, nil
}
