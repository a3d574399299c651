package main

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/inbox/backup"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/studio"
)

// watch tells who edits how the website and its machine are.
type watch struct {
	config *serveConfig
	parts  *parts
	store  *outbox.Store

	mu    sync.Mutex
	seen  []certificate // lately
	asked time.Time
}

// certificate is that of a host, as visitors get it, or why nobody knows.
type certificate struct {
	Host  string    `json:"host"`
	Until time.Time `json:"until,omitzero"`
	Error string    `json:"error,omitempty"`
}

// machine is what Studio tells of the machine.
type machine struct {
	Forms      formsHealth    `json:"forms"`
	Deliveries *outbox.Counts `json:"deliveries,omitempty"`
	SendsMail  bool           `json:"sendsMail"` // else mails are captured as files
	FreeBytes  int64          `json:"freeBytes"` // of the disk
	// When the last backup was made; zero for never, nil where the database has backups of its own.
	Backup       *time.Time    `json:"backup"`
	Certificates []certificate `json:"certificates"`
}

func (w *watch) condition(ctx context.Context, counted bool) studio.Condition {
	inbox := w.config.Inbox
	m := machine{
		Forms: health{w.parts.source, w.store}.forms(), SendsMail: inbox.SMTP.URL != "" || inbox.Resend.Key != "",
		Certificates: w.certificates(ctx),
	}
	if counted {
		if counts, known := countsOf(ctx, w.store); known { // else forms are closed, and say why, or it takes too long
			m.Deliveries = &counts
		}
	}
	var err error
	if m.FreeBytes, _, err = osfile.Volume(w.config.Data); err != nil {
		w.parts.options.Logger.Warn("the disk cannot be looked at", "error", err)
	}
	if inbox.Store.URL == "" {
		m.Backup = new(backup.Last(w.config.Data))
	}
	return studio.Condition{Content: w.parts.source.Status(), Machine: m}
}

// certificates returns those of the hosts of all sites as they were lately. Hosts for examples have none.
func (w *watch) certificates(ctx context.Context) []certificate {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.asked) < 10*time.Minute {
		return w.seen
	}
	w.seen, w.asked = []certificate{}, time.Now()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookLimit)
	defer cancel()
	var asking sync.WaitGroup
	outside := internet{HTTP: &http.Transport{DisableKeepAlives: true}}
	for _, bundle := range w.parts.store.Revision().Sites {
		base, err := url.Parse(bundle.Site.BaseURL)
		if err != nil || base.Scheme != "https" || reserved.MatchString(base.Hostname()) ||
			slices.ContainsFunc(w.seen, func(c certificate) bool { return c.Host == base.Host }) {
			continue
		}
		w.seen = append(w.seen, certificate{Host: base.Host})
	}
	for i := range w.seen {
		asking.Go(func() {
			one := &w.seen[i]
			if response, err := outside.head(ctx, "https://"+one.Host); err != nil {
				one.Error = err.Error()
			} else {
				one.Until = certified(response)
			}
		})
	}
	asking.Wait()
	return w.seen
}
