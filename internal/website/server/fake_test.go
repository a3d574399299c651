package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

func prefixes(written ...string) (all []netip.Prefix) {
	for _, one := range written {
		all = append(all, netip.MustParsePrefix(one))
	}
	return all
}

// fakeWebsite is a small website with fixed bytes. It remembers what it was
// asked, so that tests can see what reached it.
type fakeWebsite struct {
	revision atomic.Pointer[site.Revision]
	// Called before a page is answered; may block or panic.
	onPage func(ctx context.Context, path string)
	// Whether the error page panics as well.
	brokenErrorPage bool
	// A file that does not fit into a packet.
	large []byte
	// Large files that were opened and not closed.
	opened atomic.Int64

	mu    sync.Mutex
	asked []string
}

func newFakeWebsite() *fakeWebsite {
	f := &fakeWebsite{}
	f.revision.Store(fakeRevision("r1"))
	return f
}

func fakeRevision(id string) *site.Revision {
	main := &site.Bundle{
		Site: &site.Site{
			ID: "main", Name: "Example & Sons", Path: "/", BaseURL: "https://www.example.com",
			Mail: site.Mail{Recipients: []string{"secret@example.com"}},
			Errors: site.Errors{
				NotFound: "nothing here", MethodNotAllowed: "not that way", BadRequest: "cannot read this",
				TooLarge: "too much", UnsupportedMedia: "unknown kind", Internal: "our fault", Unavailable: "mail is closed",
				InvalidForm: "look again", Conflict: "sent before", TooMany: "slow down",
			},
		},
		Pages: []*site.Page{{Path: "/"}, {Path: "/about"}, {Path: "/caf\u00e9"}},
		Terms: &site.Legal{Title: "Terms"},
	}
	for _, plan := range []string{"pro", "free", "basic"} {
		main.Plans.Put(plan, &site.Plan{ID: plan, Name: site.Text(strings.ToUpper(plan)), Text: site.Text(strings.Repeat(plan+" ", 200))})
	}
	shop := &site.Bundle{
		Site: &site.Site{
			ID: "shop", Name: "Shop", Path: "/websites/shop",
			Errors: site.Errors{Unavailable: "the shop takes no mail"},
		},
		Pages: []*site.Page{{Path: "/websites/shop"}},
	}
	main.Forms.Put("message", &site.Form{ID: "message", SiteID: "main", Kind: "message", Fields: []site.Field{{Name: "name"}, {Name: "text"}}})
	main.Forms.Put("thanked", &site.Form{ID: "thanked", SiteID: "main", Kind: "thanked", Thanks: &site.Link{Href: "/caf\u00e9", Kind: site.LinkPage}})
	shop.Forms.Put("order", &site.Form{ID: "order", SiteID: "shop", Kind: "booking", Fields: []site.Field{{Name: "name"}}})
	return &site.Revision{ID: id, Sites: []*site.Bundle{main, shop}}
}

func (f *fakeWebsite) Page(ctx context.Context, path string) *site.Representation {
	f.mu.Lock()
	f.asked = append(f.asked, path)
	f.mu.Unlock()
	if f.onPage != nil {
		f.onPage(ctx, path)
	}
	switch path {
	case "/", "/about", "/caf\u00e9", "/websites/shop":
		return f.page(200, path)
	case "/old":
		r := f.page(301, path)
		r.Location, r.Body, r.Gzip, r.Brotli = "/about", nil, nil, nil
		return r
	case "/broken":
		return f.ErrorPage(500, path)
	}
	if path == "/trap/../about" {
		return f.page(200, path) // a website that falls for it; the server must not
	}
	return f.page(404, path)
}

func (f *fakeWebsite) page(status int, path string) *site.Representation {
	return &site.Representation{
		Status: status, ContentType: "text/html; charset=utf-8", CacheControl: "public, max-age=0, must-revalidate",
		Link: "</assets/site.css>; rel=preload; as=style", Revision: f.revisionID(),
		ETag: `"page"`, ETagGzip: `"page-gzip"`, ETagBrotli: `"page-br"`,
		Body: []byte("<h1>" + path + "</h1>"), Gzip: []byte("gzip:" + path), Brotli: []byte("br:" + path),
	}
}

func (f *fakeWebsite) revisionID() string {
	if revision := f.revision.Load(); revision != nil {
		return revision.ID
	}
	return ""
}

func (f *fakeWebsite) PageData(_ context.Context, path string) *site.Representation {
	if !slices.Contains([]string{"/", "/about", "/caf\u00e9"}, path) {
		return nil
	}
	return &site.Representation{
		Status: 200, ContentType: typeJSON, CacheControl: "no-cache", Revision: f.revisionID(),
		ETag: `"data"`, Body: []byte(`{"page":{"path":"` + path + `"}}`),
	}
}

func (f *fakeWebsite) Asset(path string) *site.Representation {
	f.mu.Lock()
	f.asked = append(f.asked, path)
	f.mu.Unlock()
	switch path {
	case "/images/large.bin":
		return &site.Representation{Status: 200, ContentType: "application/octet-stream", ETag: `"large"`, Body: f.large}
	case "/files/tour-1a2b3c4d5e.mp4":
		return &site.Representation{
			Status: 200, ContentType: "video/mp4", CacheControl: site.Immutable, ETag: `"tour"`, Size: 10,
			Open: func() (io.ReadSeekCloser, error) { return f.open("0123456789"), nil },
		}
	case "/files/prices-1a2b3c4d5e.pdf":
		return &site.Representation{
			Status: 200, ContentType: "application/pdf", ETag: `"prices"`, Size: 3, Disposition: `attachment; filename=prices.pdf`,
			Open: func() (io.ReadSeekCloser, error) { return f.open("pdf"), nil },
		}
	case "/files/changed-1a2b3c4d5e.pdf":
		return &site.Representation{
			Status: 200, ETag: `"changed"`, Size: 3, Open: func() (io.ReadSeekCloser, error) { return nil, site.ErrFileChanged },
		}
	case "/assets/site-1a2b.css":
		return &site.Representation{Status: 200, ContentType: "text/css", CacheControl: site.Immutable, ETag: `"css"`, Body: []byte("body{}")}
	case "/images/mark.svg":
		return &site.Representation{Status: 200, ContentType: "text/css", ETag: `"css"`, Body: []byte("body{}")}
	}
	return nil
}

func (f *fakeWebsite) Document(name string) *site.Representation {
	if name == "/.well-known/security.txt" {
		return &site.Representation{Status: 200, ContentType: "text/plain; charset=utf-8", CacheControl: "no-cache", Body: []byte("Contact: x\n")}
	}
	if name == "/about.md" {
		return &site.Representation{
			Status: 200, ContentType: "text/markdown; charset=utf-8", CacheControl: site.Revalidated, ETag: `"markdown"`, Revision: f.revisionID(), Body: []byte("# About\n"),
		}
	}
	if name != "/robots.txt" {
		return nil
	}
	return &site.Representation{Status: 200, ContentType: "text/plain; charset=utf-8", ETag: `"robots"`, Body: []byte("User-agent: *\n")}
}

func (f *fakeWebsite) ErrorPage(status int, path string) *site.Representation {
	if f.brokenErrorPage {
		panic("no error page either")
	}
	return &site.Representation{
		Status: status, ContentType: "text/html; charset=utf-8", Revision: f.revisionID(),
		ETag: `"error"`, Body: fmt.Appendf(nil, "<h1>Unexpected Application Error!</h1>%d %s", status, path),
	}
}

// openFile is a large file; the website counts those that are open.
type openFile struct {
	*strings.Reader
	of *fakeWebsite
}

func (o openFile) Close() error {
	o.of.opened.Add(-1)
	return nil
}

func (f *fakeWebsite) open(body string) openFile {
	f.opened.Add(1)
	return openFile{strings.NewReader(body), f}
}

// FormPath knows one page per form: "message" stands at /café where it was sent
// from there, else at /about; "hidden" stands nowhere.
func (f *fakeWebsite) FormPath(referrer, siteID, formID string) string {
	switch {
	case siteID == "main" && formID == "message" && strings.HasPrefix(referrer, "/caf%C3%A9"):
		return "/caf\u00e9"
	case siteID == "main" && formID == "message":
		return "/about"
	case siteID == "shop" && formID == "order":
		return "/websites/shop"
	}
	return ""
}

// FormPage writes the whole state into the page.
func (f *fakeWebsite) FormPage(_ context.Context, referrer string, state site.FormState, status int) *site.Representation {
	path := f.FormPath(referrer, state.SiteID, state.FormID)
	if path == "" && state.FormID != "hidden" {
		return nil
	}
	body, err := json.Marshal(state)
	if err != nil {
		panic(err)
	}
	return &site.Representation{
		Status: status, ContentType: "text/html; charset=utf-8", CacheControl: "no-store", Revision: f.revisionID(),
		Body: fmt.Appendf(nil, "<h1>%s</h1>%s", path, body),
	}
}

func (f *fakeWebsite) SentPage(_ context.Context, path, formID, reference string) *site.Representation {
	if path != "/about" || formID != "message" {
		return nil
	}
	return &site.Representation{
		Status: 200, ContentType: "text/html; charset=utf-8", CacheControl: "no-store", Revision: f.revisionID(),
		Body: []byte("<h1>sent " + reference + "</h1>"),
	}
}

func (f *fakeWebsite) Revision() *site.Revision { return f.revision.Load() }

func (f *fakeWebsite) askedFor() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.asked)
}

// fakeHealth is ready until told otherwise.
type fakeHealth struct{ sick atomic.Bool }

func (h *fakeHealth) Ready() (bool, any) {
	return !h.sick.Load(), map[string]string{"problem": "plans.yaml:3:5: no such thing"}
}

func (h *fakeHealth) FormsReady() (bool, any) { return false, map[string]string{"reason": "no room"} }

// validReference is the reference of all that the fake stores.
var validReference = site.NewReference()

// fakeInquiries decides by the Idempotency-Key, and keeps what it is sent.
type fakeInquiries struct {
	mu   sync.Mutex
	kept []site.Inquiry
	// Whether the button of the token "good" was pressed.
	pressed bool
}

func (d *fakeInquiries) Accept(ctx context.Context, inquiry site.Inquiry) site.Receipt {
	d.mu.Lock()
	d.kept = append(d.kept, inquiry)
	d.mu.Unlock()
	receipt := site.Receipt{SiteID: "main", FormID: "message", Values: map[string]string{"name": "Ada"}}
	outcome, detail, _ := strings.Cut(inquiry.Key, " ")
	switch detail {
	case "shop":
		receipt.SiteID, receipt.FormID = "shop", "order"
	case "hidden":
		receipt.FormID = "hidden"
	case "gone":
		receipt.FormID = "gone"
	case "thanked":
		receipt.FormID = "thanked"
	case "unread":
		receipt.SiteID, receipt.FormID, receipt.Values = "", "", nil
	case "said":
		receipt.Message, receipt.RetryAfter = "in words of its own", 1500*time.Millisecond
	}
	switch outcome {
	case "", "stored":
		receipt.ID, receipt.Reference = "0197", validReference
	case "panic":
		panic("canary")
	case "index":
		_ = receipt.ID[len(receipt.ID)]
	case "invalid_form":
		receipt.Code, receipt.Fields = outcome, map[string]site.Text{"name": "too short <", "email": "no address"}
	default:
		receipt.Code = outcome
	}
	if ctx.Err() != nil {
		panic("handed a context that has ended")
	}
	return receipt
}

// Confirm knows the token "good", which was used already once it was pressed, and breaks with "closed".
func (d *fakeInquiries) Confirm(_ context.Context, token string, press bool) (site.Confirmation, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	found := site.Confirmation{SiteID: "main", FormID: "message", State: site.OptInUnknown}
	switch {
	case token == "closed":
		return site.Confirmation{}, errors.New("the outbox is closed")
	case token != "good":
	case d.pressed:
		found.State = site.OptInAlready
	case press:
		d.pressed, found.State = true, site.OptInConfirmed
	default:
		found.State = site.OptInPending
	}
	return found, nil
}

// constantWebsite answers every page with the same representation, as a real
// website does for one page, so that a benchmark measures the server alone.
type constantWebsite struct {
	*fakeWebsite
	answer *site.Representation
}

func (c *constantWebsite) Page(context.Context, string) *site.Representation { return c.answer }

// closedInquiries answers while nothing takes messages: it says so honestly,
// in the words of the site that the visitor is on.
type closedInquiries struct{}

func (closedInquiries) Accept(_ context.Context, inquiry site.Inquiry) site.Receipt {
	receipt := site.Receipt{Code: site.CodeUnavailable, RetryAfter: time.Minute}
	if !inquiry.Native {
		receipt.SiteID = inquiry.Values["site"].Text
	}
	return receipt
}

// inquiryOf reads the inquiry of a request as takeInquiry does.
func inquiryOf(s *Server, ctx *fasthttp.RequestCtx) site.Inquiry {
	values, readable := formValues(ctx)
	return s.inquiry(ctx, values, readable)
}

func (closedInquiries) Confirm(context.Context, string, bool) (site.Confirmation, error) {
	return site.Confirmation{}, errors.New("closed")
}

func (f *fakeWebsite) ConfirmPage(space, siteID, formID string, state site.OptInState) *site.Representation {
	status := 200
	if state == site.OptInUnknown {
		status = 404
	}
	return &site.Representation{
		Status: status, ContentType: "text/html; charset=utf-8", CacheControl: "no-store",
		Body: fmt.Appendf(nil, "%s/%s/%s: %s", space, siteID, formID, state),
	}
}
