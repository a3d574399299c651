package main

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

// postbox takes all mails.
type postbox chan site.Message

func (postbox) Reserve(ctx context.Context) error { return ctx.Err() }

func (p postbox) Send(_ context.Context, key string, m site.Message) (string, error) {
	p <- m
	return key, nil
}

// newsroom is a reporter with a clock, of a website with two sites: ann is told of both, bob of the shop.
type newsroom struct {
	*reporter
	t      *testing.T
	clock  *testkit.Clock
	sites  []content.SiteStatus
	mails  postbox
	studio bool // whether there is one
}

func newNewsroom(t *testing.T) *newsroom {
	t.Helper()
	n := &newsroom{t: t, clock: testkit.NewClock(time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)), mails: make(postbox, 100)}
	store, err := outbox.Open(outbox.Config{Dir: t.TempDir(), Now: n.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the store opens", func() bool { return store.Status().Ready })
	worker := outbox.NewWorker(outbox.WorkerConfig{Store: store, Sender: n.mails, Now: n.clock.Now})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- worker.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	of := func(id, path string, recipients []string, problems ...string) *site.Bundle {
		return &site.Bundle{Site: &site.Site{
			ID: id, Path: path, BaseURL: "https://" + id + ".example.net", Location: time.UTC, Mail: site.Mail{Recipients: recipients, Problems: problems, From: "site@example.net"},
			MailWords: site.MailWords{SuspectsSubject: "Suspects: {count}"},
		}}
	}
	team := []string{"team@example.net"}
	revision := &site.Revision{Sites: []*site.Bundle{
		of("main", "/", team, "ann@example.net"), of("shop", "/shop", team, "ann@example.net", "bob@example.net"),
		of("jobs", "/jobs", []string{"jobs@example.net"}),
	}}
	german := of("main.de", "/de", team, "ann@example.net")
	german.Original = revision.Sites[0]
	revision.Sites = append(revision.Sites, german)
	n.reporter = &reporter{
		usualSpans,
		digester{&mail.Composer{}, func() *site.Revision { return revision }},
		store, func() content.Status { return content.Status{Sites: n.sites} }, func() bool { return n.studio },
		map[string]string{},
	}
	return n
}

// hold says which mistakes hold back sites from now on, as SITE/FILE sentence; what is held longer keeps its time.
func (n *newsroom) hold(mistakes ...string) {
	before := n.sites
	n.sites = []content.SiteStatus{{ID: "main", State: content.Live}, {ID: "shop", State: content.Live}}
	for _, mistake := range mistakes {
		file, message, _ := strings.Cut(mistake, " ")
		id, _, _ := strings.Cut(file, "/")
		held := content.SiteStatus{
			ID: id, State: content.Held, Since: n.clock.Now(), Waiting: []string{file, id + "/plans.yaml"},
			Problems: []yamldoc.Problem{
				{Severity: yamldoc.Warning, File: id + "/site.yaml", Message: "Only a warning."},
				{Severity: yamldoc.Error, File: file, Line: 8, Column: 3, Message: message, Hint: "Mend it.", Source: "oops"},
			},
		}
		for _, was := range before {
			if was.ID == id && was.State == content.Held {
				held.Since = was.Since
			}
		}
		n.sites = slices.DeleteFunc(n.sites, func(one content.SiteStatus) bool { return one.ID == id })
		n.sites = append(n.sites, held)
	}
}

// after lets time go by, looks, and returns who got what, as address: subject.
func (n *newsroom) after(d time.Duration) (got []string) {
	n.t.Helper()
	n.clock.Add(d)
	n.tellProblems(n.t.Context(), n.clock.Now())
	n.tellSuspects(n.t.Context())
	testkit.Eventually(n.t, "all mail is sent", func() bool {
		c, err := n.store.Counts(n.t.Context())
		return err == nil && c.Waiting == 0
	})
	for len(n.mails) > 0 {
		m := <-n.mails
		got = append(got, strings.Join(m.To, ",")+": "+m.Subject)
	}
	slices.Sort(got)
	return got
}

func (n *newsroom) want(d time.Duration, want ...string) {
	n.t.Helper()
	if got := n.after(d); !slices.Equal(got, want) {
		n.t.Errorf("mailed %q, want %q", got, want)
	}
}

const (
	annHeld, annLive = "ann@example.net: A change is held back: main/pages/about.yaml", "ann@example.net: All is live again"
	bobHeld, bobLive = "bob@example.net: A change is held back: shop/pages/index.yaml", "bob@example.net: All is live again"
)

func TestAMailAboutWhatIsHeldLeadsToTheStatusOfItsSite(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{true, false} {
		n := newNewsroom(t)
		n.studio = open
		n.hold("shop/pages/index.yaml There is no such key.")
		n.clock.Add(time.Hour)
		n.tellProblems(t.Context(), n.clock.Now())
		m := <-n.mails
		for _, body := range []string{m.Text, m.HTML} {
			if leads := strings.Contains(body, "https://shop.example.net/studio/status"); leads != open {
				t.Errorf("Studio is open: %t, and the mail leads there: %t\n%s", open, leads, body)
			}
		}
	}
}

func TestAuthorsAreToldWhatIsHeldBackAndThatItIsLiveAgain(t *testing.T) {
	t.Parallel()
	n := newNewsroom(t)
	n.hold()
	n.want(0)
	n.hold("main/pages/about.yaml One.")
	n.want(2*time.Minute - time.Second)
	n.hold() // mended before two minutes
	n.want(time.Hour)

	n.hold("main/pages/about.yaml One.")
	n.want(2*time.Minute - time.Second)
	n.want(time.Second, annHeld)
	n.want(time.Hour)
	n.hold("main/pages/about.yaml Two.") // another mistake, which is as old as the hold
	n.want(time.Minute, annHeld)
	n.hold("main/pages/about.yaml Three.")
	n.want(time.Minute)
	n.hold()
	n.want(time.Minute)
	n.sent = map[string]string{} // a restart
	n.want(time.Hour - 3*time.Minute)
	n.want(time.Minute, annLive)
	n.want(2 * time.Hour)
}

func TestAuthorsAreToldOfAllTheirSitesAtOnce(t *testing.T) {
	t.Parallel()
	n := newNewsroom(t)
	n.hold("main/pages/about.yaml One.", "shop/pages/index.yaml Two.", "new/site.yaml Three.")
	n.want(2*time.Minute, annHeld, bobHeld)
	n.hold("main/pages/about.yaml One.")
	n.want(time.Hour, annHeld, bobLive)

	state, _, words := wordHeld(n.sites[len(n.sites)-1:])
	want := []string{
		"main/pages/about.yaml:8:3: One. Mend it.", "Behind it wait: main/plans.yaml.",
		"Visitors see what was there before, until it is mended. marquee check shows all of it.",
	}
	if state == "" || !slices.Equal(words, want) {
		t.Errorf("it says %q", words)
	}
}

func TestRecipientsAreToldOfSuspectsOnceADay(t *testing.T) {
	t.Parallel()
	n := newNewsroom(t)
	id := 0
	suspect := func(siteID string) {
		id++
		s := &site.Submission{
			ID: "id-" + string(rune('a'+id)), Reference: "REF-" + string(rune('A'+id)), SiteID: siteID, FormID: "contact", Suspect: "honeypot",
			ReceivedAt: n.clock.Now(), EraseAfter: n.clock.Now().AddDate(1, 0, 0),
		}
		s.Digest[0] = byte(id)
		if _, err := n.store.Save(t.Context(), s, []site.Message{{Kind: site.MailNotice, To: []string{"team@example.net"}}}); err != nil {
			t.Fatal(err)
		}
	}
	n.want(0)
	for _, id := range []string{"main", "main.de", "shop", "gone", "jobs"} {
		suspect(id)
	}
	n.want(0, "jobs@example.net: Suspects: 1", "team@example.net: Suspects: 4")
	n.want(48 * time.Hour)
	suspect("jobs")
	n.want(0, "jobs@example.net: Suspects: 1")
	suspect("jobs")
	suspect("jobs")
	n.want(24*time.Hour - time.Second)
	n.want(time.Second, "jobs@example.net: Suspects: 2")
}
