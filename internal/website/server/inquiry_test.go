package server

import (
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// asked returns a server that runs nowhere, and a request to it from an address.
func asked(t *testing.T, proxies []netip.Prefix, peer string, headers ...string) (*Server, *fasthttp.RequestCtx) {
	t.Helper()
	s := New(Config{TrustedProxies: proxies, Logger: slog.New(slog.DiscardHandler)}, newFakeWebsite(), &fakeHealth{})
	var request fasthttp.Request
	request.Header.SetMethod("POST")
	request.Header.SetHost("example.test:8080")
	request.SetRequestURI(inquiryPath)
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		request.Header.Add(name, value)
	}
	var ctx fasthttp.RequestCtx
	ctx.Init(&request, &net.TCPAddr{IP: net.ParseIP(peer), Port: 1234}, nil)
	return s, &ctx
}

// TestReferrer checks which page an inquiry may name. The content says https://www.example.com.
func TestReferrer(t *testing.T) {
	for name, test := range map[string]struct {
		referer string
		want    string
	}{
		"none":                       {"", ""},
		"own page":                   {"http://example.test:8080/about", "/about"},
		"own page with query":        {"http://example.test:8080/about?plan=pro&x=%2F", "/about?plan=pro&x=%2F"},
		"fragment":                   {"http://example.test:8080/about#top", "/about"},
		"other scheme, same host":    {"https://example.test:8080/about", "/about"},
		"upper case":                 {"HTTP://EXAMPLE.test:8080/about", "/about"},
		"no path":                    {"http://example.test:8080", "/"},
		"no path but a query":        {"http://example.test:8080?a=b", "/?a=b"},
		"encoded letters":            {"http://example.test:8080/caf%C3%A9", "/caf%C3%A9"},
		"letters as they are":        {"http://example.test:8080/caf\u00e9?q=\u00e9", "/caf%C3%A9?q=%C3%A9"},
		"needlessly encoded":         {"http://example.test:8080/%61bout", "/about"},
		"address of the content":     {"https://www.example.com/about", "/about"},
		"its host by another scheme": {"http://www.example.com/about", ""},
		"another port":               {"http://example.test/about", ""},
		"another website":            {"https://evil.example/about", ""},
		"a name that begins alike":   {"http://example.test:8080.evil.example/about", ""},
		"a user before the name":     {"http://example.test:8080@evil.example/about", ""},
		"a user":                     {"http://ada@example.test:8080/about", ""},
		"no scheme":                  {"//example.test:8080/about", ""},
		"path only":                  {"/about", ""},
		"the answer to a form":       {"http://example.test:8080/api/send-contact-email", ""},
		"a script":                   {"javascript://example.test:8080/about", ""},
		"a file":                     {"file://example.test:8080/about", ""},
		"opaque":                     {"http:example.test:8080", ""},
		"about":                      {"about:blank", ""},
		"two slashes":                {"http://example.test:8080//evil.example/", ""},
		"dots":                       {"http://example.test:8080/a/../about", ""},
		"an encoded slash":           {"http://example.test:8080/a%2Fb", ""},
		"a backslash":                {`http://example.test:8080/\evil.example`, ""},
		"half an escape":             {"http://example.test:8080/about%4", ""},
		"encoded NUL":                {"http://example.test:8080/about%00", ""},
		"encoded line break":         {"http://example.test:8080/about%0D%0ABcc:x", ""},
		"markup in the path":         {"http://example.test:8080/<script>", "/%3Cscript%3E"},
		"markup in the query":        {`http://example.test:8080/?"><script>`, "/?%22%3E%3Cscript%3E"},
		"no UTF-8":                   {"http://example.test:8080/\xff", ""},
		"no UTF-8 in the query":      {"http://example.test:8080/?a=\xff", "/?a="},
		"long":                       {"http://example.test:8080/?" + strings.Repeat("a", 2000), "/?" + strings.Repeat("a", 2000)},
		"too long":                   {"http://example.test:8080/?" + strings.Repeat("a", 2048), ""},
		"too long, for nothing":      {"http://example.test:8080/about#" + strings.Repeat("a", 2048), ""},
		"too long when escaped":      {"http://example.test:8080/?" + strings.Repeat("<", 1000), ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, ctx := asked(t, nil, "203.0.113.7", "Referer: "+test.referer)
			if got := inquiryOf(s, ctx).Referrer; got != test.want {
				t.Errorf("the referrer is %q, want %q", got, test.want)
			}
		})
	}
	t.Run("the host that a proxy was asked for", func(t *testing.T) {
		headers := []string{"Referer: https://public.example/about", "X-Forwarded-Host: made-up.example, public.example"}
		if s, ctx := asked(t, prefixes("10.0.0.0/8"), "10.0.0.1", headers...); s.referrer(ctx) != "/about" {
			t.Error("it is not known")
		}
		if s, ctx := asked(t, prefixes("10.0.0.0/8"), "203.0.113.7", headers...); s.referrer(ctx) != "" {
			t.Error("it is believed from anybody")
		}
		headers = []string{"Referer: https://made-up.example/about", "X-Forwarded-Host: made-up.example", "X-Forwarded-Host: public.example"}
		if s, ctx := asked(t, prefixes("10.0.0.0/8"), "10.0.0.1", headers...); s.referrer(ctx) != "" {
			t.Error("the visitor's line is believed, not the proxy's")
		}
	})
}

func TestFormAge(t *testing.T) {
	const unknown = -1
	for name, test := range map[string]struct {
		lines []string
		want  time.Duration
	}{
		"none":           {nil, unknown},
		"some seconds":   {[]string{"4200"}, 4200 * time.Millisecond},
		"zero":           {[]string{"0"}, 0},
		"leading zeros":  {[]string{"007"}, 7 * time.Millisecond},
		"a year":         {[]string{"31536000000"}, 365 * 24 * time.Hour},
		"more":           {[]string{"31536000001"}, unknown},
		"far more":       {[]string{"99999999999"}, unknown},
		"overflow":       {[]string{"18446744073709551617"}, unknown},
		"very long":      {[]string{strings.Repeat("9", 4000)}, unknown},
		"zeros for ever": {[]string{strings.Repeat("0", 12)}, unknown},
		"negative":       {[]string{"-5"}, unknown},
		"with a plus":    {[]string{"+5"}, unknown},
		"fraction":       {[]string{"4.2"}, unknown},
		"exponent":       {[]string{"1e9"}, unknown},
		"hexadecimal":    {[]string{"0x10"}, unknown},
		"underscores":    {[]string{"4_200"}, unknown},
		"empty":          {[]string{""}, unknown},
		"words":          {[]string{"4200 ms"}, unknown},
		"other digits":   {[]string{"\u0664"}, unknown},
		"a list":         {[]string{"4200, 4200"}, unknown},
		"two lines":      {[]string{"4200", "4200"}, unknown},
	} {
		t.Run(name, func(t *testing.T) {
			var lines []string
			for _, line := range test.lines {
				lines = append(lines, "Form-Age: "+line)
			}
			s, ctx := asked(t, nil, "203.0.113.7", lines...)
			if got := inquiryOf(s, ctx).Age; got != test.want {
				t.Errorf("the age is %s, want %s", got, test.want)
			}
		})
	}
}

func TestFromBrowser(t *testing.T) {
	for header, want := range map[string]bool{
		"Sec-Fetch-Site: same-origin": true, "Sec-Fetch-Site: none": true, "Origin: http://example.test:8080": true,
		"User-Agent: Mozilla/5.0": false, "Sec-Fetch-Mode: cors": false, "Origin: ": false,
	} {
		if s, ctx := asked(t, nil, "203.0.113.7", header); inquiryOf(s, ctx).FromBrowser != want {
			t.Errorf("%s: from a browser is not %t", header, want)
		}
	}
}

func TestSaysLanguage(t *testing.T) {
	for header, want := range map[string]bool{"Accept-Language: de-CH, en;q=0.5": true, "Accept-Language: ": false, "Accept: */*": false} {
		if s, ctx := asked(t, nil, "203.0.113.7", header); inquiryOf(s, ctx).SaysLanguage != want {
			t.Errorf("%s: that it says a language is not %t", header, want)
		}
	}
}

func (r *running) post(w *client, media, body string, headers ...string) answer {
	r.t.Helper()
	w.send(fmt.Sprintf("POST /api/send-contact-email HTTP/1.1\r\nHost: example.test\r\nContent-Type: %s\r\n%sContent-Length: %d%s%s",
		media, lines(headers), len(body), end, body))
	return w.read("POST")
}

// TestInquiriesAreOurs posts by three visitors over one connection, as a proxy
// does, and reads what was kept of the first: fasthttp reuses the memory.
func TestInquiriesAreOurs(t *testing.T) {
	inquiries := &fakeInquiries{}
	r := start(t, func(c *Config, _ *fakeWebsite) {
		c.Inquiries, c.TrustedProxies = inquiries, prefixes("127.0.0.0/8")
	})
	w := r.dial()
	visitors := []string{"alpha", "bravo", "gamma"}
	for i, name := range visitors {
		media, body := typeInput, `{"name":"`+name+`"}`
		if i%2 == 1 {
			media, body = typeForm, "name="+name
		}
		r.post(w, media, body, "Idempotency-Key: "+name, "Referer: http://example.test/"+name+"?q="+name,
			fmt.Sprintf("X-Forwarded-For: 203.0.113.%d", i), fmt.Sprintf("Form-Age: %d", i), "Origin: http://example.test")
	}
	for i, name := range visitors {
		got := inquiries.kept[i]
		want := site.Inquiry{
			Values: map[string]site.FormValue{"name": {Text: name}}, Native: i%2 == 1, Key: name, Referrer: "/" + name + "?q=" + name,
			Address: netip.AddrFrom4([4]byte{203, 0, 113, byte(i)}), FromBrowser: true, Age: time.Duration(i) * time.Millisecond,
		}
		if !maps.Equal(got.Values, want.Values) || got.Unreadable || got.Native != want.Native || got.Key != want.Key || got.Referrer != want.Referrer ||
			got.Address != want.Address || got.FromBrowser != want.FromBrowser || got.Age != want.Age {
			t.Errorf("kept %+v, want %+v", got, want)
		}
	}
}

// TestAnOriginIsComparedWithSchemeHostAndPort has a proxy at 10.0.0.1 that ends TLS.
func TestAnOriginIsComparedWithSchemeHostAndPort(t *testing.T) {
	const proxy, visitor = "10.0.0.1", "203.0.113.7"
	overTLS, plain := "X-Forwarded-Proto: https", "X-Forwarded-Proto: http"
	for _, test := range []struct {
		peer    string
		headers []string
		foreign bool
	}{
		{visitor, nil, false}, // an old browser, or a program: nothing to ride on
		{visitor, []string{"Origin: http://example.test:8080"}, false},
		{visitor, []string{"Origin: https://example.test:8080"}, false}, // a proxy that nobody named may end TLS
		{visitor, []string{"Origin: HTTP://EXAMPLE.test:8080"}, false},
		{visitor, []string{"Origin: http://example.test"}, true},
		{visitor, []string{"Origin: http://example.test:8081"}, true},
		{visitor, []string{"Origin: http://evil.test:8080"}, true},
		{visitor, []string{"Origin: ftp://example.test:8080"}, true},
		{visitor, []string{"Origin: chrome-extension://example.test:8080"}, true},
		{visitor, []string{"Origin: null"}, true},
		{visitor, []string{"Origin: example.test:8080"}, true},
		{visitor, []string{"Origin: http://"}, true},
		{visitor, []string{"Origin: null", "Sec-Fetch-Site: same-origin"}, false}, // a browser that tells no page
		{visitor, []string{"Origin: http://example.test:8080", "Sec-Fetch-Site: cross-site"}, true},
		{visitor, []string{"Origin: http://example.test:8080", overTLS}, false}, // visitors say nothing about TLS
		{proxy, []string{"Origin: https://example.test:8080", overTLS}, false},
		{proxy, []string{"Origin: http://example.test:8080", overTLS}, true},
		{proxy, []string{"Origin: http://example.test:8080", plain}, false},
		{proxy, []string{"Origin: https://www.example.test", overTLS, "X-Forwarded-Host: www.example.test"}, false},
		{proxy, []string{"Origin: https://www.example.test", overTLS, "X-Forwarded-Host: www.example.test:443"}, false},
		{proxy, []string{"Origin: http://www.example.test", overTLS, "X-Forwarded-Host: www.example.test"}, true},
		{proxy, []string{"Origin: http://www.example.test", plain, "X-Forwarded-Host: www.example.test:80"}, false},
		{visitor, []string{"Origin: https://www.example.test", "X-Forwarded-Host: www.example.test"}, true},
	} {
		s, ctx := asked(t, prefixes(proxy+"/32"), test.peer, test.headers...)
		if got := s.foreign(ctx); got != test.foreign {
			t.Errorf("from %s with %q: foreign is %t", test.peer, test.headers, got)
		}
	}
}
