package webhook

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"syscall"
	"time"
)

var errPrivate = errors.New("the address is not on the public internet")

// public checks an address when it is dialled, after the name servers were asked:
// they may answer one thing to a check and another to the connection.
func public(_ context.Context, _, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(at.Addr()) {
		return errPrivate
	}
	return nil
}

// special are the ranges of the public space that lead somewhere else
// (iana.org/assignments/iana-ipv4-special-registry and -ipv6-).
var special = parsePrefixes(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

var (
	publicIPv6 = netip.MustParsePrefix("2000::/3")
	// Through which networks without IPv4 reach it.
	nat64 = netip.MustParsePrefix("64:ff9b::/96")
)

// isPublic reports whether everybody on the internet can reach an address.
func isPublic(at netip.Addr) bool {
	if at.Zone() != "" {
		return false
	}
	at = at.Unmap()
	if nat64.Contains(at) {
		bytes := at.As16()
		at = netip.AddrFrom4([4]byte(bytes[12:]))
	}
	if !at.IsGlobalUnicast() || at.IsPrivate() || at.Is6() && !publicIPv6.Contains(at) {
		return false
	}
	for _, prefix := range special {
		if prefix.Contains(at) {
			return false
		}
	}
	return true
}

func parsePrefixes(all ...string) (prefixes []netip.Prefix) {
	for _, text := range all {
		prefixes = append(prefixes, netip.MustParsePrefix(text))
	}
	return prefixes
}

// newDialer dials anything, or only what is public.
func newDialer(private bool) *net.Dialer {
	dialer := &net.Dialer{Timeout: 5 * time.Second, KeepAlive: 15 * time.Second}
	if !private {
		dialer.ControlContext = public
	}
	return dialer
}
