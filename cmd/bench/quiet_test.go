package main

import "testing"

func TestBusyShare(t *testing.T) {
	before, err := parseTicks("cpu  100 20 30 800 50 5 10 5 0 0\ncpu0 1 2 3\n")
	if err != nil {
		t.Fatal(err)
	}
	after, err := parseTicks("cpu  130 20 40 860 90 5 12 13 7 0\n")
	if err != nil {
		t.Fatal(err)
	}
	// 30 user, 10 system, 2 softirq and 8 stolen of 150; 60 idle and 40 waiting are no work.
	if got, want := busyShare(before, after), 50.0/150; got != want {
		t.Errorf("others used %v, want %v", got, want)
	}
	if got := busyShare(after, after); got != 0 {
		t.Errorf("in no time at all others used %v", got)
	}
	for _, text := range []string{"", "cpu 1 2 3", "intr 1 2 3 4 5 6 7 8 9", "cpu a b c d e f g h"} {
		if got, err := parseTicks(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
	if busy := (surroundings{Others: 0.06}); busy.quiet() {
		t.Errorf("a machine where %s counts as quiet", busy)
	}
	if idle := (surroundings{Load: 3, Others: 0.01}); !idle.quiet() {
		t.Errorf("a machine where %s does not count as quiet", idle)
	}
}
