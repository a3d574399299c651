package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/http"
	netmail "net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/net/idna"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

type doctorCommand struct {
	serveFlags
	JSON bool `name:"json" help:"Print the findings as JSON."`
}

type level string

const (
	fine    level = "ok"
	warning level = "warning"
	problem level = "problem"
)

// finding is one line of the answer.
type finding struct {
	// What was looked at, in a word or two.
	Check   string `json:"check"`
	Level   level  `json:"level"`
	Message string `json:"message"`
	// What to do; empty where all is well.
	Advice string `json:"advice,omitempty"`
}

const lookLimit = 5 * time.Second

type doctor struct {
	config   serveConfig
	hooks    hooks
	internet internet
	revision *site.Revision // of the content; nil where it has errors
	live     string         // the revision that the server here answers with; empty where none does
	check    string         // what is looked at now
	findings []finding
}

func (d *doctor) add(level level, message, advice string) {
	d.findings = append(d.findings, finding{d.check, level, message, advice})
}

func (d *doctor) fine(format string, arguments ...any) {
	d.add(fine, fmt.Sprintf(format, arguments...), "")
}

func (c doctorCommand) Run(ctx context.Context, p *Program, chosen *choices) error {
	d := &doctor{config: newServeConfig(chosen), hooks: p.Environment, internet: p.Internet}
	if d.internet.TXT == nil {
		d.internet = internet{&http.Transport{DisableKeepAlives: true}, net.DefaultResolver.LookupTXT}
	}
	examine := func(check string, look func(context.Context)) {
		limited, cancel := context.WithTimeout(ctx, lookLimit)
		defer cancel()
		d.check = check
		look(limited)
	}
	examine("configuration", func(context.Context) { d.lookAtConfiguration(chosen.err()) })
	examine("content", d.lookAtContent)
	examine("data folder", d.lookAtData)
	examine("disk", d.lookAtDisk)
	examine("database", d.lookAtDatabase)
	examine("mail", d.lookAtMail)
	examine("sender", d.lookAtSenders)
	examine("webhooks", d.lookAtWebhooks)
	examine("proxy", d.lookAtProxy)
	examine("studio", d.lookAtStudio)
	examine("server", d.lookAtServer)
	examine("domains", d.lookAtDomains)
	examine("mail records", d.lookAtMailRecords)

	found := map[level]int{}
	for _, f := range d.findings {
		found[f.Level]++
	}
	var err error
	if c.JSON {
		err = p.printJSON(struct {
			OK       bool      `json:"ok"`
			Findings []finding `json:"findings"`
		}{found[problem] == 0, d.findings})
	} else {
		table := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
		for _, f := range d.findings {
			fmt.Fprintf(table, "%s\t%s\t%s\n", f.Level, f.Check, calm(f.Message))
			if f.Advice != "" {
				fmt.Fprintf(table, "\t\t-> %s\n", calm(f.Advice))
			}
		}
		fmt.Fprintf(table, "%s, %s\n", text.Counted(found[problem], "problem"), text.Counted(found[warning], "warning"))
		err = table.Flush()
	}
	if err == nil && found[problem] > 0 {
		return errFailed
	}
	return err
}

func (d *doctor) lookAtConfiguration(err error) {
	if err == nil {
		d.fine("it can be used (marquee config prints it)")
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		d.add(problem, line, "correct it: serve refuses to start")
	}
}

func (d *doctor) lookAtContent(ctx context.Context) {
	revision, problems, err := load(ctx, d.config.contentConfig)
	if err != nil {
		d.add(problem, err.Error(), "name the folder with the sites with --content, readable for the user who runs this")
		return
	}
	d.revision = revision
	failed, warnings := count(problems)
	switch {
	case failed > 0:
		d.add(problem, fmt.Sprintf("%s: %s", d.config.Dir, text.Counted(failed, "error")),
			"marquee check shows them; what was good before stays live")
	case warnings > 0:
		d.add(warning, fmt.Sprintf("%s: %s", d.config.Dir, text.Counted(warnings, "warning")), "marquee check shows them")
	default:
		d.fine("%s: %s, no errors", d.config.Dir, text.Counted(len(revision.Sites), "site"))
	}
}

// existing returns the folder, or the nearest one above it that is there.
func existing(folder string) string {
	for {
		_, err := os.Stat(folder)
		above := filepath.Dir(folder)
		if !errors.Is(err, fs.ErrNotExist) || above == folder {
			return folder
		}
		folder = above
	}
}

func (d *doctor) lookAtData(context.Context) {
	dir := d.config.Data
	there := existing(dir)
	file, err := os.CreateTemp(there, osfile.TempPrefix+"doctor-*")
	if err == nil {
		err = errors.Join(file.Close(), os.Remove(file.Name()))
	}
	if err != nil {
		d.add(problem, fmt.Sprintf("%s cannot be written: %v", there, unwrapPath(err)),
			"let the user who runs the server own it, or name another one with --data")
		return
	}
	if kind, err := osfile.Network(there); err == nil && kind != "" && d.config.DatabaseURL == "" {
		d.add(problem, fmt.Sprintf("%s is a network share (%s), on which SQLite loses data", there, kind),
			"name a folder on a local disk with --data, or a PostgreSQL with DATABASE_URL")
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		d.fine("%s is not there yet: the server makes it", dir)
	case info.Mode().Perm()&0o022 != 0 && info.Mode()&fs.ModeSticky == 0:
		d.add(warning, fmt.Sprintf("%s can be changed by other users (mode %04o)", dir, info.Mode().Perm()),
			"chmod 0700 "+dir)
	default:
		d.fine("%s can be written", dir)
	}
}

func (d *doctor) lookAtDisk(context.Context) {
	there := existing(d.config.Data)
	free, total, err := osfile.Volume(there)
	size := fmt.Sprintf("%d MB of %d MB are free below %s", free>>20, total>>20, there)
	switch {
	case err != nil:
		d.add(problem, err.Error(), "look at the disk")
	case free < min(64<<20, total/20): // as the store of submissions has it
		d.add(problem, size, "make room: forms are closed")
	default:
		d.fine("%s", size)
	}
}

func (d *doctor) lookAtDatabase(ctx context.Context) {
	if d.config.Inbox.Store.Check() != nil {
		return // Among the problems of the configuration.
	}
	e, err := outbox.Examine(ctx, d.config.Inbox.Store)
	if server := e.Server; server != nil {
		way := "directly"
		if server.Pooled {
			way = "through a pooler"
		}
		d.fine("PostgreSQL %s is reached %s, synchronous_commit is %s", server.Version, way, server.SynchronousCommit)
		if !server.FullPageWrites {
			d.add(warning, "the server runs with full_page_writes = off",
				"set it on, unless its file system never tears pages, as ZFS")
		}
		if server.Standby {
			d.add(problem, "the server is a standby and takes no writes",
				"name the primary in DATABASE_URL, or add target_session_attrs=read-write")
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.fine("SQLite: there is none yet, the server makes it")
		return
	case err != nil:
		d.add(problem, err.Error(), "forms are closed until it is repaired")
		return
	case e.Schema < e.Known:
		d.fine("its schema is %d, the server brings it to %d when it starts", e.Schema, e.Known)
	}
	counts := e.Counts
	d.fine("%s, %d sent, %d waiting", text.Counted(counts.Submissions, "submission"), counts.Sent, counts.Waiting)
	if stuck := counts.Parked + counts.Dead; stuck > 0 {
		d.add(warning, fmt.Sprintf("%d deliveries are refused", stuck),
			"marquee submissions list --state parked (or dead) says why; submissions retry --all once the cause is gone")
	}
	if oldest := counts.OldestUnsent; !oldest.IsZero() && time.Since(oldest) > 15*time.Minute {
		d.add(warning, "the oldest unsent delivery waits since "+oldest.Format(time.DateTime)+" UTC",
			"look at the log of the server: does it run, does it reach the provider?")
	}
}

// domains are those that mails come from, in their ASCII form, sorted.
func (d *doctor) domains() []string {
	senders := []string{d.config.Inbox.From}
	if d.revision != nil && senders[0] == "" {
		for _, bundle := range d.revision.Sites {
			s := bundle.Site
			candidates := slices.Concat([]string{s.Mail.From}, s.Mail.Recipients, []string{string(s.Email)})
			senders = append(senders, cmp.Or(candidates...))
		}
	}
	found := map[string]bool{}
	for _, sender := range senders {
		if address, err := netmail.ParseAddress(sender); err == nil {
			_, domain, _ := strings.Cut(address.Address, "@")
			if domain, err := idna.Lookup.ToASCII(domain); err == nil {
				found[strings.ToLower(domain)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func (d *doctor) lookAtMail(ctx context.Context) {
	config := d.config.Inbox
	if config.SMTP.URL == "" && config.Resend.Key == "" {
		d.add(warning, "mail is not sent but captured as files in "+mailFolder(d.config.Data),
			"set RESEND_API_KEY or SMTP_URL")
		return
	}
	if config.SMTP.URL == "" {
		d.lookAtResend(ctx)
		return
	}
	sender, err := mail.NewSMTP(config.SMTP)
	if err != nil {
		return // Among the problems of the configuration.
	}
	if err := sender.Check(ctx, append(d.domains(), "localhost")[0]); err != nil {
		d.add(problem, "the mail server: "+reason(err), "correct SMTP_URL, or let this machine reach the server")
		return
	}
	d.fine("the mail server takes our login; no mail was sent")
}

func (d *doctor) lookAtResend(ctx context.Context) {
	sender, err := mail.NewResend(d.config.Inbox.Resend)
	if err != nil {
		return // Among the problems of the configuration.
	}
	defer sender.Close()
	states, err := sender.Domains(ctx)
	switch {
	case errors.Is(err, mail.ErrSendingOnly):
		d.fine("Resend takes the key, which may only send: " +
			"whether the domain of the sender is verified, resend.com/domains says")
		return
	case err != nil:
		d.add(problem, "Resend: "+reason(err), "check RESEND_API_KEY, and that this machine reaches the provider")
		return
	}
	for _, domain := range d.domains() {
		// The state of a domain counts for those below it that have none.
		state := ""
		for at, more := domain, true; more && state == ""; _, at, more = strings.Cut(at, ".") {
			state = states[at]
		}
		switch state {
		case "verified":
			d.fine("Resend sends for %s", domain)
		case "":
			d.add(problem, "Resend knows no domain "+domain+", so mail of this sender is refused",
				"add it at resend.com/domains, or choose another sender with MARQUEE_MAIL_FROM")
		default:
			d.add(problem, "Resend has not verified the domain "+domain+" ("+state+")",
				"add its DNS records, see resend.com/domains")
		}
	}
}

// reason is why mail is not sent, without what becomes of the mail.
func reason(err error) string {
	if failure, ok := errors.AsType[*site.DeliveryError](err); ok {
		return failure.Reason
	}
	return err.Error()
}

// reserved are domains for examples and tests (RFC 2606, RFC 6761), which nobody can own.
var reserved = regexp.MustCompile(`(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$`)

func (d *doctor) lookAtSenders(context.Context) {
	domains := d.domains()
	if len(domains) == 0 && d.revision != nil {
		d.add(warning, "mails have no sender", "write mail.from in site.yaml, or set MARQUEE_MAIL_FROM")
	}
	for _, domain := range domains {
		if reserved.MatchString(domain) {
			d.add(warning, domain+" is a domain for examples: no mailbox takes mail from it",
				"write your own in mail.from of site.yaml, or set MARQUEE_MAIL_FROM")
		} else {
			d.fine("mails come from %s", domain)
		}
	}
}

func (d *doctor) lookAtWebhooks(context.Context) {
	if d.revision == nil {
		return // Said of the content.
	}
	n, config := 0, d.config.Inbox.Webhooks
	for _, bundle := range d.revision.Sites {
		for id, form := range bundle.Forms.All() {
			n += len(form.Webhooks)
			for _, hook := range form.Webhooks {
				name := hook.Variable()
				address, err := d.hooks.address(name)
				switch {
				case err != nil || address == "":
					d.add(problem,
						fmt.Sprintf("form %s of %s names $%s, which is not set or cannot be read", id, bundle.Site.ID, name),
						"set it to the address of the webhook, or the API key of its list (or "+name+fileSuffix+
							" to a file with it), or take it out of forms.yaml")
				case strings.HasPrefix(strings.ToLower(address), "http:") && !config.Private:
					d.add(problem, fmt.Sprintf("$%s begins with http://: what is sent to it waits", name),
						"write https://, or set MARQUEE_WEBHOOK_PRIVATE=on where it stays in your own network")
				}
			}
		}
	}
	if wantsEvents(d.revision) && len(config.Secrets) == 0 {
		d.add(problem, "MARQUEE_WEBHOOK_SECRET is not set: webhooks of the format json wait",
			"set it to whsec_ and 32 random bytes in Base64, as the receivers have it")
	}
	if n == 0 {
		d.fine("no form has any")
		return
	}
	d.fine("%s in forms", text.Counted(n, "webhook"))
}

// bases are what absolute links of the sites begin with, as far as that is known.
func (d *doctor) bases() (all []string) {
	if d.config.BaseURL != "" {
		return []string{d.config.BaseURL}
	}
	if d.revision != nil {
		for _, bundle := range d.revision.Sites {
			all = append(all, string(bundle.Site.BaseURL))
		}
	}
	return all
}

func (d *doctor) lookAtProxy(context.Context) {
	trusted := d.config.Front.TrustedProxies
	for _, proxies := range trusted {
		if proxies.Bits() == 0 {
			d.add(problem, "every address is trusted as a proxy ("+proxies.String()+"): anybody may claim to be somebody else",
				"name the addresses of your proxies with --trusted-proxies")
			return
		}
	}
	if len(trusted) > 0 {
		d.fine("forwarded headers of %s are believed", strings.Trim(fmt.Sprint(trusted), "[]"))
		return
	}
	bases := d.bases()
	encrypted := slices.IndexFunc(bases, func(base string) bool { return strings.HasPrefix(base, "https:") })
	if encrypted < 0 {
		d.fine("none is trusted, and none is needed")
		return
	}
	d.add(warning,
		bases[encrypted]+" needs a proxy with TLS in front, and no proxy is trusted: "+
			"all visitors share its address, and its limits of forms",
		"name the proxy with --trusted-proxies, such as 127.0.0.1")
}

func (d *doctor) lookAtServer(ctx context.Context) {
	if !isAddress(d.config.AdminAddr) {
		return // Among the problems of the configuration.
	}
	address := d.config.AdminAddr
	response, err := request(ctx, address, "/readyz")
	if _, unreachable := errors.AsType[*net.OpError](err); unreachable {
		d.add(warning, "none answers on the admin address "+address,
			"fine where none runs here; else name its --admin-addr")
		return
	} else if err != nil {
		d.add(problem, "the admin address "+address+" does not answer: "+err.Error(), "look at the log of the server")
		return
	}
	defer response.Body.Close()
	var answer struct {
		OK     bool
		Detail struct {
			Revision string
			Forms    formsHealth
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		d.add(problem, "what answers on "+address+" is no server of this kind", "choose another --admin-addr")
		return
	}
	d.live = answer.Detail.Revision
	forms := answer.Detail.Forms
	switch {
	case !answer.OK:
		d.add(problem, "the server on "+address+" is not ready", "marquee healthcheck says why")
	case !forms.Ready:
		d.add(problem, "the server takes no forms: "+forms.Reason, "they open by themselves when that is repaired")
	default:
		d.fine("one runs, and is ready (%s)", address)
	}
}
