package main

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/evenlight/marquee/internal/content"
)

// siteMetrics says which sites are held back.
type siteMetrics struct {
	source *content.Source
	held   *prometheus.Desc
}

func newSiteMetrics(source *content.Source) siteMetrics {
	return siteMetrics{
		source: source,
		held:   prometheus.NewDesc("marquee_site_held", "1 while the last good files of the site are served instead of those in the folder; /readyz says why.", []string{"site"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (m siteMetrics) Describe(descriptions chan<- *prometheus.Desc) {
	descriptions <- m.held
}

// Collect implements prometheus.Collector.
func (m siteMetrics) Collect(metrics chan<- prometheus.Metric) {
	for _, one := range m.source.Status().Sites {
		held := 0.0
		if one.State == content.Held {
			held = 1
		}
		metrics <- prometheus.MustNewConstMetric(m.held, prometheus.GaugeValue, held, one.ID)
	}
}
