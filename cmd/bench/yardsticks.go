package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/gofiber/fiber/v3"
)

// peer is a server of the same page.
type peer struct {
	name, url string
	process   *process
	// The process belongs to another peer, which ends it.
	borrowed bool
}

// parcel is a prepared answer, handed to the process that serves it from Fiber.
type parcel struct {
	ContentType string
	Body        []byte
	WriteBuffer int // of a connection, in bytes; 0 is what Fiber takes
}

// bareFibers start this program again as a Fiber handler that does nothing but
// send the bytes: once as Fiber is without any setting, and once with room for
// the whole answer in the buffer of a connection, which takes one system call
// instead of two.
func (b *bench) bareFibers(ctx context.Context, page answer) (peers []*peer, err error) {
	file := filepath.Join(b.dir, "parcel.json")
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find bench: %w", err)
	}
	for _, name := range []string{"bare Fiber", "bare Fiber, large buffer"} {
		sent := parcel{ContentType: page.header.Get("Content-Type"), Body: page.body}
		if len(peers) > 0 {
			sent.WriteBuffer = len(page.body) + 4096
		}
		text, err := json.Marshal(sent)
		if err != nil {
			return peers, fmt.Errorf("encode answer for Fiber: %w", err)
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return peers, fmt.Errorf("write answer for Fiber: %w", err)
		}
		started, err := startProcess(ctx, name, os.Environ(), program, "--bare-fiber", file)
		if err != nil {
			return peers, err
		}
		address, err := started.await(ctx, regexp.MustCompile(`serving (\S+)\n`), patience)
		if err != nil {
			return peers, errors.Join(err, started.kill())
		}
		peers = append(peers, &peer{name: name, url: "http://" + address + "/", process: started})
	}
	return peers, nil
}

// bareHandler sends one prepared answer.
func bareHandler(p parcel) *fiber.App {
	app := fiber.New(fiber.Config{WriteBufferSize: p.WriteBuffer})
	app.Get("/", func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, p.ContentType)
		c.Set(fiber.HeaderContentEncoding, "gzip")
		return c.Send(p.Body)
	})
	return app
}

// serveBareFiber is the process behind bareFiber: it serves until the context ends.
func serveBareFiber(ctx context.Context, file string, stdout io.Writer) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read answer for Fiber: %w", err)
	}
	var p parcel
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("decode answer for Fiber: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen for Fiber: %w", err)
	}
	fmt.Fprintf(stdout, "serving %s\n", listener.Addr())
	return bareHandler(p).Listener(listener, fiber.ListenConfig{DisableStartupMessage: true, GracefulContext: ctx})
}

// docroot writes the page as files, beside each other as people deploy them.
func (b *bench) docroot(identity, gzip []byte) (string, error) {
	root := filepath.Join(b.dir, "docroot")
	if err := os.MkdirAll(root, 0o755); err != nil {
		return "", fmt.Errorf("make docroot: %w", err)
	}
	for name, body := range map[string][]byte{"index.html": identity, "index.html.gz": gzip} {
		if err := os.WriteFile(filepath.Join(root, name), body, 0o644); err != nil {
			return "", fmt.Errorf("write docroot: %w", err)
		}
	}
	return root, nil
}

// nginx starts nginx with two workers on the docroot: as its manual says for
// static files, without a log per request, and with as many requests per
// connection as wrk likes. The second address keeps files open besides, which
// is faster and not what a plain installation does.
func (b *bench) nginx(ctx context.Context, root string) ([]*peer, error) {
	ports, err := freePorts(2)
	if err != nil {
		return nil, err
	}
	home := filepath.Join(b.dir, "nginx")
	if err := os.MkdirAll(home, 0o755); err != nil {
		return nil, fmt.Errorf("make folder for nginx: %w", err)
	}
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;" // the folder of the run is private
	}
	config := fmt.Sprintf(`%s
worker_processes %d;
daemon off;
pid %s/pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  types { text/html html; }
  charset utf-8;
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  gzip_static on;
  client_body_temp_path %s; proxy_temp_path %s; fastcgi_temp_path %s; uwsgi_temp_path %s; scgi_temp_path %s;
  server { listen 127.0.0.1:%d reuseport; root %s; }
  server { listen 127.0.0.1:%d reuseport; root %s; open_file_cache max=100 inactive=60s; open_file_cache_valid 60s; }
}
`, user, usedProcessors, home, home, home, home, home, home, ports[0], root, ports[1], root)
	file := filepath.Join(home, "nginx.conf")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		return nil, fmt.Errorf("write configuration of nginx: %w", err)
	}
	started, err := startProcess(ctx, "nginx", os.Environ(), b.tools["nginx"], "-p", home, "-e", "stderr", "-c", file)
	if err != nil {
		return nil, err
	}
	peers := []*peer{
		{name: "nginx", url: fmt.Sprintf("http://127.0.0.1:%d/", ports[0]), process: started},
		{name: "nginx, open files kept", url: fmt.Sprintf("http://127.0.0.1:%d/", ports[1]), process: started, borrowed: true},
	}
	for _, p := range peers {
		if err := started.answers(ctx, p.url); err != nil {
			return nil, errors.Join(err, started.kill())
		}
	}
	return peers, nil
}

// caddy starts Caddy's file server on the docroot.
func (b *bench) caddy(ctx context.Context, root string) (*peer, error) {
	ports, err := freePorts(1)
	if err != nil {
		return nil, err
	}
	home := filepath.Join(b.dir, "caddy")
	if err := os.MkdirAll(home, 0o755); err != nil {
		return nil, fmt.Errorf("make folder for caddy: %w", err)
	}
	config := fmt.Sprintf(`{
	admin off
	auto_https off
	log {
		level ERROR
	}
}
http://127.0.0.1:%d {
	root * %s
	file_server {
		precompressed gzip
	}
}
`, ports[0], root)
	file := filepath.Join(home, "Caddyfile")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		return nil, fmt.Errorf("write configuration of caddy: %w", err)
	}
	environment := append(os.Environ(), "HOME="+home, "XDG_DATA_HOME="+home, "XDG_CONFIG_HOME="+home)
	started, err := startProcess(ctx, "caddy", environment, b.tools["caddy"], "run", "--config", file, "--adapter", "caddyfile")
	if err != nil {
		return nil, err
	}
	p := &peer{name: "Caddy", url: fmt.Sprintf("http://127.0.0.1:%d/", ports[0]), process: started}
	if err := started.answers(ctx, p.url); err != nil {
		return nil, errors.Join(err, started.kill())
	}
	return p, nil
}

// answers waits until a server that says nothing of it serves.
func (p *process) answers(ctx context.Context, address string) error {
	client := &http.Client{Timeout: time.Second}
	defer client.CloseIdleConnections()
	pause := time.NewTicker(10 * time.Millisecond)
	defer pause.Stop()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		_, err := get(ctx, client, address, true)
		if err == nil {
			return nil
		}
		select {
		case <-pause.C:
		case <-p.ended:
			return fmt.Errorf("%s ended before it served\n%s", p.name, p.log.tail())
		case <-limit.C:
			return fmt.Errorf("%s does not serve: %w\n%s", p.name, err, p.log.tail())
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// freePorts returns loopback ports that nobody uses at this moment.
func freePorts(count int) ([]int, error) {
	var ports []int
	for range count {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("find a free port: %w", err)
		}
		defer listener.Close()
		ports = append(ports, listener.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}
