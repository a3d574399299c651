package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/inbox/outbox"
)

type healthcheckCommand struct {
	AdminAddr string
	Timeout   time.Duration `help:"How long to wait for the answer. Default: ${default}." default:"3s" placeholder:"TIME"`
}

func (c healthcheckCommand) Run(ctx context.Context, p *Program, chosen *choices) error {
	admin := chosen.get("admin-addr")
	if !isAddress(admin) {
		chosen.reject("admin-addr", "write it like 127.0.0.1:9090")
	}
	if c.Timeout <= 0 {
		chosen.problem("--timeout %s: write a time such as 3s", c.Timeout)
	}
	if err := chosen.err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	response, err := request(ctx, admin, "/readyz")
	if err != nil {
		return fmt.Errorf("not ready: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusOK {
		return nil
	}
	const enough = 4 << 10
	body, err := io.ReadAll(io.LimitReader(response.Body, enough))
	if err != nil {
		return fmt.Errorf("not ready: %w", err)
	}
	return fmt.Errorf("not ready: %s\n%s", response.Status, body)
}

// request gets a path from a listener on this machine, without a proxy and without following redirects. A name that the
// admin address always takes stands for one that listens on all addresses.
func request(ctx context.Context, address, path string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+path, nil)
	if err != nil {
		return nil, err
	}
	request.Host = "localhost"
	return (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
}

// health tells operators whether the website is served, what of the content is not, and whether forms are taken.
type health struct {
	source *content.Source
	store  *outbox.Store
}

type formsHealth struct {
	Ready bool `json:"ready"`
	// Why forms are closed, or, where they are open, why those with files are not.
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
	} else if room.ForFiles() == 0 {
		forms.Reason = outbox.ErrNoRoomForFiles.Error()
	}
	return forms
}

// Ready implements server.Health: a website with stale content or closed forms is still ready, because taking it away
// would help nobody.
func (h health) Ready() (bool, any) {
	status := h.source.Status()
	return status.Revision != "", struct {
		content.Status
		Forms formsHealth `json:"forms"`
	}{status, h.forms()}
}

func (h health) FormsReady() (bool, any) {
	forms := h.forms()
	return forms.Ready, forms
}
