package server

import (
	"maps"
	"sync/atomic"

	"github.com/valyala/fasthttp"
)

// envelopes are prepared headers. Most lines of an answer are the same for all
// pages: setting them one by one took longer than all else that a request
// needs, and copying them takes a tenth of that.
type envelopes struct {
	security securityHeaders
	ready    atomic.Pointer[map[envelopeKey]*fasthttp.ResponseHeader]
}

// envelopeKey is what answers with the same envelope have in common.
type envelopeKey struct {
	status                            int
	contentType, cacheControl, coding string
	varies                            bool
}

// mostEnvelopes bounds what is kept. A website has a dozen, one for each media
// type and encoding; those beyond the bound are made for each answer.
const mostEnvelopes = 64

// get returns the envelope for the key; nobody may change it.
func (e *envelopes) get(key envelopeKey) *fasthttp.ResponseHeader {
	known := e.ready.Load()
	if known != nil && (*known)[key] != nil {
		return (*known)[key]
	}
	made := newEnvelope(key, e.security)
	next := map[envelopeKey]*fasthttp.ResponseHeader{}
	if known != nil {
		next = maps.Clone(*known)
	}
	if len(next) < mostEnvelopes {
		next[key] = made
		// Of two requests that do this at the same time one does it in vain.
		e.ready.CompareAndSwap(known, &next)
	}
	return made
}

// newEnvelope writes the lines that all answers with the key have.
func newEnvelope(key envelopeKey, security securityHeaders) *fasthttp.ResponseHeader {
	h := new(fasthttp.ResponseHeader)
	h.SetNoDefaultContentType(true)
	h.SetStatusCode(key.status)
	security.put(h)
	if key.varies {
		h.SetCanonical(headerVary, valueAcceptEncoding)
	}
	if key.cacheControl != "" {
		h.SetBytesK(headerCacheControl, key.cacheControl)
	}
	if key.contentType != "" {
		h.SetContentType(key.contentType)
	}
	if key.coding != "" {
		h.SetContentEncoding(key.coding)
	}
	return h
}
