package main

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/website/pages"
	"github.com/evenlight/marquee/internal/website/publishhook"
)

type renderings struct {
	seconds prometheus.Histogram
	failed  prometheus.Counter
}

func newRenderings() renderings {
	return renderings{
		prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "marquee_page_render_duration_seconds",
			Help: "Time of rendering one page, waiting for a free machine included. " +
				"Pages are rendered once per change, not per request.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 30},
		}),
		prometheus.NewCounter(prometheus.CounterOpts{
			Name: "marquee_page_render_failures_total",
			Help: "Renderings that failed. The page keeps its last good HTML, or the browser renders it.",
		}),
	}
}

func (r renderings) observe(took time.Duration, err error) {
	r.seconds.Observe(took.Seconds())
	if err != nil {
		r.failed.Inc()
	}
}

// scraped makes its metrics anew at every scrape, so it describes none in advance.
type scraped func(gauge gaugeFunc)

// gaugeFunc reports one value. A label is a name and what it is.
type gaugeFunc func(name, help string, value float64, label ...string)

func (scraped) Describe(chan<- *prometheus.Desc) {}

func (s scraped) Collect(out chan<- prometheus.Metric) {
	s(func(name, help string, value float64, label ...string) {
		var labels prometheus.Labels
		if len(label) == 2 {
			labels = prometheus.Labels{label[0]: label[1]}
		}
		described := prometheus.NewDesc(name, help, nil, labels)
		out <- prometheus.MustNewConstMetric(described, prometheus.GaugeValue, value)
	})
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func contentCollectors(store *pages.Store, source *content.Source) []prometheus.Collector {
	recalled := prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "marquee_pages_recalled_total",
		Help: "Pages that were read from the render cache instead of being rendered.",
	}, func() float64 { return float64(store.Recalled()) })

	return []prometheus.Collector{recalled, scraped(func(gauge gaugeFunc) {
		rendered, all := store.Pages()
		gauge("marquee_pages", "Pages of the revision that is served.", float64(all))
		gauge("marquee_pages_rendered", "Pages of the revision that are rendered, in memory or in the render cache; "+
			"the rest is rendered when it is asked for.", float64(rendered))
		gauge("marquee_page_memory_bytes", "Bytes of prepared answers in memory; "+
			"what was not asked for lately makes room for the rest.", float64(store.Held()))

		status := source.Status()
		errors, warnings := count(status.Problems)
		gauge("marquee_content_stale", "1 while the content folder has errors or cannot be read, "+
			"so that an older revision is served.", oneIf(status.Stale()))
		gauge("marquee_content_errors", "Errors in the content folder; /readyz names them.", float64(errors))
		gauge("marquee_content_warnings", "Warnings about the content folder; /readyz names them.", float64(warnings))
		gauge("marquee_content_loaded_timestamp_seconds", "When the revision was made, in Unix time.",
			float64(status.LoadedAt.UnixMilli())/1000)
		for _, one := range status.Sites {
			gauge("marquee_site_held", "1 while the last good files of the site are served instead of those in the folder; "+
				"/readyz says why.", oneIf(one.State == content.Held), "site", one.ID)
		}
	})}
}

// newInquiryCounter counts what visitors send. Its labels are names from the
// content and outcomes, never anything that a visitor typed.
func newInquiryCounter() *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "marquee_inquiries_total",
		Help: "Forms that arrived, by what became of them: stored, suspect, unconfirmed (and later confirmed), repeated, " +
			"or why they were refused.",
	}, []string{"site", "form", "outcome"})
}

// countTimeout bounds a scrape while the database does not answer.
const countTimeout = 2 * time.Second

// countsOf counts what is in the store, where that can be counted soon.
func countsOf(ctx context.Context, store *outbox.Store) (counts outbox.Counts, ready bool) {
	if !store.Status().Ready {
		return counts, false
	}
	ctx, cancel := context.WithTimeout(ctx, countTimeout)
	defer cancel()
	counts, err := store.Counts(ctx)
	return counts, err == nil
}

// storeCollector says how things stand in the store. Of one that cannot be counted it says only that it is not ready:
// old numbers would look like good news.
func storeCollector(store *outbox.Store) prometheus.Collector {
	return scraped(func(gauge gaugeFunc) {
		room := store.Room()
		gauge("marquee_outbox_used_bytes", "Bytes that the database of submissions has, without what is free in it.",
			float64(room.Used))
		gauge("marquee_outbox_limit_bytes", "Bytes that it may have: its limit, or what the disk has room for; "+
			"0 where there is no limit.", float64(room.Limit))

		counts, ready := countsOf(context.Background(), store)
		gauge("marquee_outbox_ready", "1 while forms are open: submissions can be stored.", oneIf(ready))
		if !ready {
			return
		}

		gauge("marquee_outbox_submissions", "Submissions that are kept.", float64(counts.Submissions))
		gauge("marquee_outbox_unconfirmed", "Submissions of forms with optIn whose address is not confirmed yet.",
			float64(counts.Unconfirmed))
		for state, n := range counts.States() {
			gauge("marquee_outbox_deliveries", "Mails and webhooks by state: sent, waiting, parked, dead, held, collected, "+
				"skipped.", float64(*n), "state", state)
		}
		age := 0.0
		if !counts.OldestUnsent.IsZero() {
			age = max(0, time.Since(counts.OldestUnsent).Seconds())
		}
		gauge("marquee_outbox_oldest_unsent_age_seconds", "Age of the oldest mail that waits or is parked; "+
			"0 where none does.", age)
	})
}

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
