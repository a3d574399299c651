package main

import (
	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/inbox/outbox"
)

// health tells operators whether the website is served, what of the content is
// not, and whether forms are taken.
type health struct {
	source *content.Source
	store  *outbox.Store
}

// formsHealth is what operators are told of forms.
type formsHealth struct {
	Ready  bool   `json:"ready"`
	Reason string `json:"reason,omitempty"`
	// How much of the room for submissions is used, in bytes and of a hundred; without a limit, zero.
	Used        int64 `json:"usedBytes"`
	Limit       int64 `json:"limitBytes"`
	UsedPercent int   `json:"usedPercent"`
}

func (h health) forms() formsHealth {
	room, store := h.store.Room(), h.store.Status()
	forms := formsHealth{Ready: store.Ready, Used: room.Used, Limit: room.Limit, UsedPercent: room.Percent()}
	if !store.Ready && store.Err != nil {
		forms.Reason = store.Err.Error()
	}
	return forms
}

// Ready implements server.Health: a website with stale content or closed forms
// is still ready, because taking it away would help nobody.
func (h health) Ready() (bool, any) {
	status := h.source.Status()
	return status.Revision != "", struct {
		content.Status
		Forms formsHealth `json:"forms"`
	}{status, h.forms()}
}

// FormsReady implements server.Health.
func (h health) FormsReady() (bool, any) {
	forms := h.forms()
	return forms.Ready, forms
}
