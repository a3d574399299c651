package server

import (
	"bytes"
	"net/netip"
	"strings"

	"github.com/valyala/fasthttp"
)

// visitor returns the address of who sent the request (OWASP ASVS 5.0 V4.1.3):
// that of the connection, or, where a trusted proxy is at its other end, the
// right-most address in X-Forwarded-For or Forwarded (RFC 7239) that is no
// trusted proxy itself. What stands left of it was written by strangers.
//
// A proxy writes one of the two headers and passes the other one on as it
// came. Where both are there and disagree, one of them is made up and nothing
// tells which, so neither counts.
func (s *Server) visitor(ctx *fasthttp.RequestCtx) netip.Addr {
	peer, ok := netip.AddrFromSlice(ctx.RemoteIP())
	if !ok {
		return netip.Addr{}
	}
	peer = peer.Unmap()
	if !s.trusted(peer) {
		return peer
	}
	h := &ctx.Request.Header
	hops := list(h, fasthttp.HeaderXForwardedFor)
	elements := list(h, fasthttp.HeaderForwarded)
	switch {
	case hops == "":
		return s.walk(peer, elements, forwardedFor)
	case elements == "":
		return s.walk(peer, hops, hopAddress)
	}
	visitor := s.walk(peer, hops, hopAddress)
	if visitor != s.walk(peer, elements, forwardedFor) {
		return peer
	}
	return visitor
}

// walk goes from the peer along the elements of a list header, right to left,
// as long as they are trusted proxies, and returns the first address that is
// none. It stops at what is no address: nobody vouches for what stands beyond.
func (s *Server) walk(peer netip.Addr, elements string, address func(element string) (netip.Addr, bool)) netip.Addr {
	last := peer
	for elements != "" {
		element := elements
		if comma := strings.LastIndexByte(elements, ','); comma >= 0 {
			// No address has a comma: an element that is cut inside quotes cannot be read.
			element, elements = elements[comma+1:], elements[:comma]
		} else {
			elements = ""
		}
		hop, ok := address(strings.Trim(element, " \t"))
		if !ok {
			return last
		}
		last = hop
		if !s.trusted(hop) {
			return last
		}
	}
	return last
}

// hopAddress reads an element of X-Forwarded-For: an address, with a port where
// the proxy writes one.
func hopAddress(element string) (netip.Addr, bool) {
	address, err := netip.ParseAddr(element)
	if err != nil {
		var withPort netip.AddrPort
		withPort, err = netip.ParseAddrPort(element)
		address = withPort.Addr()
	}
	if inside, open := strings.CutPrefix(element, "["); err != nil && open {
		if inside, open = strings.CutSuffix(inside, "]"); open {
			address, err = netip.ParseAddr(inside)
		}
	}
	if err != nil || address.Zone() != "" || address.IsUnspecified() {
		return netip.Addr{}, false
	}
	return address.Unmap(), true
}

// forwardedFor reads the parameter "for" of an element of Forwarded.
func forwardedFor(element string) (netip.Addr, bool) {
	var node string
	for pair := range strings.SplitSeq(element, ";") {
		name, value, found := strings.Cut(strings.Trim(pair, " \t"), "=")
		if !found {
			return netip.Addr{}, false
		}
		if !strings.EqualFold(name, "for") {
			continue
		}
		if node != "" {
			return netip.Addr{}, false
		}
		if node = value; strings.HasPrefix(node, `"`) {
			if len(node) < 2 || !strings.HasSuffix(node, `"`) {
				return netip.Addr{}, false
			}
			node = node[1 : len(node)-1]
		}
	}
	return hopAddress(node)
}

// trusted reports whether an address is that of a listed proxy.
func (s *Server) trusted(address netip.Addr) bool {
	for _, prefix := range s.proxies {
		if prefix.Contains(address) {
			return true
		}
	}
	return false
}

// fromProxy reports whether the connection comes from a trusted proxy.
func (s *Server) fromProxy(ctx *fasthttp.RequestCtx) bool {
	peer, ok := netip.AddrFromSlice(ctx.RemoteIP())
	return ok && s.trusted(peer.Unmap())
}

// list returns a list header whole: several lines are one list (RFC 9110 section 5.3).
func list(h *fasthttp.RequestHeader, name string) string {
	return string(bytes.Join(h.PeekAll(name), []byte{','}))
}

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
