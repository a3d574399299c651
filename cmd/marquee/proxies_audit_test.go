//go:build audit

package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit"
)

// pages asks a proxy in front of the program.
func (v *visitor) pages() {
	home := v.expect("/", http.StatusOK, "Strict-Transport-Security", "max-age=63072000")
	if !strings.Contains(home.header.Get("Cache-Control"), "max-age=0") || home.header.Get("Etag") == "" {
		v.t.Errorf("headers of a page are %v", home.header)
	}
	v.expect(stylesheet.FindStringSubmatch(home.body)[1], http.StatusOK, "Cache-Control", keptForAYear)
	if missing := v.expect("/assets/gone-12345.css", http.StatusNotFound); strings.Contains(missing.header.Get("Cache-Control"), "immutable") {
		v.t.Errorf("what is missing is kept: %v", missing.header)
	}
	v.expect("/about-us", http.StatusMovedPermanently, "Location", "/about")
	v.forms()
	large := v.send(http.MethodPost, "/api/send-contact-email", url.Values{"message": {strings.Repeat("a", 3<<20)}})
	if large.status != http.StatusRequestEntityTooLarge {
		v.t.Errorf("3 MB are answered %d", large.status)
	}
}

// nginxInFront runs nginx before a node, or two, and returns its addresses.
func nginxInFront(t *testing.T, node, second string) (address, plain string) {
	dir := t.TempDir()
	certificate, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeCertificate(t, certificate, key)
	address, plain = freeAddress(t), freeAddress(t)
	recipe := adapt(t, deployed(t, "proxy/nginx.conf"), "listen 443 ssl", "listen "+address+" ssl", "listen 80;", "listen "+plain+";",
		"server 127.0.0.1:8080", "server "+node,
		"/etc/letsencrypt/live/www.example.com/fullchain.pem", certificate, "/etc/letsencrypt/live/www.example.com/privkey.pem", key)
	if second != "" {
		recipe = adapt(t, recipe, "# server 10.0.0.2:8080", "server "+second)
	}
	runNginx(t, recipe, address)
	return address, plain
}

func TestNginxInFront(t *testing.T) {
	audited(t, "nginx")
	_, w := exported(t)
	address, plain := nginxInFront(t, strings.TrimPrefix(w.url, "http://"), "")
	moved := newVisitor(t, "http://example.com", plain).send(http.MethodGet, "/about?a=b", nil)
	if moved.status != http.StatusMovedPermanently || moved.header.Get("Location") != "https://www.example.com/about?a=b" {
		t.Errorf("plain HTTP is answered %d %v", moved.status, moved.header)
	}
	newVisitor(t, "https://www.example.com", address).pages()
}

// Nodes are restarted one after the other, within the ten seconds for which nginx by
// itself passes over a node that refused once.
func TestNginxFindsANodeThatIsBack(t *testing.T) {
	audited(t, "nginx")
	start := func(address string) *http.Server {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		node := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, listener.Addr()) })}
		served := make(chan error, 1)
		go func() { served <- node.Serve(listener) }()
		t.Cleanup(func() {
			if err := errors.Join(node.Close(), <-served); !errors.Is(err, http.ErrServerClosed) {
				t.Error(err)
			}
		})
		return node
	}
	first, second := freeAddress(t), freeAddress(t)
	start(first)
	other := start(second)
	address, _ := nginxInFront(t, first, second)
	v := newVisitor(t, "https://www.example.com", address)
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		if got := v.send(http.MethodGet, "/", nil); got.status != http.StatusOK || got.body != first {
			t.Fatalf("while one node is away: %d %s", got.status, got.body)
		}
	}
	start(second)
	back := time.Now()
	for v.send(http.MethodGet, "/", nil).body != second {
		if time.Since(back) > 6*time.Second {
			t.Fatal("a node that is back is passed over for six seconds")
		}
	}
}

func TestCaddyInFront(t *testing.T) {
	audited(t, "caddy")
	_, w := exported(t)
	address := freeAddress(t)
	recipe := adapt(t, deployed(t, "proxy/Caddyfile"), "{\n\t# Sites", "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n\thttp_port "+portOf(freeAddress(t))+"\n\thttps_port "+portOf(address)+"\n\t# Sites",
		"{$UPSTREAM:127.0.0.1:8080}", strings.TrimPrefix(w.url, "http://"), "http://{$UPSTREAM_ADMIN:127.0.0.1:9090}", w.admin)
	runCaddy(t, recipe, address)
	v := newVisitor(t, "https://www.example.com", address)
	testkit.Eventually(t, "a certificate", func() bool {
		connection, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true, ServerName: "www.example.com"})
		if err == nil {
			err = connection.Close()
		}
		return err == nil
	})
	v.pages()
	if moved := newVisitor(t, "https://example.com", address).send(http.MethodGet, "/about?a=b", nil); moved.status != http.StatusMovedPermanently || moved.header.Get("Location") != "https://www.example.com/about?a=b" {
		t.Errorf("the bare domain is answered %d %v", moved.status, moved.header)
	}
	// A certificate is got for what a site claims, and for nothing else.
	newVisitor(t, "https://bakery.example.com", address).bakery()
	if connection, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true, ServerName: "nobody.example.com"}); err == nil {
		t.Errorf("there is a certificate for a domain that nobody claims: %v", connection.Close())
	}
}
