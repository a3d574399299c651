package server

import (
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	_ "net/http/pprof" // registers its routes with http.DefaultServeMux
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/evenlight/marquee/internal/site"
)

// adminRoutes are what operators can ask; a further one is a line here.
func (s *Server) adminRoutes() *http.ServeMux {
	routes := http.NewServeMux()
	routes.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		s.sendHealth(w, true, nil)
	})
	routes.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		ok, detail := s.health.Ready()
		s.sendHealth(w, ok && !s.draining.Load(), detail)
	})
	routes.HandleFunc("GET /readyz/forms", func(w http.ResponseWriter, _ *http.Request) {
		ok, detail := s.health.FormsReady()
		s.sendHealth(w, ok && !s.draining.Load(), detail)
	})
	routes.HandleFunc("GET /tls", s.answerTLS)
	scrape := promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{})
	routes.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		s.catalog() // of the revision that is served now
		scrape.ServeHTTP(w, r)
	})
	if s.config.Profiles {
		routes.Handle("GET /debug/pprof/", http.DefaultServeMux)
	}
	return routes
}

// adminServer returns the server of health and metrics. It is plain net/http:
// nothing here is hot, and it must work when the public front does not.
func (s *Server) adminServer() *http.Server {
	routes := s.adminRoutes()
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

// isAdminHost reports whether operators may use a name: addresses, localhost and
// what is configured. A page in the browser of an operator can make a name of its
// own lead here (DNS rebinding), and read the answer, if every name is good. Who
// sends no name at all is no browser.
func (s *Server) isAdminHost(written string) bool {
	host := written
	if name, _, err := net.SplitHostPort(written); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if _, err := netip.ParseAddr(host); err == nil || host == "" || host == "localhost" {
		return true
	}
	known := func(name string) bool { return strings.EqualFold(name, host) }
	return slices.ContainsFunc(s.config.AdminHosts, known)
}

// health is the answer of /livez and /readyz.
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

// metrics is what operators can see of the server, on a registry of its own.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  [classCount]prometheus.Observer
	sites    *prometheus.CounterVec
	revision *prometheus.GaugeVec
	panics   prometheus.Counter
	refused  prometheus.Counter
	// Counters by class and status that were used already, so that counting
	// neither hashes labels nor takes a lock.
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

// publish names the revision that is served, and returns counters for its sites. It
// forgets those of sites that are gone: there are as many as there are sites, whatever
// is asked for.
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

// countSite counts an answer for its site; one that is gone is not counted.
func (s *Server) countSite(id string) {
	if counter := s.catalog().answers[id]; counter != nil {
		counter.Inc()
	}
}
