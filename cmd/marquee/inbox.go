package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/uploads"
	"github.com/evenlight/marquee/internal/inbox/webhook"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/server"
)

// parts of the inbox can stand in for each other only where these hold.
var (
	_ server.Inquiries = (*contact.Service)(nil)
	_ contact.Store    = (*outbox.Store)(nil)
	_ contact.Files    = (*uploads.Folder)(nil)
	_ server.Uploads   = (*uploads.Folder)(nil)
	_ outbox.Sender    = (*mail.Resend)(nil)
	_ outbox.Sender    = (*mail.SMTP)(nil)
	_ outbox.Sender    = (*mail.Folder)(nil)
	_ outbox.Sender    = (*webhook.Sender)(nil)
	_ outbox.Digester  = digester{}
)

// inbox joins what happens to a form that a visitor sends: the service accepts
// it, the store keeps it, the worker mails it.
type inbox struct {
	service *contact.Service
	store   *outbox.Store
	worker  *outbox.Worker
	counter *prometheus.CounterVec
	release func()
	uploads *uploads.Folder
	logger  *slog.Logger
}

// lease is how long a mail belongs to the node that sends it. Sends end after
// twelve seconds; what a killed node was sending is tried again after this time.
const lease = 20 * time.Second

// newInbox joins the parts. A database that cannot be used now is no error:
// pages are served without it, forms say that they are closed, and the store goes
// on trying.
func newInbox(config inboxConfig, revision func() *site.Revision, logger *slog.Logger) (*inbox, error) {
	i := &inbox{counter: newInquiryCounter()}
	sender, release, err := newSender(config, logger)
	if err != nil {
		return nil, err
	}
	i.uploads, i.logger = uploads.NewFolder(config.Data), logger
	storage := outbox.Config{Dir: config.Data, URL: config.DatabaseURL, Quota: config.Storage, Logger: logger, Beside: i.uploads.Used, Erased: func(ids []string) {
		if err := forget(config.storeConfig, i.uploads, ids); err != nil {
			logger.Error("captured mail or files of erased submissions are still there", "folder", config.Data, "error", err)
		}
	}}
	if !config.Limited {
		storage.FloodLimit = -1
		logger.Warn("MARQUEE_RATE_LIMIT is off: nothing limits what one address may send")
	}
	if i.store, err = outbox.Open(storage); err != nil {
		release()
		return nil, err
	}
	composer := mail.NewComposer(mail.ComposerConfig{From: config.From})
	service := contact.Config{
		Revision: revision, Store: i.store, Files: i.uploads, Logger: logger,
		Compose: func(bundle *site.Bundle, form *site.Form, s *site.Submission) []site.Message {
			return append(composer.Compose(bundle, form, s), webhook.Compose(bundle, form, s)...)
		},
		Observe: func(siteID, formID, outcome string) { i.counter.WithLabelValues(siteID, formID, outcome).Inc() },
	}
	if config.Limited {
		service.Limits = &contact.Limits{PerMinute: config.PerMinute, PerDay: config.PerDay, SitePerDay: config.SitePerDay}
	}
	i.service = contact.NewService(service)
	calls := webhook.NewSender(config.Webhooks)
	i.release = func() {
		release()
		calls.Close()
	}
	if len(config.Webhooks.Secrets) == 0 && wantsEvents(revision()) {
		logger.Warn("no MARQUEE_WEBHOOK_SECRET: webhooks of the format json are signed, and wait until it is set")
	}
	sending := outbox.WorkerConfig{
		Store: i.store, Sender: attaching{sender, i.uploads, logger}, Webhooks: calls, Digester: digester{composer, revision}, Lease: lease, Logger: logger,
	}
	if config.SMTP != "" {
		sending.KeyMemory = -1 // SMTP knows no keys.
	}
	i.worker = outbox.NewWorker(sending)
	return i, nil
}

// newSender returns what mails leave by: a mail server, Resend, or a folder where
// there is neither; and what to call in the end.
func newSender(config inboxConfig, logger *slog.Logger) (sender outbox.Sender, release func(), err error) {
	nothing := func() {}
	rate := mail.DefaultStartRate
	if !config.Limited {
		rate = 0
	}
	if config.SMTP != "" {
		sender, err = mail.NewSMTP(mail.SMTPConfig{URL: config.SMTP, StartRate: rate, Logger: logger})
		return sender, nothing, err
	}
	if config.ResendKey == "" {
		logger.Warn("no RESEND_API_KEY and no SMTP_URL: mail is not sent but captured as files", "folder", mailFolder(config.storeConfig))
		return captured(config.storeConfig), nothing, nil
	}
	settings := mail.ResendConfig{Key: config.ResendKey, BaseURL: config.ResendURL, StartRate: rate, Logger: logger}
	resend, err := mail.NewResend(settings)
	if err != nil {
		return nil, nothing, err
	}
	return resend, resend.Close, nil
}

// mailFolder is where mail is captured while there is no key for Resend.
func mailFolder(config storeConfig) string { return filepath.Join(config.Data, "mail") }

func captured(config storeConfig) *mail.Folder { return mail.NewFolder(mailFolder(config)) }

// Run mails what is kept until the context ends, and removes files that belong to nothing.
func (i *inbox) Run(ctx context.Context) error {
	sweeping, stop := context.WithCancel(ctx)
	var both sync.WaitGroup
	both.Go(func() { i.sweep(sweeping) })
	err := i.worker.Run(ctx)
	stop()
	both.Wait()
	return err
}

// Close closes the database.
func (i *inbox) Close() error {
	i.release()
	return i.store.Close()
}

// collectors returns what /metrics says of the inbox.
func (i *inbox) collectors() []prometheus.Collector {
	return []prometheus.Collector{i.counter, storeCollector(i.store)}
}

// digester words digests with the content of this moment.
type digester struct {
	composer *mail.Composer
	revision func() *site.Revision
}

// Digest implements outbox.Digester. All submissions are of one form.
func (d digester) Digest(all []site.Submission) (site.Message, error) {
	revision := d.revision()
	if revision == nil || len(all) == 0 {
		return site.Message{}, errors.New("digest: there is no content to word it with, or nothing to tell")
	}
	// The site or the form may be gone; what was sent with it must be told all the same.
	var form *site.Form
	bundle := revision.ByID(all[0].SiteID)
	if bundle == nil {
		bundle = revision.Main()
	} else if known := bundle.Forms.Get(all[0].FormID); known != nil {
		form = known
	}
	return d.composer.Digest(bundle, form, all)
}

// forget removes what lies beside the database of submissions that are erased.
func forget(config storeConfig, files *uploads.Folder, ids []string) error {
	return errors.Join(captured(config).Forget(ids), files.Forget(ids))
}

// attaching is a sender that reads the files of a mail when it is sent.
type attaching struct {
	outbox.Sender
	files  *uploads.Folder
	logger *slog.Logger
}

// Send implements outbox.Sender. A mail whose file is not there goes without it: it
// names the file, and what was typed must arrive.
func (a attaching) Send(ctx context.Context, key string, m site.Message) (string, error) {
	if slices.ContainsFunc(m.Attachments, func(of site.Attachment) bool { return of.Upload != "" }) {
		var attached []site.Attachment
		for _, of := range m.Attachments {
			if of.Upload != "" {
				content, err := a.files.Read(of.Upload)
				if err != nil {
					a.logger.Error("a mail goes without a file", "folder", a.files.Dir(), "error", err)
					continue
				}
				of.Content, of.Upload = content, ""
			}
			attached = append(attached, of)
		}
		m.Attachments = attached
	}
	return a.Sender.Send(ctx, key, m)
}

// sweepEvery is how often files that belong to nothing are looked for.
const sweepEvery = time.Hour

// sweep looks for them, at the start too, until the context ends.
func (i *inbox) sweep(ctx context.Context) {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		if err := i.uploads.Sweep(ctx, time.Now(), i.store.Known); err != nil && ctx.Err() == nil {
			i.logger.Warn("files that belong to no submission could not be looked for", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
