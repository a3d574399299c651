// Package encoding prepares bytes for HTTP: content codings and entity tags,
// made once per representation (RFC 9110 sections 8.4 and 8.8.3).
package encoding

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"github.com/evenlight/marquee/internal/site"
)

// Effort says how much work goes into making bytes smaller.
type Effort struct {
	// Level of compress/gzip, 1 to 9.
	Gzip int
	// Level of brotli, 0 to 11.
	Brotli int
	// How far back brotli looks, as a power of two; 0 is what the level usually has.
	Window int
}

var (
	// Fast is for all that a server sends: about 2 ms for 40 KB. Its window takes 2 MB
	// where the usual one takes 10, and stylesheets and pages are no larger with it.
	Fast = Effort{Gzip: 6, Brotli: 5, Window: 18}
	// Lasting is for stylesheets, of which few are made and which every visitor fetches:
	// 10 % smaller, for 0.2 s and as little memory.
	Lasting = Effort{Gzip: 9, Brotli: 11, Window: 18}
	// Thorough is for exports: a stylesheet is 3 % smaller, for 33 MB of tables.
	Thorough = Effort{Gzip: 9, Brotli: 9}
)

// smallest is the size in bytes below which compressing does not pay: the answer fits into one packet anyway.
const smallest = 256

// Prepare fills the entity tags and codings of a representation from its body and content type.
func Prepare(r *site.Representation, effort Effort) {
	Tag(r)
	Compress(r, effort)
}

// Tag fills the entity tags from the body.
func Tag(r *site.Representation) { TagBySum(r, sha256.Sum256(r.Body)) }

// TagBySum fills the entity tags from the SHA-256 of a body that is elsewhere.
func TagBySum(r *site.Representation, sum [sha256.Size]byte) {
	tag := hex.EncodeToString(sum[:12])
	r.ETag, r.ETagGzip, r.ETagBrotli = `"`+tag+`"`, `"`+tag+`-gz"`, `"`+tag+`-br"`
}

// Compress fills the codings, and leaves out those that do not pay.
func Compress(r *site.Representation, effort Effort) {
	r.Gzip, r.Brotli = nil, nil
	if len(r.Body) < smallest || !compresses(r.ContentType) {
		return
	}
	if gz := gzipped(r.Body, effort.Gzip); len(gz) < len(r.Body) {
		r.Gzip = gz
	}
	if br := brotlied(r.Body, effort); len(br) < len(r.Body) {
		r.Brotli = br
	}
}

func compresses(mediaType string) bool {
	prefixes := []string{"text/", "application/json", "application/xml", "application/manifest", "image/svg"}
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(mediaType, prefix) })
}

// Writers hold large tables; making one per page would cost more than using it.
var gzipWriters, brotliWriters [12]sync.Pool

func gzipped(data []byte, level int) []byte {
	var out bytes.Buffer
	out.Grow(len(data) / 3)
	w, pooled := gzipWriters[level].Get().(*gzip.Writer)
	if !pooled {
		w, _ = gzip.NewWriterLevel(nil, level) // levels are the constants above
	}
	defer gzipWriters[level].Put(w)
	w.Reset(&out)
	mustWrite(w.Write(data))
	mustWrite(0, w.Close())
	return out.Bytes()
}

// otherTables is the size in bytes from which on brotli searches with other tables. A writer keeps those that it began
// with, so that the same bytes would be coded in two ways under one entity tag.
const otherTables = 1 << 20

func brotlied(data []byte, effort Effort) []byte {
	var out bytes.Buffer
	out.Grow(len(data) / 4)
	var w *brotli.Writer
	if len(data) < otherTables {
		w, _ = brotliWriters[effort.Brotli].Get().(*brotli.Writer)
		defer func() { brotliWriters[effort.Brotli].Put(w) }()
	}
	if w == nil {
		w = brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: effort.Brotli, LGWin: effort.Window})
	}
	w.Reset(&out)
	mustWrite(w.Write(data))
	mustWrite(0, w.Close())
	return out.Bytes()
}

// mustWrite: writing into memory has no way to go wrong.
func mustWrite(_ int, err error) {
	if err != nil {
		panic(err)
	}
}

// Pack writes a representation for a store. The plain bytes are left out where the gzip coding holds them.
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
