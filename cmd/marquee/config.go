package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/webhook"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/publishhook"
	"github.com/evenlight/marquee/internal/website/server"
)

// Flags that commands share. What they mean is in settings, as for all flags without help of their own.
type (
	contentFlags struct {
		Content string
		BaseURL string `name:"base-url"`
		Drafts  bool
	}
	dataFlags  struct{ Data string }
	serveFlags struct {
		contentFlags
		dataFlags
		FormRate, FormDaily, FormSiteDaily, FormStorage string
		Addr, AdminAddr, AdminHosts                     string
		Pprof                                           bool
		Studio                                          string
		CacheSize, TrustedProxies                       string
		CDNTTL                                          string `name:"cdn-ttl"`
		Strict                                          bool
		DrainDelay, Log, LogLevel                       string
		AccessLog                                       bool
	}
)

// serveConfig is all that an operator chooses.
type serveConfig struct {
	partsConfig
	Addr, AdminAddr string
	Studio          string // on, admin or off
	Front           server.Config
	Log             logConfig
	Inbox           inboxConfig
}

type contentConfig struct {
	Dir string
	outline.Options
}

// inboxConfig says what becomes of what visitors send.
type inboxConfig struct {
	Store outbox.Config
	// By which mail leaves; where neither has a key or an address, it is captured as files.
	Resend mail.Config
	SMTP   mail.Config
	// What the webhooks of forms need.
	Webhooks webhook.Config
	// Sender of all mail, over that of site.yaml.
	From string
	// Nil where nothing limits addresses, and floods of mail are not collected.
	Limits *contact.Limits
}

func checked[T any](config func(*choices) T) func(*choices) (T, error) {
	return func(c *choices) (T, error) {
		made := config(c)
		return made, c.err()
	}
}

func newContentConfig(c *choices) (config contentConfig) {
	config.Dir, config.Drafts, config.Variable = c.get("content"), c.isOn("drafts"), hooks(c.environment).has
	config.Staging = config.Drafts
	checkFolder(c, config.Dir)
	if base := c.get("base-url"); base != "" {
		u, err := url.Parse(base)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" ||
			u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.Trim(u.Path, "/") != "" {
			c.reject("base-url", "write it like https://www.example.com")
		}
		config.BaseURL = strings.TrimSuffix(base, "/")
	}
	return config
}

func checkFolder(c *choices, dir string) {
	if info, err := os.Stat(dir); err != nil {
		advice := "marquee init writes a website to begin with"
		if _, err := os.Stat(filepath.Join("main", "site.yaml")); err == nil {
			advice = "this folder is one: write --content ."
		}
		c.reject("content", "%w (%s)", unwrapPath(err), advice)
	} else if !info.IsDir() {
		c.reject("content", "it is a file: name a folder")
	}
}

func newServeConfig(c *choices) serveConfig {
	config := serveConfig{
		partsConfig: partsConfig{contentConfig: newContentConfig(c), Strict: c.isOn("strict"), OnPublish: onPublish(c)},
		Inbox:       newInboxConfig(c), Log: newLogConfig(c), Addr: c.get("addr"), AdminAddr: c.get("admin-addr"),
	}
	config.Data, config.DatabaseURL = config.Inbox.Store.Dir, config.Inbox.Store.URL
	megabytes := c.number("cache-size", 0, 1<<30, "write megabytes like 512, or 0 for none")
	config.CacheSize = int64(megabytes) << 20
	if megabytes > 0 {
		config.Cache = filepath.Join(config.Data, "cache", "pages")
	}
	for _, name := range []string{"addr", "admin-addr"} {
		if !isAddress(c.get(name)) {
			c.reject(name, "write it like :8080 or 127.0.0.1:8080")
		}
	}
	if config.Studio = c.word("studio"); !slices.Contains([]string{"on", "admin", "off"}, config.Studio) {
		c.reject("studio", "write on, admin or off")
	}
	if config.Addr == config.AdminAddr && !strings.HasSuffix(config.Addr, ":0") {
		c.reject("admin-addr", "it is the public address: health and metrics need one of their own")
	}

	// A longer delay than any balancer needs is meant as something else.
	config.Front = server.Config{Profiles: c.isOn("pprof"), DrainDelay: c.duration("drain-delay", 0, 10*time.Minute,
		"write a time like 300ms or 15s, at most 10m0s, or 0s for none")}
	if ttl := c.word("cdn-ttl"); ttl != "off" && ttl != "0" {
		config.Front.CDNTTL = c.duration("cdn-ttl", time.Second, 30*24*time.Hour,
			"write a time from 1s to 720h, such as 10m, or off")
	}
	if host, _, err := net.SplitHostPort(config.AdminAddr); err == nil && host != "" {
		config.Front.AdminHosts = []string{host}
	}
	for _, name := range c.list("admin-hosts") {
		if strings.ContainsAny(name, ":/*@ ?#") {
			c.reject("admin-hosts",
				"%q is no name of a host: write it without scheme and port, like marquee.internal", name)
		}
		config.Front.AdminHosts = append(config.Front.AdminHosts, strings.TrimSuffix(name, "."))
	}
	for _, entry := range c.list("trusted-proxies") {
		proxies, err := netip.ParsePrefix(entry)
		if address, noAddress := netip.ParseAddr(entry); noAddress == nil {
			proxies, err = netip.PrefixFrom(address, address.BitLen()), nil
		}
		if err != nil {
			c.reject("trusted-proxies", "%q is neither an address nor a range like 10.0.0.0/8", entry)
		}
		config.Front.TrustedProxies = append(config.Front.TrustedProxies, proxies.Masked())
	}
	return config
}

func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	return err == nil
}

func newStoreConfig(c *choices) outbox.Config {
	config := outbox.Config{Dir: c.get("data"), URL: c.get("DATABASE_URL")}
	if info, err := os.Stat(config.Dir); err == nil && !info.IsDir() {
		c.reject("data", "it is a file: name a folder")
	}
	if err := config.Check(); err != nil {
		c.reject("DATABASE_URL", "%w", err)
	}
	return config
}

func newInboxConfig(c *choices) inboxConfig {
	config := inboxConfig{
		Store: newStoreConfig(c), From: c.get("MARQUEE_MAIL_FROM"),
		Resend:   mail.Config{Key: strings.TrimSpace(c.get("RESEND_API_KEY")), URL: c.get("RESEND_BASE_URL")},
		SMTP:     mail.Config{URL: c.get("SMTP_URL")},
		Webhooks: webhook.Config{Address: hooks(c.environment).address, Private: c.isOn("MARQUEE_WEBHOOK_PRIVATE")},
	}
	limits := &contact.Limits{
		PerMinute:  c.number("form-rate", 1, 1_000_000, "write posts in a minute like 120"),
		SitePerDay: c.number("form-site-daily", 1, 100_000_000, "write posts in a day like 5000"),
		PerDay:     c.number("form-daily", 1, 100_000_000, "write posts in a day like 1000"),
	}
	if c.isOn("MARQUEE_RATE_LIMIT") {
		config.Limits = limits
		config.Resend.StartRate, config.SMTP.StartRate = mail.DefaultStartRate, mail.DefaultStartRate
	}
	if c.get("form-storage") != "" {
		config.Store.Quota = int64(c.number("form-storage", 16, 1<<30, "write megabytes like 1024, at least 16")) << 20
	}

	// Senders connect to nothing yet. Their errors repeat neither key nor address, which may hold a password.
	if config.Resend.Key != "" || config.Resend.URL != "" {
		tried := config.Resend
		tried.Key = cmp.Or(tried.Key, "none")
		if _, err := mail.NewResend(tried); err != nil {
			c.problem("RESEND_API_KEY or RESEND_BASE_URL: %w", err)
		}
	}
	if config.SMTP.URL != "" {
		if _, err := mail.NewSMTP(config.SMTP); err != nil {
			c.reject("SMTP_URL", "%w", err)
		}
		if config.Resend.Key != "" {
			c.problem("RESEND_API_KEY and SMTP_URL are both set: mail leaves one way, keep one")
		}
	}

	for _, line := range hooks(c.environment).printed() {
		if line.Origin == "file" && c.environment[line.Name] != "" {
			c.problem("%s and %s are both set: keep one", line.Name, line.Name+fileSuffix)
		}
	}
	var err error
	if config.Webhooks.Secrets, err = webhook.ParseSecrets(c.get("MARQUEE_WEBHOOK_SECRET")); err != nil {
		c.reject("MARQUEE_WEBHOOK_SECRET", "%w", err)
	}
	if _, err := netmail.ParseAddress(config.From); err != nil && config.From != "" {
		c.reject("MARQUEE_MAIL_FROM", "write it like hello@example.com or Example <hello@example.com>")
	}
	return config
}

// onPublish returns who is told of publications, or nil. A command has our environment without our secrets.
func onPublish(c *choices) publishhook.Target {
	const name = "MARQUEE_ON_PUBLISH"
	text := c.get(name)
	if text == "" {
		return nil
	}
	secret := map[string]bool{}
	for _, s := range settings {
		for _, name := range s.names() {
			secret[name] = s.secret
		}
	}
	var environment []string
	for _, name := range slices.Sorted(maps.Keys(c.environment)) {
		if !secret[name] && !strings.HasPrefix(name, "HOOK_") { // addresses of webhooks
			environment = append(environment, name+"="+c.environment[name])
		}
	}
	target, err := publishhook.Parse(text, environment)
	if err != nil {
		c.reject(name, "%w", err)
	}
	return target
}

// hooks is the environment, of which content may name HOOK_… (site.Webhook).
type hooks map[string]string

// address returns the address of a webhook, from NAME or from the file that
// NAME_FILE names. A file is read with each attempt, so that it may be replaced.
func (h hooks) address(name string) (string, error) {
	if value := strings.TrimSpace(h[name]); value != "" || h[name+fileSuffix] == "" {
		return value, nil
	}
	return readSecret(h[name+fileSuffix])
}

func (h hooks) has(name string) bool {
	value, err := h.address(name)
	return err == nil && value != ""
}

// printed lists the variables that content may name, for "marquee config".
func (h hooks) printed() (lines []printedSetting) {
	for _, variable := range slices.Sorted(maps.Keys(h)) {
		name, isFile := strings.CutSuffix(variable, fileSuffix)
		if h[variable] == "" || (site.Webhook{URL: "$" + name}).Variable() == "" {
			continue
		}
		line := printedSetting{Name: name, Value: hidden, Origin: "environment", Source: variable}
		if isFile {
			line.Origin, line.Source = "file", variable+"="+h[variable]
		}
		lines = append(lines, line)
	}
	return lines
}

type configCommand struct {
	serveFlags
	JSON bool `name:"json" help:"Print it as JSON, with the problems."`
}

type printedSetting struct {
	Name string `json:"name"`
	// Empty where nothing is chosen; a secret is masked.
	Value string `json:"value"`
	// What happens where there is no value.
	Without string `json:"without,omitempty"`
	Origin  string `json:"origin"`
	// The flag, the name in the environment, or NAME_FILE=path.
	Source string `json:"source,omitempty"`
}

func (c configCommand) Run(p *Program, chosen *choices) error {
	newServeConfig(chosen)
	var lines []printedSetting
	for _, s := range settings {
		at := chosen.choose(s)
		lines = append(lines, printedSetting{s.name(), masked(s, at.value), s.without, at.origin, at.source})
	}
	lines = append(lines, hooks(chosen.environment).printed()...)

	err := chosen.err()
	if c.JSON {
		problems := []string{}
		if err != nil {
			problems = strings.Split(err.Error(), "\n")
		}
		return errors.Join(p.printJSON(struct {
			Settings []printedSetting `json:"settings"`
			Problems []string         `json:"problems"`
		}{lines, problems}), err)
	}
	table := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SETTING\tVALUE\tFROM")
	for _, line := range lines {
		value := cmp.Or(line.Value, "("+line.Without+")")
		fmt.Fprintf(table, "%s\t%s\t%s\n", line.Name, calm(value), calm(cmp.Or(line.Source, line.Origin)))
	}
	return errors.Join(table.Flush(), err)
}

const hidden = "***"

// masked returns a value as it may be printed: of an address with a secret in it the host, of another secret nothing.
func masked(s setting, value string) string {
	u, err := url.Parse(value)
	switch {
	case value == "", !s.secret && !strings.Contains(value, "://"):
		return value
	// A password with / or ? in it ends what counts as the host.
	case err != nil, u.Host == "", u.User == nil && strings.Contains(value, "@"):
		return hidden
	case !s.secret && u.User == nil && u.RawQuery == "":
		return value
	}
	return u.Scheme + "://" + u.Host + "/" + hidden
}
