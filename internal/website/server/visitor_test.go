package server

import (
	"io"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
)

// TestVisitor checks whose address an inquiry has. 10.0.0.0/8 and 2001:db8:f::/48 are trusted.
func TestVisitor(t *testing.T) {
	const proxy = "10.0.0.1"
	for name, test := range map[string]struct {
		peer    string
		headers []string
		want    string
	}{
		"no proxy":                      {"203.0.113.7", nil, "203.0.113.7"},
		"IPv6":                          {"2001:db8::7", nil, "2001:db8::7"},
		"IPv4 in IPv6":                  {"::ffff:203.0.113.7", nil, "203.0.113.7"},
		"a stranger's word":             {"203.0.113.7", []string{"X-Forwarded-For: 198.51.100.9"}, "203.0.113.7"},
		"a silent proxy":                {proxy, nil, proxy},
		"an empty word":                 {proxy, []string{"X-Forwarded-For: "}, proxy},
		"one hop":                       {proxy, []string{"X-Forwarded-For: 203.0.113.7"}, "203.0.113.7"},
		"a proxy in IPv6":               {"2001:db8:f::1", []string{"X-Forwarded-For: 203.0.113.7"}, "203.0.113.7"},
		"a proxy as IPv4 in IPv6":       {"::ffff:10.0.0.1", []string{"X-Forwarded-For: 203.0.113.7"}, "203.0.113.7"},
		"made up by the visitor":        {proxy, []string{"X-Forwarded-For: 198.51.100.9, 203.0.113.7"}, "203.0.113.7"},
		"made up as a trusted one":      {proxy, []string{"X-Forwarded-For: 10.9.9.9, 203.0.113.7"}, "203.0.113.7"},
		"two proxies":                   {proxy, []string{"X-Forwarded-For: 198.51.100.9, 203.0.113.7, 10.0.0.2"}, "203.0.113.7"},
		"proxies of both kinds":         {proxy, []string{"X-Forwarded-For: 203.0.113.7,2001:db8:f::2 ,\t10.0.0.2"}, "203.0.113.7"},
		"proxies only":                  {proxy, []string{"X-Forwarded-For: 10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		"several lines":                 {proxy, []string{"X-Forwarded-For: 198.51.100.9", "X-Forwarded-For: 203.0.113.7", "X-Forwarded-For: 10.0.0.2"}, "203.0.113.7"},
		"with a port":                   {proxy, []string{"X-Forwarded-For: 203.0.113.7:4711"}, "203.0.113.7"},
		"IPv6 in brackets":              {proxy, []string{"X-Forwarded-For: [2001:db8::7]"}, "2001:db8::7"},
		"IPv6 with a port":              {proxy, []string{"X-Forwarded-For: [2001:db8::7]:4711"}, "2001:db8::7"},
		"IPv6 bare":                     {proxy, []string{"X-Forwarded-For: 2001:db8::7"}, "2001:db8::7"},
		"mapped hop":                    {proxy, []string{"X-Forwarded-For: ::ffff:203.0.113.7, ::ffff:10.0.0.2"}, "203.0.113.7"},
		"nonsense":                      {proxy, []string{"X-Forwarded-For: nonsense"}, proxy},
		"unknown":                       {proxy, []string{"X-Forwarded-For: 203.0.113.7, unknown"}, proxy},
		"nonsense beyond a proxy":       {proxy, []string{"X-Forwarded-For: 203.0.113.7, nonsense, 10.0.0.2"}, "10.0.0.2"},
		"nonsense left of the visitor":  {proxy, []string{"X-Forwarded-For: nonsense, 203.0.113.7"}, "203.0.113.7"},
		"an empty element":              {proxy, []string{"X-Forwarded-For: 203.0.113.7, , 10.0.0.2"}, "10.0.0.2"},
		"a comma at the end":            {proxy, []string{"X-Forwarded-For: 203.0.113.7,"}, proxy},
		"a zone":                        {proxy, []string{"X-Forwarded-For: fe80::1%eth0"}, proxy},
		"a zone in brackets":            {proxy, []string{"X-Forwarded-For: [fe80::1%eth0]:80"}, proxy},
		"nowhere":                       {proxy, []string{"X-Forwarded-For: 0.0.0.0"}, proxy},
		"a bad port":                    {proxy, []string{"X-Forwarded-For: 203.0.113.7:port"}, proxy},
		"a port too large":              {proxy, []string{"X-Forwarded-For: 203.0.113.7:99999"}, proxy},
		"no port after the colon":       {proxy, []string{"X-Forwarded-For: 203.0.113.7:"}, proxy},
		"an open bracket":               {proxy, []string{"X-Forwarded-For: [2001:db8::7"}, proxy},
		"octets with zeros":             {proxy, []string{"X-Forwarded-For: 203.0.113.007"}, proxy},
		"a number":                      {proxy, []string{"X-Forwarded-For: 3405803783"}, proxy},
		"very long":                     {proxy, []string{"X-Forwarded-For: " + strings.Repeat("10.0.0.2,", 500) + "203.0.113.7"}, "203.0.113.7"},
		"one that only looks like both": {proxy, []string{"X-Forwarded: for=198.51.100.9", "X-Forwarded-For: 203.0.113.7"}, "203.0.113.7"},
	} {
		t.Run(name, func(t *testing.T) {
			s, ctx := asked(t, prefixes("10.0.0.0/8", "2001:db8:f::/48"), test.peer, test.headers...)
			if got := s.visitor(ctx); got != netip.MustParseAddr(test.want) {
				t.Errorf("the visitor is %s, want %s", got, test.want)
			}
		})
	}
}

// FuzzForwarded reads forwarded headers as they may come: whatever they say,
// a trusted proxy's own element at the end decides.
func FuzzForwarded(f *testing.F) {
	for _, seed := range []string{"", "203.0.113.7", `for="`, `for="[2001:db8::1]:80";by=x, `, "[::1]:80", "a=b;c", "%eth0", ",,,"} {
		f.Add(seed)
	}
	s := New(Config{TrustedProxies: prefixes("10.0.0.1/32"), Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}, newFakeWebsite(), &fakeHealth{})
	peer, want := netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("203.0.113.7")
	f.Fuzz(func(t *testing.T, strangers string) {
		if got := s.walk(peer, strangers+", 203.0.113.7"); got != want {
			t.Errorf("X-Forwarded-For: %q makes the visitor %s", strangers, got)
		}
		if got := s.walk(peer, strangers); got.Zone() != "" || !got.IsValid() {
			t.Errorf("%q is read as %s", strangers, got)
		}
	})
}
