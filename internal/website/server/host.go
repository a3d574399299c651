package server

import (
	"bytes"
	"net/netip"
	"slices"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// space is what is served on some hosts ([site.Revision]).
type space struct {
	// Stands before every path; empty for the main site's.
	name string
	// What is said of errors on these hosts.
	words site.Errors
	// Where / leads: on ID.localhost, the path of a site that lives deeper; else empty.
	home string
	// Websites whose scripts may read the API in a browser; "*" for all.
	origins []string
}

// spaceKey is the user value of a request under which its space is.
type spaceKey struct{}

// spaceOf returns the space that a request asks for; the main site's before locate was asked.
func (s *Server) spaceOf(ctx *fasthttp.RequestCtx) *space {
	if found, ok := ctx.UserValue(spaceKey{}).(*space); ok {
		return found
	}
	return s.catalog().main
}

// locate finds out which space a request asks for, by its host. The status is 400 where that is no host, and 421
// where no site claims it (RFC 9110 section 15.5.20). X-Forwarded-Host of a trusted proxy counts only where the Host
// that it sends along belongs to nobody: visitors must not choose another site than caches store it for.
func (s *Server) locate(ctx *fasthttp.RequestCtx) (status int) {
	catalog := s.catalog()
	var asked, passedOn [maxHost]byte
	host, ok := hostName(asked[:0], hostOf(ctx))
	if !ok {
		return fasthttp.StatusBadRequest
	}

	found := catalog.hosts[string(host)]
	if found == nil && len(catalog.hosts) > 0 && string(host) != catalog.mainHost && s.fromProxy(ctx) {
		if name, ok := hostName(passedOn[:0], nearest(&ctx.Request.Header, fasthttp.HeaderXForwardedHost)); ok {
			found = catalog.hosts[string(name)]
		}
	}
	drafts := catalog.revision != nil && catalog.revision.Drafts
	if found == nil && (drafts || isLocal(ctx)) {
		found = catalog.local(host)
	}
	if found == nil && !catalog.open && !drafts {
		return fasthttp.StatusMisdirectedRequest
	}
	if found != nil && found != catalog.main {
		ctx.SetUserValue(spaceKey{}, found)
	}
	return 0
}

// hostOf returns the host that a request names, with its port: that of the whole
// address, where the request line has one (RFC 9112 section 3.2.2).
func hostOf(ctx *fasthttp.RequestCtx) []byte {
	target := ctx.Request.Header.RequestURI()
	_, host, whole := bytes.Cut(target, []byte("://"))
	if !whole || target[0] == '/' {
		return ctx.Request.Header.Host()
	}
	if end := bytes.IndexAny(host, "/?#"); end >= 0 {
		host = host[:end]
	}
	return host
}

// maxHost is how long the name of a host can be, and some more.
const maxHost = 256

// hostName writes the name of a host into a buffer: in small letters, without its port and without the dot at its end.
// IPv6 addresses have their brackets. It refuses what is no name and no address (RFC 3986 section 3.2.2), as long as
// browsers would, too; an empty one is a name that nobody claims.
func hostName(to, written []byte) (name []byte, ok bool) {
	host := written
	if colon := bytes.LastIndexByte(written, ':'); colon >= 0 && !bytes.HasSuffix(written, []byte{']'}) {
		var port []byte
		host, port = written[:colon], written[colon+1:]
		if len(bytes.Trim(port, "0123456789")) > 0 || len(port) > len("65535") {
			return nil, false
		}
	}
	host = bytes.TrimSuffix(host, []byte{'.'})
	if len(host) > maxHost-1 {
		return nil, false
	}

	last := len(host) - 1
	literal := last > 0 && host[0] == '[' && host[last] == ']'
	for i, c := range host {
		switch {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_':
		case c == '.' && i > 0 && i < last && host[i-1] != '.':
		case literal && (c == ':' || i == 0 || i == last):
		default:
			return nil, false
		}
		to = append(to, c)
	}
	return to, true
}

// isLocal reports whether somebody asks on this machine, and no proxy passes on what strangers ask.
func isLocal(ctx *fasthttp.RequestCtx) bool {
	h := &ctx.Request.Header
	return peer(ctx).IsLoopback() &&
		len(h.Peek(fasthttp.HeaderXForwardedFor)) == 0 && len(h.Peek(fasthttp.HeaderForwarded)) == 0
}

const localSuffix = ".localhost"

// local returns what a developer's machine shows for its own names: the site ID on ID.localhost, which browsers lead to
// the machine itself, and the main site on localhost and loopback addresses, whatever hosts it claims; else nil. With
// drafts, ID may stand before any other name, such as that of a machine for staging.
func (c *catalog) local(host []byte) *space {
	id, is := bytes.CutSuffix(host, []byte(localSuffix))
	if !is && c.revision != nil && c.revision.Drafts {
		id, _, is = bytes.Cut(host, []byte{'.'})
	}
	if is && c.revision != nil {
		bundle := c.revision.ByID(string(id))
		if bundle == nil {
			return nil
		}
		found := c.spaces[bundle.Site.Space]
		if bundle.Site.Path == "/" {
			return found
		}
		deeper := *found
		deeper.home = bundle.Site.Path
		return &deeper
	}
	if c.open {
		return nil
	}
	if string(host) == localSuffix[1:] {
		return c.main
	}
	if address, err := netip.ParseAddr(string(bytes.Trim(host, "[]"))); err == nil && address.IsLoopback() {
		return c.main
	}
	return nil
}

func peer(ctx *fasthttp.RequestCtx) netip.Addr {
	address, _ := netip.AddrFromSlice(ctx.RemoteIP())
	return address.Unmap()
}

// visitor returns the address of who sent the request (OWASP ASVS 5.0 V4.1.3): that of the connection or, behind a
// trusted proxy, the right-most address in X-Forwarded-For that is no trusted proxy itself. What stands left of it
// was written by strangers.
func (s *Server) visitor(ctx *fasthttp.RequestCtx) netip.Addr {
	// Several lines are one list (RFC 9110 section 5.3).
	lines := ctx.Request.Header.PeekAll(fasthttp.HeaderXForwardedFor)
	return s.walk(peer(ctx), string(bytes.Join(lines, []byte{','})))
}

// walk goes from the peer along a list of addresses, right to left, as long as they are trusted proxies. It stops at
// what is no address: nobody vouches for what stands beyond.
func (s *Server) walk(peer netip.Addr, hops string) netip.Addr {
	for _, hop := range slices.Backward(strings.Split(hops, ",")) {
		if !s.trusted(peer) {
			break
		}
		address, ok := hopAddress(strings.Trim(hop, " \t"))
		if !ok {
			break
		}
		peer = address
	}
	return peer
}

// hopAddress reads an element of X-Forwarded-For: an address, with a port where the proxy writes one.
func hopAddress(hop string) (netip.Addr, bool) {
	address, err := netip.ParseAddr(hop)
	if err != nil {
		if strings.HasSuffix(hop, "]") { // IPv6 in brackets, without a port
			hop += ":0"
		}
		var withPort netip.AddrPort
		withPort, err = netip.ParseAddrPort(hop)
		address = withPort.Addr()
	}
	if err != nil || address.Zone() != "" || address.IsUnspecified() {
		return netip.Addr{}, false
	}
	return address.Unmap(), true
}

func (s *Server) trusted(address netip.Addr) bool {
	return slices.ContainsFunc(s.config.TrustedProxies, func(proxies netip.Prefix) bool { return proxies.Contains(address) })
}

func (s *Server) fromProxy(ctx *fasthttp.RequestCtx) bool { return s.trusted(peer(ctx)) }

// nearest returns the last element of a list header: the one that the nearest
// proxy wrote itself, while those before it came from further away.
func nearest(h *fasthttp.RequestHeader, name string) []byte {
	lines := h.PeekAll(name)
	if len(lines) == 0 {
		return nil
	}
	last := lines[len(lines)-1]
	if comma := bytes.LastIndexByte(last, ','); comma >= 0 {
		last = last[comma+1:]
	}
	return bytes.TrimSpace(last)
}
