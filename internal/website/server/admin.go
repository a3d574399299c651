package server

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	_ "net/http/pprof" // registers its routes with http.DefaultServeMux
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// adminServer returns the server of health and metrics. It is plain net/http:
// nothing here is hot, and it must work when the public front does not.
func (s *Server) adminServer() *http.Server {
	routes := http.NewServeMux()
	ready := func(path string, ask func() (ok bool, detail any)) {
		routes.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			ok, detail := ask()
			s.sendHealth(w, ok && !s.draining.Load(), detail)
		})
	}
	routes.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { s.sendHealth(w, true, nil) })
	ready("/readyz", s.health.Ready)
	ready("/readyz/forms", s.health.FormsReady)
	routes.HandleFunc("GET /tls", s.answerTLS)
	scrape := promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{})
	routes.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		s.catalog() // of the revision that is served now
		scrape.ServeHTTP(w, r)
	})
	if s.config.AdminStudio != nil {
		routes.HandleFunc(site.StudioPath, s.adminStudio)
		routes.HandleFunc(site.StudioPath+"/", s.adminStudio)
	}
	if s.config.Profiles {
		routes.Handle("GET /debug/pprof/", http.DefaultServeMux)
	}

	return &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("Cache-Control", "no-store")
			if !s.isAdminHost(r.Host) {
				http.Error(w, "This name is not known here. Ask by address, or name it with --admin-hosts.",
					http.StatusMisdirectedRequest)
				return
			}
			routes.ServeHTTP(w, r)
		}),
		ReadHeaderTimeout: s.config.ReadTimeout,
		ReadTimeout:       s.config.ReadTimeout,
		WriteTimeout:      time.Minute,
		IdleTimeout:       s.config.IdleTimeout,
		MaxHeaderBytes:    s.config.HeaderLimit,
		ErrorLog:          slog.NewLogLogger(s.logger.Handler(), slog.LevelWarn),
	}
}

// isAdminHost reports whether operators may use a name: addresses, localhost and what is configured. Any other may be
// one by which a page in an operator's browser reads the answer (DNS rebinding). Who sends no name is no browser.
func (s *Server) isAdminHost(written string) bool {
	name, _ := hostName(nil, []byte(written))
	host := strings.Trim(string(name), "[]")
	if _, err := netip.ParseAddr(host); err == nil || written == "" || host == "localhost" {
		return true
	}
	known := func(name string) bool { return host != "" && strings.EqualFold(name, host) }
	return slices.ContainsFunc(s.config.AdminHosts, known)
}

type health struct {
	OK       bool `json:"ok"`
	Draining bool `json:"draining,omitempty"`
	Detail   any  `json:"detail,omitempty"`
}

func (s *Server) sendHealth(w http.ResponseWriter, ok bool, detail any) {
	body, err := json.MarshalIndent(health{OK: ok, Draining: s.draining.Load(), Detail: detail}, "", "  ")
	if err != nil {
		s.logger.Error("write health", "error", err)
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", typeJSON)
	if !ok {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	if _, err := w.Write(append(body, '\n')); err != nil {
		s.logger.Debug("send health", "error", err)
	}
}

// answerTLS tells a proxy whether it may get a certificate for ?domain=: 200 where
// some site lists the host, else 404 (the "ask" of Caddy's on-demand TLS).
func (s *Server) answerTLS(w http.ResponseWriter, r *http.Request) {
	status := http.StatusNotFound
	asked := r.URL.Query()["domain"]
	if len(asked) != 1 || asked[0] == "" {
		status = http.StatusBadRequest
	} else if name, ok := hostName(nil, []byte(asked[0])); ok && s.catalog().hosts[string(name)] != nil {
		status = http.StatusOK
	}
	w.WriteHeader(status)
}

type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  [classCount]prometheus.Observer
	sites    *prometheus.CounterVec
	revision *prometheus.GaugeVec
	panics   prometheus.Counter
	refused  prometheus.Counter
	// Counters by class and status that were used already, so that counting neither hashes labels nor takes a lock.
	counters [classCount][600]atomic.Pointer[prometheus.Counter]
}

func newMetrics(s *Server) *metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registry.MustRegister(s.config.Collectors...)
	named := promauto.With(registry)
	named.NewGaugeFunc(prometheus.GaugeOpts{Name: "marquee_http_connections", Help: "Open connections."},
		func() float64 { return float64(s.fast.GetOpenConnectionsCount()) })
	m := &metrics{
		registry: registry,
		requests: named.NewCounterVec(prometheus.CounterOpts{
			Name: "marquee_http_requests_total", Help: "Answers by kind of route and status.",
		}, []string{"route", "status"}),
		sites: named.NewCounterVec(prometheus.CounterOpts{
			Name: "marquee_http_site_requests_total",
			Help: "Answers with a page, or with JSON of the API, by the site that they belong to.",
		}, []string{"site"}),
		panics: named.NewCounter(prometheus.CounterOpts{
			Name: "marquee_http_panics_total", Help: "Requests that ended in a panic and were answered 500.",
		}),
		refused: named.NewCounter(prometheus.CounterOpts{
			Name: "marquee_http_connections_refused_total", Help: "Connections over the limit.",
		}),
		revision: named.NewGaugeVec(prometheus.GaugeOpts{
			Name: "marquee_content_revision_info", Help: "The revision of the content that is served; the value is 1.",
		}, []string{"revision"}),
	}
	seconds := named.NewHistogramVec(prometheus.HistogramOpts{
		Name: "marquee_http_request_duration_seconds", Help: "Time from the read request to the ready answer.",
		Buckets: []float64{.00001, .00005, .0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5},
	}, []string{"route"})
	for c := range classCount {
		m.seconds[c] = seconds.WithLabelValues(c.String())
	}
	return m
}

func (m *metrics) count(c class, status int, took time.Duration) {
	m.seconds[c].Observe(took.Seconds())
	place := &m.counters[c][status]
	counter := place.Load()
	if counter == nil {
		made := m.requests.WithLabelValues(c.String(), strconv.Itoa(status))
		counter = &made
		place.Store(counter)
	}
	(*counter).Inc()
}

// publish names the revision that is served, and returns counters for its sites. It forgets those of sites that are
// gone: there are as many as there are sites, whatever is asked for.
func (m *metrics) publish(revision *site.Revision, before *catalog) map[string]prometheus.Counter {
	made := map[string]prometheus.Counter{}
	m.revision.Reset()
	if revision != nil {
		m.revision.WithLabelValues(revision.ID).Set(1)
		for _, bundle := range revision.Sites {
			made[bundle.Site.ID] = m.sites.WithLabelValues(bundle.Site.ID)
		}
	}
	if before != nil {
		for id := range before.answers {
			if made[id] == nil {
				m.sites.DeleteLabelValues(id)
			}
		}
	}
	return made
}

func (s *Server) countSite(id string) {
	if counter := s.catalog().answers[id]; counter != nil {
		counter.Inc()
	}
}

// class is a kind of route: what metrics count by, and what shape errors take.
type class uint8

const (
	classPage class = iota
	classAPI
	classForm
	classAsset
	classDocument
	classCount
)

func (c class) String() string {
	return [classCount]string{"page", "api", "form", "asset", "document"}[c]
}

func classify(path []byte) class {
	under := func(prefix string) bool { return bytes.HasPrefix(path, []byte(prefix)) }
	named := func(address string) bool { return string(path) == address }
	switch {
	case string(path) == inquiryPath:
		return classForm
	case string(path) == site.ConfirmPath:
		return classPage
	case string(path) == "/api", under("/api/"):
		return classAPI
	// What is unknown there is answered by a short text: it is programs that ask, not visitors.
	case slices.ContainsFunc(site.FileFolders, under):
		return classAsset
	case under(wellKnownPrefix), slices.ContainsFunc(site.RootFiles, named):
		return classDocument
	}
	return classPage
}

// slow is from when on an answer is worth a line in the log.
const slow = time.Second

// observe counts an answer, and logs it where it tells an operator something: a line per visitor would hide the lines
// about content. The log has no address, no query and no header of a visitor.
func (s *Server) observe(ctx *fasthttp.RequestCtx, started time.Time) {
	took := time.Since(started)
	status := ctx.Response.StatusCode()
	route := classify(ctx.URI().PathOriginal())
	s.metrics.count(route, status, took)
	s.countSite(siteOf(ctx))
	if s.config.AccessLog != nil {
		s.logAccess(ctx, took)
	}

	level := slog.LevelDebug
	switch {
	case status == fasthttp.StatusServiceUnavailable, status == fasthttp.StatusRequestTimeout,
		status == fasthttp.StatusHTTPVersionNotSupported:
		// Counted; under attack there would be one line per connection.
	case status >= fasthttp.StatusInternalServerError:
		level = slog.LevelWarn
	case took >= slow && route != classForm && status < fasthttp.StatusBadRequest:
		// Forms wait for the disk, and for their turn to be rendered: a flood of posts would be one of lines. How long
		// they take is in the metrics. An address that does not exist is somebody's words, which are not logged.
		level = slog.LevelWarn
	}
	if !s.logger.Enabled(context.Background(), level) {
		return
	}
	s.log(ctx).LogAttrs(context.Background(), level, "request", slog.String("method", logMethod(ctx)),
		slog.String("path", logPath(ctx)), slog.Int("status", status), slog.Duration("took", took))
}

func (s *Server) logAccess(ctx *fasthttp.RequestCtx, took time.Duration) {
	response := &ctx.Response
	size := len(response.Body())
	if ctx.IsHead() {
		size = 0
	} else if response.IsBodyStream() {
		size = max(response.Header.ContentLength(), 0)
	}
	where := func(key, value string) slog.Attr {
		if value == "" {
			return slog.Attr{} // which handlers leave out
		}
		return slog.String(key, value)
	}
	s.config.AccessLog.LogAttrs(context.Background(), slog.LevelInfo, "access", slog.String("method", logMethod(ctx)),
		slog.String("path", logPath(ctx)), slog.Int("status", response.StatusCode()), slog.Int("bytes", size),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000), slog.String("host", readable(hostOf(ctx))),
		where("site", siteOf(ctx)), where("revision", string(response.Header.PeekCanonical(headerRevision))),
		where("trace", traceOf(&ctx.Request.Header)))
}

// sentKey is the user value of a request under which the representation is that answered it.
type sentKey struct{}

func siteOf(ctx *fasthttp.RequestCtx) string {
	if sent, ok := ctx.UserValue(sentKey{}).(*site.Representation); ok {
		return sent.Site
	}
	return ""
}

// log returns the logger for lines about a request: they name the trace that it
// is part of, so that they are found with those of other programs.
func (s *Server) log(ctx *fasthttp.RequestCtx) *slog.Logger {
	if id := traceOf(&ctx.Request.Header); id != "" {
		return s.logger.With("trace", id)
	}
	return s.logger
}

var traceparent = regexp.MustCompile(`^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}($|-)`)

// traceOf returns the id of the trace that a request is part of, as W3C Trace Context says it in traceparent; "" where
// there is none.
func traceOf(h *fasthttp.RequestHeader) string {
	if found := traceparent.FindStringSubmatch(only(h, headerTraceparent, 256)); found != nil {
		return found[1]
	}
	return ""
}

func logPath(ctx *fasthttp.RequestCtx) string {
	path := ctx.URI().PathOriginal()
	if bytes.HasPrefix(path, []byte(site.JoinPath)) || bytes.HasPrefix(ctx.Path(), []byte(site.JoinPath)) {
		return site.JoinPath // the rest lets people in
	}
	return readable(path)
}

func logMethod(ctx *fasthttp.RequestCtx) string {
	method := ctx.Method()
	return string(method[:min(len(method), 16)])
}

// readable returns what a client wrote for the log: cut to a bound, and copied, because a log handler may keep it.
func readable(text []byte) string {
	return strings.ToValidUTF8(string(text[:min(len(text), 256)]), "\uFFFD")
}
