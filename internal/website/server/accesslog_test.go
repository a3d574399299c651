package server

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

const goodTrace = "0af7651916cd43dd8448eb211c80319c"

// TestTheAccessLogHasALineForEveryAnswer looks at both forms.
func TestTheAccessLogHasALineForEveryAnswer(t *testing.T) {
	for _, asJSON := range []bool{false, true} {
		var log testkit.Log
		var handler slog.Handler = slog.NewTextHandler(&log, nil)
		if asJSON {
			handler = slog.NewJSONHandler(&log, nil)
		}
		r := start(t, func(c *Config, _ *fakeWebsite) { c.AccessLog = slog.New(handler) })
		r.get("/about?secret=canary", "Traceparent: 00-"+goodTrace+"-b7ad6b7169203331-01", "X-Forwarded-For: 203.0.113.9", "User-Agent: canary")
		r.get(`/"\%00 ` + "\xff\x01")
		r.get("/nobody/" + strings.Repeat("n", 4000))
		w := r.dial()
		w.send("nonsense" + end)
		w.read("GET")
		if err := r.stop(); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n")
		if len(lines) != 4 {
			t.Fatalf("%d lines:\n%s", len(lines), &log)
		}
		if strings.Contains(log.String(), "canary") || strings.Contains(log.String(), "203.0.113") || strings.Contains(log.String(), "127.0.0.1") {
			t.Errorf("the log tells who asked:\n%s", &log)
		}
		for _, line := range lines {
			if len(line) > 1000 || asJSON && !json.Valid([]byte(line)) {
				t.Errorf("line %s", line)
			}
		}
		if asJSON {
			var about struct {
				Msg, Method, Path, Host, Revision, Trace string
				Status, Bytes                            int
				Duration                                 float64 `json:"duration_ms"`
			}
			if err := json.Unmarshal([]byte(lines[0]), &about); err != nil || about.Msg != "access" || about.Method != "GET" || about.Path != "/about" ||
				about.Status != 200 || about.Bytes != len("<h1>/about</h1>") || about.Host != "example.test" || about.Revision == "" || about.Trace != goodTrace {
				t.Errorf("%v %+v", err, about)
			}
		} else if !strings.Contains(lines[0], `level=INFO msg=access method=GET path=/about status=200 bytes=15 `) ||
			!strings.Contains(lines[0], " trace="+goodTrace) {
			t.Errorf("line %s", lines[0])
		}
	}
}

// counted returns the counters of a name that are above zero, by their label.
func counted(t *testing.T, s *Server, name string) map[string]float64 {
	t.Helper()
	families, err := s.metrics.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]float64{}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			label := ""
			for _, pair := range metric.GetLabel() {
				label += pair.GetValue()
			}
			if value := metric.GetCounter().GetValue(); family.GetName() == name && value > 0 {
				found[label] = value
			}
		}
	}
	return found
}

func TestATraceIsTakenOnlyWhereItIsOne(t *testing.T) {
	t.Parallel()
	const parent = "b7ad6b7169203331"
	for value, want := range map[string]string{
		"00-" + goodTrace + "-" + parent + "-01":                        goodTrace,
		"00-" + goodTrace + "-" + parent + "-00":                        goodTrace,
		"cc-" + goodTrace + "-" + parent + "-01":                        goodTrace,
		"cc-" + goodTrace + "-" + parent + "-01-what-the-future-brings": goodTrace,
		"cc-" + goodTrace + "-" + parent + "-01more":                    "",
		"00-" + strings.ToUpper(goodTrace) + "-" + parent + "-01":       "",
		"00-" + goodTrace + "-" + parent:                                "",
		"00_" + goodTrace + "-" + parent + "-01":                        "",
		"00-" + goodTrace[:31] + "\"-" + parent + "-01":                 "",
		"": "",
	} {
		var h fasthttp.RequestHeader
		h.Set("traceparent", value)
		if got := traceOf(&h); got != want {
			t.Errorf("%q is part of %q, want %q", value, got, want)
		}
	}
	var h fasthttp.RequestHeader
	for range 2 {
		h.Add("Traceparent", "00-"+goodTrace+"-"+parent+"-01")
	}
	if got := traceOf(&h); got != "" {
		t.Errorf("of two one is believed: %q", got)
	}
}

// TestALineAboutARequestNamesItsTrace finds it where something broke.
func TestALineAboutARequestNamesItsTrace(t *testing.T) {
	var log testkit.Log
	r := start(t, func(c *Config, _ *fakeWebsite) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	r.get("/broken", "Traceparent: 00-"+goodTrace+"-b7ad6b7169203331-01")
	if !strings.Contains(log.String(), "trace="+goodTrace) {
		t.Errorf("the log says\n%s", &log)
	}
}

// TestAnswersAreCountedBySite changes the sites in between: labels stay as many as there are sites.
func TestAnswersAreCountedBySite(t *testing.T) {
	website := newFakeWebsite()
	s := New(Config{Logger: slog.New(slog.DiscardHandler)}, website, &fakeHealth{})
	revision := func(ids ...string) {
		made := &site.Revision{ID: fmt.Sprint(ids)}
		for _, id := range ids {
			made.Sites = append(made.Sites, &site.Bundle{Site: &site.Site{ID: id}})
		}
		website.revision.Store(made)
	}
	count := func(ids ...string) {
		for _, id := range ids {
			s.countSite(id)
		}
	}
	revision("main", "bakery")
	count("main", "main", "bakery", "nobody", "")
	revision("main", "florist")
	count("main", "florist", "bakery")
	if got := fmt.Sprint(counted(t, s, "marquee_http_site_requests_total")); got != "map[florist:1 main:3]" {
		t.Errorf("counted are %s", got)
	}
}
