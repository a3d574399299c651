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
	Revision, Previous                string
	Sites, Paths, Removed, URLs, Tags []string
	All                               bool
}

// told is a target that remembers what it was told.
type told struct {
	t    *testing.T
	mu   sync.Mutex // for all below, and what is live
	all  []announcement
	fail int           // how many of the next are refused
	slow time.Duration // how long one takes
}

func (r *told) Deliver(ctx context.Context, body []byte, _ *slog.Logger) error {
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
	p.Hook = publishhook.New(publishhook.Config{
		Target: p.told, File: file, Live: p.isLive, Logger: slog.New(slog.NewTextHandler(&p.log, nil)),
		Origin: func(id string) string { return "https://" + id + ".example" },
	})
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

func state(revision string, pathHash ...string) publishhook.State {
	s := publishhook.State{Revision: revision, Sites: map[string]map[string]string{"main": {}}}
	for i := 0; i < len(pathHash); i += 2 {
		s.Sites["main"][pathHash[i]] = pathHash[i+1]
	}
	return s
}

func TestAPublicationIsAnnouncedByWhatItChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "data", "announced.json")
		p := start(t, file, state("r1", "/", "p1", "/about", "p1", "/old", "a/about", "/sitemap.xml", "d1"))
		if first := p.last(); !first.All || first.Revision != "r1" || first.Previous != "" || !reflect.DeepEqual(first.Tags, []string{"site-main", "api"}) {
			t.Errorf("at first: %+v", first)
		}
		p.publish(state("r2", "/", "p1", "/about", "p2", "/new", "p1", "/sitemap.xml", "d2"))
		want := announcement{
			Revision: "r2", Previous: "r1", Sites: []string{"main"}, Paths: []string{"/about", "/new", "/sitemap.xml"}, Removed: []string{"/old"},
			URLs: []string{
				"https://main.example/about", "https://main.example/api/pages?path=/about", "https://main.example/new", "https://main.example/api/pages?path=/new",
				"https://main.example/old", "https://main.example/sitemap.xml",
			},
			Tags: []string{"api-main", "page-main/about", "page-main/new", "page-main/old", "page-main/sitemap.xml"},
		}
		if !reflect.DeepEqual(p.last(), want) {
			t.Errorf("announced:\n%+v\nwant:\n%+v", p.last(), want)
		}
		// Nothing that anybody can see.
		p.publish(state("r3", "/", "p1", "/about", "p2", "/new", "p1", "/sitemap.xml", "d2"))
		if len(p.all) != 2 {
			t.Errorf("announced for nothing: %+v", p.last())
		}
		p.stop()
		// The same again after a restart.
		again := start(t, file, p.live)
		if len(again.all) != 0 || again.Pending() {
			t.Errorf("announced at a start: %+v", again.all)
		}
		again.stop()
		// Other content after a restart.
		other := start(t, file, state("r4", "/", "p1", "/about", "p4", "/new", "p1", "/sitemap.xml", "d2"))
		if got := other.last(); got.All || got.Previous != "r2" || !reflect.DeepEqual(got.Paths, []string{"/about"}) {
			t.Errorf("after a restart: %+v", got)
		}
		// A site that is gone, and everything at once.
		other.publish(publishhook.State{Revision: "r5", Sites: map[string]map[string]string{"shop": {"/shop": "p1"}}})
		if got := other.last(); !got.All || len(got.Removed) != 4 || !reflect.DeepEqual(got.Sites, []string{"main", "shop"}) {
			t.Errorf("everything: %+v", got)
		}
		other.stop()
	})
}

func TestManyChangesAreAllChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		many := func(hash string) publishhook.State {
			s := state(hash)
			for n := range 1200 {
				s.Sites["main"][fmt.Sprintf("/p%d", n)] = "p" + hash
			}
			s.Sites["main"]["/same"] = "p"
			return s
		}
		p := start(t, filepath.Join(t.TempDir(), "announced.json"), many("1"))
		p.publish(many("2"))
		if got := p.last(); !got.All || len(got.Paths) > 0 || len(got.URLs) > 0 || !reflect.DeepEqual(got.Tags, []string{"site-main", "api"}) {
			t.Errorf("announced: all %v, %d paths, tags %v", got.All, len(got.Paths), got.Tags)
		}
		p.stop()
	})
}

func TestPublicationsThatComeFasterThanTheHookAreOneAnnouncement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := start(t, filepath.Join(t.TempDir(), "announced.json"), state("r0", "/", "p0"))
		p.behave(0, 10*time.Second)
		for n := range 50 {
			p.publish(state(fmt.Sprint("r", n+1), "/", fmt.Sprint("p", n+1)))
			rest(time.Second)
		}
		rest(time.Minute)
		if p.last().Revision != "r50" || len(p.all) > 8 || p.Pending() {
			t.Errorf("%d announcements, the last of %s", len(p.all), p.last().Revision)
		}
		p.stop()
	})
}

func TestAHookThatFailsIsTriedAgainAndNothingIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := start(t, filepath.Join(t.TempDir(), "announced.json"), state("r1", "/", "p1", "/about", "p1"))
		p.behave(3, 0)
		p.publish(state("r2", "/", "p2", "/about", "p1"))
		if !p.Pending() || p.Failures() != 1 {
			t.Errorf("pending %v, failures %d", p.Pending(), p.Failures())
		}
		rest(time.Hour)
		if p.last().Revision != "r2" || p.Failures() != 3 || p.Pending() {
			t.Errorf("announced %s after %d failures", p.last().Revision, p.Failures())
		}
		p.behave(100, 0)
		p.publish(state("r3", "/", "p3", "/about", "p1"))
		rest(time.Hour)
		if p.Failures() != 8 || !p.Pending() || !strings.Contains(p.log.String(), "level=ERROR") {
			t.Errorf("%d failures:\n%s", p.Failures(), p.log.String())
		}
		p.behave(0, 0)
		p.publish(state("r4", "/", "p3", "/about", "p4"))
		if got := p.last(); got.Previous != "r2" || !reflect.DeepEqual(got.Paths, []string{"/", "/about"}) {
			t.Errorf("announced %+v", got)
		}
		p.behave(0, 24*time.Hour) // it hangs
		p.publish(state("r5", "/", "p5", "/about", "p4"))
		rest(2 * time.Minute)
		if p.Failures() == 8 || !strings.Contains(p.log.String(), "not done within") {
			t.Errorf("a hook that hangs is not ended:\n%s", p.log.String())
		}
		p.stop()
	})
}

func TestADamagedFileAnnouncesAll(t *testing.T) {
	for name, content := range map[string]string{"empty": "", "half": `{"format":1,"revision":"r1","si`, "null": "null", "newer": `{"format":9}`, "no sites": `{"format":1}`} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				file := filepath.Join(t.TempDir(), "announced.json")
				if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
				p := start(t, file, state("r1", "/", "p1"))
				if !p.last().All || !strings.Contains(p.log.String(), "level=WARN") {
					t.Errorf("announced %+v\n%s", p.last(), p.log.String())
				}
				p.stop()
			})
		})
	}
}
