package postgrestest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// PgBouncer starts the real PgBouncer in transaction mode before the server, and
// returns by which URL it leads to a database. It skips the test where PgBouncer is
// not installed: [Server.Pooler] is for those that must run everywhere.
func (s *Server) PgBouncer(t testing.TB, database string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		t.Skip("NOT TESTED with PgBouncer itself, which is not installed (Debian: apt-get install pgbouncer)")
	}
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	users, settings := filepath.Join(s.dir, "users"), filepath.Join(s.dir, "pgbouncer.ini")
	text := fmt.Sprintf(`[databases]
* = host=127.0.0.1 port=%d
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = trust
auth_file = %s
pool_mode = transaction
default_pool_size = 8
server_reset_query_always = 1
`, s.port, port, users)
	for path, text := range map[string]string{settings: text, users: "\"marquee\" \"\"\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	process := s.leashed("TERM", program, settings)
	log := &strings.Builder{}
	process.Stdout, process.Stderr = log, log
	leash, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = leash.Close()
		_ = process.Wait() // It ends by a signal.
		if t.Failed() {
			t.Log(log)
		}
	})
	through := strings.Replace(database, fmt.Sprintf("127.0.0.1:%d", s.port), fmt.Sprintf("127.0.0.1:%d", port), 1)
	if err := reach(through); err != nil {
		t.Fatalf("pgbouncer does not start: %v\n%s", err, log)
	}
	return through
}
