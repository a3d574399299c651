//go:build !race

package contact_test

import (
	"strings"
	"testing"
	"time"
)

// Japanese keyboards write signs as wide as their letters.
func TestWideSignsAreThoseTheyStandFor(t *testing.T) {
	for _, c := range []struct {
		field, sent, stored string
	}{
		{"email", "ann＠ｅｘａｍｐｌｅ.com", "ann@example.com"},
		{"email", "info＠münchen。test", "info@xn--mnchen-3ya.test"},
		{"phone", "０３－１２３４－５６７８", "03-1234-5678"},
		{"date", "２０２６－１１－２３", "2026-11-23"},
		{"name", "Ａｎｎ", "Ａｎｎ"}, // a name is written as it is written
	} {
		o := open()
		if receipt := o.accept(t, asJSON(with(booking(), c.field, c.sent))); !receipt.Stored() {
			t.Errorf("%q: %v", c.sent, receipt.Fields)
		} else if got := o.store.last(t).Value(c.field); got != c.stored {
			t.Errorf("%q is stored as %q, want %q", c.sent, got, c.stored)
		}
	}
}

// What a domain is in ASCII takes time that grows with the square of its length.
func TestALongDomainCostsNoTime(t *testing.T) {
	var domain strings.Builder
	for i := range 18_000 {
		domain.WriteRune(rune(0x4e00 + i))
	}
	began := time.Now()
	if receipt := open().accept(t, asForm(with(inquiry(), "email", "ann@"+domain.String()))); receipt.Fields["email"] == "" {
		t.Error("it is stored")
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("it took %s", took)
	}
}
