package server

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// adminServer returns the server of health and metrics. It is plain net/http:
// nothing here is hot, and it must work when the public front does not.
func (s *Server) adminServer() *http.Server {
	routes := http.NewServeMux()
	routes.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		s.sendHealth(w, true, nil)
	})
	routes.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		ok, detail := s.health.Ready()
		s.sendHealth(w, ok && !s.draining.Load(), detail)
	})
	routes.HandleFunc("GET /tls", s.answerTLS)
	routes.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
	return &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("Cache-Control", "no-store")
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
