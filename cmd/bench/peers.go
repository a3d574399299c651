package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"github.com/gofiber/fiber/v3"
)

// fiberMallocs is where bare Fiber says how many allocations it has made.
const fiberMallocs = "/mallocs"

// bareFiber starts this program again as a Fiber handler that only sends the
// bytes. With a buffer of zero it is Fiber as it comes, which writes a page in two
// system calls; with a larger one a page takes one, as in the program.
func (b *bench) bareFiber(ctx context.Context, name string, page []byte, buffer int) (*process, error) {
	file := filepath.Join(b.dir, "page.gz")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		return nil, fmt.Errorf("write page for Fiber: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find bench: %w", err)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	return b.startProcess(ctx, name, port, self, "--bare-fiber", file, "--buffer", strconv.Itoa(buffer), "--port", strconv.Itoa(port))
}

// serveBareFiber is the process behind bareFiber: it serves until the context ends.
func serveBareFiber(ctx context.Context, o options) error {
	page, err := os.ReadFile(o.BareFiber)
	if err != nil {
		return fmt.Errorf("read page for Fiber: %w", err)
	}
	app := fiber.New(fiber.Config{WriteBufferSize: o.Buffer})
	app.Get("/", func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, "text/html; charset=utf-8")
		c.Set(fiber.HeaderContentEncoding, "gzip")
		return c.Send(page)
	})
	app.Get(fiberMallocs, func(c fiber.Ctx) error {
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return c.SendString(strconv.FormatUint(memory.Mallocs, 10))
	})
	return app.Listen(fmt.Sprintf("127.0.0.1:%d", o.Port), fiber.ListenConfig{DisableStartupMessage: true, GracefulContext: ctx})
}

// fileServers are compared where they are installed. They are set up as their
// manuals say for static files that are compressed already: %[1]s is a folder of
// their own, %[2]s that of the files, %[3]d the port.
var fileServers = []struct {
	name, config string
	arguments    func(home, config string) []string
}{
	{"nginx", `
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
  server { listen 127.0.0.1:%[3]d reuseport; root %[2]s; }
}
`, func(home, config string) []string { return []string{"-p", home, "-e", "stderr", "-c", config} }},
	{"caddy", `# %[1]s
{
	admin off
	auto_https off
	log {
		level ERROR
	}
}
http://127.0.0.1:%[3]d {
	root * %[2]s
	file_server {
		precompressed gzip
	}
}
`, func(_, config string) []string { return []string{"run", "--config", config, "--adapter", "caddyfile"} }},
}

// startFileServers starts those that are installed. After an error it returns
// those that run.
func (b *bench) startFileServers(ctx context.Context, identity, gzip []byte) (all []*process, err error) {
	root := filepath.Join(b.dir, "docroot")
	err = errors.Join(os.MkdirAll(root, 0o755), os.Chmod(b.dir, 0o755)) // nginx reads as another user
	for name, body := range map[string][]byte{"index.html": identity, "index.html.gz": gzip} {
		err = errors.Join(err, os.WriteFile(filepath.Join(root, name), body, 0o644))
	}
	for _, s := range fileServers {
		program, found := b.find(s.name)
		if !found {
			continue
		}
		home := filepath.Join(b.dir, s.name)
		port, failed := freePort()
		if err = errors.Join(err, failed, os.MkdirAll(home, 0o755)); err != nil {
			break
		}
		config := filepath.Join(home, "config")
		if err = os.WriteFile(config, fmt.Appendf(nil, s.config, home, root, port), 0o644); err != nil {
			break
		}
		p, failed := b.startProcess(ctx, s.name, port, program, s.arguments(home, config)...)
		if err = failed; err != nil {
			break
		}
		all = append(all, p)
	}
	return all, err
}
