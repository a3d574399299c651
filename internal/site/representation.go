package site

import "strings"

// Values of Cache-Control.
const (
	// Of an address that holds the hash of its bytes.
	Immutable = "public, max-age=31536000, immutable"
	// Of what may change: caches keep it, and ask each time.
	Revalidated = "public, max-age=0, must-revalidate"
)

// Representation is a prepared answer: bytes in every encoding with what describes them, made once and sent many times
// (RFC 9110 section 3.2). Nobody may change it after it was made.
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
	// What the document may do beyond what every answer may ([Policy.String]); may be empty.
	Policy string
	// Id of the site that it belongs to, for logs and metrics; may be empty.
	Site string
	// Id of the revision that made it; the header X-Content-Revision.
	Revision string
	// Strong entity tags, with their quotes, one per encoding.
	ETag, ETagGzip, ETagBrotli string
	// The bytes as they are, and compressed. Gzip and Brotli are nil where they do not pay.
	Body, Gzip, Brotli []byte
	// Of a body that is too large for memory: opens it for one answer, with its size in bytes. The others are nil then.
	Open Opener
	Size int64
	// Value of Content-Disposition; may be empty.
	Disposition string
}

// MarkdownPath returns the path of the Markdown of the page at a path: /about.md, and /index.md for the first page.
func MarkdownPath(page string) string {
	if page == "/" {
		return "/index.md"
	}
	return page + ".md"
}

// PageOfMarkdown returns the path of the page that a path is the Markdown of; "" where the path is none.
func PageOfMarkdown(path string) string {
	page, is := strings.CutSuffix(path, ".md")
	switch {
	case !is || page == "" || page == "/":
		return ""
	case page == "/index":
		return "/"
	}
	return page
}
