package pages

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// placeholder stands for the reference while a confirmation is drawn. It has
// the characters of a reference, so that what replaces it needs no escaping.
const placeholder = "REFERENCE-0000-0000-0000-REFERENCE"

var errNoReference = errors.New("the templates do not show the reference of what was sent")

// confirmations are a page in the states that say that one of its forms was
// stored, by the form's id. Each is drawn once; a request only puts in its
// reference, so that made-up references cost no more than the page itself.
type confirmations struct {
	mu     sync.Mutex
	byForm map[string]*confirmation
}

// confirmation is one such state.
type confirmation struct {
	// What stands between the places of the reference; nil until it is drawn.
	parts []string
	// After a failure: how long it is left alone.
	pause   time.Duration
	retryAt time.Time
}

// SentPage returns the page at a path as it looks after one of its forms was
// stored under a reference, which must be a valid one. It returns nil where
// there is no such page or form.
func (s *Store) SentPage(ctx context.Context, path, formID, reference string) *site.Representation {
	snapshot := s.fresh(ctx)
	if snapshot == nil || snapshot.entries[path] == nil {
		return nil
	}
	for _, place := range snapshot.entries[path].forms {
		if place.form.ID != formID {
			continue
		}
		if parts := s.confirmation(ctx, place); parts != nil {
			return formDocument(place.entry, strings.Join(parts, reference), http.StatusOK)
		}
		state := site.FormState{SiteID: place.form.SiteID, FormID: formID, Reference: reference}
		return plainFormPage(snapshot, place.entry.site, place.form, state, http.StatusOK)
	}
	return nil
}

// confirmation returns the page around the places of the reference; nil when it
// cannot be drawn now.
func (s *Store) confirmation(ctx context.Context, place formPlace) []string {
	sent, formID := place.entry.sent, place.form.ID
	if parts, settled := sent.look(formID, s.options.Now()); settled {
		return parts
	}
	// Those who come while it is being drawn wait for the same drawing. The key
	// holds the data's hash: what is drawn for the revision before is not for this one.
	key := string(place.entry.hash[:]) + place.entry.path + "\x00" + formID
	drawn, _, _ := s.drawing.Do(key, func() (any, error) {
		if parts, settled := sent.look(formID, s.options.Now()); settled {
			return parts, nil
		}
		state := site.FormState{SiteID: place.form.SiteID, FormID: formID, Reference: placeholder}
		root, err := s.drawForm(context.WithoutCancel(ctx), place, state)
		parts := strings.Split(root, placeholder)
		if err == nil && len(parts) < 2 {
			err = errNoReference
		}
		if err != nil {
			s.logFormFailure(place, err)
			parts = nil
		}
		if !errors.Is(err, errBusy) { // which says nothing about the page
			sent.settle(formID, parts, s.options.Now())
		}
		return parts, nil
	})
	parts, _ := drawn.([]string)
	return parts
}

// look returns what is known of a confirmation, and whether that is to be taken
// as it is: because it is drawn, or because it failed a moment ago.
func (c *confirmations) look(formID string, now time.Time) (parts []string, settled bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.byForm[formID]
	if known == nil {
		return nil, false
	}
	return known.parts, known.parts != nil || now.Before(known.retryAt)
}

// settle notes a drawing; nil parts are a failure.
func (c *confirmations) settle(formID string, parts []string, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byForm == nil {
		c.byForm = map[string]*confirmation{}
	}
	known := c.byForm[formID]
	if known == nil {
		known = &confirmation{}
		c.byForm[formID] = known
	}
	known.parts = parts
	if parts == nil {
		known.pause = min(max(firstPause, 2*known.pause), longestPause)
		known.retryAt = now.Add(known.pause)
	}
}
