package server

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// fakeStudio says what it was asked.
type fakeStudio struct {
	open  atomic.Bool
	asked atomic.Int64

	mu   sync.Mutex
	kept []string // path and site of each address
}

func (f *fakeStudio) Open() bool { return f.open.Load() }

func (f *fakeStudio) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.asked.Add(1)
	f.mu.Lock()
	f.kept = append(f.kept, r.URL.Path, r.URL.Query().Get("site"))
	f.mu.Unlock()
	if strings.Contains(r.URL.Path, "panic") {
		panic("in Studio")
	}
	body, err := io.ReadAll(r.Body)
	visit := site.VisitOf(r.Context())
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Frame-Options", "SAMEORIGIN")
	fmt.Fprintf(w, `{"path":%q,"body":%d,"error":"%v","tls":%v,"local":%v}`, r.URL.Path, len(body), err, visit.TLS, visit.Local)
}

func startStudio(t *testing.T, change func(*Config)) (*running, *fakeStudio) {
	t.Helper()
	studio := &fakeStudio{}
	return start(t, func(c *Config, _ *fakeWebsite) {
		c.Studio = studio
		if change != nil {
			change(c)
		}
	}), studio
}

func TestStudioIsNotThereWhileNobodyIsInvited(t *testing.T) {
	r, studio := startStudio(t, nil)
	none := start(t, nil)
	for _, path := range []string{"/studio", "/studio/", "/studio/api/me", "/studio/assets/a.js", "/studio/join/x", "/studio/preview/about", "/studio/api/sign-in"} {
		for _, request := range []string{
			"GET %s HTTP/1.1\r\nHost: example.test\r\n", "HEAD %s HTTP/1.1\r\nHost: example.test\r\n",
			"POST %s HTTP/1.1\r\nHost: example.test\r\nContent-Length: 2\r\nContent-Type: application/json\r\n",
			"DELETE %s HTTP/1.1\r\nHost: example.test\r\n",
			"POST %s HTTP/1.1\r\nHost: example.test\r\nContent-Length: 1000000\r\nContent-Type: application/json\r\n",
		} {
			raw := fmt.Sprintf(request, path) + "Connection: close\r\n\r\n"
			if strings.Contains(request, "Length: 2\r") {
				raw += "{}"
			}
			method, _, _ := strings.Cut(raw, " ")
			var got [2]answer
			for i, one := range []*running{r, none} {
				w := one.dial()
				w.send(raw)
				got[i] = w.read(method)
				got[i].Header.Del("Date")
			}
			if got[0].StatusCode != got[1].StatusCode || got[0].body != got[1].body || fmt.Sprint(got[0].Header) != fmt.Sprint(got[1].Header) ||
				method == "GET" && got[0].StatusCode != 404 && path != "/studio/" {
				t.Errorf("%s: %d %v %q\nwithout Studio: %d %v %q",
					raw, got[0].StatusCode, got[0].Header, got[0].body, got[1].StatusCode, got[1].Header, got[1].body)
			}
		}
	}
	if studio.asked.Load() > 0 {
		t.Error("Studio was asked")
	}
	studio.open.Store(true)
	if a := r.get("/studio/api/me"); a.StatusCode != 200 {
		t.Errorf("then: %d", a.StatusCode)
	}
	for _, path := range []string{"/studios", "/studiox/api", "/api/studio", "/Studio"} {
		if a := r.get(path); a.StatusCode != 404 || strings.Contains(a.body, `"tls"`) {
			t.Errorf("%s: %d %s", path, a.StatusCode, a.body)
		}
	}
}

func TestAnAddressThatStudioKeepsStaysWhatItWas(t *testing.T) {
	r, studio := startStudio(t, nil)
	studio.open.Store(true)
	w := r.dial()
	for _, name := range []string{"one", "two", "six"} {
		w.send("GET /studio/preview/" + name + "?site=" + name + " HTTP/1.1\r\nHost: example.test\r\n\r\n")
		w.read("GET")
	}
	if kept := fmt.Sprint(studio.kept); kept != "[/studio/preview/one one /studio/preview/two two /studio/preview/six six]" {
		t.Error(kept)
	}
}

func TestAnswersOfStudioHaveTheHeadersOfAll(t *testing.T) {
	r, studio := startStudio(t, nil)
	studio.open.Store(true)
	page := r.get("/about")
	a := r.get("/studio/api/me")
	for _, name := range []string{"X-Content-Type-Options", "Cross-Origin-Opener-Policy", "Permissions-Policy"} {
		if a.Header.Get(name) == "" || a.Header.Get(name) != page.Header.Get(name) {
			t.Errorf("%s: %q, of a page %q", name, a.Header.Get(name), page.Header.Get(name))
		}
	}
	if a.Header.Get("X-Content-Type-Options") != "nosniff" || a.Header.Get("X-Frame-Options") != "SAMEORIGIN" || len(a.Header.Values("X-Frame-Options")) != 1 ||
		!strings.Contains(a.body, `"local":true`) {
		t.Errorf("%v %s", a.Header, a.body)
	}
	if got := r.get("/studio/api/me", "X-Forwarded-Proto: https", "X-Forwarded-For: 127.0.0.1"); !strings.Contains(got.body, `"tls":false`) {
		t.Errorf("anybody says that it is https: %s", got.body)
	}
	w := r.dial()
	w.send("HEAD /studio/api/me HTTP/1.1\r\nHost: example.test\r\nConnection: close\r\n\r\n")
	head := w.read("HEAD")
	if rest := w.ended(); head.StatusCode != 200 || head.Header.Get("Content-Type") != a.Header.Get("Content-Type") || head.ContentLength != a.ContentLength || rest != "" {
		t.Errorf("%d %v, %d bytes want %d, then %q", head.StatusCode, head.Header, head.ContentLength, a.ContentLength, rest)
	}
}

func TestLongAnswersOfStudioAreCompressed(t *testing.T) {
	r, studio := startStudio(t, nil)
	studio.open.Store(true)
	w := r.dial()
	w.send("GET /studio/" + strings.Repeat("a", 2000) + " HTTP/1.1\r\nHost: example.test\r\nAccept-Encoding: gzip, br\r\n\r\n")
	if got := w.read("GET"); got.Header.Get("Content-Encoding") != "br" || len(got.body) > 1000 {
		t.Errorf("the answer has %d bytes and %v", len(got.body), got.Header)
	}
}

func TestABodyThatIsTooLargeForStudioIsNotRead(t *testing.T) {
	r, studio := startStudio(t, nil)
	studio.open.Store(true)
	w := r.dial()
	w.send("POST /studio/api/changes HTTP/1.1\r\nHost: example.test\r\nContent-Length: 67108864\r\n\r\n") // of which nothing comes
	if a := w.read("POST"); a.StatusCode != 413 || !strings.Contains(a.body, `{"error":{"code":"too_large"`) {
		t.Errorf("64 MB: %d %s", a.StatusCode, a.body)
	}
	w = r.dial()
	w.send("POST /studio/api/changes HTTP/1.1\r\nHost: example.test\r\nExpect: 100-continue\r\nContent-Length: 67108864\r\n\r\n")
	if a := w.read("POST"); a.StatusCode != 413 {
		t.Errorf("64 MB that are announced: %d", a.StatusCode)
	}
	w = r.dial()
	w.send("POST /studio/api/changes HTTP/1.1\r\nHost: example.test\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
	chunk := "10000\r\n" + strings.Repeat("x", 1<<16) + "\r\n"
	for range 40 { // the server may end it in the middle
		if _, err := io.WriteString(w.Conn, chunk); err != nil {
			break
		}
	}
	if response, err := http.ReadResponse(w.in, nil); err == nil {
		if response.Body.Close(); response.StatusCode != 413 {
			t.Errorf("in pieces: %d", response.StatusCode)
		}
	}
	if studio.asked.Load() > 0 {
		t.Error("Studio was asked")
	}
	const large = 1 << 20
	w = r.dial()
	w.send(fmt.Sprintf("POST /studio/api/changes HTTP/1.1\r\nHost: example.test\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", large, strings.Repeat("x", large)))
	if a := w.read("POST"); a.StatusCode != 200 || !strings.Contains(a.body, fmt.Sprintf(`"body":%d`, large)) {
		t.Errorf("a file as text: %d %s", a.StatusCode, a.body)
	}
}

func TestNoLogHasAnInvitationOfStudio(t *testing.T) {
	r, studio := startStudio(t, func(c *Config) { c.AccessLog = c.Logger })
	studio.open.Store(true)
	for _, path := range []string{
		"/studio/join/panic-canary", "/studio/join/canary", "/studio/%6Aoin/canary", "/studio/./join/canary", "/studio//join/canary", "/studio/join/%2fcanary",
		"/studio/x/../join/canary", "/studio/sign-in?code=canary", "/studio/api/me?x=canary",
	} {
		if a := r.get(path, "Referer: https://example.test/studio/join/canary"); strings.Contains(path, "panic") && a.StatusCode != 500 {
			t.Errorf("%s: %d %s", path, a.StatusCode, a.body)
		}
	}
	if err := r.stop(); err != nil {
		t.Fatal(err)
	}
	log := r.log.String()
	if !strings.Contains(log, "panic while answering") || !strings.Contains(log, "in Studio") || !strings.Contains(log, "studio_test.go") ||
		!strings.Contains(log, "path=/studio/join/ ") || strings.Contains(log, "canary") {
		t.Errorf("the log:\n%s", log)
	}
}

func TestStudioOnTheAdminAddressIsNowhereElse(t *testing.T) {
	studio := &fakeStudio{}
	r := start(t, func(c *Config, _ *fakeWebsite) { c.AdminStudio = studio })
	ask := func(method, path string, size int) (int, http.Header, string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, "http://"+r.admin+path, strings.NewReader(strings.Repeat("x", size)))
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, response.Header, string(body)
	}
	if status, _, _ := ask("GET", "/studio", 0); status != 404 {
		t.Errorf("while nobody is invited: %d", status)
	}
	studio.open.Store(true)
	if status, header, body := ask("GET", "/studio/api/me", 0); status != 200 || header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(body, `"local":true`) {
		t.Errorf("%d %v %s", status, header, body)
	}
	if status, _, body := ask("POST", "/studio/api/changes", 3<<20); status != 200 || !strings.Contains(body, "request body too large") {
		t.Errorf("3 MB: %d %s", status, body)
	}
	if a := r.get("/studio"); a.StatusCode != 404 {
		t.Errorf("in public: %d", a.StatusCode)
	}
}
