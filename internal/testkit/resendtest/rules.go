package resendtest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// authorize checks what comes before the body.
func (s *Server) authorize(r *http.Request, key string) (status int, name, reason string) {
	token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case !found || token == "":
		return http.StatusUnauthorized, "missing_api_key", "there is no API key"
	case token != s.config.Key:
		return http.StatusForbidden, "invalid_api_key", "the API key is another"
	case !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json"):
		return http.StatusUnprocessableEntity, "validation_error", "the body is not JSON"
	case len(r.Header.Values("Idempotency-Key")) > 0 && (key == "" || len(key) > 256):
		return http.StatusBadRequest, "invalid_idempotency_key", "the idempotency key is empty or too long"
	}
	return 0, "", ""
}

// allow counts a request against the limit, in a window that slides, and names
// the limit where it is to be named.
func (s *Server) allow(header http.Header) bool {
	if s.config.Limit == 0 {
		return true
	}
	now := s.config.Now()
	s.window = slices.DeleteFunc(s.window, func(at time.Time) bool { return now.Sub(at) >= s.config.Window })
	allowed := len(s.window) < s.config.Limit
	if allowed {
		s.window = append(s.window, now)
	}
	if s.config.NameLimit {
		header.Set("Ratelimit-Limit", strconv.Itoa(s.config.Limit))
		header.Set("Ratelimit-Remaining", strconv.Itoa(s.config.Limit-len(s.window)))
		header.Set("Ratelimit-Reset", strconv.Itoa(max(1, int((s.config.Window+time.Second-1)/time.Second))))
	}
	return allowed
}

// accept takes a mail under its key. It returns the name of the error where the
// key is in use; else the mail's id, and what to call when it is answered.
func (s *Server) accept(key string, body [32]byte, sent *payload) (id, name string, done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.config.Now()
	known := s.keys[key]
	if known != nil && now.Sub(known.at) >= memory {
		known = nil
	}
	if key == "" {
		known = nil
	}
	if known != nil {
		switch {
		case known.payload != body:
			return "", "invalid_idempotent_request", nil
		case known.underWay:
			return "", "concurrent_idempotent_requests", nil
		}
		s.byKey[key].Accepted++
		return known.id, "", func() {}
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", len(s.requests), key))
	entry := &remembered{payload: body, id: "mail-" + hex.EncodeToString(sum[:12]), at: now, underWay: true}
	s.keys[key] = entry
	taken := s.byKey[key]
	if taken == nil || key == "" {
		taken = s.record(key, entry.id, now, sent)
	}
	taken.Accepted++
	taken.Delivered++
	return entry.id, "", func() {
		s.mu.Lock()
		entry.underWay = false
		s.mu.Unlock()
	}
}

func (s *Server) record(key, id string, now time.Time, sent *payload) *Mail {
	taken := &Mail{
		Key: key, ID: id, From: sent.From, To: sent.To, ReplyTo: sent.ReplyTo, Subject: sent.Subject, Headers: sent.Headers,
		At: now,
	}
	if !s.config.Light {
		taken.Text, taken.HTML = sent.Text, sent.HTML
		for _, file := range sent.Attachments {
			taken.Attachments = append(taken.Attachments,
				Attachment{Name: file.Filename, ContentType: file.ContentType, Content: file.Content})
		}
	}
	s.mails = append(s.mails, taken)
	s.byKey[key] = taken
	return taken
}
