package mail

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

// pipes is a network in memory, so that tests of minutes and days run in the
// clock of testing/synctest.
type pipes struct {
	connections chan net.Conn
	closed      chan struct{}
	once        sync.Once
}

func newPipes() *pipes { return &pipes{connections: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case connection := <-p.connections:
		return connection, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "unix"} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.connections <- there:
		return here, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// provide returns a sender that is connected to a stand-in. Both end with the
// test, before its bubble does.
func provide(t *testing.T, config resendtest.Config, sending Config) (*Resend, *resendtest.Server) {
	t.Helper()
	standIn := resendtest.NewHandler(config)
	network := newPipes()
	server := &http.Server{Handler: standIn}
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := server.Serve(network); !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("serve: %v", err)
		}
	})
	if sending.Key == "" {
		sending.Key = standIn.Key()
	}
	sending.URL = "http://127.0.0.1"
	sender, err := NewResend(sending)
	if err != nil {
		t.Fatal(err)
	}
	sender.transport.DialContext, sender.transport.Proxy = network.dial, nil
	t.Cleanup(func() {
		sender.Close()
		if err := errors.Join(standIn.Close(), server.Close()); err != nil {
			t.Error(err)
		}
		serving.Wait()
	})
	return sender, standIn
}

func sampleMessage() site.Message {
	return site.Message{
		Kind: site.MailNotice, From: "Evenlight <hello@evenlight.example>", To: []string{"team@evenlight.example"}, ReplyTo: "canary@visitor.example",
		Subject: "Message from Canary Jones", Text: "Canary text", HTML: "<p>Canary text</p>", Headers: map[string]string{"Auto-Submitted": "auto-generated"},
		Attachments: []site.Attachment{{Name: "booking.ics", ContentType: "text/calendar", Content: []byte("BEGIN:VCALENDAR\xff\x00")}},
	}
}

// refused sends and returns why it was not taken.
func refused(t *testing.T, sender *Resend, key string) *site.DeliveryError {
	t.Helper()
	id, err := sender.Send(t.Context(), key, sampleMessage())
	var why *site.DeliveryError
	if !errors.As(err, &why) {
		t.Fatalf("sent as %q, error %v", id, err)
	}
	return why
}
