package main

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// letters counts what visitors send. Its labels are names from the content and
// outcomes, never anything that a visitor typed.
type letters struct {
	taken *prometheus.CounterVec
}

func newLetters() *letters {
	return &letters{taken: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "marquee_inquiries_total", Help: "Forms that arrived, by what became of them: stored, suspect, repeated, or why they were refused.",
	}, []string{"site", "form", "outcome"})}
}

func (l *letters) observe(siteID, formID, outcome string) {
	l.taken.WithLabelValues(siteID, formID, outcome).Inc()
}

// countTimeout bounds a scrape while the database does not answer.
const countTimeout = 2 * time.Second

// boxCollector asks the box how things stand at every scrape.
type boxCollector struct {
	box                       *outbox.Box
	ready, deliveries, oldest *prometheus.Desc
	submissions               *prometheus.Desc
}

func newBoxCollector(box *outbox.Box) *boxCollector {
	return &boxCollector{
		box:         box,
		ready:       prometheus.NewDesc("marquee_outbox_ready", "1 while forms are open: submissions can be stored.", nil, nil),
		submissions: prometheus.NewDesc("marquee_outbox_submissions", "Submissions that are kept.", nil, nil),
		deliveries:  prometheus.NewDesc("marquee_outbox_deliveries", "Mails by state: sent, waiting, parked, dead, held, collected, skipped.", []string{"state"}, nil),
		oldest:      prometheus.NewDesc("marquee_outbox_oldest_unsent_age_seconds", "Age of the oldest mail that waits or is parked; 0 where none does.", nil, nil),
	}
}

// Describe implements prometheus.Collector.
func (c *boxCollector) Describe(out chan<- *prometheus.Desc) {
	out <- c.ready
	out <- c.submissions
	out <- c.deliveries
	out <- c.oldest
}

// Collect implements prometheus.Collector. A box that cannot be counted says
// only that it is not ready: old numbers would look like good news.
func (c *boxCollector) Collect(out chan<- prometheus.Metric) {
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), countTimeout)
	defer cancel()
	counts, err := c.box.Counts(ctx)
	if err != nil || !c.box.Status().Ready {
		gauge(c.ready, 0)
		return
	}
	gauge(c.ready, 1)
	gauge(c.submissions, float64(counts.Submissions))
	for _, state := range []struct {
		name  string
		count int
	}{
		{outbox.StateSent, counts.Sent},
		{outbox.StateWaiting, counts.Waiting},
		{outbox.StateParked, counts.Parked},
		{outbox.StateDead, counts.Dead},
		{outbox.StateHeld, counts.Held},
		{outbox.StateCollected, counts.Collected},
		{outbox.StateSkipped, counts.Skipped},
	} {
		gauge(c.deliveries, float64(state.count), state.name)
	}
	age := 0.0
	if !counts.OldestUnsent.IsZero() {
		age = max(0, time.Since(counts.OldestUnsent).Seconds())
	}
	gauge(c.oldest, age)
}
