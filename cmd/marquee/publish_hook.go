package main

import (
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evenlight/marquee/internal/website/pages"
	"github.com/evenlight/marquee/internal/website/publishhook"
)

// onPublish returns who is told of publications, or nil. A command has our
// environment without our secrets.
func onPublish(c *choices) publishhook.Target {
	const name = "MARQUEE_ON_PUBLISH"
	text := c.get(name)
	if text == "" {
		return nil
	}
	secret := map[string]bool{}
	for _, s := range settings {
		for _, name := range s.names() {
			secret[name] = s.secret
		}
	}
	var environment []string
	for _, name := range slices.Sorted(maps.Keys(c.environment)) {
		if !secret[name] && !strings.HasPrefix(name, "HOOK_") { // addresses of webhooks
			environment = append(environment, name+"="+c.environment[name])
		}
	}
	target, err := publishhook.Parse(text, environment)
	if err != nil {
		c.reject(name, "%w", err)
		return nil
	}
	return target
}

func newHook(config partsConfig, store *pages.Store, logger *slog.Logger) *publishhook.Hook {
	live := func() publishhook.State {
		revision, sites := store.Live()
		return publishhook.State{Revision: revision, Sites: sites}
	}
	return publishhook.New(config.OnPublish, config.in("announced.json"), live, logger)
}

// hookCollectors says how the announcements go.
func hookCollectors(hook *publishhook.Hook) []prometheus.Collector {
	return []prometheus.Collector{
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "marquee_publish_hook_failures_total",
			Help: "Announcements of a publication (MARQUEE_ON_PUBLISH) that failed; each is tried again.",
		}, func() float64 { return float64(hook.Failures.Load()) }),
		scraped(func(gauge gaugeFunc) {
			gauge("marquee_publish_hook_pending", "1 while something is live that was not announced yet.",
				oneIf(hook.Pending.Load()))
			gauge("marquee_publish_hook_success_timestamp_seconds", "When a publication was announced last, in Unix time; "+
				"0 for not since the start.", float64(hook.Succeeded.Load())/1000)
		}),
	}
}
