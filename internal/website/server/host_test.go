package server

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// hostedRevision has two sites with hosts of their own, one of them in two parts.
func hostedRevision(mainHosts ...string) *site.Revision {
	revision := fakeRevision("hosted")
	for _, bundle := range revision.Sites {
		bundle.Site.Hosts = mainHosts
	}
	add := func(id, path, words string, hosts ...string) {
		revision.Sites = append(revision.Sites, &site.Bundle{
			Site: &site.Site{
				ID: id, Path: path, Space: hosts[0], Hosts: hosts, BaseURL: "https://" + hosts[0],
				Errors: site.Errors{NotFound: site.Text(words), MethodNotAllowed: site.Text(words), BadRequest: site.Text(words)},
			},
			Pages: []*site.Page{{Path: path}},
		})
	}
	add("bakery", "/", "no bread here", "bakery.example", "www.bakery.example")
	add("cakes", "/cakes", "no cake here", "bakery.example", "www.bakery.example")
	add("lawyer", "/", "no law here", "xn--jrgen-kva.example")
	return revision
}

func TestHostNames(t *testing.T) {
	for written, want := range map[string]string{
		"example.com": "example.com", "EXAMPLE.com.": "example.com", "example.com:8080": "example.com", "example.com.:80": "example.com",
		"example.com:": "example.com", "xn--jrgen-kva.example": "xn--jrgen-kva.example", "my_host": "my_host", "": "",
		"127.0.0.1:80": "127.0.0.1", "[::1]": "[::1]", "[2001:DB8::1]:443": "[2001:db8::1]", "[::ffff:1.2.3.4]": "[::ffff:1.2.3.4]",

		"a b": "-", "a/b": "-", "a@b": "-", "a\\b": "-", "j\u00fcrgen.example": "-", "a..b": "-", ".a": "-", "a..": "-", "a,b": "-", "<a>": "-",
		"a:80:80": "-", "a:8x": "-", "a:123456": "-", "::1": "-", "[::1": "-", "[::1]x": "-", "[[::1]]": "-", "a]": "-", "%61": "-", "*": "-",
		strings.Repeat("a", 255): strings.Repeat("a", 255), strings.Repeat("a", 256): "-",
	} {
		got := "-"
		if name, ok := hostName(nil, []byte(written)); ok {
			got = string(name)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", written, got, want)
		}
	}
}

// FuzzHostName checks that a name is written in the one form that sites are found by.
func FuzzHostName(f *testing.F) {
	for _, seed := range []string{"example.com", "EXAMPLE.com.:80", "[::1]:8080", "xn--a", "a..b", "\x00", "[", "]:1", strings.Repeat("a.", 130)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, written string) {
		name, ok := hostName(nil, []byte(written))
		if !ok {
			return
		}
		again, ok := hostName(nil, name)
		if !ok || string(again) != string(name) {
			t.Fatalf("%q is %q, which is %q", written, name, again)
		}
		if strings.ContainsAny(string(name), "/ \\@<>\"'%?#&\r\n\x00") || strings.ToLower(string(name)) != string(name) || len(name) >= maxHost {
			t.Fatalf("%q is %q", written, name)
		}
	})
}

func TestARequestGetsTheSiteOfItsHost(t *testing.T) {
	for name, test := range map[string]struct {
		main    []string // hosts of the main site
		request string
		status  int
		body    string
	}{
		"a site's host":           {nil, "GET /x HTTP/1.1\r\nHost: bakery.example", 404, "<h1>bakery.example/x</h1>"},
		"its other host":          {nil, "GET /x HTTP/1.1\r\nHost: www.bakery.example", 404, "<h1>bakery.example/x</h1>"},
		"with a port":             {nil, "GET /x HTTP/1.1\r\nHost: bakery.example:8080", 404, "<h1>bakery.example/x</h1>"},
		"in capitals, with a dot": {nil, "GET /x HTTP/1.1\r\nHost: BAKERY.example.", 404, "<h1>bakery.example/x</h1>"},
		"punycode":                {nil, "GET /x HTTP/1.1\r\nHost: XN--jrgen-kva.example", 404, "<h1>xn--jrgen-kva.example/x</h1>"},
		"a whole address":         {nil, "GET http://bakery.example/x HTTP/1.1\r\nHost: other.example", 404, "<h1>bakery.example/x</h1>"},
		"nobody's":                {nil, "GET /about HTTP/1.1\r\nHost: other.example", 200, "<h1>/about</h1>"},
		"an address":              {nil, "GET /about HTTP/1.1\r\nHost: 10.0.0.1", 200, "<h1>/about</h1>"},
		"IPv6":                    {nil, "GET /about HTTP/1.1\r\nHost: [2001:db8::1]:80", 200, "<h1>/about</h1>"},
		"HTTP/1.0 without":        {nil, "GET /about HTTP/1.0", 200, "<h1>/about</h1>"},
		"a path like an address":  {nil, "GET bakery.example/x HTTP/1.1\r\nHost: other.example", 400, ""},
		"slash redirect":          {nil, "GET /x/ HTTP/1.1\r\nHost: bakery.example", 301, ""},
		"a trick of two slashes":  {nil, "GET //bakery.example/x HTTP/1.1\r\nHost: other.example", 404, "<h1>//bakery.example/x</h1>"},
		"a name with a user":      {nil, "GET /x HTTP/1.1\r\nHost: a@bakery.example", 400, ""},
		"letters of others":       {nil, "GET /x HTTP/1.1\r\nHost: j\u00fcrgen.example", 400, ""},
		"a tag":                   {nil, "GET /x HTTP/1.1\r\nHost: <b>", 400, ""},
		"main's own":              {[]string{"main.example"}, "GET /about HTTP/1.1\r\nHost: main.example", 200, "<h1>/about</h1>"},
		"nobody's, main has some": {[]string{"main.example"}, "GET /about HTTP/1.1\r\nHost: other.example", 421, "nothing here"},
		"an address, main has some": {
			[]string{"main.example"}, "GET /about HTTP/1.1\r\nHost: 10.0.0.1", 421, "nothing here",
		},
		"HTTP/1.0, main has some": {[]string{"main.example"}, "GET /about HTTP/1.0", 421, "nothing here"},
		"an asset of nobody":      {[]string{"main.example"}, "GET /images/mark.svg HTTP/1.1\r\nHost: other.example", 421, "nothing here"},
		"the API of nobody":       {[]string{"main.example"}, "GET /api/sites HTTP/1.1\r\nHost: other.example", 421, `"code":"unknown_host"`},
		"localhost, main has some": {
			[]string{"main.example"}, "GET /about HTTP/1.1\r\nHost: localhost:8080", 200, "<h1>/about</h1>",
		},
		"loopback, main has some":        {[]string{"main.example"}, "GET /about HTTP/1.1\r\nHost: 127.0.0.1:8080", 200, "<h1>/about</h1>"},
		"loopback, for a stranger":       {[]string{"main.example"}, "GET /about HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 192.0.2.1", 421, "nothing here"},
		"a site on localhost":            {nil, "GET /x HTTP/1.1\r\nHost: lawyer.localhost:8080", 404, "<h1>xn--jrgen-kva.example/x</h1>"},
		"a deeper site on localhost":     {nil, "GET / HTTP/1.1\r\nHost: shop.localhost", 303, ""},
		"and its other pages":            {nil, "GET /about HTTP/1.1\r\nHost: shop.localhost", 200, "<h1>/about</h1>"},
		"no site on localhost":           {nil, "GET /about HTTP/1.1\r\nHost: nobody.localhost", 200, "<h1>/about</h1>"},
		"a site on localhost, from afar": {nil, "GET /about HTTP/1.1\r\nHost: lawyer.localhost\r\nForwarded: for=192.0.2.1", 200, "<h1>/about</h1>"},
		"words of the host":              {nil, "POST /x HTTP/1.1\r\nHost: bakery.example\r\nContent-Length: 0", 405, "405 bakery.example/x"},
		"its API":                        {nil, "GET /api/sites HTTP/1.1\r\nHost: bakery.example", 200, `[{"id":"bakery","path":"/","name":""},{"id":"cakes","path":"/cakes","name":""}]`},
		"one of its sites":               {nil, "GET /api/sites/cakes HTTP/1.1\r\nHost: bakery.example", 200, `"id":"cakes"`},
		"a site of another host":         {nil, "GET /api/sites/lawyer HTTP/1.1\r\nHost: bakery.example", 404, "no bread here"},
		"the sites without hosts":        {nil, "GET /api/sites HTTP/1.1\r\nHost: a", 200, `[{"id":"main","path":"/","name":"Example \u0026 Sons"},{"id":"shop","path":"/websites/shop","name":"Shop"}]`},
		"no document of main":            {nil, "GET /robots.txt HTTP/1.1\r\nHost: bakery.example", 404, "<h1>bakery.example/robots.txt</h1>"},
		"an image":                       {nil, "GET /images/mark.svg HTTP/1.1\r\nHost: bakery.example", 200, "body{}"},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, func(_ *Config, website *fakeWebsite) { website.revision.Store(hostedRevision(test.main...)) })
			w := r.dial()
			w.t = t
			w.send(test.request + "\r\nConnection: close" + end)
			got := w.read("GET")
			if got.StatusCode != test.status || !strings.Contains(got.body, test.body) {
				t.Errorf("%d %q, want %d %q", got.StatusCode, got.body, test.status, test.body)
			}
			if location := got.Header.Get("Location"); strings.Contains(location, "example") {
				t.Errorf("leads to %s", location)
			}
		})
	}
}

// TestAProxyMayNameTheHost checks that it may where its own Host is nobody's, and
// that nobody else may.
func TestAProxyMayNameTheHost(t *testing.T) {
	for name, test := range map[string]struct{ proxies, host, forwarded, want string }{
		"a proxy":               {"127.0.0.1/32", "upstream:8080", "bakery.example", "bakery.example/x"},
		"the nearest of two":    {"127.0.0.1/32", "upstream:8080", "evil.example, bakery.example:443", "bakery.example/x"},
		"a proxy with the host": {"127.0.0.1/32", "bakery.example", "xn--jrgen-kva.example", "bakery.example/x"},
		"one with main's host":  {"127.0.0.1/32", "WWW.example.com:443", "bakery.example", "/x"},
		"nonsense":              {"127.0.0.1/32", "upstream:8080", "<b>", "/x"},
		"a stranger":            {"", "upstream:8080", "bakery.example", "/x"},
	} {
		r := start(t, func(c *Config, website *fakeWebsite) {
			website.revision.Store(hostedRevision())
			if test.proxies != "" {
				c.TrustedProxies = prefixes(test.proxies)
			}
		})
		w := r.dial()
		w.send("GET /x HTTP/1.1\r\nHost: " + test.host + "\r\nX-Forwarded-Host: " + test.forwarded + "\r\nConnection: close" + end)
		if got := w.read("GET"); got.body != "<h1>"+test.want+"</h1>" {
			t.Errorf("%s: %s, want %s", name, got.body, test.want)
		}
	}
}

// TestAProxyAsksForCertificates checks GET /tls on the admin address.
func TestAProxyAsksForCertificates(t *testing.T) {
	r := start(t, func(_ *Config, website *fakeWebsite) { website.revision.Store(hostedRevision()) })
	for query, want := range map[string]int{
		"?domain=bakery.example": 200, "?domain=WWW.bakery.example": 200, "?domain=xn--jrgen-kva.example": 200,
		"?domain=www.example.com": 404, "?domain=a.bakery.example": 404, "?domain=j%C3%BCrgen.example": 404, "?domain=%00": 404,
		"": 400, "?domain=": 400, "?domain=bakery.example&domain=a": 400,
	} {
		answer, err := http.Get("http://" + r.admin + "/tls" + query)
		if err != nil {
			t.Fatal(err)
		}
		if err := answer.Body.Close(); err != nil || answer.StatusCode != want {
			t.Errorf("%s: %d, want %d, %v", query, answer.StatusCode, want, err)
		}
	}
}

// TestFormsBelongToAHost checks that what is sent on a host is of that host: where
// it comes from, whose form is meant, and where the answer leads.
func TestFormsBelongToAHost(t *testing.T) {
	for name, test := range map[string]struct {
		headers string
		status  int
	}{
		"its own origin":        {"Origin: https://bakery.example", 200},
		"the origin of another": {"Origin: https://xn--jrgen-kva.example", 403},
		"the main site's":       {"Origin: https://www.example.com", 403},
	} {
		inquiries := &fakeInquiries{}
		r := start(t, func(c *Config, website *fakeWebsite) {
			website.revision.Store(hostedRevision())
			c.Inquiries = inquiries
		})
		w := r.dial()
		body := `{"site":"bakery"}`
		w.send(fmt.Sprintf("POST %s HTTP/1.1\r\nHost: bakery.example\r\nContent-Type: application/json\r\nReferer: https://bakery.example/contact?plan=a\r\n%s\r\nContent-Length: %d%s%s",
			inquiryPath, test.headers, len(body), end, body))
		if got := w.read("POST"); got.StatusCode != test.status {
			t.Errorf("%s: %d %s", name, got.StatusCode, got.body)
		}
		if taken := inquiries.kept; test.status == 200 && (len(taken) != 1 || taken[0].Space != "bakery.example" || taken[0].Referrer != "/contact?plan=a") {
			t.Errorf("%s: %+v", name, taken)
		}
	}
}
