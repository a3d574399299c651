package main

import (
	"cmp"
	netmail "net/mail"
	"os"
	"strings"

	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/webhook"
)

// dataFlags are shared by the commands that work with what visitors sent.
type dataFlags struct {
	Data string
}

// formFlags are how much may be sent with forms.
type formFlags struct {
	FormRate      string
	FormDaily     string
	FormSiteDaily string
	FormStorage   string
}

// storeConfig says where submissions are kept.
type storeConfig struct {
	// Folder of the SQLite database, and of captured mail.
	Data string
	// postgres://…, or empty for SQLite.
	DatabaseURL string
}

// inboxConfig says what becomes of what visitors send.
type inboxConfig struct {
	storeConfig
	// Key and address of Resend. Without a key mail is captured as files; an
	// empty address is Resend's own.
	ResendKey, ResendURL string
	// A mail server instead of Resend: smtps://user:password@host:465.
	SMTP string
	// What the webhooks of forms need.
	Webhooks webhook.Config
	// Sender of all mail, over that of site.yaml.
	From string
	// Whether addresses and nodes are limited, and floods of mail collected.
	Limited bool
	// Posts of an address to a site in a minute and in a day.
	PerMinute, PerDay int
	// Posts that a site takes in a day.
	SitePerDay int
	// Bytes that the database may have; zero for what is usual.
	Storage int64
}

func newStoreConfig(c *choices) storeConfig {
	config := storeConfig{Data: c.get("data"), DatabaseURL: c.get("DATABASE_URL")}
	if info, err := os.Stat(config.Data); err == nil && !info.IsDir() {
		c.reject("data", "it is a file: name a folder")
	}
	if err := (outbox.Config{Dir: config.Data, URL: config.DatabaseURL}).Check(); err != nil {
		c.reject("DATABASE_URL", "%w", err)
	}
	return config
}

func newInboxConfig(c *choices) inboxConfig {
	config := inboxConfig{
		storeConfig: newStoreConfig(c),
		ResendKey:   strings.TrimSpace(c.get("RESEND_API_KEY")),
		ResendURL:   c.get("RESEND_BASE_URL"),
		SMTP:        c.get("SMTP_URL"),
		From:        c.get("MARQUEE_MAIL_FROM"),
		Limited:     c.isOn("MARQUEE_RATE_LIMIT"),
		PerMinute:   c.number("form-rate", 1, 1_000_000, "write posts in a minute like 120"),
		SitePerDay:  c.number("form-site-daily", 1, 100_000_000, "write posts in a day like 5000"),
		PerDay:      c.number("form-daily", 1, 100_000_000, "write posts in a day like 1000"),
	}
	if c.get("form-storage") != "" {
		config.Storage = int64(c.number("form-storage", 16, 1<<30, "write megabytes like 1024, at least 16")) << 20
	}
	if config.ResendKey != "" || config.ResendURL != "" {
		// It connects to nothing. Its errors repeat neither key nor address, which may hold a password.
		if _, err := mail.NewResend(mail.ResendConfig{Key: cmp.Or(config.ResendKey, "none"), BaseURL: config.ResendURL}); err != nil {
			c.problem("RESEND_API_KEY or RESEND_BASE_URL: %w", err)
		}
	}
	if config.SMTP != "" {
		// Its errors do not repeat the address either.
		if _, err := mail.NewSMTP(mail.SMTPConfig{URL: config.SMTP}); err != nil {
			c.reject("SMTP_URL", "%w", err)
		}
		if config.ResendKey != "" {
			c.problem("RESEND_API_KEY and SMTP_URL are both set: mail leaves one way, keep one")
		}
	}
	for _, name := range hooks(c.environment).twice() {
		c.problem("%s and %s are both set: keep one", name, name+fileSuffix)
	}
	config.Webhooks = webhook.Config{Address: hooks(c.environment).address, Private: c.isOn("MARQUEE_WEBHOOK_PRIVATE")}
	var err error
	if config.Webhooks.Secrets, err = webhook.ParseSecrets(c.get("MARQUEE_WEBHOOK_SECRET")); err != nil {
		c.reject("MARQUEE_WEBHOOK_SECRET", "%w", err)
	}
	if config.From != "" {
		if _, err := netmail.ParseAddress(config.From); err != nil {
			c.reject("MARQUEE_MAIL_FROM", "write it like hello@example.com or Example <hello@example.com>")
		}
	}
	return config
}
