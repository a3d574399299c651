//go:build !race

package main

import (
	"strings"
	"testing"
)

func TestTheTimeForCDNsIsChecked(t *testing.T) {
	for value, fine := range map[string]bool{
		"off": true, "0": true, "1s": true, "10m": true, "720h": true,
		"10": false, "-1s": false, "500ms": false, "721h": false, "for ever": false, "10m\r\nX: y": false,
	} {
		_, _, stderr := run(t, map[string]string{"MARQUEE_CDN_TTL": value}, "serve", "--content", fixture, "--addr", "nowhere")
		if refused := strings.Contains(stderr, "MARQUEE_CDN_TTL"); refused == fine {
			t.Errorf("%q: refused is %v\n%s", value, refused, stderr)
		}
	}
}

func TestACDNIsToldWhatItMayKeep(t *testing.T) {
	w := boot(t, fixture, "--cdn-ttl", "1h")
	for _, path := range []string{
		"/about", "/", "/websites/business", "/api/pages?path=/about", "/api/sites/main", "/sitemap.xml",
	} {
		r := w.get(path)
		if !strings.HasPrefix(r.header.Get("Cdn-Cache-Control"), "max-age=") || !strings.Contains(r.header.Get("Cache-Control"), "s-maxage=") {
			t.Errorf("%s: %v", path, r.header)
		}
	}
	for _, path := range []string{"/nowhere", "/api/nowhere", "/assets/none-0123456789.css", "/api/send-contact-email"} {
		if r := w.get(path); r.header.Get("Cdn-Cache-Control") != "" || strings.Contains(r.header.Get("Cache-Control"), "s-maxage") {
			t.Errorf("%s: %v", path, r.header)
		}
	}
}
