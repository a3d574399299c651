package main

import (
	"cmp"
	"errors"
	"fmt"
	netmail "net/mail"
	"os"
	"strings"

	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// dataFlags are shared by the commands that work with what visitors sent.
type dataFlags struct {
	Data string `help:"Folder for what the program keeps: the database, captured mail. Default: var ($$MARQUEE_DATA)." placeholder:"DIR"`
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
	// Sender of all mail, over that of site.yaml.
	From string
	// Whether addresses and nodes are limited, and floods of mail collected.
	Limited bool
}

func newStoreConfig(flags dataFlags, getenv func(string) string) (storeConfig, error) {
	config := storeConfig{Data: cmp.Or(flags.Data, getenv("MARQUEE_DATA"), "var"), DatabaseURL: getenv("DATABASE_URL")}
	var problems []error
	if info, err := os.Stat(config.Data); err == nil && !info.IsDir() {
		problems = append(problems, fmt.Errorf("data folder %q is a file", config.Data))
	}
	if err := (outbox.Config{Dir: config.Data, URL: config.DatabaseURL}).Check(); err != nil {
		problems = append(problems, fmt.Errorf("DATABASE_URL: %w", err))
	}
	return config, errors.Join(problems...)
}

func newInboxConfig(flags dataFlags, getenv func(string) string) (inboxConfig, error) {
	store, storeErr := newStoreConfig(flags, getenv)
	config := inboxConfig{
		storeConfig: store,
		ResendKey:   strings.TrimSpace(getenv("RESEND_API_KEY")),
		ResendURL:   getenv("RESEND_BASE_URL"),
		From:        getenv("MARQUEE_MAIL_FROM"),
		Limited:     true,
	}
	problems := []error{storeErr}
	if config.ResendKey != "" || config.ResendURL != "" {
		// It connects to nothing. Its errors repeat neither key nor address, which may hold a password.
		if _, err := mail.NewResend(mail.ResendConfig{Key: cmp.Or(config.ResendKey, "none"), BaseURL: config.ResendURL}); err != nil {
			problems = append(problems, fmt.Errorf("RESEND_API_KEY or RESEND_BASE_URL: %w", err))
		}
	}
	if config.From != "" {
		if _, err := netmail.ParseAddress(config.From); err != nil {
			problems = append(problems, fmt.Errorf("MARQUEE_MAIL_FROM %q: write it like hello@example.com or Example <hello@example.com>", config.From))
		}
	}
	if value := getenv("MARQUEE_RATE_LIMIT"); value != "" {
		on, err := parseSwitch(value)
		if err != nil {
			problems = append(problems, fmt.Errorf("MARQUEE_RATE_LIMIT: %w", err))
		}
		config.Limited = on
	}
	return config, errors.Join(problems...)
}
