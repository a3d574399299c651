package main

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/site"
)

// spans are the times of a reporter: between two looks, for how long a change is held before anybody is told, and
// between two mails about problems, and about suspects.
type spans struct{ look, held, problems, suspects time.Duration }

var usualSpans = spans{15 * time.Second, 2 * time.Minute, time.Hour, 24 * time.Hour}

// reporter tells authors by mail that a change is held back, and recipients what is held as spam. What fails is tried
// again; the log of the store says why.
type reporter struct {
	spans
	digester
	store  *outbox.Store
	status func() content.Status
	studio func() bool // whether there is one that a mail can lead to
	// The state that each address was told last, so that the store is not asked again and again.
	sent map[string]string
}

func (r *reporter) run(ctx context.Context) {
	for tick := time.Tick(r.look); ; {
		select {
		case <-ctx.Done():
			return
		case now := <-tick:
			r.tellProblems(ctx, now)
			r.tellSuspects(ctx)
		}
	}
}

// tellProblems tells each address of mail.problems, as they are live, what is held back of its sites. A site that was
// never live has those of the main site.
func (r *reporter) tellProblems(ctx context.Context, now time.Time) {
	all, revision := map[string][]content.SiteStatus{}, r.revision()
	for _, one := range r.status().Sites {
		for _, address := range cmp.Or(revision.ByID(one.ID), revision.Main()).Site.Mail.Problems {
			all[address] = append(all[address], one)
		}
	}
	for address, sites := range all {
		held := slices.DeleteFunc(sites, func(one content.SiteStatus) bool { return one.State != content.Held })
		young := func(one content.SiteStatus) bool { return now.Sub(one.Since) < r.held }
		state, title, words := wordHeld(slices.DeleteFunc(slices.Clone(held), young))
		if sent, known := r.sent[address]; known && sent == state || state == "" && len(held) > 0 {
			continue // what is young may be mended soon
		}
		compose := func() site.Message {
			return r.composer.Problem(revision.Main().Site, address, title, words, r.statusOf(revision, held))
		}
		if known, err := r.store.Notify(ctx, "problems "+address, state, r.problems, compose); err == nil && known {
			r.sent[address] = state
		}
	}
}

// statusOf returns the address at which Studio tells more of what is held, on the host of the first site; empty where
// there is none.
func (r *reporter) statusOf(revision *site.Revision, held []content.SiteStatus) string {
	if len(held) == 0 || !r.studio() {
		return ""
	}
	base := cmp.Or(revision.ByID(held[0].ID), revision.Main()).Site.BaseURL
	if base == "" {
		return ""
	}
	return strings.TrimSuffix(base, "/") + site.StudioPath + "/status"
}

// wordHeld words a mail about what is held of some sites. Its state is the same as long as the mistakes are.
func wordHeld(held []content.SiteStatus) (state, title string, words []string) {
	for _, one := range held {
		for _, p := range one.Problems {
			if p.Severity != yamldoc.Error {
				continue
			}
			also := slices.DeleteFunc(slices.Clone(one.Waiting), func(file string) bool { return file == p.File })
			state += p.File + p.Message
			title = cmp.Or(title, "A change is held back: "+p.File)
			p.Source = ""
			words = append(words, p.String())
			if len(also) > 0 {
				words = append(words, "Behind it wait: "+firstOf(also)+".")
			}
			break
		}
	}
	if state == "" {
		return "", "All is live again", []string{"Visitors see what is in the content folder."}
	}
	words = append(words, "Visitors see what was there before, until it is mended. marquee check shows all of it.")
	return state, title, words
}

// tellSuspects tells recipients of the suspects of which no mail told yet.
func (r *reporter) tellSuspects(ctx context.Context) {
	// Without the records, nobody is told now.
	records, _ := r.store.List(ctx, outbox.Filter{State: outbox.StateUntold, Limit: 1000})
	all := map[string][]site.Submission{}
	for _, one := range records {
		bundle, form := r.formOf(&one.Submission)
		to := strings.Join(mail.Recipients(bundle.Site, form, &one.Submission), ", ")
		all[to] = append(all[to], one.Submission)
	}
	delete(all, "") // there is nobody to tell
	for to, suspects := range all {
		compose := func() site.Message { return r.composer.Suspects(suspects, r.formOf, contact.Reasons) }
		_, _ = r.store.Notify(ctx, "suspects "+to, suspects[0].ID, r.suspects, compose, suspects...)
	}
}
