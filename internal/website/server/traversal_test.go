package server

import (
	"strings"
	"testing"
)

// TestTraversal tries to climb out of every route in every spelling. Nothing is
// found, and no file is ever asked for by a path that climbs.
func TestTraversal(t *testing.T) {
	r := start(t, nil)
	w := r.dial()
	tried := 0
	for _, route := range []string{"/", "/assets/", "/images/", "/og/", "/api/sites/main/", "/websites/shop/"} {
		for _, up := range []string{"..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "..%00", "..;", "...."} {
			for _, slash := range []string{"/", "%2f", "%2F", "%252f", `\`, "%5c", "//", "%c0%af"} {
				climb := strings.Repeat(up+slash, 3)
				for _, target := range []string{"etc/passwd", ".git/config"} {
					tried++
					path := route + climb + target
					w.send("GET " + path + " HTTP/1.1\r\nHost: a" + end)
					if got := w.read("GET"); got.StatusCode != 404 {
						t.Errorf("%s answers %d", path, got.StatusCode)
					}
				}
			}
		}
	}
	if tried < 300 {
		t.Errorf("only %d paths were tried", tried)
	}
	for _, path := range r.website.askedFor() {
		if strings.HasPrefix(path, "/assets/") && !plain([]byte(path)) {
			t.Errorf("a file was asked for as %q", path)
		}
	}
}
