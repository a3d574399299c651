package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestAPolicyAddsToTheDirectivesThatItNames(t *testing.T) {
	inline := InlineSources{Scripts: []string{"'sha256-a'"}}
	base := contentSecurityPolicy(inline, nil)
	if !strings.HasPrefix(base, "default-src 'none'; script-src 'self' 'sha256-a'; style-src 'self'; img-src 'self' data:; font-src") ||
		!strings.HasSuffix(base, "require-trusted-types-for 'script'; trusted-types default") {
		t.Errorf("without a policy it is %s", base)
	}
	more := site.PermitSource("script-src", "https://count.example", "'self'").With(
		site.PermitSource("frame-src", "https://a.example", "https://b.example"), site.Policy{site.UntypedScripts}, site.PermitFeature("https://a.example", "fullscreen"))
	want := strings.Replace(base, "'sha256-a'", "'sha256-a' https://count.example", 1)
	want = strings.Replace(want, "; require-trusted-types-for 'script'; trusted-types default", "; frame-src https://a.example https://b.example", 1)
	if got := contentSecurityPolicy(inline, more); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestFeaturesAreDeniedButThoseThatAPolicyNames(t *testing.T) {
	if got := permissionsPolicy(nil); !strings.HasPrefix(got, "accelerometer=(), autoplay=(), camera=(), ") || strings.Contains(got, "self") {
		t.Errorf("without a policy it is %s", got)
	}
	got := permissionsPolicy(site.PermitFeature("", "fullscreen").With(site.PermitFeature("https://a.example", "fullscreen", "autoplay"), site.PermitSource("media-src", "'self'")))
	for _, want := range []string{`autoplay=(self "https://a.example"), `, `fullscreen=(self "https://a.example"), `, "camera=(), "} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
}

func TestAPageMayWhatItsPolicySays(t *testing.T) {
	s := New(Config{}, newFakeWebsite(), &fakeHealth{})
	plain := s.headerFor("")
	if strings.Contains(string(plain.Peek("Content-Security-Policy")), "media-src") {
		t.Error("every page may play media")
	}
	policy := site.PermitSource("media-src", "'self'").String()
	made := s.headerFor(policy)
	if got := string(made.Peek("Content-Security-Policy")); !strings.HasSuffix(got, "; media-src 'self'") {
		t.Errorf("the page has %s", got)
	}
	if s.headerFor(policy) != made {
		t.Error("the lines of a policy are made twice")
	}
	for i := range 3 * maxPermitted {
		s.headerFor(site.PermitSource("frame-src", fmt.Sprintf("https://%d.example", i)).String())
	}
	if held := s.permitted.Len(); held > maxPermitted {
		t.Errorf("%d policies are held", held)
	}
}
