package contact_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"math"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"
	_ "time/tzdata"

	"go.uber.org/goleak"

	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/website/formbody"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// noon is a Friday; in New York it is 7 in the morning.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

var visitor = netip.MustParseAddr("192.0.2.7")

// sampleContent is a main site with a message form and a sub-site with an inquiry and a
// booking, as docs/specification.md section 3 has them.
func sampleContent() *site.Revision {
	main := &site.Bundle{Site: &site.Site{
		ID: "main", Path: "/", TimeZone: "UTC", Location: time.UTC,
		Mail: site.Mail{Recipients: []string{"team@example.com"}, From: "Team <team@example.com>"},
		Errors: site.Errors{
			BadRequest: "bad request", InvalidForm: "invalid form", Conflict: "conflict", TooMany: "too many", Unavailable: "unavailable",
		},
		Checks: site.Checks{
			Required: "required", Email: "email", Phone: "phone", Option: "option", TooShort: "at least {min}", TooLong: "at most {max}",
			Number: "number", TooLow: "from {min}", TooHigh: "to {max}", Step: "steps of {step}",
			Date: "date", DatePast: "not before {date} in {zone}", DateFar: "not after {date}", Characters: "characters",
			Tick: "tick", File: "file", FileEmpty: "empty file",
			TimePast: "past", Closed: "closed",
		},
	}}
	main.Forms.Put("contact", &site.Form{ID: "contact", SiteID: "main", Kind: "message", Fields: []site.Field{
		{Name: "name", Type: "text", Required: true, Min: 2, Message: "Name must be at least 2 characters", Autocomplete: "name"},
		{Name: "email", Type: "email", Required: true, Message: "Please enter a valid email address"},
		{Name: "message", Type: "textarea", Required: true, Min: 10, Message: "Message must be at least 10 characters"},
	}})
	main.Plans.Put("pro", &site.Plan{})
	main.Pages = []*site.Page{{Path: "/contact"}, {Path: "/caf\u00e9"}, {Path: "/c"}}

	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		panic(err)
	}
	shop := &site.Bundle{Site: &site.Site{
		ID: "shop", Path: "/shop", TimeZone: "America/New_York", Location: zone, DateFormat: "2 January 2006",
		// What a site does not say it takes from the main site, when content is read.
		Errors: main.Site.Errors, Checks: main.Site.Checks,
	}}
	shop.Site.Errors.InvalidForm, shop.Site.Checks.Required = "invalid form of the shop", "required in the shop"
	person := []site.Field{
		{Name: "name", Type: "text", Required: true, Autocomplete: "name"},
		{Name: "email", Type: "email", Required: true},
	}
	shop.Forms.Put("inquiry", &site.Form{ID: "inquiry", SiteID: "shop", Kind: "contact", Fields: append(slices.Clone(person),
		site.Field{Name: "subject", Type: "select", Required: true, Options: []site.Option{{Value: "design"}, {Value: "other"}}},
		site.Field{Name: "message", Type: "textarea", Required: true},
	)})
	shop.Forms.Put("booking", &site.Form{ID: "booking", SiteID: "shop", Kind: "booking", Fields: append(slices.Clone(person),
		site.Field{Name: "phone", Type: "tel"},
		site.Field{Name: "service", Type: "select", Required: true, Options: []site.Option{{Value: "design"}, {Value: "call"}}},
		site.Field{Name: "date", Type: "date", Required: true, NotBefore: "today"},
		site.Field{Name: "time", Type: "time", Required: true, Options: []site.Option{{Value: "9:00 AM"}, {Value: "10:00 AM"}}},
		site.Field{Name: "message", Type: "textarea"},
	)})
	shop.Forms.Put("order", &site.Form{ID: "order", SiteID: "shop", Kind: "contact", Fields: append(slices.Clone(person),
		site.Field{Name: "guests", Type: "number", Min: 2, Max: 12, Step: "2"},
		site.Field{Name: "weight", Type: "number", Step: "0.1"},
		site.Field{Name: "size", Type: "radio", Required: true, Options: []site.Option{{Value: "small"}, {Value: "large"}}},
		site.Field{Name: "extras", Type: "checkbox", Options: []site.Option{{Value: "cream"}, {Value: "nuts"}, {Value: "candles"}}},
		site.Field{Name: "news", Type: "checkbox"},
		site.Field{Name: "terms", Type: "consent", Required: true, Label: "I agree to the terms."},
	)})
	for _, bundle := range []*site.Bundle{main, shop} {
		for _, form := range bundle.Forms.All() {
			form.Confirmation = &site.FormMail{}
		}
	}
	shop.Plans.Put("basic", &site.Plan{})
	shop.Pages = []*site.Page{{Path: "/shop/connect"}}
	return &site.Revision{ID: "r1", Sites: []*site.Bundle{main, shop}}
}

func message() map[string]string {
	return map[string]string{"name": "Ann Lee", "email": "ann@example.com", "message": "What does a website cost?"}
}

func inquiry() map[string]string {
	return with(message(), "site", "shop", "type", "contact", "subject", "design")
}

func booking() map[string]string {
	return map[string]string{
		"site": "shop", "type": "booking", "name": "Ann Lee", "email": "ann@example.com", "phone": "+49 30 123456",
		"service": "call", "date": "2026-11-23", "time": "10:00 AM", "message": "",
	}
}

func order() map[string]string {
	return map[string]string{
		"site": "shop", "form": "order", "name": "Ann Lee", "email": "ann@example.com", "size": "small", "terms": "I agree to the terms.",
	}
}

// with returns a copy in which some values are others.
func with(values map[string]string, pairs ...string) map[string]string {
	values = maps.Clone(values)
	for i := 0; i < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	return values
}

// asJSON is what the website's own script sends.
func without(values map[string]string, names ...string) map[string]string {
	values = maps.Clone(values)
	for _, name := range names {
		delete(values, name)
	}
	return values
}

func asJSON(values map[string]string) site.Inquiry { return raw(jsonBody(values)) }

func jsonBody(values map[string]string) string {
	body, err := json.Marshal(values)
	if err != nil {
		panic(err)
	}
	return string(body)
}

func raw(body string) site.Inquiry {
	values, ok := formbody.JSON([]byte(body))
	return site.Inquiry{Values: values, Unreadable: !ok, Address: visitor, FromBrowser: true, SaysLanguage: true, Age: 20 * time.Second}
}

// asForm is what a browser without scripts sends.
func asForm(values map[string]string) site.Inquiry { return rawForm(formBody(values)) }

func formBody(values map[string]string) string {
	query := url.Values{}
	for name, value := range values {
		query.Set(name, value)
	}
	return query.Encode()
}

func rawForm(body string) site.Inquiry {
	values, ok := formbody.URLEncoded(body)
	return site.Inquiry{Values: values, Unreadable: !ok, Native: true, Address: visitor, FromBrowser: true, SaysLanguage: true, Age: -1}
}

// fakeStore keeps submissions in memory, by the rules of [contact.Store].
type fakeStore struct {
	mu       sync.Mutex
	kept     []*site.Submission
	messages [][]site.Message
	byKey    map[string]*site.Submission
	// What the next calls answer; then it works.
	errors []error
	// Of what was confirmed, whether the notice goes with a digest.
	inDigest []bool
	// Called in every Save.
	during func(ctx context.Context)
	calls  int
}

func (f *fakeStore) Save(ctx context.Context, s *site.Submission, messages []site.Message) (site.Saved, error) {
	if f.during != nil {
		f.during(ctx)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	if len(f.errors) > 0 {
		err := f.errors[0]
		f.errors = f.errors[1:]
		return site.Saved{}, err
	}
	if earlier := f.byKey[s.Key]; s.Key != "" && earlier != nil {
		if earlier.Digest != s.Digest {
			return site.Saved{}, site.ErrKeyReused
		}
		return site.Saved{ID: earlier.ID, Reference: earlier.Reference}, nil
	}
	if f.byKey == nil {
		f.byKey = map[string]*site.Submission{}
	}
	f.byKey[s.Key] = s
	f.kept = append(f.kept, s)
	f.messages = append(f.messages, messages)
	return site.Saved{ID: s.ID, Reference: s.Reference, Fresh: true}, nil
}

// OptIn knows the token of each submission.
func (f *fakeStore) OptIn(_ context.Context, token string) (site.Confirmation, error) {
	return f.optIn(token, func(*site.Submission) {})
}

// Confirm confirms it once.
func (f *fakeStore) Confirm(_ context.Context, token string, inDigest bool) (found site.Confirmation, err error) {
	return f.optIn(token, func(s *site.Submission) {
		s.OptIn.ConfirmedAt = noon
		f.inDigest = append(f.inDigest, inDigest)
	})
}

func (f *fakeStore) optIn(token string, confirm func(*site.Submission)) (site.Confirmation, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.errors) > 0 {
		return site.Confirmation{}, f.errors[0]
	}
	for _, s := range f.kept {
		if s.OptIn == nil || s.OptIn.Token != token {
			continue
		}
		found := site.Confirmation{State: site.OptInAlready, SiteID: s.SiteID, FormID: s.FormID}
		if s.IsUnconfirmed() {
			found.State = site.OptInPending
			if confirm(s); !s.IsUnconfirmed() {
				found.State = site.OptInConfirmed
			}
		}
		return found, nil
	}
	return site.Confirmation{State: site.OptInUnknown}, nil
}

// last returns what was stored last.
func (f *fakeStore) last(t *testing.T) *site.Submission {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.kept) == 0 {
		t.Fatal("nothing is stored")
	}
	return f.kept[len(f.kept)-1]
}

// fakeComposer writes one mail that names what depends on the submission.
type fakeComposer struct{}

func (fakeComposer) Compose(bundle *site.Bundle, form *site.Form, s *site.Submission) []site.Message {
	return []site.Message{{Kind: site.MailNotice, From: bundle.Site.Mail.From, To: bundle.Site.Mail.Recipients, Subject: form.ID + " " + s.Reference}}
}

// confirmingComposer writes a confirmation, too.
type confirmingComposer struct{ fakeComposer }

func (c confirmingComposer) Compose(bundle *site.Bundle, form *site.Form, s *site.Submission) []site.Message {
	return append(c.fakeComposer.Compose(bundle, form, s), site.Message{Kind: site.MailConfirmation, To: []string{s.Value("email")}})
}

// office is a service with all that it needs.
type office struct {
	*contact.Service
	store    *fakeStore
	clock    *testkit.Clock
	revision *site.Revision
	mu       sync.Mutex
	outcomes []string
}

func open(change ...func(*contact.Config)) *office {
	o := &office{store: &fakeStore{}, clock: testkit.NewClock(noon), revision: sampleContent()}
	config := contact.Config{
		Revision: func() *site.Revision { return o.revision },
		Compose:  fakeComposer{}.Compose, Store: o.store, Now: o.clock.Now,
		Room:   func() int64 { return math.MaxInt64 },
		Logger: slog.New(slog.DiscardHandler),
		Observe: func(siteID, formID, outcome string) {
			o.mu.Lock()
			defer o.mu.Unlock()
			o.outcomes = append(o.outcomes, siteID+" "+formID+" "+outcome)
		},
	}
	for _, c := range change {
		c(&config)
	}
	o.Service = contact.NewService(config)
	return o
}

func limited(c *contact.Config) { c.Limits = &contact.Limits{} }

func (o *office) accept(t *testing.T, inquiry site.Inquiry) site.Receipt {
	t.Helper()
	return o.Accept(t.Context(), inquiry)
}
