//go:build audit

package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/website/server"
)

// audited fails a test where a program is not installed that it runs.
func audited(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			t.Fatalf("%s is not installed, and this test runs it (Debian: apt install %s)", program, packageOf[program])
		}
	}
}

var packageOf = map[string]string{
	"nginx": "nginx", "caddy": "caddy", "promtool": "prometheus", "systemd-analyze": "systemd",
	"dpkg": "dpkg", "dpkg-deb": "dpkg", "rpm": "rpm", "rpm2cpio": "rpm2cpio", "cpio": "cpio", "unshare": "util-linux", "runuser": "util-linux",
}

// adapt puts the addresses and folders of a test into a recipe. What it replaces must be there.
func adapt(t *testing.T, recipe string, replacements ...string) string {
	t.Helper()
	for i := 0; i < len(replacements); i += 2 {
		if !strings.Contains(recipe, replacements[i]) {
			t.Fatalf("the recipe has no %q", replacements[i])
		}
		recipe = strings.ReplaceAll(recipe, replacements[i], replacements[i+1])
	}
	return recipe
}

// runNginx serves a recipe until the test ends.
func runNginx(t *testing.T, recipe, address string) {
	dir := t.TempDir()
	var temporary strings.Builder
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&temporary, "%s_temp_path %s/%s;\n", kind, dir, kind)
	}
	config := fmt.Sprintf("daemon off; pid %s/pid; error_log stderr; %s\nevents {}\nhttp {\ninclude /etc/nginx/mime.types;\naccess_log off;\n%s\n%s\n}\n",
		dir, map[bool]string{true: "user root;"}[os.Getuid() == 0], temporary.String(), recipe)
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	startServer(t, address, exec.Command("nginx", "-c", file, "-e", "stderr", "-p", dir))
}

// runCaddy serves a recipe until the test ends.
func runCaddy(t *testing.T, recipe, address string) {
	dir := t.TempDir()
	file := filepath.Join(dir, "Caddyfile")
	if err := os.WriteFile(file, []byte(recipe), 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("caddy", "run", "--adapter", "caddyfile", "--config", file)
	command.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	startServer(t, address, command)
}

// visitor asks a server as a browser would that knows it by a name.
type visitor struct {
	t      *testing.T
	base   string
	client *http.Client
}

func newVisitor(t *testing.T, base, address string) *visitor {
	transport := &http.Transport{
		DisableCompression: true,
		TLSClientConfig:    &tls.Config{InsecureSkipVerify: true}, // the certificate is made for the test
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, address)
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &visitor{t, base, &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

func (v *visitor) send(method, path string, form url.Values, headers ...string) reply {
	v.t.Helper()
	request, err := http.NewRequestWithContext(v.t.Context(), method, v.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		v.t.Fatal(err)
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Origin", v.base)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return answerTo(v.t, v.client, request)
}

// expect asks for a path and checks the status, and that every answer has the headers once.
func (v *visitor) expect(path string, status int, headers ...string) reply {
	v.t.Helper()
	got := v.send(http.MethodGet, path, nil)
	v.check(path, got, status, headers...)
	return got
}

func (v *visitor) check(path string, got reply, status int, headers ...string) {
	v.t.Helper()
	if got.status != status {
		v.t.Errorf("%s answers %d, want %d: %.200s", path, got.status, status, got.body)
	}
	inline, err := inlineSources()
	if err != nil {
		v.t.Fatal(err)
	}
	for _, header := range server.SecurityHeaders(inline, nil) {
		name, value := header[0], header[1]
		if values := got.header.Values(name); len(values) != 1 || values[0] != value {
			v.t.Errorf("%s: %s is %q", path, name, values)
		}
	}
	for i := 0; i < len(headers); i += 2 {
		if values := got.header.Values(headers[i]); strings.Join(values, " and ") != headers[i+1] {
			v.t.Errorf("%s: %s is %q, want %q", path, headers[i], values, headers[i+1])
		}
	}
}

// forms sends one without scripts, and reads the page after it.
func (v *visitor) forms() {
	v.t.Helper()
	sent := v.send(http.MethodPost, "/api/send-contact-email", typedMessage)
	v.check("the form", sent, http.StatusSeeOther)
	to := sent.header.Get("Location")
	if !strings.Contains(to, "?sent=") {
		v.t.Fatalf("the form leads to %q", to)
	}
	after := strings.TrimPrefix(to, v.base)
	if page := v.expect(after, http.StatusOK); !strings.Contains(page.body, "role=\"status\"") && !strings.Contains(page.body, "reference") {
		v.t.Errorf("%s does not say that the message has arrived", after)
	}
}

// exported is a website as static files, with a former path and a file for programs,
// and the running program that takes its forms.
func exported(t *testing.T) (folder string, w *website) {
	t.Helper()
	content := copyOfContent(t)
	w = boot(t, content, "--trusted-proxies", "127.0.0.1", "--base-url", "http://www.example.com")
	about := w.read("main/pages/about.yaml")
	w.save("main/pages/about.yaml", about+"\naliases: [/about-us]\n")
	if err := os.Mkdir(filepath.Join(content, "main/well-known"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.save("main/well-known/apple-app-site-association", "{}")
	if code, _, stderr := run(t, nil, "new", "site", "bakery", "--host", "bakery.example.com", "--content", content); code != exitOK {
		t.Fatalf("new site ended with %d:\n%s", code, stderr)
	}
	w.until("/about-us", "leads on", func(r reply) bool { return r.status == http.StatusMovedPermanently })
	folder = filepath.Join(t.TempDir(), "dist")
	if code, _, stderr := run(t, nil, "export", folder, "--content", content, "--base-url", "http://www.example.com"); code != exitOK {
		t.Fatalf("export ended with %d:\n%s", code, stderr)
	}
	return folder, w
}

const keptForAYear = "public, max-age=31536000, immutable"

var stylesheet = regexp.MustCompile(`href="(/assets/[^"]+\.css)"`)

// files asks a server of static files for all that a recipe has to do right.
func (v *visitor) files() {
	home := v.expect("/", http.StatusOK, "Cache-Control", "no-cache", "Content-Type", "text/html; charset=utf-8")
	v.expect("/about", http.StatusOK, "Cache-Control", "no-cache")
	found := stylesheet.FindStringSubmatch(home.body)
	if found == nil {
		v.t.Fatal("the first page has no stylesheet")
	}
	v.expect(found[1], http.StatusOK, "Cache-Control", keptForAYear)
	packed := v.send(http.MethodGet, found[1], nil, "Accept-Encoding", "gzip")
	v.check(found[1], packed, http.StatusOK, "Content-Encoding", "gzip", "Cache-Control", keptForAYear)
	again := v.send(http.MethodGet, found[1], nil, "If-None-Match", v.expect(found[1], http.StatusOK).header.Get("Etag"))
	v.check(found[1], again, http.StatusNotModified, "Cache-Control", keptForAYear)
	for _, missing := range []string{"/assets/gone-12345.css", "/images/main/gone-12345.svg", "/og/gone.png", "/nowhere", "/assets/"} {
		if got := v.expect(missing, http.StatusNotFound, "Cache-Control", "no-cache"); !strings.Contains(got.body, "404") {
			v.t.Errorf("%s does not show the not-found page: %.100s", missing, got.body)
		}
	}
	for _, private := range []string{"/.marquee-export.json", "/.git/config", "/_hosts/bakery.example.com/index.html"} {
		v.expect(private, http.StatusNotFound)
	}
	if moved := v.expect("/about-us", http.StatusOK); !strings.Contains(moved.body, `http-equiv="refresh" content="0; url=/about"`) {
		v.t.Errorf("the former path does not lead on: %.200s", moved.body)
	}
	if data := v.expect("/api/pages?path=/about", http.StatusOK, "Content-Type", "application/json"); !strings.HasPrefix(data.body, "{") {
		v.t.Errorf("the data of a page is %.100s", data.body)
	}
	v.expect("/api/pages?path=/nowhere", http.StatusNotFound)
	v.expect("/.well-known/apple-app-site-association", http.StatusOK, "Content-Type", "application/json", "Access-Control-Allow-Origin", "*")
	v.forms()
}

// bakery asks for a site with a host of its own.
func (v *visitor) bakery() {
	if home := v.expect("/", http.StatusOK); !strings.Contains(home.body, "<title>Welcome | Bakery</title>") {
		v.t.Errorf("the first page of the bakery is %.300s", home.body)
	}
	v.expect("/nowhere", http.StatusNotFound)
	v.expect("/products", http.StatusNotFound) // a page of the main site
}

func TestNginxServesAnExport(t *testing.T) {
	audited(t, "nginx")
	folder, w := exported(t)
	address := freeAddress(t)
	runNginx(t, adapt(t, deployed(t, "static/nginx.conf"), "listen 80;", "listen "+address+";", "/srv/dist", folder, "http://127.0.0.1:8080", w.url), address)
	newVisitor(t, "http://www.example.com", address).files()
	newVisitor(t, "http://bakery.example.com", address).bakery()
}

func TestCaddyServesAnExport(t *testing.T) {
	audited(t, "caddy")
	folder, w := exported(t)
	address := freeAddress(t)
	recipe := adapt(t, deployed(t, "static/Caddyfile"), "www.example.com {", "http://www.example.com:"+portOf(address)+" {\n\tbind 127.0.0.1",
		"\nbakery.example.com {", "\nhttp://bakery.example.com:"+portOf(address)+" {\n\tbind 127.0.0.1",
		"/srv/dist", folder, "127.0.0.1:8080", strings.TrimPrefix(w.url, "http://"))
	runCaddy(t, "{\n\tadmin off\n}\n"+recipe, address)
	newVisitor(t, "http://www.example.com", address).files()
	newVisitor(t, "http://bakery.example.com", address).bakery()
}

func portOf(address string) string { return address[strings.LastIndexByte(address, ':')+1:] }

func TestAlarmsGoOff(t *testing.T) {
	audited(t, "promtool")
	shell(t, "../../deploy/prometheus", `promtool check rules alerts.yaml && promtool test rules alerts_test.yaml`)
}
