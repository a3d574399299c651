package outbox

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

// send is one call of a fake sender.
type send struct {
	key     string
	message site.Message
}

// sender is a scripted provider. Each send is told on the channel.
type sender struct {
	sends chan send
	// Answers a send; nil takes everything.
	answer func(ctx context.Context, n int, key string) error
	// Answers a reservation; nil allows all.
	reserve func(ctx context.Context) error

	mu sync.Mutex
	n  int
}

func newSender(answer func(ctx context.Context, n int, key string) error) *sender {
	return &sender{sends: make(chan send, 1000), answer: answer}
}

func (f *sender) Reserve(ctx context.Context) error {
	if f.reserve != nil {
		return f.reserve(ctx)
	}
	return ctx.Err()
}

func (f *sender) Send(ctx context.Context, key string, m site.Message) (string, error) {
	f.mu.Lock()
	f.n++
	n := f.n
	f.mu.Unlock()
	f.sends <- send{key, m}
	if f.answer != nil {
		if err := f.answer(ctx, n, key); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("provider-%d", n), nil
}

// next waits for the next send.
func (f *sender) next(t testing.TB) send {
	t.Helper()
	select {
	case sent := <-f.sends:
		return sent
	case <-time.After(10 * time.Minute):
		t.Fatal("nothing is sent")
		return send{}
	}
}

// fates answers the attempts in turn, then takes the mail.
func fates(script ...error) func(context.Context, int, string) error {
	return func(_ context.Context, n int, _ string) error {
		if n <= len(script) {
			return script[n-1]
		}
		return nil
	}
}

func worker(s *stage, sender Sender, change ...func(*WorkerConfig)) *Worker {
	config := WorkerConfig{
		Store: s.Store, Sender: sender, Now: s.clock.Now, Jitter: func() float64 { return 0.5 },
		Logger: slog.New(slog.NewTextHandler(s.t.Output(), nil)),
	}
	for _, f := range change {
		f(&config)
	}
	return NewWorker(config)
}

// run runs the worker until the test, or the returned function, ends it.
func (s *stage) run(w *Worker) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	s.t.Cleanup(func() { _ = stop() })
	return stop
}

// awaitState waits until a submission's deliveries have these states.
func (s *stage) awaitState(id, state string) Delivery {
	s.t.Helper()
	var d Delivery
	testkit.Eventually(s.t, "the mail is "+state, func() bool {
		d = s.find(id).Deliveries[0]
		return d.State == state
	})
	return d
}
