package server

import (
	"errors"
	"fmt"
	"io"
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
	// How long the end is announced, with Connection: close and by /readyz, before the listener closes. Default: not at all.
	DrainDelay time.Duration
	// How long requests may take to finish after that. Default: 10 s.
	DrainTimeout time.Duration

	// How long a CDN may keep HTML and JSON without asking. Default: not at all.
	CDNTTL time.Duration

	// What the content security policy allows beyond files of this host. Default: nothing.
	Inline InlineSources
	// Takes what visitors write. Default: answers 503 in the words of the content.
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
	// Takes a line for every answer, as logfmt or as JSON; see accessLog. Default: nobody.
	AccessLog     io.Writer
	AccessLogJSON bool
	// Further metrics, answered with those of the server. Default: none.
	Collectors []prometheus.Collector
}

// writeBufferSize is room for a whole page, compressed, with its headers: one
// write instead of two.
const writeBufferSize = 16 << 10

// withDefaults returns the configuration with all gaps filled, and the trusted
// proxies in parsed form; the error names everything that is wrong with it.
func (c Config) withDefaults() (Config, []netip.Prefix, error) {
	var problems []error
	duration := func(name string, value *time.Duration, fallback time.Duration) {
		if *value < 0 {
			problems = append(problems, fmt.Errorf("%s is negative: %s", name, *value))
		}
		if *value == 0 {
			*value = fallback
		}
	}
	number := func(name string, value *int, fallback int) {
		if *value < 0 {
			problems = append(problems, fmt.Errorf("%s is negative: %d", name, *value))
		}
		if *value == 0 {
			*value = fallback
		}
	}
	duration("read timeout", &c.ReadTimeout, 5*time.Second)
	duration("write timeout", &c.WriteTimeout, 30*time.Second)
	duration("idle timeout", &c.IdleTimeout, 30*time.Second)
	duration("drain delay", &c.DrainDelay, 0)
	duration("drain timeout", &c.DrainTimeout, 10*time.Second)
	if c.CDNTTL < 0 {
		problems = append(problems, fmt.Errorf("time for CDNs is negative: %s", c.CDNTTL))
	}
	number("header limit", &c.HeaderLimit, 8<<10)
	number("body limit", &c.BodyLimit, 64<<10)
	number("most connections", &c.MaxConnections, 10_000)
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	proxies, err := parseProxies(c.TrustedProxies)
	return c, proxies, errors.Join(errors.Join(problems...), err)
}

func parseProxies(list []string) ([]netip.Prefix, error) {
	var (
		proxies  []netip.Prefix
		problems []error
	)
	for _, entry := range list {
		entry = strings.TrimSpace(entry)
		if prefix, err := netip.ParsePrefix(entry); err == nil {
			proxies = append(proxies, prefix.Masked())
		} else if addr, err := netip.ParseAddr(entry); err == nil {
			proxies = append(proxies, netip.PrefixFrom(addr, addr.BitLen()))
		} else {
			problems = append(problems, fmt.Errorf("trusted proxy %q is neither an address nor a CIDR", entry))
		}
	}
	return proxies, errors.Join(problems...)
}
