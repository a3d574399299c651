package site

// Representation is a prepared answer: bytes in every encoding with what
// describes them, made once and sent many times (RFC 9110 section 3.2).
// Nobody may change it after it was made.
type Representation struct {
	// Status code of the answer, such as 200, 301 or 404.
	Status int
	// Media type with its charset, such as text/html; charset=utf-8.
	ContentType string
	// Value of Cache-Control.
	CacheControl string
	// Target of a redirect; empty otherwise.
	Location string
	// Value of Link, for early hints and preloads; may be empty.
	Link string
	// Id of the revision that made it; the header X-Content-Revision.
	Revision string
	// Strong entity tags, with their quotes, one per encoding.
	ETag, ETagGzip, ETagBrotli string
	// The bytes as they are, and compressed. Gzip and Brotli are nil where they do not pay.
	Body, Gzip, Brotli []byte
}
