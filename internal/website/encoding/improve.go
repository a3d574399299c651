package encoding

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/bits"
	"strings"

	"github.com/andybalholm/brotli"

	"github.com/evenlight/marquee/internal/site"
)

// Best is for pages that have been served for a while already, when nothing
// else is to do: 40 times the work of Fast, 38 ms for 25 KB, for 12 % fewer bytes
// of brotli. (Level 10 takes 16 ms for 9 %, level 9 gives nothing. Gzip has
// nothing left to gain.)
var Best = Effort{Gzip: 9, Brotli: 11}

// worth is how much smaller a coding must get: other bytes need another entity
// tag, so whoever has the page already has to fetch it once more.
const worth = 0.98

// Improve returns the representation with codings made at Best where they get
// clearly smaller, under entity tags of their own; otherwise the same.
func Improve(r *site.Representation) *site.Representation {
	if len(r.Gzip) == 0 && len(r.Brotli) == 0 {
		return r // nothing pays
	}
	better := *r
	better.Gzip = gzipped(r.Body, Best.Gzip)
	better.Brotli = brotliedBest(r.Body)
	if !clearlySmaller(better.Gzip, r.Gzip) {
		better.Gzip = r.Gzip
	} else {
		better.ETagGzip = tagOf(r.ETagGzip, better.Gzip)
	}
	if !clearlySmaller(better.Brotli, r.Brotli) {
		better.Brotli = r.Brotli
	} else {
		better.ETagBrotli = tagOf(r.ETagBrotli, better.Brotli)
	}
	if better.ETagGzip == r.ETagGzip && better.ETagBrotli == r.ETagBrotli {
		return r
	}
	return &better
}

// brotliedBest takes a window that just holds the data, and a writer that is
// not kept: the best level searches a tree as large as the window, 32 MB for the
// usual one, and gets no smaller by it.
func brotliedBest(data []byte) []byte {
	const smallestWindow, largestWindow, margin = 16, 22, 16 // RFC 7932 section 9.1
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{
		Quality: Best.Brotli, LGWin: min(max(bits.Len(uint(len(data)+margin)), smallestWindow), largestWindow),
	})
	mustWrite(w.Write(data))
	mustWrite(0, w.Close())
	return out.Bytes()
}

func clearlySmaller(now, before []byte) bool {
	return len(now) > 0 && float64(len(now)) < worth*float64(len(before))
}

// tagOf returns the entity tag of a coding whose bytes are not those of Fast.
func tagOf(fast string, coded []byte) string {
	sum := sha256.Sum256(coded)
	return strings.TrimSuffix(fast, `"`) + "-" + hex.EncodeToString(sum[:4]) + `"`
}
