package server

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// Website is what is served. Its methods are called by many goroutines at a time; what they return is never changed. A
// page goes by its address: the name of its space, then its path ([site.Revision]).
type Website interface {
	// Page returns the HTML for a canonical address: 200, 301 for an alias, 404 with
	// the not-found page of the nearest site, 500 with the fallback page; never nil.
	Page(ctx context.Context, address string) *site.Representation
	// PageData returns the JSON {site, page} of a page; nil when there is no such page.
	PageData(ctx context.Context, address string) *site.Representation
	// Asset returns a file by its address, such as /assets/…; nil when unknown.
	Asset(path string) *site.Representation
	// Document returns /sitemap.xml, /robots.txt, /llms.txt, /favicon.ico or a file
	// such as /.well-known/security.txt of a space by its address; nil when unknown.
	Document(address string) *site.Representation
	// ErrorPage returns the HTML fallback page for a status, in the words of the site nearest to the address.
	ErrorPage(status int, address string) *site.Representation
	// FormPath returns the path of the page that shows a form, or "" where none does.
	// The page that it was sent from is preferred; the referrer is the space and what
	// [site.Inquiry] has of that page. Pages of other spaces do not count.
	FormPath(referrer, siteID, formID string) string
	// FormPage returns that page with a status and with what became of a native
	// form post; nil where the site has no such form.
	FormPage(ctx context.Context, referrer string, state site.FormState, status int) *site.Representation
	// SentPage returns the page at an address as it looks after one of its forms was
	// stored under a valid reference; nil where there is no such page or form.
	SentPage(ctx context.Context, address, formID, reference string) *site.Representation
	// ConfirmPage returns the page that a link of an opt-in leads to, in the words of the site or, where the space has
	// no such site, of the one at its root.
	ConfirmPage(space, siteID, formID string, state site.OptInState) *site.Representation
	// Revision returns the current revision; nil before the first good load.
	Revision() *site.Revision
}

// Health says whether the program can do its work.
type Health interface {
	// Ready reports it, with details that are answered as JSON.
	Ready() (ok bool, detail any)
	// FormsReady reports whether forms are taken, in the same way.
	FormsReady() (ok bool, detail any)
}

// Server is the HTTP front; made by New, run by Serve and ServeAdmin once.
type Server struct {
	config  Config
	website Website
	health  Health
	logger  *slog.Logger

	app     *fiber.App
	handler fasthttp.RequestHandler // of the app
	fast    *fasthttp.Server
	admin   *http.Server
	metrics *metrics

	// The catalog of the revision that was served last.
	current     atomic.Pointer[catalog]
	cataloguing sync.Mutex
	// The lines that all answers have; nobody changes it.
	common *fasthttp.ResponseHeader
	// The same for pages that may do more, by [site.Policy.String].
	permitted *lru.Cache[string, *fasthttp.ResponseHeader]

	draining atomic.Bool
	// Places for requests with files.
	uploading *uploads
	// See Closed.
	closed chan struct{}
	// Ends when the time for draining is up, and with it what handlers still wait for.
	life context.Context
	end  context.CancelFunc
}

// New returns a server for the website.
func New(config Config, website Website, health Health) *Server {
	config = config.withDefaults()
	permitted, err := lru.New[string, *fasthttp.ResponseHeader](maxPermitted)
	if err != nil {
		panic(err) // it refuses sizes below one only
	}
	s := &Server{
		config: config, website: website, health: health, logger: config.Logger,
		closed: make(chan struct{}), uploading: &uploads{each: map[netip.Prefix]int{}},
		common: newCommonHeader(config.Inline, nil), permitted: permitted,
	}
	s.life, s.end = context.WithCancel(context.Background())
	s.app = s.routes()
	s.fast, s.handler = s.app.Server(), s.app.Handler()
	// The guard stands before Fiber, which answers methods that it does not
	// know, and would write err.Error() of framing errors, by itself.
	s.fast.Handler = s.guard(s.handler)
	s.fast.ErrorHandler = s.refuseUnreadable
	s.fast.ExpectHandler = s.expect
	s.fast.HeaderReceived = s.limitBody
	s.fast.CloseOnShutdown = true
	// Also how long the cleaner of idle workers may outlive Serve.
	s.fast.MaxIdleWorkerDuration = time.Second
	s.metrics = newMetrics(s)
	s.admin = s.adminServer()
	return s
}

func (s *Server) routes() *fiber.App {
	app := fiber.New(fiber.Config{
		CaseSensitive:           true,
		StrictRouting:           true,
		DisableHeadAutoRegister: true,

		BodyLimit:      s.config.BodyLimit,
		ReadBufferSize: s.config.HeaderLimit,
		// Requests beyond MaxConnections are refused by the listener, with all headers.
		Concurrency:     s.config.MaxConnections + refusals + 1,
		WriteBufferSize: writeBufferSize,
		ReadTimeout:     s.config.ReadTimeout,
		WriteTimeout:    s.config.WriteTimeout,
		IdleTimeout:     s.config.IdleTimeout,

		DisablePreParseMultipartForm: true,
		// So that files need no memory; see readBody.
		StreamRequestBody:         s.config.Uploads != nil,
		DisableDefaultContentType: true,
		ErrorHandler:              s.handleError,
	})
	read := []string{fiber.MethodGet, fiber.MethodHead}
	refuse := func(c fiber.Ctx) error {
		s.methodNotAllowed(c.RequestCtx())
		return nil
	}
	app.Add(append([]string{fiber.MethodPost}, read...), site.ConfirmPath, s.serveConfirm)
	for _, known := range endpoints {
		answer := func(c fiber.Ctx) error { return known.serve(s, c) }
		switch {
		case known.serve == nil: // in the catalog
		case known.Method != "":
			app.Add([]string{known.Method}, known.Path, answer)
			app.Add(read, known.Path, refuse)
		default:
			app.Add(read, known.Path, answer)
		}
	}
	app.Add(read, "/api/*", s.serveCatalog)
	app.Add(read, "/api", s.serveCatalog)
	for _, prefix := range site.FileFolders {
		app.Add(read, prefix+"*", s.serveAsset)
	}
	for _, address := range site.RootFiles {
		app.Add(read, address, s.serveDocument)
	}
	app.Add(read, wellKnownPrefix+"*", s.serveDocument)
	app.Add(read, "/*", s.servePage)
	app.Use(refuse)
	return app
}

// Config is what an operator may choose. A zero value of a limit takes its default.
type Config struct {
	// Proxies whose X-Forwarded-* headers are believed. Default: none.
	TrustedProxies []netip.Prefix

	// Time in which a request must have arrived whole, header and body. Default: 5 s.
	ReadTimeout time.Duration
	// Time in which an answer must have been taken. Default: 30 s, enough for a large file on a slow phone.
	WriteTimeout time.Duration
	// Time that a connection may wait between two requests. Default: 30 s.
	IdleTimeout time.Duration
	// Most bytes of a request line and its headers. Default: 8 KiB.
	HeaderLimit int
	// Most bytes of a request body; of a native form post, once it is decoded. Default: 64 KiB.
	BodyLimit int
	// Most connections at a time; further ones are answered 503. Default: 10,000.
	MaxConnections int
	// How long the end is announced, with Connection: close and by /readyz, before the
	// listener closes. Default: not at all.
	DrainDelay time.Duration
	// How long requests may take to finish after that. Default: 10 s.
	DrainTimeout time.Duration

	// How long a CDN may keep HTML and JSON without asking. Default: not at all.
	CDNTTL time.Duration

	// What the content security policy allows beyond files of this host. Default: nothing.
	Inline InlineSources
	// Value of the header Speculation-Rules of pages. Default: none.
	Speculation string
	// Whether nothing is taken that visitors write: they see a preview.
	ReadOnly bool
	// Takes what visitors write. Required.
	Inquiries Inquiries
	// Takes files that come with forms. Default: nobody, and forms with files are refused.
	Uploads Uploads
	// What preview links show. Default: there are none.
	Previews Previews
	// The editor, for visitors and on the admin address. Default: there is none.
	Studio, AdminStudio Studio
	// Describes the API in OpenAPI, when somebody asks for that. Default: it is not answered.
	Describe func() ([]byte, error)
	// Names under which the admin address answers, beside addresses and localhost. Default: none.
	AdminHosts []string
	// Whether the admin address has /debug/pprof/.
	Profiles bool
	// Receives what went wrong: as warnings requests that failed on our side or
	// took longer than a second, and at debug level all others. Default: slog.Default().
	Logger *slog.Logger
	// Takes a line for every answer. Default: nobody.
	AccessLog *slog.Logger
	// Further metrics, answered with those of the server. Default: none.
	Collectors []prometheus.Collector
}

// writeBufferSize is room for a whole page, compressed, with its headers: one write instead of two.
const writeBufferSize = 16 << 10

func (c Config) withDefaults() Config {
	c.ReadTimeout = cmp.Or(c.ReadTimeout, 5*time.Second)
	c.WriteTimeout = cmp.Or(c.WriteTimeout, 30*time.Second)
	c.IdleTimeout = cmp.Or(c.IdleTimeout, 30*time.Second)
	c.DrainTimeout = cmp.Or(c.DrainTimeout, 10*time.Second)
	c.HeaderLimit = cmp.Or(c.HeaderLimit, 8<<10)
	c.BodyLimit = cmp.Or(c.BodyLimit, 64<<10)
	c.MaxConnections = cmp.Or(c.MaxConnections, 10_000)
	c.Logger = cmp.Or(c.Logger, slog.Default())
	return c
}
