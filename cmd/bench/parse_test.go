package main

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestBenchmarksOfGo(t *testing.T) {
	got, err := parseBenchmarks(`goos: linux
pkg: github.com/evenlight/marquee/internal/website/server
BenchmarkPage/not_modified-2         	   20000	       743.1 ns/op	       0 B/op	       0 allocs/op
BenchmarkPage/brotli-2               	   20000	     11236 ns/op	      48 B/op	       2 allocs/op
BenchmarkOther 	 1	 5 ns/op
PASS
`)
	if err != nil {
		t.Fatal(err)
	}
	want := []counted{{"BenchmarkPage/brotli", 11236, 2}, {"BenchmarkPage/not_modified", 743.1, 0}}
	if !slices.Equal(got, want) {
		t.Errorf("read %+v, want %+v", got, want)
	}
	if _, err := parseBenchmarks("ok \tgithub.com/evenlight/marquee/internal/website/server\n"); err == nil {
		t.Error("a run without benchmarks has figures")
	}
}

func TestBareFiberIsCounted(t *testing.T) {
	if got := fiberAllocations(); got < 0 || got > 10 {
		t.Errorf("%v allocations per request", got)
	}
}

func TestMetrics(t *testing.T) {
	got, err := parseMetrics("# HELP marquee_pages Pages.\n# TYPE marquee_pages gauge\nmarquee_pages 10028\nmarquee_pages_rendered 1.2e+02\nmarquee_http_requests_total{route=\"page\",status=\"200\"} 7\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got["marquee_pages"] != 10028 || got["marquee_pages_rendered"] != 120 {
		t.Errorf("read %v", got)
	}
	if _, err := parseMetrics("marquee_pages many\n"); err == nil {
		t.Error("a word is a number")
	}
}

const lighthouseReport = `{"categories": {"performance": {"score": 0.97}, "accessibility": {"score": 1}, "best-practices": {"score": 1}, "seo": {"score": 0.92}},
"audits": {"insight": {"details": {"items": {"an": "object"}}}, "largest-contentful-paint": {"numericValue": 1180.5}, "total-blocking-time": {"numericValue": 12}, "cumulative-layout-shift": {"numericValue": 0.002},
"network-requests": {"details": {"items": [
 {"url": "http://127.0.0.1/", "resourceType": "Document"},
 {"url": "http://127.0.0.1/a.js", "resourceType": "Script"},
 {"url": "http://127.0.0.1/b.js", "resourceType": "Script"}]}}}}`

func TestReportOfLighthouse(t *testing.T) {
	r, err := parseReport([]byte(lighthouseReport))
	if err != nil {
		t.Fatal(err)
	}
	r.bodies = map[string]float64{"http://127.0.0.1/": 6000, "http://127.0.0.1/a.js": 50000, "http://127.0.0.1/b.js": 30000}
	want := map[string]float64{"performance": 97, "accessibility": 100, "SEO": 92, "LCP": 1180.5, "CLS": 0.002, "JavaScript": 80000, "HTML": 6000, "fonts": 0, "requests": 3}
	for _, budget := range budgets {
		if value, listed := want[budget.name]; listed && budget.value(r) != value {
			t.Errorf("%s: %v, want %v", budget.name, budget.value(r), value)
		}
	}
	for broken, says := range map[string]string{
		strings.Replace(lighthouseReport, `"score": 0.97`, `"score": null`, 1):                                                     "no score of performance",
		strings.Replace(lighthouseReport, `"total-blocking-time"`, `"blocking"`, 1):                                                "no audit total-blocking-time",
		strings.Replace(lighthouseReport, `{"categories"`, `{"runtimeError": {"code": "NO_FCP", "message": "x"}, "categories"`, 1): "NO_FCP",
		strings.Replace(lighthouseReport, `"url"`, `"address"`, 3):                                                                 "names no requests",
		`<html>`: "invalid character",
	} {
		if _, err := parseReport([]byte(broken)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v, want one that says %q", err, says)
		}
	}
}

func TestWorstRoute(t *testing.T) {
	routes := []string{"/", "/about", "/contact"}
	samples := map[string]sample{"/": summarise(98), "/about": summarise(91), "/contact": summarise(99)}
	if got := worst(samples, routes, true); got != "/about" {
		t.Errorf("lowest is %s", got)
	}
	if got := worst(samples, routes, false); got != "/contact" {
		t.Errorf("highest is %s", got)
	}
}

func TestBodiesAreWeighedOnceAsTheyAreSent(t *testing.T) {
	asked := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path]++
		if r.Header.Get("Accept-Encoding") != "br" {
			t.Errorf("%s: asked for %q", r.URL.Path, r.Header.Get("Accept-Encoding"))
		}
		w.Header().Set("Content-Encoding", "br")
		if _, err := w.Write(make([]byte, len(r.URL.Path)*100)); err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()
	p := &program{url: server.URL, client: newClient()}
	visit, err := parseReport([]byte(strings.ReplaceAll(lighthouseReport, "http://127.0.0.1", server.URL)))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]float64{}
	for range 2 {
		if visit.bodies, err = p.weigh(t.Context(), visit, known); err != nil {
			t.Fatal(err)
		}
	}
	if got := sent("Script")(visit); got != 1000 {
		t.Errorf("the scripts are %v bytes, not 1000", got)
	}
	if asked["/a.js"] != 1 {
		t.Errorf("asked %d times for the same address", asked["/a.js"])
	}
}
