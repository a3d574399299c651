package pages

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/evenlight/marquee/internal/site"
)

// keptFormat names how documents are written for the cache, and how they are
// made of their parts. It is part of every key.
const keptFormat = "2"

// Cache keeps finished pages between starts. It may lose any of them at any
// time, and must never return another value than was put.
type Cache interface {
	// Get returns the value of a key, or nil.
	Get(key Key) []byte
	// Has reports whether Get would return something, as far as can be seen quickly.
	Has(key Key) bool
	// Put keeps a value without making anybody wait.
	Put(key Key, value []byte)
	// Release says that nobody will ask for a key soon.
	Release(key Key)
	// Keeps reports whether Put is of any use at the moment.
	Keeps() bool
}

var errShort = errors.New("it is cut short")

// keep hands a document to the cache. Only pages come here that are the same
// for everybody: not the answers to forms, not errors.
func (s *Store) keep(known *edition, r *site.Representation) {
	if s.options.Cache != nil {
		s.options.Cache.Put(known.key, pack(r))
	}
}

// recall takes a document out of the cache; nil when it is not there.
func (s *Store) recall(e *entry, known *edition) *site.Representation {
	if s.options.Cache == nil {
		return nil
	}
	value := s.options.Cache.Get(known.key)
	if value == nil {
		return nil
	}
	r := known.document()
	if err := unpack(value, r); err != nil {
		// The checksum was right, so a program of ours wrote it, but not as this one does.
		s.options.Logger.Warn("page in the render cache could not be read; it is drawn again", "path", e.location(), "error", err)
		return nil
	}
	known.drawn.Store(true)
	s.recalled.Add(1)
	return r
}

// pack writes what cannot be derived: entity tags and bytes. The plain bytes
// are left out where the gzip coding holds them.
func pack(r *site.Representation) []byte {
	body := r.Body
	if len(r.Gzip) > 0 {
		body = nil
	}
	out := make([]byte, 0, len(body)+len(r.Gzip)+len(r.Brotli)+200)
	for _, part := range [][]byte{[]byte(r.ETag), []byte(r.ETagGzip), []byte(r.ETagBrotli), r.Gzip, r.Brotli, body} {
		out = append(binary.AppendUvarint(out, uint64(len(part))), part...)
	}
	return out
}

// unpack reads what pack wrote. The codings share the memory of the value.
func unpack(value []byte, r *site.Representation) (err error) {
	var parts [6][]byte
	for i := range parts {
		length, n := binary.Uvarint(value)
		if n <= 0 || length > uint64(len(value)-n) {
			return errShort
		}
		end := n + int(length)
		parts[i], value = value[n:end:end], value[end:]
	}
	r.ETag, r.ETagGzip, r.ETagBrotli = string(parts[0]), string(parts[1]), string(parts[2])
	for i, to := range []*[]byte{&r.Gzip, &r.Brotli, &r.Body} {
		if len(parts[i+3]) > 0 {
			*to = parts[i+3]
		}
	}
	if r.Body == nil && r.Gzip != nil {
		if r.Body, err = inflate(r.Gzip); err != nil {
			return fmt.Errorf("inflate: %w", err)
		}
	}
	if len(r.Body) == 0 {
		return errShort
	}
	return nil
}

func inflate(packed []byte) ([]byte, error) {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	// The last four bytes say how long it is (RFC 1952).
	if size := binary.LittleEndian.Uint32(packed[len(packed)-4:]); uint64(size) < 1032*uint64(len(packed)) {
		out.Grow(int(size) + bytes.MinRead)
	}
	if _, err := io.Copy(&out, reader); err != nil {
		return nil, err
	}
	return bytes.Clone(out.Bytes()), nil
}
