package outbox

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/testkit/postgrestest"
)

func TestWhenTheServerIsGoneTheBoxClosesAndOpensByItself(t *testing.T) {
	t.Parallel()
	server := postgrestest.Must(t)
	s := newStage(t, Config{URL: server.Database(t)})
	f := newSender(nil)
	s.run(worker(s, f))
	for _, end := range []func() error{server.Stop, server.Crash} {
		// Submissions go on while the server ends: whatever is acknowledged is there afterwards.
		var mu sync.Mutex
		var accepted []string
		halt := make(chan struct{})
		var visitors sync.WaitGroup
		for range 4 {
			visitors.Go(func() {
				for {
					select {
					case <-halt:
						return
					default:
					}
					v := s.submission()
					if _, err := s.Save(t.Context(), v, []site.Message{notice(v)}); err != nil {
						return
					}
					mu.Lock()
					accepted = append(accepted, v.ID)
					mu.Unlock()
				}
			})
		}
		testkit.Eventually(t, "submissions are taken", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(accepted) > 20
		})
		if err := end(); err != nil {
			t.Fatal(err)
		}
		visitors.Wait()
		close(halt)
		awaitClosed(t, s.Store, "check that the server runs")
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		awaitReady(t, s.Store)
		for _, id := range accepted {
			s.find(id)
		}
		// A lease that was cut short runs out.
		s.clock.Add(time.Hour)
		testkit.Eventually(t, "all mail is sent", func() bool {
			s.Wake()
			return s.counts().Waiting == 0
		})
	}
}

func TestAServerThatWasNeverThereIsNamedWithoutItsPassword(t *testing.T) {
	t.Parallel()
	server := postgrestest.Must(t)
	url := strings.Replace(server.Database(t), "marquee@", "marquee:s3cret@", 1)
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	store, err := Open(Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	awaitClosed(t, store, "check that the server runs")
	if text := store.Status().Err.Error(); strings.Contains(text, "s3cret") || !strings.Contains(text, "127.0.0.1:") {
		t.Errorf("status %s", text)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	awaitReady(t, store)
}

func TestABadURLIsFoundAtTheStart(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"mysql://a:s3cret@b/c", "postgres://a:s3cret@b:port/c", "postgres://a:s3%zzcret@b/c",
		"postgres://a:s3cret@b/c?sslmode=maybe", "postgres://a:s3cret@b/c?pool_max_conns=many", "just text",
	} {
		err := Config{URL: bad}.Check()
		if err == nil {
			t.Errorf("%s is taken", bad)
		} else if strings.Contains(fmt.Sprint(err), "s3cret") {
			t.Errorf("the password is shown: %v", err)
		}
		if _, err := Open(Config{URL: bad}); err == nil {
			t.Errorf("a store with %s opens", bad)
		}
	}
	for _, good := range []string{"", "postgres://a:b@c/d", "postgresql:///d?host=/tmp"} {
		if err := (Config{Dir: "x", URL: good}).Check(); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	if err := (Config{}).Check(); err == nil {
		t.Error("neither folder nor URL is taken")
	}
}

func TestFormsAreTakenThroughPgBouncerItself(t *testing.T) {
	t.Parallel()
	server := postgrestest.Shared(t)
	s := newStage(t, Config{URL: server.PgBouncer(t, server.Database(t))})
	f := newSender(nil)
	s.run(worker(s, f))
	ids := s.saveMany(60)
	for range ids {
		f.next(t)
	}
	for _, id := range ids {
		s.awaitState(id, StateSent)
	}
}

func TestAServerThatForgetsClosesTheBoxAndSaysWhatToDo(t *testing.T) {
	t.Parallel()
	server := postgrestest.Must(t, "fsync=off")
	database := server.Database(t)
	store, err := Open(Config{URL: database})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	awaitClosed(t, store, "set fsync = on")
	trusting, err := OpenNow(t.Context(), Config{URL: database + "&storage=durable"})
	if err != nil {
		t.Fatalf("the operator knows better: %v", err)
	}
	if err := trusting.Close(); err != nil {
		t.Error(err)
	}
}
