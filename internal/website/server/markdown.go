package server

import (
	"bytes"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// sendMarkdown answers with a page as Markdown where its path ends with .md, or where
// the client says that it prefers that to HTML. It reports whether there is such a page.
func (s *Server) sendMarkdown(ctx *fasthttp.RequestCtx, space, path string) bool {
	asked := strings.HasSuffix(path, ".md")
	if !asked && !prefersMarkdown(ctx.Request.Header.PeekCanonical(headerAccept)) {
		return false
	}
	own := path
	if !asked {
		own = site.MarkdownPath(path)
	}
	document := s.website.Document(space + own)
	if document == nil {
		return false
	}
	if asked {
		s.send(ctx, document)
		return true
	}
	// A cache that does not know of Vary must not give it to browsers: the page has
	// the same address.
	private := *document
	private.CacheControl = "private, no-cache"
	s.send(ctx, &private)
	ctx.Response.Header.SetCanonical(headerVary, valueAcceptAndEncoding)
	ctx.Response.Header.SetBytesK(headerContentLocation, location(own, nil))
	return true
}

// prefersMarkdown reports whether an Accept header names text/markdown, and HTML with no
// more weight (RFC 9110 section 12.5.1). It allocates nothing.
func prefersMarkdown(accept []byte) bool {
	if !bytes.Contains(accept, []byte("markdown")) { // as that of every browser
		return false
	}
	markdown, html := 0, 0
	for len(accept) > 0 {
		var element []byte
		element, accept, _ = bytes.Cut(accept, []byte{','})
		name, parameters, _ := bytes.Cut(element, []byte{';'})
		switch name = bytes.TrimSpace(name); {
		case bytes.EqualFold(name, []byte("text/markdown")):
			markdown = weight(parameters)
		case bytes.EqualFold(name, []byte("text/html")):
			html = weight(parameters)
		}
	}
	return markdown > 0 && markdown >= html
}

// weight returns the weight among the parameters of a media type, in thousandths.
func weight(parameters []byte) int {
	for len(parameters) > 0 {
		var one []byte
		one, parameters, _ = bytes.Cut(parameters, []byte{';'})
		if one = bytes.TrimSpace(one); len(one) > 1 && one[0]|0x20 == 'q' && one[1] == '=' {
			return quality(one)
		}
	}
	return 1000
}
