package main

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

func TestTheSizeOfTheCacheIsChecked(t *testing.T) {
	for _, wrong := range []string{"-1", "lots", "1.5", "99999999999"} {
		code, _, stderr := run(t, map[string]string{"MARQUEE_CACHE_SIZE": wrong}, "serve", "--content", shipped)
		if code != exitUsage || !strings.Contains(stderr, wrong) || !strings.Contains(stderr, "cache size") {
			t.Errorf("%s: exit code %d: %s", wrong, code, stderr)
		}
	}
	config, err := serveCommand{contentFlags: contentFlags{Content: shipped}, CacheSize: "7"}.config(getenv(map[string]string{"MARQUEE_CACHE_SIZE": "8"}))
	if err != nil || config.CacheSize != 7<<20 {
		t.Errorf("%d, %v", config.CacheSize, err)
	}
}

func TestAnotherBuildHasAnotherIdentity(t *testing.T) {
	if identity([]byte("one")) == identity([]byte("two")) {
		t.Error("other templates have the same identity")
	}
	if once, again := identity([]byte("one")), identity([]byte("one")); once != again {
		t.Error("the same build has two identities")
	}
	for want, info := range map[bool][]debug.BuildInfo{
		true: {
			{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}}},
			{Main: debug.Module{Version: "v1.2.3"}},
		},
		false: {
			{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}}},
			{Main: debug.Module{Version: "(devel)"}},
			{Main: debug.Module{Version: "v1.2.3+dirty"}},
			{},
		},
	} {
		for _, build := range info {
			if isCommitted(&build) != want {
				t.Errorf("%+v: known by its commit: %v", build, !want)
			}
		}
	}
}

func TestTheLargerTheHeapTheSmallerItsShareOfGarbage(t *testing.T) {
	const limit = 40 << 20
	for live, want := range map[uint64]int{
		0: 100, 1 << 20: 100, 40 << 20: 100, 50 << 20: 80, 80 << 20: 50, 160 << 20: 25, 400 << 20: 10, 64 << 30: 10,
	} {
		if got := percentFor(live, limit); got != want {
			t.Errorf("%d MB: %d %%, want %d %%", live>>20, got, want)
		}
	}
}

func TestTheOperatorDecidesAboutGarbage(t *testing.T) {
	before := debug.SetGCPercent(77)
	defer debug.SetGCPercent(before)
	h := newHeadroom(getenv(map[string]string{"GOGC": "77"}))
	h.load()
	h.start()
	h.stop()
	if now := debug.SetGCPercent(77); now != 77 {
		t.Errorf("it was set to %d", now)
	}
	h = newHeadroom(getenv(nil))
	h.load()
	if now := debug.SetGCPercent(whileLoading); now != whileLoading {
		t.Errorf("while content is read it is %d", now)
	}
	h.start()
	if now := debug.SetGCPercent(100); now != 100 {
		t.Errorf("it starts with %d", now)
	}
	h.stop()
	if now := debug.SetGCPercent(77); now != 77 {
		t.Errorf("it is left at %d", now)
	}
	if h.adjust() {
		t.Error("it goes on after its end")
	}
}

func TestMoreGarbageMayLieAboutWhileThereIsWork(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	large := make([]byte, 2*garbageAtWork)
	runtime.GC()
	h := newHeadroom(getenv(nil))
	clock := time.Now()
	h.now = func() time.Time { return clock }
	h.running, h.last = true, clock
	h.adjust()
	working := h.percent
	clock = clock.Add(2 * atWork)
	h.adjust()
	if resting := h.percent; resting <= 0 || working < 2*resting {
		t.Errorf("%d %% at work, %d %% at rest", working, resting)
	}
	runtime.KeepAlive(large)
}
