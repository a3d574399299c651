package main

import (
	"strings"
	"testing"
)

func TestTheSizeOfTheCacheIsChecked(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"-1", "lots", "1.5", "99999999999"} {
		code, _, stderr := run(t, map[string]string{"MARQUEE_CACHE_SIZE": wrong}, "serve", "--content", fixture)
		if code != exitUsage || !strings.Contains(stderr, wrong) || !strings.Contains(stderr, "MARQUEE_CACHE_SIZE") {
			t.Errorf("%s: exit code %d: %s", wrong, code, stderr)
		}
	}
	chosen := &choices{known: map[string]choice{}, flags: map[string]string{"content": fixture, "cache-size": "7"}, environment: map[string]string{"MARQUEE_CACHE_SIZE": "8"}}
	if config := newServeConfig(chosen); chosen.err() != nil || config.CacheSize != 7<<20 {
		t.Errorf("%d, %v", config.CacheSize, chosen.err())
	}
}

func TestAnotherBuildHasAnotherIdentity(t *testing.T) {
	t.Parallel()
	if identity([]byte("one")) == identity([]byte("two")) {
		t.Error("other templates have the same identity")
	}
	if once, again := identity([]byte("one")), identity([]byte("one")); once != again {
		t.Error("the same build has two identities")
	}
}
