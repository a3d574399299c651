package render_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evenlight/marquee/internal/website/render"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const bundle = `globalThis.__ssr = { render(path, data) {
	const input = JSON.parse(data);
	if (input.throw) throw new TypeError(input.throw);
	if (input.loop) for (;;) {}
	if (input.eat) { const all = []; for (;;) all.push({ some: all.length }); }
	if (input.deep) { const f = () => f() + 1; return f(); }
	if (input.number) return 42;
	return '<p>' + path + ' ' + input.text + '</p>';
} };`

func newPool(t *testing.T, change func(*render.Config)) *render.Pool {
	t.Helper()
	config := render.Config{Bundle: []byte(bundle), Size: 2, Deadline: 20 * time.Second}
	if change != nil {
		change(&config)
	}
	pool, err := render.NewPool(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func mustRender(t *testing.T, pool *render.Pool, text string) {
	t.Helper()
	html, err := pool.Render(t.Context(), "/a", fmt.Appendf(nil, `{"text":%q}`, text))
	if err != nil || html != "<p>/a "+text+"</p>" {
		t.Fatalf("Render = %q, %v", html, err)
	}
}

func TestRenderKeepsEveryPageToItself(t *testing.T) {
	pool := newPool(t, nil)
	var group sync.WaitGroup
	for i := range 100 {
		group.Go(func() {
			path, text := fmt.Sprintf("/%d", i), fmt.Sprintf("ü%d <&>", i)
			html, err := pool.Render(context.Background(), path, fmt.Appendf(nil, `{"text":%q}`, text))
			if err != nil || html != "<p>"+path+" "+text+"</p>" {
				t.Errorf("Render(%s) = %q, %v", path, html, err)
			}
		})
	}
	group.Wait()
}

func TestATemplateThatThrowsTakesNoOtherPageDown(t *testing.T) {
	pool := newPool(t, func(c *render.Config) { c.Size = 1 })
	for range 3 {
		_, err := pool.Render(t.Context(), "/", []byte(`{"throw":"no such field"}`))
		thrown, ok := errors.AsType[*render.Error](err)
		if !ok || thrown.Name != "TypeError" || thrown.Message != "no such field" || thrown.Stack == "" {
			t.Fatalf("err = %#v", err)
		}
		mustRender(t, pool, "still here")
	}
}

func TestHostileScriptsEndInErrors(t *testing.T) {
	pool := newPool(t, func(c *render.Config) {
		c.Size = 1
		c.Deadline = 300 * time.Millisecond
		c.MemoryLimit = 48 << 20
	})
	for _, input := range []string{`{"loop":true}`, `{"eat":true}`, `{"deep":true}`, `{"number":true}`, `{broken`} {
		start := time.Now()
		if html, err := pool.Render(t.Context(), "/", []byte(input)); err == nil {
			t.Errorf("%s: no error, html %q", input, html)
		}
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%s: took %v", input, took)
		}
	}
	// The pool recovers; on a slow machine the first page may need a second try to beat 300 ms.
	for {
		if _, err := pool.Render(t.Context(), "/", []byte(`{"text":"ok"}`)); err == nil {
			break
		} else if t.Context().Err() != nil {
			t.Fatal(err)
		}
	}
}

func TestRenderStopsWithItsContext(t *testing.T) {
	pool := newPool(t, func(c *render.Config) { c.Size = 1 })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := pool.Render(ctx, "/", []byte(`{"loop":true}`)); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("err = %v", err)
	}
	mustRender(t, pool, "after a stopped render")
}

func TestMachinesAreReplacedAfterManyUses(t *testing.T) {
	pool := newPool(t, func(c *render.Config) { c.MaxUses = 2 })
	for range 9 {
		mustRender(t, pool, "again")
	}
}

func TestBrokenBundlesAreRefusedAtStart(t *testing.T) {
	for name, source := range map[string]string{
		"syntax": "function (", "throws": "throw new Error('at load')",
	} {
		if _, err := render.NewPool(render.Config{Bundle: []byte(source)}); err == nil || !strings.Contains(err.Error(), "bundle") {
			t.Errorf("%s: err = %v", name, err)
		}
	}
}

func TestRenderAfterCloseSaysSo(t *testing.T) {
	pool, err := render.NewPool(render.Config{Bundle: []byte(bundle), Size: 1})
	if err != nil {
		t.Fatal(err)
	}
	pool.Close()
	if _, err := pool.Render(t.Context(), "/", []byte(`{}`)); !errors.Is(err, render.ErrClosed) {
		t.Fatalf("err = %v", err)
	}
}

type panicking struct {
	slog.Handler
	n atomic.Int64
}

func (*panicking) Enabled(context.Context, slog.Level) bool { return true }

func (p *panicking) Handle(context.Context, slog.Record) error {
	if p.n.Add(1) > 1 {
		panic("at the second start")
	}
	return nil
}

// Machines are started by goroutines of the pool, where nobody else recovers.
func TestAMachineThatPanicsWhenItStartsIsAnError(t *testing.T) {
	pool := newPool(t, func(c *render.Config) {
		c.Bundle, c.MaxUses = []byte(`__hostLog("warn", "hello");`+bundle), 1
		c.Logger = slog.New(&panicking{Handler: slog.DiscardHandler})
	})
	mustRender(t, pool, "first")
	if _, err := pool.Render(t.Context(), "/a", []byte(`{"text":"x"}`)); err == nil {
		t.Error("no error")
	}
}
