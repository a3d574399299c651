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
	// The root element with the placeholder, in memory like other answers.
	root slot

	mu sync.Mutex
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
		if root := s.confirmation(ctx, snapshot, place); root != "" {
			return formDocument(snapshot, place.entry, strings.ReplaceAll(root, placeholder, reference), http.StatusOK)
		}
		state := site.FormState{SiteID: place.form.SiteID, FormID: formID, Reference: reference}
		return plainFormPage(snapshot, place.entry.site, place.form, state, http.StatusOK)
	}
	return nil
}

// confirmation returns the root element with the placeholder; "" when it cannot
// be drawn now.
func (s *Store) confirmation(ctx context.Context, owner *snapshot, place formPlace) string {
	known, _, err := s.editionOf(place.entry)
	if err != nil {
		s.logFormFailure(owner, place, err)
		return ""
	}
	sent := known.sent.of(place.form.ID)
	if root, settled := sent.look(s.options.Now()); settled {
		return root
	}
	// Those who come while it is being drawn wait for the same drawing. The key
	// holds the data's hash: what is drawn for the revision before is not for this one.
	drawn, _, _ := s.drawing.Do(string(known.key[:])+place.form.ID, func() (any, error) {
		if root, settled := sent.look(s.options.Now()); settled {
			return root, nil
		}
		state := site.FormState{SiteID: place.form.SiteID, FormID: place.form.ID, Reference: placeholder}
		root, err := s.drawForm(context.WithoutCancel(ctx), place, state)
		if err == nil && !strings.Contains(root, placeholder) {
			err = errNoReference
		}
		if err == nil {
			sent.settle()
			s.shelf.put(&sent.root, &site.Representation{Body: []byte(root)})
			return root, nil
		}
		s.logFormFailure(owner, place, err)
		if !errors.Is(err, errBusy) { // which says nothing about the page
			sent.fail(s.options.Now())
		}
		return "", nil
	})
	root, _ := drawn.(string)
	return root
}

// of returns the state of a form.
func (c *confirmations) of(formID string) *confirmation {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byForm == nil {
		c.byForm = map[string]*confirmation{}
	}
	if c.byForm[formID] == nil {
		c.byForm[formID] = &confirmation{}
	}
	return c.byForm[formID]
}

// slots returns where all of them are in memory.
func (c *confirmations) slots() (all []*slot) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, known := range c.byForm {
		all = append(all, &known.root)
	}
	return all
}

// look returns what is known of a confirmation, and whether that is to be taken
// as it is: because it is drawn, or because it failed a moment ago.
func (c *confirmation) look(now time.Time) (root string, settled bool) {
	if ready := c.root.get(); ready != nil {
		return string(ready.Body), true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return "", now.Before(c.retryAt)
}

func (c *confirmation) settle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pause, c.retryAt = 0, time.Time{}
}

// fail notes that it could not be drawn.
func (c *confirmation) fail(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pause = min(max(firstPause, 2*c.pause), longestPause)
	c.retryAt = now.Add(c.pause)
}
