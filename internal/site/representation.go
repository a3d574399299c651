package site

import (
	"crypto/sha256"
	"errors"
	"image"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Values of Cache-Control.
const (
	// Of an address that holds the hash of its bytes.
	Immutable = "public, max-age=31536000, immutable"
	// Of what may change: caches keep it, and ask each time.
	Revalidated = "public, max-age=0, must-revalidate"
)

// RootFiles are the files for programs at the root of a website, sorted.
var RootFiles = []string{"/favicon.ico", "/llms.txt", "/robots.txt", "/sitemap.xml"}

// FileFolders are the folders of files beside pages: all addresses in them hold a hash.
var FileFolders = []string{"/assets/", "/files/", "/images/", "/og/"}

// IsReserved tells whether a path lies where the server answers itself, or will.
func IsReserved(p string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(p, "/"), "/")
	return first == "api" || first == "studio" || slices.Contains(FileFolders, "/"+first+"/") ||
		slices.Contains(RootFiles, p)
}

// Client is what a document loads to become interactive.
type Client struct {
	// Address and subresource integrity ("sha384-…") of the module that starts it.
	Script, Integrity string
	// Those of the script that puts on the look that a visitor chose, on sites with a switch. It is no module.
	Scheme, SchemeIntegrity string
}

// Representation is a prepared answer: bytes in every encoding with what describes them, made once and sent many times
// (RFC 9110 section 3.2). Nobody may change it after it was made.
type Representation struct {
	Status       int    // status code of the answer, such as 200, 301 or 404
	ContentType  string // media type with its charset, such as text/html; charset=utf-8
	CacheControl string
	Location     string // target of a redirect; empty otherwise
	Language     string // tag of the language of its words; empty where nobody says
	Link         string // for early hints and preloads; may be empty
	// What the document may do beyond what every answer may ([Policy.String]); may be empty.
	Policy   string
	Site     string // id of the site that it belongs to, for logs and metrics; may be empty
	Revision string // id of the revision that made it; the header X-Content-Revision
	// Strong entity tags, with their quotes, one per encoding.
	ETag, ETagGzip, ETagBrotli string
	// The bytes as they are, and compressed. Gzip and Brotli are nil where they do not pay.
	Body, Gzip, Brotli []byte
	// Of a body that is too large for memory: opens it for one answer, with its size in bytes. The others are nil then.
	Open        Opener
	Size        int64
	Disposition string
}

// Unchanging returns the answer for an address that holds the hash of its bytes.
func Unchanging(contentType string, body []byte) *Representation {
	return &Representation{Status: http.StatusOK, ContentType: contentType, CacheControl: Immutable, Body: body}
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

// File is a file that a site serves under an address of its own, such as an image. A small one is in memory. A large
// one stays where it is, and is opened for each request.
type File struct {
	ContentType string // media type, such as image/svg+xml
	// The bytes of a small file. Nobody may change them. They are nil for a large one.
	Data []byte

	Size int64             // of a large file, its bytes
	Sum  [sha256.Size]byte // of a large file, the SHA-256 of its bytes
	// Opens a large file; nil for a small one. The error is [ErrFileChanged] where the bytes are not those of Sum any
	// more.
	Open Opener `json:"-"`
	// What is made of a picture when somebody asks; Data and Open are nil then.
	Version *Version
	// Name under which browsers save it, instead of showing it; empty where they show it.
	Download string
	// The address that stays when its bytes change; empty where there is none.
	Lasting string
}

var fileHash = regexp.MustCompile(`^(/files/.+)-[0-9a-f]{10}(\.[a-z0-9]+)$`)

// WithoutHash returns the address of a file for visitors without the hash of its bytes; empty for other addresses.
func WithoutHash(address string) string {
	part := fileHash.FindStringSubmatch(address)
	if part == nil {
		return ""
	}
	return part[1] + part[2]
}

// Version is a picture in one of its widths: a part of its source, turned as it is meant to be seen, and made smaller.
// The same version has the same bytes everywhere.
type Version struct {
	Source string // path of the source below the content folder, for messages
	// SHA-256 of the source's bytes, and how they are opened.
	Sum         [sha256.Size]byte
	Open        Opener `json:"-"`
	SourceType  string // media type of the source
	Orientation int    // how the source is turned, as Exif counts: 1 as it lies
	// The part of the source that is shown, in pixels of the source as it is seen.
	Part          image.Rectangle
	Width, Height int // size in pixels
	// The colour profile of the source (ICC.1); nil where its colours are those of sRGB.
	Profile []byte
}

// Opener opens the bytes of a file. Whoever opens them closes them.
type Opener func() (io.ReadSeekCloser, error)

// ErrFileChanged says that a file is not what it was when it was published.
var ErrFileChanged = errors.New("the file has changed since it was published")

// Policy lists what a page may do beyond what every page may: one permission per entry, sorted, none twice. Nil allows
// nothing more. Its entries are
//
//	media-src 'self'                            a source of the content security policy
//	feature fullscreen https://video.example    a browser feature, for the page itself and that origin
//	untyped-scripts                             scripts that hand strings to the document (no Trusted Types)
//
// A section's body that needs more than every page has is a [Permitted]; a whole site says so in [Site.Policy]. A
// browser takes the policy of a document when it is loaded, so the client loads a page that may more than its document
// anew.
type Policy []string

// UntypedScripts is the entry of scripts that know no Trusted Types.
const UntypedScripts = "untyped-scripts"

// Permitted is the body of a section that needs more than every page may.
type Permitted interface{ Permits() Policy }

// PermitSource lets a directive of the content security policy, such as frame-src, have more sources, such as
// https://video.example or 'self'.
func PermitSource(directive string, sources ...string) Policy {
	var p Policy
	for _, source := range sources {
		p = append(p, directive+" "+source)
	}
	return p.With()
}

// PermitFeature allows browser features, such as fullscreen, to the page itself and to an origin, which may be left
// empty.
func PermitFeature(origin string, names ...string) Policy {
	var p Policy
	for _, name := range names {
		p = append(p, strings.TrimSpace("feature "+name+" "+origin))
	}
	return p.With()
}

// With returns the policy that allows what all of them allow.
func (p Policy) With(others ...Policy) Policy {
	all := slices.Concat(append([]Policy{p}, others...)...)
	slices.Sort(all)
	return slices.Compact(all)
}

// String returns the entries with semicolons between: what a [Representation] has.
func (p Policy) String() string { return strings.Join(p, "; ") }

// ParsePolicy reads what [Policy.String] wrote.
func ParsePolicy(text string) Policy {
	if text == "" {
		return nil
	}
	return strings.Split(text, "; ")
}

// Policy returns what the page of a site may beyond what every page may.
func (p *Page) Policy(owner *Site) Policy {
	policy := owner.Policy.With()
	for _, section := range p.Sections {
		if body, is := section.Body.(Permitted); is {
			policy = policy.With(body.Permits())
		}
	}
	return policy
}

// Inlined returns the address of a picture: a data: URL with the picture itself where it is an SVG of less than 1 KB,
// which costs less than a request.
func (f File) Inlined(address string) string {
	if f.ContentType != "image/svg+xml" || len(f.Data) > 1<<10 {
		return address
	}
	return "data:" + f.ContentType + "," + url.PathEscape(string(f.Data))
}
