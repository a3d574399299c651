package pages_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/website/pages"
)

// formRenderer is a renderer that writes the state of the form it is handed, and
// breaks where what was typed says so.
type formRenderer struct {
	mu       sync.Mutex
	rendered map[string]int // by path, pages in the state of a form only
	// When set, pages in the state of a form announce themselves and wait.
	began, gate chan struct{}
}

func (d *formRenderer) Size() int { return 4 }

// renderFault quotes what was typed, as an exception of a template may.
type renderFault struct{ data string }

func (f renderFault) Error() string { return "TypeError: cannot draw " + f.data }
func (f renderFault) Trace() string { return "at FormField (bundle.js:1)" }

func (d *formRenderer) Render(ctx context.Context, path string, data []byte) (string, error) {
	var page struct {
		Site, Page json.RawMessage
		Form       *site.FormState
	}
	if err := json.Unmarshal(data, &page); err != nil {
		return "", err
	}
	if page.Form == nil {
		return "<h1>" + path + "</h1>", nil
	}
	d.mu.Lock()
	if d.rendered == nil {
		d.rendered = map[string]int{}
	}
	d.rendered[path]++
	d.mu.Unlock()
	if d.gate != nil {
		d.began <- struct{}{}
		select {
		case <-d.gate:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	switch {
	case page.Form.Values["message"] == "THROW", strings.Contains(string(page.Page), "THROW"):
		return "", renderFault{string(data)}
	case strings.Contains(string(page.Page), "FORGET"):
		return "<h1>" + path + "</h1>", nil
	}
	state, err := json.Marshal(page.Form)
	return "<h1>" + path + "</h1><pre>" + string(state) + "</pre>", err
}

func (d *formRenderer) count(path string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.rendered[path]
}

func newFormStore(t *testing.T, renderer *formRenderer, now func() time.Time, log *testkit.Log) *pages.Store {
	t.Helper()
	handler := slog.DiscardHandler
	if log != nil {
		handler = slog.NewTextHandler(log, nil)
	}
	store := pages.NewStore(pages.Options{
		Renderer: renderer, Assets: noAssets{}, Now: now, Logger: slog.New(handler),
		Client: site.Client{Script: "/assets/entry.js"},
	})
	t.Cleanup(store.Close)
	return store
}

// withForms is a revision whose main site shows the form "message" on two pages
// and has a form that no page shows; the shop borrows it and has one of its own.
func withForms(id, title string) *site.Revision {
	message := &site.Form{
		ID: "message", SiteID: "main", Kind: "message", Title: "Write to us",
		Fields: []site.Field{
			{Name: "name", Type: "text", Label: "Name & title", Required: true},
			{Name: "date", Type: "date", Label: "Date"},
			{Name: "topic", Type: "select", Label: "Topic", Options: []site.Option{{Value: "web", Label: "Websites"}, {Value: "app"}}},
			{Name: "message", Type: "textarea", Label: "Message"},
		},
		Submit:  site.Submit{Label: "Send"},
		Success: site.Notice{Title: "It arrived", Text: "We write back."},
		Next:    "Within a day.",
		Failure: site.Notice{Title: "Not sent", Text: "Try again."},
	}
	hidden := &site.Form{ID: "hidden", SiteID: "main", Kind: "contact", Title: "Hidden", Failure: site.Notice{Title: "Not sent"}, Success: site.Notice{Title: "Taken"}}
	order := &site.Form{ID: "order", SiteID: "shop", Kind: "booking", Title: "Order"}
	page := func(path string, forms ...*site.Form) *site.Page {
		p := &site.Page{Path: path, Title: site.Text(title), Head: site.Head{Title: title, Canonical: "https://evenlight.example" + path}}
		p.Sections = []site.Section{
			{Type: "quote", Body: &site.Quote{}},
			{Type: "forms", Body: &site.Forms{Items: forms}},
		}
		return p
	}
	rev := revision(id, map[string]string{"/": title})
	main, shop := rev.Sites[0], rev.Sites[1]
	main.Site.Labels.Reference = "Your reference"
	main.Forms.Put("message", message)
	main.Forms.Put("hidden", hidden)
	shop.Forms.Put("order", order)
	main.Pages = append(main.Pages, page("/contact", message), page("/cont\u00e4ct", order, message))
	shop.Pages = append(shop.Pages, page("/shop/contact", order, message))
	return rev
}

func TestTheFormsPageIsTheOneItWasSentFrom(t *testing.T) {
	store := newFormStore(t, &formRenderer{}, time.Now, nil)
	if path := store.FormPath("/contact", "main", "message"); path != "" {
		t.Errorf("there is a page %s before there is content", path)
	}
	publish(t, store, withForms("r1", "Contact"))
	for _, c := range []struct{ referrer, siteID, formID, path string }{
		{"", "main", "message", "/contact"},
		{"/contact", "main", "message", "/contact"},
		{"/cont%C3%A4ct?plan=pro", "main", "message", "/cont\u00e4ct"},
		{"/shop/contact?sent=order&ref=x", "main", "message", "/shop/contact"},
		{"/", "main", "message", "/contact"},
		{"/%zz", "main", "message", "/contact"},
		{"", "shop", "order", "/shop/contact"},
		{"/contact", "shop", "order", "/shop/contact"},
		{"", "shop", "message", ""},
		{"", "main", "hidden", ""},
		{"", "none", "message", ""},
		{"", "", "", ""},
	} {
		if path := store.FormPath(c.referrer, c.siteID, c.formID); path != c.path {
			t.Errorf("%s/%s from %q stands at %q, want %q", c.siteID, c.formID, c.referrer, path, c.path)
		}
	}
}

func TestARefusedFormComesBackOnItsPage(t *testing.T) {
	store := newFormStore(t, &formRenderer{}, time.Now, nil)
	state := site.FormState{
		SiteID: "main", FormID: "message", Failure: "Please look again",
		Values: map[string]string{"name": `</script><b>"&`}, Errors: map[string]site.Text{"name": "Too short"},
	}
	if store.FormPage(t.Context(), "", state, 422) != nil {
		t.Error("there is a page before there is content")
	}
	publish(t, store, withForms("r1", "Contact"))
	r := store.FormPage(t.Context(), "/contact", state, 422)
	body := string(r.Body)
	if r.Status != 422 || r.CacheControl != "no-store" || r.Revision != "r1" || r.ETag != "" || r.Gzip != nil || r.Brotli != nil {
		t.Errorf("the answer is %d, %q, revision %q, tag %q", r.Status, r.CacheControl, r.Revision, r.ETag)
	}
	for _, want := range []string{`<h1>/contact</h1>`, `"form":"message"`, `"failure":"Please look again"`, `"errors":{"name":"Too short"}`, `<title>Contact</title>`, `content="noindex"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s:\n%s", want, body)
		}
	}
	for _, never := range []string{"<script", "/assets/entry.js", "page-data", "canonical", "</script>", "<b>"} {
		if strings.Contains(body, never) {
			t.Errorf("the page has %s:\n%s", never, body)
		}
	}
	// The page that everybody gets is as it was.
	if plain := store.Page(t.Context(), "/contact"); plain.Status != 200 || strings.Contains(string(plain.Body), "Please look again") {
		t.Errorf("the page itself: %d %s", plain.Status, plain.Body)
	}
	for _, unknown := range []site.FormState{{SiteID: "main", FormID: "none"}, {SiteID: "none", FormID: "message"}, {}} {
		if store.FormPage(t.Context(), "/contact", unknown, 422) != nil {
			t.Errorf("a page for the unknown form %+v", unknown)
		}
	}
}

// What was typed survives whatever keeps the page from being rendered.
func TestWithoutTemplatesTheFormStandsAlone(t *testing.T) {
	hostile := map[string]string{"name": `<b onclick="x">&amp;`, "date": "tomorrow", "topic": "app", "message": "\n</textarea>THROW"}
	for name, c := range map[string]struct {
		formID string
		status int
		values map[string]string
	}{
		"the templates throw":      {"message", 422, map[string]string{"message": "THROW", "name": hostile["name"], "date": "tomorrow", "topic": "app"}},
		"too many requests":        {"message", 429, hostile},
		"no page shows the form":   {"hidden", 503, nil},
		"nothing was typed so far": {"message", 429, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var log testkit.Log
			renderer := &formRenderer{}
			store := newFormStore(t, renderer, time.Now, &log)
			publish(t, store, withForms("r1", "Contact"))
			state := site.FormState{SiteID: "main", FormID: c.formID, Failure: "Sorry <now>", Values: c.values, Errors: map[string]site.Text{"date": "No such day"}, From: `/contact?plan="pro"&x`}
			r := store.FormPage(t.Context(), "", state, c.status)
			body := string(r.Body)
			wants := []string{`<h1>Not sent</h1>`, `Sorry &lt;now&gt;`, `action="/api/send-contact-email"`, `name="form" value="` + c.formID + `"`, `name="site" value="main"`, `name="from" value="/contact?plan=&#34;pro&#34;&amp;x"`}
			if c.formID == "hidden" {
				wants = append(wants, `name="type" value="contact"`)
			} else {
				wants = append(wants, "No such day", "Name &amp; title", ">Websites</option>", ">app</option>", `<textarea rows="6" dir="auto" name="message">`+"\n")
			}
			if c.values != nil {
				wants = append(wants, `value="&lt;b onclick=&#34;x&#34;&gt;&amp;amp;"`, `type="text" name="date" aria-invalid="true" value="tomorrow"`, `<option value="app" selected>`)
			}
			if strings.HasPrefix(c.values["message"], "\n") {
				wants = append(wants, ">\n\n&lt;/textarea&gt;THROW</textarea>")
			}
			for _, want := range wants {
				if !strings.Contains(body, want) {
					t.Errorf("the page lacks %s:\n%s", want, body)
				}
			}
			if r.Status != c.status || r.CacheControl != "no-store" || strings.Contains(body, "<script") || strings.Contains(body, "<b onclick") {
				t.Errorf("the answer is %d %q:\n%s", r.Status, r.CacheControl, body)
			}
			if c.status == http.StatusTooManyRequests && renderer.count("/contact") != 0 {
				t.Error("those who send too much keep the renderer busy")
			}
			if thrown := c.values["message"] == "THROW"; strings.Contains(log.String(), "FormField") != thrown || strings.Contains(log.String(), "onclick") {
				t.Errorf("the log has no trace, or what was typed:\n%s", log.String())
			}
		})
	}
}

func TestAConfirmationIsRenderedOnce(t *testing.T) {
	renderer := &formRenderer{}
	store := newFormStore(t, renderer, time.Now, nil)
	if store.SentPage(t.Context(), "/contact", "message", "K7M3-9QXT") != nil {
		t.Error("there is a page before there is content")
	}
	publish(t, store, withForms("r1", "Contact"))
	var visitors sync.WaitGroup
	for _, reference := range []string{"AAAA-2222", "BBBB-3333", "CCCC-4444"} {
		for range 20 {
			visitors.Go(func() {
				r := store.SentPage(t.Context(), "/contact", "message", reference)
				if r.Status != 200 || r.CacheControl != "no-store" || r.ETag != "" || !strings.Contains(string(r.Body), `"reference":"`+reference+`"`) || strings.Count(string(r.Body), "-0000-") != 0 {
					t.Errorf("%s: %d %q %s", reference, r.Status, r.CacheControl, r.Body)
				}
				if strings.Contains(string(r.Body), "<script") || !strings.Contains(string(r.Body), `content="noindex"`) {
					t.Errorf("the page has a script, or is for search engines: %s", r.Body)
				}
			})
		}
	}
	visitors.Wait()
	if n := renderer.count("/contact"); n != 1 {
		t.Errorf("rendered %d times", n)
	}
	// Of both forms on the shop's page, each has its own.
	for _, form := range []string{"order", "message", "order"} {
		if r := store.SentPage(t.Context(), "/shop/contact", form, "AAAA-2222"); !strings.Contains(string(r.Body), `"form":"`+form+`"`) {
			t.Errorf("%s is confirmed by %s", form, r.Body)
		}
	}
	if n := renderer.count("/shop/contact"); n != 2 {
		t.Errorf("rendered %d times for two forms", n)
	}
	// It outlives a revision that leaves the page as it was, and names the new one.
	publish(t, store, withForms("r2", "Contact"))
	if r := store.SentPage(t.Context(), "/contact", "message", "AAAA-2222"); r.Revision != "r2" || renderer.count("/contact") != 1 {
		t.Errorf("revision %s, rendered %d times", r.Revision, renderer.count("/contact"))
	}
	publish(t, store, withForms("r3", "Talk to us"))
	if r := store.SentPage(t.Context(), "/contact", "message", "AAAA-2222"); !strings.Contains(string(r.Body), "Talk to us") || renderer.count("/contact") != 2 {
		t.Errorf("the changed page is confirmed by %s", r.Body)
	}
	for _, unknown := range [][2]string{{"/contact", "order"}, {"/contact", ""}, {"/", "message"}, {"/nothing", "message"}, {"/old", "message"}, {"", ""}} {
		if store.SentPage(t.Context(), unknown[0], unknown[1], "AAAA-2222") != nil {
			t.Errorf("a confirmation for %q", unknown)
		}
	}
}

func TestAConfirmationThatCannotBeRendered(t *testing.T) {
	for _, title := range []string{"THROW", "FORGET"} {
		t.Run(title, func(t *testing.T) {
			renderer, now := &formRenderer{}, testkit.NewClock(testkit.Noon)
			var log testkit.Log
			store := newFormStore(t, renderer, now.Now, &log)
			publish(t, store, withForms("r1", title))
			ask := func() {
				t.Helper()
				r := store.SentPage(t.Context(), "/contact", "message", "AAAA-2222")
				for _, want := range []string{`id="form-message">It arrived</h1>`, "We write back.", "Your reference: <code>AAAA-2222</code>", "Within a day."} {
					if r.Status != 200 || !strings.Contains(string(r.Body), want) {
						t.Errorf("%d, no %q in %s", r.Status, want, r.Body)
					}
				}
			}
			for _, pause := range []time.Duration{2, 4, 8} {
				tries := renderer.count("/contact")
				ask()
				ask()
				now.Add(pause*time.Second - time.Nanosecond)
				ask()
				if n := renderer.count("/contact") - tries; n != 1 {
					t.Errorf("tried %d times within %d s", n, pause)
				}
				now.Add(time.Nanosecond)
			}
			if n := strings.Count(log.String(), "could not be rendered"); n != 3 {
				t.Errorf("%d lines about 3 failures:\n%s", n, log.String())
			}
			if want := map[string]string{"THROW": "FormField", "FORGET": "do not show the reference"}[title]; !strings.Contains(log.String(), want) {
				t.Errorf("the log does not say %q:\n%s", want, log.String())
			}
			publish(t, store, withForms("r2", "Contact"))
			if r := store.SentPage(t.Context(), "/contact", "message", "AAAA-2222"); !strings.Contains(string(r.Body), `"reference":"AAAA-2222"`) {
				t.Errorf("the mended page is confirmed by %s", r.Body)
			}
		})
	}
}

// Two are rendered, the others wait a moment, and everybody gets back what they typed;
// visitors of pages find a renderer all the while.
func TestManyRefusedFormsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		renderer := &formRenderer{began: make(chan struct{}, 1000), gate: make(chan struct{})}
		store := newFormStore(t, renderer, time.Now, nil)
		publish(t, store, withForms("r1", "Contact"))
		state := site.FormState{SiteID: "main", FormID: "message", Values: map[string]string{"name": "Ada"}}
		for range 2 { // the second time all places are free again
			started := time.Now()
			answers := make(chan *site.Representation, 200)
			for range 200 {
				go func() { answers <- store.FormPage(context.Background(), "", state, 422) }()
			}
			synctest.Wait()
			if rendered, waiting := len(renderer.began), 200-len(answers); rendered != 2 || waiting != 200 {
				t.Errorf("%d are rendered and %d wait, want 2 and 200", rendered, waiting)
			}
			if r := store.Page(t.Context(), "/"); r.Status != 200 {
				t.Errorf("the page of another visitor answers %d", r.Status)
			}
			for range 198 {
				if r := <-answers; r.Status != 422 || !strings.Contains(string(r.Body), `value="Ada"`) {
					t.Fatalf("%d %s", r.Status, r.Body)
				}
			}
			if waited := time.Since(started); waited != 750*time.Millisecond {
				t.Errorf("the last without a place waited %v", waited)
			}
			// A confirmation finds no place either; that says nothing about its page.
			if r := store.SentPage(t.Context(), "/contact", "message", "AAAA-2222"); !strings.Contains(string(r.Body), "It arrived") {
				t.Errorf("without a place a confirmation is %s", r.Body)
			}
			for range 2 {
				<-renderer.began
				renderer.gate <- struct{}{}
				if r := <-answers; !strings.Contains(string(r.Body), "<h1>/contact</h1>") {
					t.Errorf("who had a place got %s", r.Body)
				}
			}
		}
		renderer.gate = nil
		if r := store.SentPage(t.Context(), "/contact", "message", "AAAA-2222"); !strings.Contains(string(r.Body), `"reference":"AAAA-2222"`) {
			t.Errorf("with a place a confirmation is %s", r.Body)
		}
		if r := store.FormPage(context.Background(), "", state, 422); !strings.Contains(string(r.Body), "<h1>/contact</h1>") {
			t.Errorf("afterwards: %s", r.Body)
		}
		store.Close()
	})
}

func TestAFormPageThatHangsIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		renderer := &formRenderer{began: make(chan struct{}, 10), gate: make(chan struct{})}
		var log testkit.Log
		store := newFormStore(t, renderer, time.Now, &log)
		publish(t, store, withForms("r1", "Contact"))
		state := site.FormState{SiteID: "main", FormID: "message", Values: map[string]string{"name": "Ada"}}
		for range 3 {
			started := time.Now()
			r := store.FormPage(context.Background(), "", state, 422)
			if took := time.Since(started); r.Status != 422 || took != 5*time.Second || !strings.Contains(string(r.Body), `value="Ada"`) {
				t.Errorf("after %v: %d %s", took, r.Status, r.Body)
			}
		}
		if !strings.Contains(log.String(), context.DeadlineExceeded.Error()) {
			t.Errorf("the log does not say so:\n%s", log.String())
		}
		// One whose visitor's node is told to stop ends at once, and says nothing.
		log.Reset()
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if r := store.FormPage(ctx, "", state, 422); !strings.Contains(string(r.Body), `value="Ada"`) || log.Lines() > 0 {
			t.Errorf("%s\n%s", r.Body, log.String())
		}
		store.Close()
	})
}

func TestRenderingsOfFormsAreReported(t *testing.T) {
	var good, bad atomic.Int64 // the warm-up renders several pages at once
	store := pages.NewStore(pages.Options{
		Renderer: &formRenderer{}, Assets: noAssets{}, Now: time.Now, Logger: slog.New(slog.DiscardHandler),
		Rendered: func(_ time.Duration, err error) {
			if errors.As(err, &renderFault{}) {
				bad.Add(1)
			} else {
				good.Add(1)
			}
		},
	})
	publish(t, store, withForms("r1", "Contact"))
	store.Close() // ends the warm-up, which reports too
	good.Store(0)
	bad.Store(0)
	state := site.FormState{SiteID: "main", FormID: "message"}
	store.FormPage(t.Context(), "", state, 422)
	store.SentPage(t.Context(), "/contact", "message", "AAAA-2222")
	store.SentPage(t.Context(), "/contact", "message", "AAAA-2222")
	state.Values = map[string]string{"message": "THROW"}
	store.FormPage(t.Context(), "", state, 422)
	if good.Load() != 2 || bad.Load() != 1 {
		t.Errorf("%d good and %d bad renderings, want 2 and 1", good.Load(), bad.Load())
	}
}
