package main

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// newInquiryCounter counts what visitors send. Its labels are names from the
// content and outcomes, never anything that a visitor typed.
func newInquiryCounter() *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "marquee_inquiries_total", Help: "Forms that arrived, by what became of them: stored, suspect, repeated, or why they were refused.",
	}, []string{"site", "form", "outcome"})
}

// countTimeout bounds a scrape while the database does not answer.
const countTimeout = 2 * time.Second

// storeCollector asks the store how things stand at every scrape.
type storeCollector struct {
	store                     *outbox.Store
	ready, deliveries, oldest *prometheus.Desc
	submissions               *prometheus.Desc
	used, limit               *prometheus.Desc
}

func newStoreCollector(store *outbox.Store) *storeCollector {
	return &storeCollector{
		store:       store,
		ready:       prometheus.NewDesc("marquee_outbox_ready", "1 while forms are open: submissions can be stored.", nil, nil),
		submissions: prometheus.NewDesc("marquee_outbox_submissions", "Submissions that are kept.", nil, nil),
		deliveries:  prometheus.NewDesc("marquee_outbox_deliveries", "Mails and webhooks by state: sent, waiting, parked, dead, held, collected, skipped.", []string{"state"}, nil),
		used:        prometheus.NewDesc("marquee_outbox_used_bytes", "Bytes that the database of submissions has, without what is free in it.", nil, nil),
		limit:       prometheus.NewDesc("marquee_outbox_limit_bytes", "Bytes that it may have: its limit, or what the disk has room for; 0 where there is no limit.", nil, nil),
		oldest:      prometheus.NewDesc("marquee_outbox_oldest_unsent_age_seconds", "Age of the oldest mail that waits or is parked; 0 where none does.", nil, nil),
	}
}

// Describe implements prometheus.Collector.
func (c *storeCollector) Describe(out chan<- *prometheus.Desc) {
	out <- c.ready
	out <- c.submissions
	out <- c.deliveries
	out <- c.oldest
	out <- c.used
	out <- c.limit
}

// Collect implements prometheus.Collector. A store that cannot be counted says
// only that it is not ready: old numbers would look like good news.
func (c *storeCollector) Collect(out chan<- prometheus.Metric) {
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	room := c.store.Room()
	gauge(c.used, float64(room.Used))
	gauge(c.limit, float64(room.Limit))
	if !c.store.Status().Ready {
		gauge(c.ready, 0)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), countTimeout)
	defer cancel()
	counts, err := c.store.Counts(ctx)
	if err != nil {
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
