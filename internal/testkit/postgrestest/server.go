// Package postgrestest starts private PostgreSQL servers for tests, and poolers before them.
//
// A server has a folder of its own below the temporary folder, listens on a free
// port of 127.0.0.1, trusts whoever connects, and keeps PostgreSQL's defaults but
// for the settings that the test asks for. It ends with the test process, however that ends. PostgreSQL refuses
// to run as root; there, it runs as the user postgres or nobody.
//
// Tests import it, and nothing else. It imports nothing of ours.
package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrMissing says that PostgreSQL is not installed, or cannot be run by this user.
var ErrMissing = errors.New("PostgreSQL is not installed (Debian: apt-get install postgresql)")

// Server is a running, or stopped, PostgreSQL server.
type Server struct {
	bin, dir string
	port     int
	user     *syscall.Credential
	settings []string

	process *exec.Cmd
	// Closing it ends the server; the end of this process closes it too.
	leash io.Closer
	names atomic.Int64
}

// New makes a server and starts it, with settings such as max_connections=300. Its error is ErrMissing where there is
// no PostgreSQL.
func New(settings ...string) (*Server, error) {
	bin, err := findBin()
	if err != nil {
		return nil, err
	}
	user, err := serverUser()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "postgrestest")
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, dir: dir, user: user, settings: settings}
	if user != nil {
		if err := os.Chown(dir, int(user.Uid), int(user.Gid)); err != nil {
			return nil, err
		}
	}
	initdb := s.command("initdb", "-D", s.data(), "-U", "marquee", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	for {
		if s.port, err = freePort(); err != nil {
			return nil, err
		}
		if err = s.Start(); !errors.Is(err, errPortTaken) {
			return s, err
		}
		s.leash.Close()
		_ = s.process.Wait() // it failed for want of its port
	}
}

// errPortTaken says that somebody else began to listen on the port since it was free.
var errPortTaken = errors.New("another server has the port")

// Must is New for a test: it skips where there is no PostgreSQL, and the server ends with the test.
func Must(t testing.TB, settings ...string) *Server {
	t.Helper()
	s, err := New(settings...)
	if errors.Is(err, ErrMissing) {
		t.Skip("NOT TESTED on PostgreSQL:", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Remove(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// shared is the server of [Shared], which starts with the first test that needs it.
var shared struct {
	sync.Mutex
	server *Server
	err    error
}

// Shared returns a server for all tests of this process that neither stop nor configure one: initdb and a start take
// seconds. Each makes a database of its own, too brief to be vacuumed. It skips where there is no PostgreSQL. TestMain
// calls [RemoveShared].
func Shared(t testing.TB) *Server {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil && shared.err == nil {
		shared.server, shared.err = New("max_connections=300", "autovacuum=off")
	}
	if errors.Is(shared.err, ErrMissing) {
		t.Skip("NOT TESTED on PostgreSQL:", shared.err)
	}
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.server
}

// RemoveShared ends the server of [Shared] where it was started, and deletes its folder.
func RemoveShared() error {
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		return nil
	}
	return shared.server.Remove()
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.bin, name), args...)
	c.Dir = s.dir
	c.SysProcAttr = &syscall.SysProcAttr{Credential: s.user, Setpgid: true}
	return c
}

// Start starts a server that was stopped, and returns when it takes connections.
func (s *Server) Start() error {
	s.process = s.leashed("INT", filepath.Join(s.bin, "postgres"), "-D", s.data(), "-p", strconv.Itoa(s.port),
		"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="+s.dir, "-c", "max_connections=100")
	for _, setting := range s.settings {
		s.process.Args = append(s.process.Args, "-c", setting)
	}
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.process.Stdout, s.process.Stderr = log, log
	if s.leash, err = s.process.StdinPipe(); err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		return fmt.Errorf("start postgres: %w", err)
	}
	return s.await()
}

// leashed returns a command that gets a signal when its input ends, which it does with this process.
func (s *Server) leashed(signal, path string, args ...string) *exec.Cmd {
	script := `signal=$1; shift; "$@" </dev/null & child=$!; cat >/dev/null; kill -"$signal" $child 2>/dev/null; wait $child`
	c := s.command("sh")
	c.Path = "/bin/sh"
	c.Args = append([]string{"sh", "-c", script, "sh", signal, path}, args...)
	return c
}

func (s *Server) await() error {
	err := reach(s.URL("postgres"))
	if err != nil {
		log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
		return fmt.Errorf("postgres does not start: %w\n%s", err, log)
	}
	return s.isOurs()
}

// isOurs returns errPortTaken where the server on the port keeps its data elsewhere.
func (s *Server) isOurs() error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var data string
	if err := conn.QueryRow(ctx, "SHOW data_directory").Scan(&data); err != nil {
		return err
	}
	if data != s.data() {
		return errPortTaken
	}
	return nil
}

// reach returns when a database can be reached.
func reach(url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, url)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// URL returns the URL of a database of this server.
func (s *Server) URL(database string) string {
	// A busy machine takes long to start a process for a connection.
	return fmt.Sprintf("postgres://marquee@127.0.0.1:%d/%s?sslmode=disable&connect_timeout=120", s.port, database)
}

// Database makes an empty database and returns its URL.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	name := "test" + strconv.FormatInt(s.names.Add(1), 10)
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return s.URL(name)
}

// Stop ends the server as an operator does: connections are cut, what is committed is kept.
func (s *Server) Stop() error { return s.end(syscall.SIGINT) }

// Crash ends the server without any chance to tidy up.
func (s *Server) Crash() error { return s.end(syscall.SIGQUIT) }

func (s *Server) end(how syscall.Signal) error {
	if s.process == nil {
		return nil
	}
	if pid, err := s.pid(); err == nil {
		if err := syscall.Kill(pid, how); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("signal postgres: %w", err)
		}
	}
	err := s.leash.Close()
	if waited := s.process.Wait(); waited != nil {
		// It ended by a signal; the shell tells so by its status.
		if _, exited := errors.AsType[*exec.ExitError](waited); !exited {
			err = errors.Join(err, waited)
		}
	}
	s.process = nil
	return err
}

func (s *Server) pid() (int, error) {
	text, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strconv.Atoi(first)
}

// Remove ends the server and deletes its folder.
func (s *Server) Remove() error { return errors.Join(s.Crash(), os.RemoveAll(s.dir)) }
