package server

import (
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/website/formbody"
)

// TestFirstReferrer checks which page a form that is sent again may name in its body.
func TestFirstReferrer(t *testing.T) {
	const answer = "http://example.test:8080/api/send-contact-email"
	for name, test := range map[string]struct{ referer, from, want string }{
		"a page":                     {answer, "/about", "/about"},
		"a page with its query":      {answer, "/about?plan=main/pro&x=%2F", "/about?plan=main/pro&x=%2F"},
		"without a Referer":          {"", "/about", "/about"},
		"the Referer is a page":      {"http://example.test:8080/", "/about", "/"},
		"encoded letters":            {answer, "/caf%C3%A9?a", "/caf%C3%A9?a"},
		"letters as they are":        {answer, "/caf\u00e9", "/caf%C3%A9"},
		"none":                       {answer, "", ""},
		"no page of ours":            {answer, "/nothing", ""},
		"an asset":                   {answer, "/assets/site-1a2b.css", ""},
		"the answer itself":          {answer, "/api/send-contact-email", ""},
		"an address":                 {answer, "http://example.test:8080/about", ""},
		"another host":               {answer, "//evil.example/about", ""},
		"a script":                   {answer, "javascript:alert(1)", ""},
		"dots":                       {answer, "/a/../about", ""},
		"a line break":               {answer, "/about\r\nBcc: x", ""},
		"a line break in the query":  {answer, "/about?a=\r\nBcc:%20x", "/about?a=%0D%0ABcc:%20x"},
		"markup in the query":        {answer, `/about?"><script>`, "/about?%22%3E%3Cscript%3E"},
		"no UTF-8":                   {answer, "/about?a=\xff", "/about?a="},
		"a fragment":                 {answer, "/about#top", ""},
		"too long":                   {answer, "/about?" + strings.Repeat("a", 2048), ""},
		"another website's Referer":  {"https://evil.example/", "/about", "/about"},
		"of a sub-site":              {answer, "/websites/shop?plan=x", "/websites/shop?plan=x"},
		"a page with a slash behind": {answer, "/about/", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, ctx := asked(t, nil, "203.0.113.7", "Referer: "+test.referer, "Content-Type: "+typeForm)
			ctx.Request.SetBodyString("name=Ada&xfrom=%2F&" + url.Values{"from": {test.from}}.Encode() + "&text=b")
			if got := inquiryOf(s, ctx).Referrer; got != test.want {
				t.Errorf("the page is %q, want %q", got, test.want)
			}
			ctx.Request.Header.SetContentType(typeInput)
			if got := inquiryOf(s, ctx).Referrer; got != s.referrer(ctx) {
				t.Errorf("JSON names the page %q in its body", got)
			}
		})
	}
	s, ctx := asked(t, nil, "203.0.113.7", "Content-Type: "+typeForm)
	ctx.Request.SetBodyString("from=%zz")
	if got := inquiryOf(s, ctx); got.Referrer != "" || !got.Unreadable {
		t.Errorf("what cannot be read names %q, unreadable %t", got.Referrer, got.Unreadable)
	}
}

// TestMeant checks which form comes back when a native post cannot be taken.
func TestMeant(t *testing.T) {
	form := func(siteID, id, kind string) *site.Form { return &site.Form{ID: id, SiteID: siteID, Kind: kind} }
	revision := fakeRevision("r1")
	main, shop := revision.Sites[0], revision.Sites[1]
	main.Forms.Put("report", form("main", "report", "contact"))
	shop.Forms.Put("ask", form("shop", "ask", "contact"))
	shop.Forms.Put("visit", form("shop", "visit", "booking"))
	shop.Pages = append(shop.Pages, &site.Page{Path: "/websites/shop/ask", Sections: []site.Section{
		{Type: "quote", Body: &site.Quote{}},
		{Type: "forms", Body: &site.Forms{Items: []*site.Form{shop.Forms.Get("ask"), shop.Forms.Get("order")}}},
	}})
	empty := &site.Bundle{Site: &site.Site{ID: "empty", Path: "/websites/empty"}}
	revision.Sites = append(revision.Sites, empty)
	for name, test := range map[string]struct{ body, referrer, want string }{
		"named":                            {"site=shop&form=visit&type=booking", "", "shop visit"},
		"named, of another kind":           {"site=shop&form=visit&type=contact", "", "shop visit"},
		"gone: the first of its kind":      {"site=shop&form=old&type=booking", "/websites/shop/ask", "shop order"},
		"gone, with its kind":              {"site=shop&form=old&type=tea", "/websites/shop/ask", "shop ask"},
		"gone, with its kind and its page": {"site=shop&form=old&type=tea", "/websites/shop/old", "shop order"},
		"without a type":                   {"form=old", "/websites/shop/ask", "main message"},
		"no site":                          {"name=Ada", "/websites/shop/ask", "main message"},
		"the site is gone":                 {"site=old&form=order&type=contact", "", "main report"},
		"a site without forms":             {"site=empty", "", "empty"},
		"unread":                           {"", "/websites/shop/ask?plan=x", "shop ask"},
		"unread, from a page without":      {"", "/websites/shop", "shop order"},
		"unread, from a name alike":        {"", "/websites/shopping", "main message"},
		"unread, from a site without":      {"", "/websites/empty/x", "empty"},
		"unread, from nowhere":             {"", "", "main message"},
	} {
		values, ok := formbody.URLEncoded(test.body)
		if !ok {
			t.Fatal(test.body)
		}
		bundle, form := meant(revision, site.Inquiry{Values: values, Referrer: test.referrer})
		got := bundle.Site.ID
		if form != nil {
			got += " " + form.ID
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

// TestSlowFormsAreNoWarnings checks that a flood of posts is not one of lines.
func TestSlowFormsAreNoWarnings(t *testing.T) {
	for path, lines := range map[string]int{inquiryPath: 0, "/about": 1} {
		var log testkit.Log
		s, ctx := asked(t, nil, "203.0.113.7")
		s.logger = slog.New(slog.NewTextHandler(&log, nil))
		ctx.Request.SetRequestURI(path)
		s.observe(ctx, time.Now().Add(-2*slow))
		if got := strings.Count(log.String(), "level=WARN"); got != lines {
			t.Errorf("%s: %d lines, want %d:\n%s", path, got, lines, log.String())
		}
		ctx.SetStatusCode(500)
		if s.observe(ctx, time.Now()); strings.Count(log.String(), "level=WARN") != lines+1 {
			t.Errorf("%s: what broke is not told", path)
		}
	}
}
