package main

import (
	"fmt"
	"slices"
	"strings"
)

// setting is something that an operator chooses: by a flag, in the environment,
// or not at all.
type setting struct {
	// Name of the flag without its dashes; empty where there is none.
	flag string
	// Names in the environment; the first one that has a value counts.
	env []string
	// The value where nobody chose one; or, where that is none, what happens then.
	usual, without string
	// What it is, in a sentence; and what stands for the flag's value in the help.
	help, placeholder string
	// A secret is never printed, and NAME_FILE in the environment may name a file that holds it.
	secret bool
}

// settings lists all that can be chosen. A flag belongs to the commands that have
// a field of its name; its help, its names in the environment, the answer of
// "marquee config" and the check of unknown names come from here.
var settings = []setting{
	{flag: "addr", env: []string{"MARQUEE_ADDR", "PORT"}, usual: ":8080", placeholder: "ADDR", help: "Public address."},
	{flag: "admin-addr", env: []string{"MARQUEE_ADMIN_ADDR"}, usual: "127.0.0.1:9090", placeholder: "ADDR", help: "Address of health and metrics."},
	{flag: "admin-hosts", env: []string{"MARQUEE_ADMIN_HOSTS"}, without: "none", placeholder: "NAMES", help: "Names under which the admin address answers, beside IP addresses and localhost, with commas between."},
	{flag: "pprof", env: []string{"MARQUEE_PPROF"}, usual: "off", help: "Answer /debug/pprof/ on the admin address, for Go's tools."},
	{flag: "content", env: []string{"MARQUEE_CONTENT"}, usual: "content", placeholder: "DIR", help: "Content folder."},
	{flag: "data", env: []string{"MARQUEE_DATA"}, usual: "var", placeholder: "DIR", help: "Folder for what the program keeps: the database, captured mail, caches."},
	{flag: "cache-size", env: []string{"MARQUEE_CACHE_SIZE"}, usual: "512", placeholder: "MB", help: "Megabytes of rendered pages that are kept in the data folder between starts, 0 for none."},
	{flag: "base-url", env: []string{"MARQUEE_BASE_URL"}, without: "from site.yaml", placeholder: "URL", help: "Start of absolute links, over that of site.yaml."},
	{flag: "trusted-proxies", env: []string{"MARQUEE_TRUSTED_PROXIES"}, without: "none", placeholder: "CIDRS", help: "Proxies whose forwarded headers are believed, as addresses or ranges with commas between."},
	{flag: "cdn-ttl", env: []string{"MARQUEE_CDN_TTL"}, usual: "off", placeholder: "TIME", help: "How long a CDN may keep pages and JSON without asking, such as 10m."},
	{flag: "drain-delay", env: []string{"MARQUEE_DRAIN_DELAY"}, usual: "300ms", placeholder: "TIME", help: "How long /readyz says 503 at the end before no more visitors are taken: longer than a balancer takes to notice."},
	{env: []string{"MARQUEE_ON_PUBLISH"}, without: "nobody", secret: true, help: "URL or command that is told of each publication: JSON with the revision and the sites that changed."},
	{flag: "drafts", env: []string{"MARQUEE_DRAFTS"}, usual: "off", help: "Show drafts and scheduled pages."},
	{flag: "form-rate", env: []string{"MARQUEE_FORM_RATE"}, usual: "120", placeholder: "N", help: "Posts that one address may send to the forms of a site in a minute; a sixth of it at once is usual."},
	{flag: "form-daily", env: []string{"MARQUEE_FORM_DAILY"}, usual: "1000", placeholder: "N", help: "Posts that one address may send to the forms of a site in a day, where one of 20 KB counts as five; further ones are suspects."},
	{flag: "form-site-daily", env: []string{"MARQUEE_FORM_SITE_DAILY"}, usual: "5000", placeholder: "N", help: "Posts that a site takes from everybody in a day, counted the same way, without suspects; further ones are suspects."},
	{flag: "form-storage", env: []string{"MARQUEE_FORM_STORAGE"}, without: "1024 with SQLite, no limit with PostgreSQL", placeholder: "MB", help: "Megabytes that the database of submissions may have, with the files that came with forms."},
	{flag: "log", env: []string{"MARQUEE_LOG"}, usual: "text", placeholder: "FORMAT", help: "Form of the log: text or json. A terminal gets text that people read."},
	{flag: "log-level", env: []string{"MARQUEE_LOG_LEVEL"}, usual: "info", placeholder: "LEVEL", help: "What is logged: debug, info, warn or error."},
	{flag: "access-log", env: []string{"MARQUEE_ACCESS_LOG"}, usual: "off", help: "Log a line for every answer, without addresses of visitors."},
	{flag: "strict", env: []string{"MARQUEE_STRICT"}, usual: "off", help: "Refuse to start on content with errors, instead of serving what is good of it."},
	{env: []string{"DATABASE_URL"}, without: "SQLite in the data folder", secret: true, help: "postgres://user@host/name keeps submissions in PostgreSQL, for several nodes."},
	{env: []string{"RESEND_API_KEY"}, without: "mail is captured as .eml files in DATA/mail", secret: true, help: "Sends mail through Resend."},
	{env: []string{"RESEND_BASE_URL"}, without: "Resend's own", help: "Another address of Resend's interface."},
	{env: []string{"SMTP_URL"}, without: "mail goes through Resend, or is captured", secret: true, help: "Sends mail through a mail server instead: smtps://user:password@host:465 or smtp://user:password@host:587."},
	{env: []string{"MARQUEE_WEBHOOK_SECRET"}, without: "webhooks of the format json wait", secret: true, help: "whsec_… signs webhooks of the format json; several with spaces between."},
	{env: []string{"MARQUEE_WEBHOOK_PRIVATE"}, usual: "off", help: "\"on\" lets webhooks go to private networks, and to addresses with http://."},
	{env: []string{"MARQUEE_MAIL_FROM"}, without: "mail.from of site.yaml", help: "Sender of all mail."},
	{env: []string{"MARQUEE_RATE_LIMIT"}, usual: "on", help: "off takes away the limits by address and the digests, for load tests."},
}

// name is what the setting is called in the table and in messages.
func (s setting) name() string {
	if s.flag != "" {
		return "--" + s.flag
	}
	return s.env[0]
}

// names are all that the environment may call it.
func (s setting) names() []string {
	if s.secret {
		return append(slices.Clone(s.env), s.env[0]+fileSuffix)
	}
	return s.env
}

// fileSuffix makes the name of a secret that of the file which holds it.
const fileSuffix = "_FILE"

// describe is the help of a flag.
func (s setting) describe() string {
	chosen := s.usual
	if chosen == "" {
		chosen = s.without
	}
	names := slices.Clone(s.env)
	for i := range names {
		names[i] = "$" + names[i]
	}
	return fmt.Sprintf("%s Default: %s (%s).", s.help, chosen, strings.Join(names, ", or "))
}
