package main

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/website/pages"
)

// renderings measures the renderings of pages.
type renderings struct {
	seconds prometheus.Histogram
	failed  prometheus.Counter
}

func newRenderings() *renderings {
	return &renderings{
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "marquee_page_render_duration_seconds", Help: "Time of rendering one page, waiting for a free machine included. Pages are rendered once per change, not per request.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 30},
		}),
		failed: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "marquee_page_render_failures_total", Help: "Renderings that failed. The page keeps its last good HTML, or the browser renders it.",
		}),
	}
}

func (r *renderings) observe(took time.Duration, err error) {
	r.seconds.Observe(took.Seconds())
	if err != nil {
		r.failed.Inc()
	}
}

func (r *renderings) collectors() []prometheus.Collector {
	return []prometheus.Collector{r.seconds, r.failed}
}

// contentCollectors says how the content is at the moment of the scrape.
func contentCollectors(store *pages.Store, source *content.Source) []prometheus.Collector {
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
	}
	problems := func(severity yamldoc.Severity) func() float64 {
		return func() float64 {
			count := 0
			for _, problem := range source.Status().Problems {
				if problem.Severity == severity {
					count++
				}
			}
			return float64(count)
		}
	}
	return []prometheus.Collector{
		newSiteMetrics(source),
		gauge("marquee_pages", "Pages of the revision that is served.", func() float64 {
			_, all := store.Pages()
			return float64(all)
		}),
		gauge("marquee_pages_rendered", "Pages of the revision that are rendered, in memory or in the render cache; the rest is rendered when it is asked for.", func() float64 {
			rendered, _ := store.Pages()
			return float64(rendered)
		}),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "marquee_pages_recalled_total", Help: "Pages that were read from the render cache instead of being rendered.",
		}, func() float64 { return float64(store.Recalled()) }),
		gauge("marquee_page_memory_bytes", "Bytes of prepared answers in memory; what was not asked for lately makes room for the rest.", func() float64 {
			return float64(store.Held())
		}),
		gauge("marquee_content_stale", "1 while the content folder has errors or cannot be read, so that an older revision is served.", func() float64 {
			if source.Status().Stale() {
				return 1
			}
			return 0
		}),
		gauge("marquee_content_errors", "Errors in the content folder; /readyz names them.", problems(yamldoc.Error)),
		gauge("marquee_content_warnings", "Warnings about the content folder; /readyz names them.", problems(yamldoc.Warning)),
		gauge("marquee_content_loaded_timestamp_seconds", "When the revision was made, in Unix time.", func() float64 {
			return float64(source.Status().LoadedAt.UnixMilli()) / 1000
		}),
	}
}
