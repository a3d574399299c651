//go:build !race

// Every page is rendered here, which the race detector makes slow and finds
// nothing in: make test runs this file without it.

package main

import (
	"strings"
	"testing"
)

func TestOperatorsSeeContentAndRenderings(t *testing.T) {
	t.Parallel()
	const file = "main/pages/about.yaml"
	w := boot(t, copyOfContent(t))
	for _, path := range sitemapPaths(w) {
		w.get(path)
	}
	w.get("/nope")
	before := w.operate("/metrics").body
	for _, want := range []string{
		"marquee_content_stale 0", "marquee_content_errors 0", "marquee_page_render_failures_total 0",
		"marquee_page_render_duration_seconds_count ", "marquee_content_loaded_timestamp_seconds ", "marquee_content_revision_info{",
	} {
		if !strings.Contains(before, want) {
			t.Errorf("metrics lack %q", want)
		}
	}
	if metric(before, "marquee_pages") == "" || metric(before, "marquee_pages_rendered") == "0" {
		t.Errorf("pages %q, rendered %q", metric(before, "marquee_pages"), metric(before, "marquee_pages_rendered"))
	}

	good := w.read(file)
	w.save(file, strings.Replace(good, "- hero:", "- heroo:", 1))
	w.untilOperators("/readyz", "does not name the bad edit", func(body string) bool {
		return strings.Contains(body, file) && strings.Contains(body, "heroo")
	})
	if answer := w.operate("/readyz"); answer.status != 200 {
		t.Errorf("/readyz answers %d: the last good content is served", answer.status)
	}
	bad := w.operate("/metrics").body
	for _, want := range []string{"marquee_content_stale 1", "marquee_content_errors 1", `marquee_site_held{site="main"} 1`, `marquee_site_held{site="business"} 0`} {
		if !strings.Contains(bad, want) {
			t.Errorf("with a bad edit metrics lack %q", want)
		}
	}
	w.save(file, good)
	w.untilOperators("/metrics", "still says stale", func(body string) bool { return strings.Contains(body, "marquee_content_stale 0") })
}

// metric returns the value of a metric without labels.
func metric(scrape, name string) string {
	for line := range strings.Lines(scrape) {
		if value, found := strings.CutPrefix(line, name+" "); found {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
