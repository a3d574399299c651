//go:build !race

package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit"
)

// TestAPublicationIsAnnounced saves a page, and starts again with and without other content.
func TestAPublicationIsAnnounced(t *testing.T) {
	type announcement struct {
		Revision, Previous string
		Sites              []string
	}
	came := make(chan announcement, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var a announcement
		if err := json.NewDecoder(r.Body).Decode(&a); err != nil {
			t.Error(err)
		}
		came <- a
	}))
	defer receiver.Close()
	next := func() (a announcement) {
		t.Helper()
		select {
		case a = <-came:
		case <-time.After(10 * time.Minute):
			t.Fatal("nothing was announced")
		}
		return a
	}
	data := newData(t)
	o := opening{content: copyOfContent(t), data: data, env: map[string]string{"MARQUEE_ON_PUBLISH": receiver.URL}}
	w := open(t, o)
	if first := next(); len(first.Sites) == 0 || first.Previous != "" {
		t.Errorf("at first: %+v", first)
	}
	testkit.Eventually(t, "the metric says so", func() bool { return strings.Contains(w.operate("/metrics").body, "marquee_publish_hook_pending 0") })
	w.save("main/pages/about.yaml", strings.Replace(w.read("main/pages/about.yaml"), "description: ", "description: Anew. ", 1))
	saved := next()
	if !slices.Equal(saved.Sites, []string{"main"}) {
		t.Errorf("after a save: %+v", saved)
	}
	if tag := w.get("/about").header.Get("X-Content-Revision"); tag != saved.Revision {
		t.Errorf("announced is %s, live is %s", saved.Revision, tag)
	}
	testkit.Eventually(t, "it is noted", func() bool { return strings.Contains(w.operate("/metrics").body, "marquee_publish_hook_pending 0") })
	w.stop()
	again := open(t, o)
	again.get("/about")
	again.save("main/pages/contact.yaml", strings.Replace(w.read("main/pages/contact.yaml"), "description: ", "description: Anew. ", 1))
	if after := next(); after.Previous != saved.Revision || !slices.Equal(after.Sites, []string{"main"}) {
		t.Errorf("after a restart: %+v", after)
	}
}

func TestAWrongHookIsRefused(t *testing.T) {
	_, _, stderr := run(t, map[string]string{"MARQUEE_ON_PUBLISH": "/no/such/program --now"}, "serve", "--content", fixture, "--addr", "nowhere")
	if !strings.Contains(stderr, "MARQUEE_ON_PUBLISH") || !strings.Contains(stderr, "cannot be found") {
		t.Error(stderr)
	}
}
