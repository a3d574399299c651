package publishhook_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/website/publishhook"
)

type announcement struct {
	Revision, Previous string
	Sites              []string
}

// told is a target that remembers what it was told.
type told struct {
	t    *testing.T
	mu   sync.Mutex // for all below, and what is live
	all  []announcement
	fail int           // how many of the next are refused
	slow time.Duration // how long one takes
}

func (r *told) deliver(ctx context.Context, body []byte, _ *slog.Logger) error {
	r.mu.Lock()
	slow := r.slow
	r.mu.Unlock()
	select {
	case <-time.After(slow):
	case <-ctx.Done():
		return ctx.Err()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fail > 0 {
		r.fail--
		return errors.New("not now")
	}
	var a announcement
	if err := json.Unmarshal(body, &a); err != nil {
		r.t.Error(err)
	}
	if strings.Contains(string(body), ":null") {
		r.t.Errorf("a list is null: %s", body)
	}
	r.all = append(r.all, a)
	return nil
}

// program is a hook with what is live; it must be used in a bubble of synctest.
type program struct {
	*told
	*publishhook.Hook
	live publishhook.State
	log  testkit.Log
	stop func()
}

func start(t *testing.T, file string, live publishhook.State) *program {
	p := &program{told: &told{t: t}, live: live}
	p.Hook = publishhook.New(p.deliver, file, p.isLive, slog.New(slog.NewTextHandler(&p.log, nil)))
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { p.Run(ctx) })
	p.stop = func() { cancel(); running.Wait() }
	p.Notify()
	synctest.Wait()
	return p
}

func (p *program) isLive() publishhook.State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.live
}

// behave says how many announcements are refused from now on, and how long one takes.
func (p *program) behave(fail int, slow time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fail, p.slow = fail, slow
}

func (p *program) publish(live publishhook.State) {
	p.mu.Lock()
	p.live = live
	p.mu.Unlock()
	p.Notify()
	synctest.Wait()
}

func (p *program) last() announcement {
	if len(p.all) == 0 {
		p.t.Fatalf("nothing was announced:\n%s", p.log.String())
	}
	return p.all[len(p.all)-1]
}

// rest lets time pass, and what happens meanwhile be done.
func rest(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func state(revision string, idHash ...string) publishhook.State {
	s := publishhook.State{Revision: revision, Sites: map[string]string{}}
	for i := 0; i < len(idHash); i += 2 {
		s.Sites[idHash[i]] = idHash[i+1]
	}
	return s
}

func TestAPublicationIsAnnouncedByTheSitesThatChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "data", "announced.json")
		p := start(t, file, state("r1", "main", "1", "shop", "1", "old", "1"))
		if want := (announcement{"r1", "", []string{"main", "old", "shop"}}); !reflect.DeepEqual(p.last(), want) {
			t.Errorf("at first: %+v", p.last())
		}
		p.publish(state("r2", "main", "2", "shop", "1", "new", "1"))
		if want := (announcement{"r2", "r1", []string{"main", "new", "old"}}); !reflect.DeepEqual(p.last(), want) {
			t.Errorf("announced %+v, want %+v", p.last(), want)
		}
		// Nothing that anybody can see.
		p.publish(state("r3", "main", "2", "shop", "1", "new", "1"))
		if len(p.all) != 2 {
			t.Errorf("announced for nothing: %+v", p.last())
		}
		p.stop()
		// The same again after a restart, and then other content.
		again := start(t, file, p.live)
		if len(again.all) != 0 || again.Pending.Load() {
			t.Errorf("announced at a start: %+v", again.all)
		}
		again.stop()
		other := start(t, file, state("r4", "main", "2", "shop", "4", "new", "1"))
		if want := (announcement{"r4", "r2", []string{"shop"}}); !reflect.DeepEqual(other.last(), want) {
			t.Errorf("after a restart: %+v, want %+v", other.last(), want)
		}
		other.stop()
	})
}

func TestPublicationsThatComeFasterThanTheHookAreOneAnnouncement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := start(t, filepath.Join(t.TempDir(), "announced.json"), state("r0", "main", "0"))
		p.behave(0, 10*time.Second)
		for n := range 50 {
			p.publish(state(fmt.Sprint("r", n+1), "main", fmt.Sprint(n+1)))
			rest(time.Second)
		}
		rest(time.Minute)
		if p.last().Revision != "r50" || len(p.all) > 8 || p.Pending.Load() {
			t.Errorf("%d announcements, the last of %s", len(p.all), p.last().Revision)
		}
		p.stop()
	})
}

func TestAHookThatFailsIsTriedAgainAndNothingIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := start(t, filepath.Join(t.TempDir(), "announced.json"), state("r1", "main", "1", "shop", "1"))
		p.behave(3, 0)
		p.publish(state("r2", "main", "2", "shop", "1"))
		if !p.Pending.Load() || p.Failures.Load() != 1 {
			t.Errorf("pending %v, failures %d", p.Pending.Load(), p.Failures.Load())
		}
		rest(time.Hour)
		if p.last().Revision != "r2" || p.Failures.Load() != 3 || p.Pending.Load() {
			t.Errorf("announced %s after %d failures", p.last().Revision, p.Failures.Load())
		}
		p.behave(100, 0)
		p.publish(state("r3", "main", "3", "shop", "1"))
		rest(time.Hour)
		if p.Failures.Load() != 8 || !p.Pending.Load() || !strings.Contains(p.log.String(), "level=ERROR") {
			t.Errorf("%d failures:\n%s", p.Failures.Load(), p.log.String())
		}
		p.behave(0, 0)
		p.publish(state("r4", "main", "3", "shop", "4"))
		if got := p.last(); got.Previous != "r2" || !reflect.DeepEqual(got.Sites, []string{"main", "shop"}) {
			t.Errorf("announced %+v", got)
		}
		p.behave(0, 24*time.Hour) // it hangs
		p.publish(state("r5", "main", "5", "shop", "4"))
		rest(2 * time.Minute)
		if p.Failures.Load() == 8 || !strings.Contains(p.log.String(), "not done within") {
			t.Errorf("a hook that hangs is not ended:\n%s", p.log.String())
		}
		p.stop()
	})
}

func TestADamagedFileAnnouncesAll(t *testing.T) {
	for name, content := range map[string]string{"empty": "", "half": `{"revision":"r1","si`} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				file := filepath.Join(t.TempDir(), "announced.json")
				if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
				p := start(t, file, state("r1", "main", "1"))
				if p.last().Previous != "" || !strings.Contains(p.log.String(), "level=WARN") {
					t.Errorf("announced %+v\n%s", p.last(), p.log.String())
				}
				p.stop()
			})
		})
	}
}
