package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// Pooler stands between programs and a server as PgBouncer does in transaction mode,
// only stricter: it refuses startup parameters in PgBouncer's words, gives each
// transaction another connection of the server where it can, and forgets what was
// set or prepared in a session before the next transaction has it.
type Pooler struct {
	server   *Server
	listener net.Listener
	mu       sync.Mutex
	// Connections that wait for a transaction, by database; the one that waits for longest is first.
	idle map[string][]*pgconn.HijackedConn
	// What must be closed for the goroutines to end.
	open    map[io.Closer]bool
	closed  bool
	running sync.WaitGroup
}

// passedOn are the startup parameters that PgBouncer 1.18 takes.
var passedOn = []string{
	"user",
	"database",
	"client_encoding",
	"datestyle",
	"timezone",
	"standard_conforming_strings",
	"application_name",
}

// Pooler starts a pooler before the server. It ends with the test.
func (s *Server) Pooler(t testing.TB) *Pooler {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Pooler{
		server: s, listener: listener, idle: map[string][]*pgconn.HijackedConn{}, open: map[io.Closer]bool{listener: true},
	}
	p.running.Go(p.accept)
	t.Cleanup(p.Close)
	return p
}

// Close cuts all connections. The pooler may be closed twice.
func (p *Pooler) Close() {
	p.mu.Lock()
	p.closed = true
	for one := range p.open {
		_ = one.Close() // It may have ended by itself.
	}
	p.mu.Unlock()
	p.running.Wait()
}

// URL returns by which URL a database of the server is reached through the pooler.
func (p *Pooler) URL(database string) string {
	return strings.Replace(database, fmt.Sprintf("127.0.0.1:%d", p.server.port), p.listener.Addr().String(), 1)
}

func (p *Pooler) accept() {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return
		}
		if !p.track(conn) {
			continue
		}
		p.running.Go(func() {
			defer p.drop(conn)
			p.serve(conn)
		})
	}
}

// track notes what has to be closed at the end, and reports whether it is not too late for that.
func (p *Pooler) track(one io.Closer) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		_ = one.Close()
		return false
	}
	p.open[one] = true
	return true
}

func (p *Pooler) drop(one io.Closer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, one)
	_ = one.Close() // It may have been cut already.
}

// serve plays the server for one client until either side ends.
func (p *Pooler) serve(conn net.Conn) {
	client := pgproto3.NewBackend(conn, conn)
	database, err := p.greet(conn, client)
	for err == nil {
		err = p.transact(client, database)
	}
	if failure, ok := errors.AsType[*refusal](err); ok {
		client.Send(
			&pgproto3.ErrorResponse{Severity: "FATAL", SeverityUnlocalized: "FATAL", Code: "08P01", Message: failure.text},
		)
		_ = client.Flush() // Who has gone need not be told.
	}
}

// refusal is told to the client.
type refusal struct{ text string }

func (r *refusal) Error() string { return r.text }

// greet answers the start of a connection and returns the name of its database.
func (p *Pooler) greet(conn net.Conn, client *pgproto3.Backend) (string, error) {
	for {
		message, err := client.ReceiveStartupMessage()
		if err != nil {
			return "", err
		}
		switch message := message.(type) {
		case *pgproto3.SSLRequest, *pgproto3.GSSEncRequest:
			if _, err := conn.Write([]byte("N")); err != nil {
				return "", err
			}
		case *pgproto3.StartupMessage:
			for name := range message.Parameters {
				if !slices.Contains(passedOn, name) {
					return "", &refusal{"unsupported startup parameter: " + name}
				}
			}
			database := message.Parameters["database"]
			client.Send(&pgproto3.AuthenticationOk{})
			for name, value := range map[string]string{"server_version": "15.0", "client_encoding": "UTF8", "standard_conforming_strings": "on"} {
				client.Send(&pgproto3.ParameterStatus{Name: name, Value: value})
			}
			client.Send(&pgproto3.BackendKeyData{ProcessID: 1, SecretKey: []byte{0, 0, 0, 1}})
			client.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
			return database, client.Flush()
		default:
			return "", io.EOF // The request to cancel: PgBouncer may be too late for it, too.
		}
	}
}

// transact passes one transaction on, or one statement outside of one.
func (p *Pooler) transact(client *pgproto3.Backend, database string) error {
	message, err := client.Receive()
	if err != nil {
		return err
	}
	if _, end := message.(*pgproto3.Terminate); end {
		return io.EOF
	}
	server, err := p.take(database)
	if err != nil {
		return &refusal{"server login failed: " + err.Error()}
	}
	for {
		server.Frontend.Send(message)
		switch message.(type) {
		case *pgproto3.Query, *pgproto3.Sync:
			status, err := answer(client, server)
			if err != nil {
				p.drop(server.Conn)
				return err
			}
			if status == 'I' {
				p.give(database, server)
				return nil
			}
		}
		message, err = client.Receive()
		if _, end := message.(*pgproto3.Terminate); end && err == nil {
			err = io.EOF
		}
		if err != nil {
			p.drop(server.Conn) // So the server rolls back.
			return err
		}
	}
}

// answer passes on what the server says until it is ready, and returns the state of the transaction.
func answer(client *pgproto3.Backend, server *pgconn.HijackedConn) (status byte, err error) {
	if err := server.Frontend.Flush(); err != nil {
		return 0, &refusal{"server conn crashed?"}
	}
	for {
		message, err := server.Frontend.Receive()
		if err != nil {
			return 0, &refusal{"server conn crashed?"}
		}
		client.Send(message)
		if ready, ok := message.(*pgproto3.ReadyForQuery); ok {
			return ready.TxStatus, client.Flush()
		}
	}
}

// spares is how many connections wait beside the one that is taken, so that no two transactions in a row have the same.
const spares = 1

// take returns a connection that nobody uses and that knows nothing of those who did.
func (p *Pooler) take(database string) (*pgconn.HijackedConn, error) {
	for {
		p.mu.Lock()
		var server *pgconn.HijackedConn
		if waiting := p.idle[database]; len(waiting) > spares {
			server, p.idle[database] = waiting[0], waiting[1:]
		}
		p.mu.Unlock()
		if server == nil {
			return p.dial(database)
		}
		server.Frontend.Send(&pgproto3.Query{String: "DISCARD ALL"})
		if status, err := answer(pgproto3.NewBackend(nil, io.Discard), server); err == nil && status == 'I' {
			return server, nil
		}
		p.drop(server.Conn) // The server was restarted.
	}
}

func (p *Pooler) dial(database string) (*pgconn.HijackedConn, error) {
	conn, err := pgconn.Connect(context.Background(), p.server.URL(database))
	if err != nil {
		return nil, err
	}
	server, err := conn.Hijack()
	if err != nil {
		return nil, err
	}
	if !p.track(server.Conn) {
		return nil, net.ErrClosed
	}
	return server, nil
}

func (p *Pooler) give(database string, server *pgconn.HijackedConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle[database] = append(p.idle[database], server)
}
