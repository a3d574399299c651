package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// usualWait is the value of Retry-After where nobody knows better, in seconds.
const usualWait = "60"

// failure is the one shape of an error answer of the API.
type failure struct {
	Error problem `json:"error"`
}

type problem struct {
	// For programs: never changes.
	Code string `json:"code"`
	// For people: comes from the content.
	Message site.Text `json:"message"`
	// For developers: what exactly is wrong, and what to do.
	Detail string `json:"detail,omitempty"`
	// What is wrong with which field of a form, by the field's name.
	Fields map[string]site.Text `json:"fields,omitempty"`
}

// code returns the code of a status, and the words for it. Statuses without
// words of their own are all requests that cannot be read.
func code(status int, words site.Errors) (string, site.Text) {
	switch status {
	case fasthttp.StatusForbidden:
		return "forbidden", words.BadRequest
	case fasthttp.StatusNotFound:
		return "not_found", words.NotFound
	case fasthttp.StatusMisdirectedRequest:
		return "unknown_host", words.NotFound
	case fasthttp.StatusMethodNotAllowed:
		return "method_not_allowed", words.MethodNotAllowed
	case fasthttp.StatusRequestTimeout:
		return "request_timeout", words.BadRequest
	case fasthttp.StatusConflict:
		return site.CodeConflict, words.Conflict
	case fasthttp.StatusRequestEntityTooLarge:
		return "too_large", words.TooLarge
	case fasthttp.StatusUnsupportedMediaType:
		return "unsupported_media", words.UnsupportedMedia
	case fasthttp.StatusUnprocessableEntity:
		return site.CodeInvalidForm, words.InvalidForm
	case fasthttp.StatusTooManyRequests:
		return site.CodeTooMany, words.TooMany
	case fasthttp.StatusRequestHeaderFieldsTooLarge:
		return "header_too_large", words.TooLarge
	case fasthttp.StatusHTTPVersionNotSupported:
		return "unknown_version", words.BadRequest
	case fasthttp.StatusServiceUnavailable:
		return site.CodeUnavailable, words.Unavailable
	}
	if status >= fasthttp.StatusInternalServerError {
		return codeInternal, words.Internal
	}
	return site.CodeBadRequest, words.BadRequest
}

// handleError is Fiber's error handler: a [fiber.Error] names the status,
// everything else is logged and answered as an internal error.
func (s *Server) handleError(c fiber.Ctx, err error) error {
	status := fasthttp.StatusInternalServerError
	var known *fiber.Error
	if errors.As(err, &known) && known.Code >= 400 && known.Code < 600 {
		status = known.Code
	} else {
		s.log(c.RequestCtx()).Error("request failed", "path", logPath(c.RequestCtx()), "error", err)
	}
	s.fail(c.RequestCtx(), status)
	return nil
}

// fail answers an error in the shape that the one who asked can read.
func (s *Server) fail(ctx *fasthttp.RequestCtx, status int) {
	s.failForm(ctx, status, nil)
}

// failForm is fail for a native form post, whose page shows what was typed.
func (s *Server) failForm(ctx *fasthttp.RequestCtx, status int, typed map[string]site.FormValue) {
	name, text := code(status, s.spaceOf(ctx).words)
	route := classify(ctx.URI().PathOriginal())
	switch {
	case route == classAPI, route == classForm && !isNativeForm(ctx):
		s.sendJSON(ctx, status, failure{problem{Code: name, Message: text}})
	// Of a host that is nobody's there is no page: its stylesheet would be as far away.
	case route == classAsset, route == classDocument, status == fasthttp.StatusMisdirectedRequest:
		s.sendText(ctx, status, string(text))
		s.nameRevision(ctx)
	// When something broke, rendering a page may break again.
	case route == classForm && status < fasthttp.StatusInternalServerError && ctx.IsPost() &&
		s.refuseNative(ctx, status, typed):
	default:
		s.sendErrorPage(ctx, status, "")
	}
	if status == fasthttp.StatusServiceUnavailable {
		ctx.Response.Header.Set(fasthttp.HeaderRetryAfter, usualWait)
	}
}

// sendJSON answers with a value that is made for this request alone.
func (s *Server) sendJSON(ctx *fasthttp.RequestCtx, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		s.logger.Error("write JSON answer", "error", err)
	}
	ctx.SetStatusCode(status)
	ctx.Response.Header.SetContentType(typeJSON)
	ctx.Response.Header.SetCanonical(headerCacheControl, valueNoStore)
	s.nameRevision(ctx)
	ctx.SetBody(body)
}

// sendErrorPage answers with the error page of the site that a path lies in;
// empty is the path of the request.
func (s *Server) sendErrorPage(ctx *fasthttp.RequestCtx, status int, path string) {
	if path == "" {
		path = "/"
		if clean, ok := resolve(ctx.URI().PathOriginal()); ok {
			path = string(clean)
		}
	}
	s.send(ctx, s.website.ErrorPage(status, s.spaceOf(ctx).name+path))
	ctx.SetStatusCode(status)
	ctx.Response.Header.SetCanonical(headerCacheControl, valueNoStore)
}

// refuseMethod answers a method that the address does not take; an unknown
// address of the API stays unknown whatever the method.
func (s *Server) refuseMethod(c fiber.Ctx) error {
	s.methodNotAllowed(c.RequestCtx())
	return nil
}

func (s *Server) methodNotAllowed(ctx *fasthttp.RequestCtx) {
	path := ctx.URI().PathOriginal()
	allow := "GET, HEAD"
	switch classify(path) {
	case classForm:
		allow = "POST"
		if s.leadBack(ctx) {
			return
		}
	case classAPI:
		clean, _ := resolve(path)
		if s.catalog().resources[s.spaceOf(ctx).name+string(clean)] == nil && string(clean) != "/api/pages" {
			s.fail(ctx, fasthttp.StatusNotFound)
			return
		}
	}
	s.fail(ctx, fasthttp.StatusMethodNotAllowed)
	ctx.Response.Header.Set(fasthttp.HeaderAllow, allow)
}

// leadBack answers a browser that was sent to the address of forms without one,
// such as from a history: on to the page that it came from, or else home. It
// reports whether it is a browser.
func (s *Server) leadBack(ctx *fasthttp.RequestCtx) bool {
	accept := bytes.ToLower(ctx.Request.Header.PeekBytes(headerAccept))
	if !ctx.IsGet() && !ctx.IsHead() || !bytes.Contains(accept, []byte("text/html")) {
		return false
	}
	target := s.referrer(ctx)
	if !s.isPage(ctx, target) {
		target = "/"
	}
	s.seeOther(ctx, target)
	return true
}

// refuseUnreadable answers what fasthttp could not read as a request. Nothing
// of the request is repeated in the answer, and the connection ends: where the
// next request would begin is not known any more.
func (s *Server) refuseUnreadable(ctx *fasthttp.RequestCtx, err error) {
	defer s.finish(ctx, time.Now())
	s.answerUnreadable(ctx, err)
}

func (s *Server) answerUnreadable(ctx *fasthttp.RequestCtx, err error) {
	var (
		small   *fasthttp.ErrSmallBuffer
		network net.Error
		status  = fasthttp.StatusBadRequest
	)
	switch {
	case errors.As(err, &small):
		status = fasthttp.StatusRequestHeaderFieldsTooLarge
	case errors.Is(err, fasthttp.ErrBodyTooLarge):
		lingerOn(ctx)
		ctx.SetConnectionClose()
		s.locate(ctx) // the header was read, so the host and the shape are known
		s.fail(ctx, fasthttp.StatusRequestEntityTooLarge)
		return
	case errors.As(err, &network) && network.Timeout(), strings.Contains(err.Error(), "timeout"):
		status = fasthttp.StatusRequestTimeout
	}
	ctx.Request.Reset()
	s.refuse(ctx, status)
}
