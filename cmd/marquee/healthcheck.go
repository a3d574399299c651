package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"
)

type healthcheckCommand struct {
	AdminAddr string
	Timeout   time.Duration `help:"How long to wait for the answer. Default: ${default}." default:"3s" placeholder:"TIME"`
}

// Help implements kong.HelpProvider.
func (healthcheckCommand) Help() string {
	return `Asks the admin address of a running server on this machine (/readyz). Exit code 0 says that it
is ready; 1 that it is not, or that nobody answers in time. It needs no shell and no curl.

Examples:
  marquee healthcheck
  HEALTHCHECK CMD ["/marquee", "healthcheck"]     (in a Dockerfile)`
}

// Run asks whether the server is ready.
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
	response, err := askReady(ctx, reachable(admin))
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

// askReady asks an admin address for /readyz. No proxy and no redirect: the answer is
// that of the address itself.
func askReady(ctx context.Context, address string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/readyz", nil)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", address, err)
	}
	return (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
}

// reachable returns the address under which this machine reaches a listener: one
// that listens on all its addresses listens on the loopback, too.
func reachable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
		if ip.Is6() {
			host = "::1"
		}
	}
	return net.JoinHostPort(host, port)
}
