package contact_test

import (
	"net/netip"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/site"
)

// BenchmarkAccept is the service without its store: what a form costs to read,
// check and weigh, and what a robot costs to refuse.
func BenchmarkAccept(b *testing.B) {
	unlimited := func(c *contact.Config) {
		c.Limits = &contact.Limits{PerMinute: 1 << 30, PerDay: 1 << 30, PerSecond: 1 << 26}
	}
	closed := func(c *contact.Config) { c.Limits = &contact.Limits{PerMinute: -1} }
	for name, c := range map[string]struct {
		limits func(*contact.Config)
		sent   site.Inquiry
	}{
		"JSON": {unlimited, asJSON(booking())}, "form": {unlimited, asForm(booking())}, "refused": {closed, asJSON(booking())},
	} {
		b.Run(name, func(b *testing.B) {
			o := open(c.limits)
			n := uint32(0)
			b.ReportAllocs()
			for b.Loop() {
				n++
				c.sent.Address = netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)})
				o.Accept(b.Context(), c.sent)
				o.store.kept, o.store.messages, o.outcomes = o.store.kept[:0], o.store.messages[:0], o.outcomes[:0]
			}
		})
	}
}
