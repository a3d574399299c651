package site_test

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestTagsAreBoundedAndSafe(t *testing.T) {
	for path, want := range map[string]string{
		"/about":                        "site-main,page-main/about",
		"/":                             "site-main,page-main/",
		"":                              "site-main,page-main",
		"/" + strings.Repeat("x", 2000): "site-main",
		"/a b":                          "site-main",
		"/a,b":                          "site-main",
		"/caf\u00e9\r\nSet-Cookie: a":   "site-main",
	} {
		if got := site.Tags("main", path); got != want {
			t.Errorf("%q: %q", path, got)
		}
	}
}
