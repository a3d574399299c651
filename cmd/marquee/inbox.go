package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evenlight/marquee/internal/inbox/backup"
	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/uploads"
	"github.com/evenlight/marquee/internal/inbox/webhook"
	"github.com/evenlight/marquee/internal/site"
)

// inbox joins what happens to a form that a visitor sends: the service accepts
// it, the store keeps it, the worker mails it.
type inbox struct {
	service *contact.Service
	store   *outbox.Store
	sender  outbox.Sender
	worker  *outbox.Worker
	counter *prometheus.CounterVec
	release func()
	uploads *uploads.Folder
	logger  *slog.Logger
}

// newInbox joins the parts. A database that cannot be used now is no error: forms say that they are closed, and the
// store goes on trying.
func newInbox(config inboxConfig, revision func() *site.Revision, logger *slog.Logger) (*inbox, error) {
	data := config.Store.Dir
	i := &inbox{counter: newInquiryCounter(), uploads: uploads.NewFolder(data), logger: logger}
	if err := backup.RemoveLeft(data); err != nil {
		logger.Warn("what a killed backup left is still there", "folder", data, "error", err)
	}
	config.Store.Logger, config.Store.Beside = logger, i.uploads.Used
	config.Store.Erased = func(ids []string) {
		if err := forget(data, ids); err != nil {
			logger.Error("captured mail or files of erased submissions are still there", "folder", data, "error", err)
		}
	}
	if config.Limits == nil {
		logger.Warn("MARQUEE_RATE_LIMIT is off: nothing limits what one address may send")
	}
	sender, release, err := newSender(config, logger)
	if err != nil {
		return nil, err
	}
	if i.store, err = outbox.Open(config.Store); err != nil {
		release()
		return nil, err
	}
	i.sender = sender

	composer := &mail.Composer{From: config.From}
	i.service = contact.NewService(contact.Config{
		Revision: revision, Store: i.store, Files: i.uploads, Limits: config.Limits, Logger: logger,
		Room: func() int64 { return i.store.Room().ForFiles() },
		Compose: func(bundle *site.Bundle, form *site.Form, s *site.Submission) []site.Message {
			return append(composer.Compose(bundle, form, s), webhook.Compose(bundle, form, s)...)
		},
		Observe: func(siteID, formID, outcome string) { i.counter.WithLabelValues(siteID, formID, outcome).Inc() },
	})
	calls := webhook.NewSender(config.Webhooks)
	i.release = func() {
		release()
		calls.Close()
	}
	if len(config.Webhooks.Secrets) == 0 && wantsEvents(revision()) {
		logger.Warn("no MARQUEE_WEBHOOK_SECRET: webhooks of the format json are signed, and wait until it is set")
	}
	sending := outbox.WorkerConfig{
		Store: i.store, Sender: attaching{sender, i.uploads, logger}, Webhooks: calls,
		Digester: digester{composer, revision}, Logger: logger,
		// Sends end after twelve seconds; what a killed node was sending is tried again after this time.
		Lease: 20 * time.Second,
	}
	if config.SMTP.URL != "" {
		sending.KeyMemory = -1 // SMTP knows no keys.
	}
	i.worker = outbox.NewWorker(sending)
	return i, nil
}

// newSender returns what mails leave by: a mail server, Resend, or a folder where
// there is neither; and what to call in the end.
func newSender(config inboxConfig, logger *slog.Logger) (sender outbox.Sender, release func(), err error) {
	config.SMTP.Logger, config.Resend.Logger = logger, logger
	switch {
	case config.SMTP.URL != "":
		sender, err = mail.NewSMTP(config.SMTP)
		return sender, func() {}, err
	case config.Resend.Key != "":
		resend, err := mail.NewResend(config.Resend)
		return resend, resend.Close, err
	}
	folder := mailFolder(config.Store.Dir)
	logger.Warn("no RESEND_API_KEY and no SMTP_URL: mail is not sent but captured as files", "folder", folder)
	return mail.NewFolder(folder), func() {}, nil
}

// mailFolder is where mail is captured while there is no key for Resend.
func mailFolder(data string) string { return filepath.Join(data, "mail") }

// forget removes what lies beside the database of submissions that are erased.
func forget(data string, ids []string) error {
	return errors.Join(mail.NewFolder(mailFolder(data)).Forget(ids), uploads.NewFolder(data).Forget(ids))
}

// Run mails what is kept until the context ends, and removes files that belong to nothing:
// at the start, and every hour.
func (i *inbox) Run(ctx context.Context) error {
	sweeping, stop := context.WithCancel(ctx)
	var sweeper sync.WaitGroup
	sweeper.Go(func() {
		hourly := time.Tick(time.Hour)
		for sweeping.Err() == nil {
			if err := i.uploads.Sweep(sweeping, time.Now(), i.store.Known); err != nil && sweeping.Err() == nil {
				i.logger.Warn("files that belong to no submission could not be looked for", "error", err)
			}
			select {
			case <-sweeping.Done():
			case <-hourly:
			}
		}
	})
	err := i.worker.Run(ctx)
	stop()
	sweeper.Wait()
	return err
}

func (i *inbox) Close() error {
	i.release()
	return i.store.Close()
}

// wantsEvents reports whether a form has a webhook that is signed.
func wantsEvents(revision *site.Revision) bool {
	for _, bundle := range revision.Sites {
		for _, form := range bundle.Forms.All() {
			if slices.ContainsFunc(form.Webhooks, func(hook site.Webhook) bool { return hook.Format == "json" }) {
				return true
			}
		}
	}
	return false
}

// digester words digests with the content of this moment.
type digester struct {
	composer *mail.Composer
	revision func() *site.Revision
}

// Digest implements outbox.Digester. The site or the form may be gone; what was sent with it must be told all the same.
func (d digester) Digest(all []site.Submission) (site.Message, error) {
	bundle, form := d.formOf(&all[0])
	return d.composer.Digest(bundle, form, all)
}

// Together implements outbox.Digester.
func (d digester) Together(a, b *site.Submission) bool {
	bundle, form := d.formOf(a)
	return slices.Equal(mail.Recipients(bundle.Site, form, a), mail.Recipients(bundle.Site, form, b))
}

// formOf returns in which words a submission is told, and its form, nil where that or its site is gone.
func (d digester) formOf(of *site.Submission) (*site.Bundle, *site.Form) {
	revision := d.revision()
	if bundle := revision.ByID(of.SiteID); bundle != nil {
		bundle = cmp.Or(bundle.Original, bundle)
		return bundle, bundle.Forms.Get(of.FormID)
	}
	return revision.Main(), nil
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
	return a.Sender.Send(ctx, key, m)
}
