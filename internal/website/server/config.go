package server

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Config is what an operator may choose. A zero value of a limit takes its default.
type Config struct {
	// Addresses and CIDRs of proxies whose X-Forwarded-* headers are believed. Default: none.
	TrustedProxies []string

	// Time in which a request must have arrived whole, header and body. Default: 5 s.
	ReadTimeout time.Duration
	// Time in which an answer must have been taken. Default: 30 s, enough for a large file on a slow phone.
	WriteTimeout time.Duration
	// Time that a connection may wait between two requests. Default: 30 s.
	IdleTimeout time.Duration
	// Most bytes of a request line and its headers. Default: 8 KiB.
	HeaderLimit int
	// Most bytes of a request body; of a native form post, once it is decoded. Default: 64 KiB.
	BodyLimit int
	// Most connections at a time; further ones are answered 503. Default: 10,000.
	MaxConnections int
	// How long the end is announced, with Connection: close and by /readyz, before the
	// listener closes. Default: not at all.
	DrainDelay time.Duration
	// How long requests may take to finish after that. Default: 10 s.
	DrainTimeout time.Duration

	// How long a CDN may keep HTML and JSON without asking. Default: not at all.
	CDNTTL time.Duration

	// What the content security policy allows beyond files of this host. Default: nothing.
	Inline InlineSources
	// Takes what visitors write. Required.
	Inquiries Inquiries
	// Takes files that come with forms. Default: nobody, and forms with files are refused.
	Uploads Uploads
	// Describes the API in OpenAPI, and lists what there is, as JSON; asked once, when it
	// is needed. Default: neither is answered.
	Describe func() (description, index []byte, err error)
	// Names under which the admin address answers, beside addresses and localhost. Default: none.
	AdminHosts []string
	// Whether the admin address has /debug/pprof/.
	Profiles bool
	// Receives what went wrong: as warnings requests that failed on our side or
	// took longer than a second, and at debug level all others. Default: slog.Default().
	Logger *slog.Logger
	// Takes a line for every answer. Default: nobody.
	AccessLog *slog.Logger
	// Further metrics, answered with those of the server. Default: none.
	Collectors []prometheus.Collector
}

// writeBufferSize is room for a whole page, compressed, with its headers: one
// write instead of two.
const writeBufferSize = 16 << 10

// withDefaults returns the configuration with all gaps filled.
func (c Config) withDefaults() Config {
	c.ReadTimeout = cmp.Or(c.ReadTimeout, 5*time.Second)
	c.WriteTimeout = cmp.Or(c.WriteTimeout, 30*time.Second)
	c.IdleTimeout = cmp.Or(c.IdleTimeout, 30*time.Second)
	c.DrainTimeout = cmp.Or(c.DrainTimeout, 10*time.Second)
	c.HeaderLimit = cmp.Or(c.HeaderLimit, 8<<10)
	c.BodyLimit = cmp.Or(c.BodyLimit, 64<<10)
	c.MaxConnections = cmp.Or(c.MaxConnections, 10_000)
	c.Logger = cmp.Or(c.Logger, slog.Default())
	return c
}

// parseProxies reads addresses and CIDRs; the error names all that are neither.
func parseProxies(list []string) (proxies []netip.Prefix, err error) {
	for _, entry := range list {
		entry = strings.TrimSpace(entry)
		if prefix, bad := netip.ParsePrefix(entry); bad == nil {
			proxies = append(proxies, prefix.Masked())
		} else if addr, bad := netip.ParseAddr(entry); bad == nil {
			proxies = append(proxies, netip.PrefixFrom(addr, addr.BitLen()))
		} else {
			err = errors.Join(err, fmt.Errorf("trusted proxy %q is neither an address nor a CIDR", entry))
		}
	}
	return proxies, err
}
