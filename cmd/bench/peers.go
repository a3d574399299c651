package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"
)

// peer is a server of the same page.
type peer struct {
	name, url string
	*process
}

// The parts of a peer's address that bare Fiber answers.
const (
	fiberPage    = "/"
	fiberMallocs = "/mallocs"
)

// bareFiber starts this program again as a Fiber handler that only sends the
// bytes. With a buffer of zero it is Fiber as it comes, which writes a page in two
// system calls; with a larger one a page takes one, as in the program.
func (b *bench) bareFiber(ctx context.Context, name string, page []byte, buffer int) (*peer, error) {
	file := filepath.Join(b.dir, "page.gz")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		return nil, fmt.Errorf("write page for Fiber: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find bench: %w", err)
	}
	started, err := startProcess(ctx, name, os.Environ(), self, "--bare-fiber", file, "--buffer", strconv.Itoa(buffer))
	if err != nil {
		return nil, err
	}
	match, err := started.await(ctx, regexp.MustCompile(`serving (\S+)\n`), patience)
	if err != nil {
		return nil, errors.Join(err, started.stop())
	}
	return &peer{name, "http://" + match[1] + fiberPage, started}, nil
}

// serveBareFiber is the process behind bareFiber: it serves until the context ends.
func serveBareFiber(ctx context.Context, file string, buffer int, stdout io.Writer) error {
	page, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read page for Fiber: %w", err)
	}
	app := fiber.New(fiber.Config{WriteBufferSize: buffer})
	app.Get(fiberPage, func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, "text/html; charset=utf-8")
		c.Set(fiber.HeaderContentEncoding, "gzip")
		return c.Send(page)
	})
	app.Get(fiberMallocs, func(c fiber.Ctx) error {
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return c.SendString(strconv.FormatUint(memory.Mallocs, 10))
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen for Fiber: %w", err)
	}
	fmt.Fprintf(stdout, "serving %s\n", listener.Addr())
	return app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true, GracefulContext: ctx})
}

// fileServer starts a server of files on a folder with the page in it. The
// configuration is written to a file first.
func (b *bench) fileServer(ctx context.Context, name, program string, configure func(home string, port int) (config string, arguments []string)) (*peer, error) {
	home := filepath.Join(b.dir, name)
	if err := os.MkdirAll(home, 0o755); err != nil {
		return nil, fmt.Errorf("make folder for %s: %w", name, err)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	config, arguments := configure(home, port)
	if err := os.WriteFile(filepath.Join(home, "config"), []byte(config), 0o644); err != nil {
		return nil, fmt.Errorf("write configuration of %s: %w", name, err)
	}
	environment := append(os.Environ(), "HOME="+home, "XDG_DATA_HOME="+home, "XDG_CONFIG_HOME="+home)
	started, err := startProcess(ctx, name, environment, program, arguments...)
	if err != nil {
		return nil, err
	}
	p := &peer{name, fmt.Sprintf("http://127.0.0.1:%d/", port), started}
	if err := p.answers(ctx); err != nil {
		return nil, errors.Join(err, p.stop())
	}
	return p, nil
}

// writeFiles puts the page into a folder as files, as people deploy them.
func (b *bench) writeFiles(identity, gzip []byte) (root string, err error) {
	root = filepath.Join(b.dir, "docroot")
	err = os.MkdirAll(root, 0o755)
	for name, body := range map[string][]byte{"index.html": identity, "index.html.gz": gzip} {
		err = errors.Join(err, os.WriteFile(filepath.Join(root, name), body, 0o644))
	}
	if err == nil {
		err = os.Chmod(b.dir, 0o755) // nginx reads as another user
	}
	return root, err
}

// nginx is set up as its manual says for static files: two workers, no log per
// request, files that are compressed already.
func nginx(root string) func(home string, port int) (string, []string) {
	return func(home string, port int) (string, []string) {
		return fmt.Sprintf(`
worker_processes 2;
daemon off;
pid %[1]s/pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  types { text/html html; }
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  gzip_static on;
  client_body_temp_path %[1]s; proxy_temp_path %[1]s; fastcgi_temp_path %[1]s; uwsgi_temp_path %[1]s; scgi_temp_path %[1]s;
  server { listen 127.0.0.1:%[2]d reuseport; root %[3]s; }
}
`, home, port, root), []string{"-p", home, "-e", "stderr", "-c", filepath.Join(home, "config")}
	}
}

// caddy is set up as its manual says for static files that are compressed already.
func caddy(root string) func(home string, port int) (string, []string) {
	return func(home string, port int) (string, []string) {
		return fmt.Sprintf(`{
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
`, port, root), []string{"run", "--config", filepath.Join(home, "config"), "--adapter", "caddyfile"}
	}
}

// answers waits until a server that says nothing of it serves.
func (p *peer) answers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	pause := time.NewTicker(10 * time.Millisecond)
	defer pause.Stop()
	for {
		_, _, err := get(ctx, p.url, "gzip")
		if err == nil {
			return nil
		}
		select {
		case <-pause.C:
		case <-p.ended:
			text, _ := p.log.read()
			return fmt.Errorf("%s ended before it served: %w\n%s", p.name, err, text)
		case <-ctx.Done():
			return fmt.Errorf("%s does not serve: %w", p.name, err)
		}
	}
}

// freePort returns a loopback port that nobody uses at this moment.
func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("find a free port: %w", err)
	}
	return listener.Addr().(*net.TCPAddr).Port, listener.Close()
}
