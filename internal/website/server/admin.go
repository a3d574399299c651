package server

import (
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	_ "net/http/pprof" // registers its routes with http.DefaultServeMux
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
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
	routes.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
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
