package server

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// Previews are what preview links show.
type Previews interface {
	// Read returns the link that a token is; ok is false where it is none.
	Read(token string) (link site.PreviewLink, ok bool)
	// Open returns the server of what a link shows. It is not asked to listen.
	Open(ctx context.Context, link site.PreviewLink) (*Server, error)
}

const (
	queryPreview = "preview" // names the token in the query of a link
	leavePreview = "off"     // stands for the token there
)

// preview answers who comes by a preview link, and reports whether that is so. The token goes from the address into a
// cookie of this host alone. All others are answered as if there were no previews.
func (s *Server) preview(ctx *fasthttp.RequestCtx, public fasthttp.RequestHandler) bool {
	if s.config.Previews == nil || string(ctx.Path()) == site.ConfirmPath {
		return false
	}
	cookie, safe := "marquee-preview", "" // RFC 6265bis
	if s.overTLS(ctx) {
		cookie, safe = "__Host-marquee-preview", "; Secure"
	}
	if token := string(ctx.QueryArgs().Peek(queryPreview)); token != "" && !ctx.IsPost() {
		path, plain := resolve(ctx.URI().PathOriginal())
		link, ok := s.readPreview(ctx, token)
		left := int(time.Until(link.Until).Seconds())
		switch {
		case !plain || !ok && token != leavePreview:
		case ok && left <= 0:
			s.fail(ctx, fasthttp.StatusGone) // the same for each path
			return true
		default:
			others := ctx.QueryArgs()
			others.Del(queryPreview)
			s.seeOther(ctx, location(string(path), others.QueryString()))
			h := &ctx.Response.Header
			h.Set(fasthttp.HeaderReferrerPolicy, "no-referrer") // the address has the token
			h.Set(fasthttp.HeaderSetCookie, fmt.Sprintf("%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s",
				cookie, token, max(left, 0), safe))
			return true
		}
	}
	link, ok := s.readPreview(ctx, string(ctx.Request.Header.Cookie(cookie)))
	if !ok || !time.Now().Before(link.Until) {
		return false
	}
	if classify(ctx.URI().PathOriginal()) == classAsset { // those of published pages are the same
		if public(ctx); ctx.Response.StatusCode() != fasthttp.StatusNotFound {
			return true
		}
		resetResponse(ctx)
	}
	s.show(ctx, link)
	return true
}

// readPreview returns the link that a token is, if its site lives on the host which is asked, in some language.
func (s *Server) readPreview(ctx *fasthttp.RequestCtx, token string) (link site.PreviewLink, ok bool) {
	if token == "" || s.catalog().revision == nil {
		return link, false
	}
	link, ok = s.config.Previews.Read(token)
	return link, ok && slices.ContainsFunc(s.catalog().revision.In(s.spaceOf(ctx).name), func(bundle *site.Bundle) bool {
		id, _, _ := strings.Cut(bundle.Site.ID, ".") // without the tag of a language
		return id == link.Site
	})
}

// show answers with what a link shows. Nobody may keep it, and nobody else learns of an address that is not published.
func (s *Server) show(ctx *fasthttp.RequestCtx, link site.PreviewLink) {
	shown, err := s.config.Previews.Open(s.life, link)
	if err != nil {
		s.log(ctx).Error("a preview cannot be shown", "site", link.Site, "error", err)
		s.fail(ctx, fasthttp.StatusInternalServerError)
		return
	}
	// The browser may have the published page, and the bar is put into plain HTML.
	ctx.Request.Header.DelBytes(headerIfNoneMatch)
	ctx.Request.Header.DelBytes(headerAcceptEncoding)
	shown.handler(ctx)
	h := &ctx.Response.Header
	if bytes.HasPrefix(h.ContentType(), []byte(fiber.MIMETextHTML)) {
		path := string(ctx.URI().PathOriginal())
		if ctx.IsPost() {
			path = s.referrer(ctx) // the page of the form
		}
		owner := shown.website.Revision().Nearest(s.spaceOf(ctx).name + "/" + strings.TrimPrefix(path, "/")).Site
		const end = "</body></html>"
		body := strings.TrimSuffix(string(ctx.Response.Body()), end)
		ctx.Response.SetBodyString(body + previewBar(owner, link) + end)
	}
	h.SetBytesK(headerCacheControl, "private, no-store")
	h.Set(headerRobots, nowhere)
	h.Set(fasthttp.HeaderReferrerPolicy, "same-origin")
	h.DelBytes(headerETag)
}

// previewBar is a line at the end of a page: what is shown, until when, and the way out.
func previewBar(owner *site.Site, link site.PreviewLink) string {
	words, zone, in := owner.Labels.Preview, cmp.Or(owner.Location, time.UTC), locale.Of(owner)
	if !link.AsOf.IsZero() {
		words = owner.Labels.PreviewOf
	}
	end := link.Until.In(zone)
	text := strings.NewReplacer("{day}", in.Date(link.AsOf.In(zone)), "{end}", in.Date(end)+", "+in.Time(end))
	return fmt.Sprintf(`<form class="preview-bar"><p>%s</p>`+
		`<button class="button button-secondary" name="%s" value="%s">%s</button></form>`,
		html.EscapeString(text.Replace(string(words))), queryPreview, leavePreview,
		html.EscapeString(string(owner.Labels.LeavePreview)))
}
