package site_test

import (
	"os"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestMailAddress(t *testing.T) {
	domain := strings.Repeat("a.", 120) + "com" // 243 characters
	for address, want := range map[string]bool{
		"ann@example.com":                         true,
		"a@b.c":                                   true,
		"o'brien+tag@sub.example.co.uk":           true,
		"a!#$%&'*+/=?^_`{|}~-@example.com":        true,
		"a.b.c@1-2.3.example":                     true,
		"ann@xn--bcher-kva.example":               true,
		"ann@example.xn--p1ai":                    true,
		"ann@" + strings.Repeat("a", 63) + ".com": true,
		strings.Repeat("a", 10) + "@" + domain:    true,
		strings.Repeat("a", 64) + "@example.com":  true,

		"":                               false,
		"ann":                            false,
		"@example.com":                   false,
		"ann@":                           false,
		"ann@example":                    false,
		"ann@example.":                   false,
		"ann@.example.com":               false,
		"ann@example..com":               false,
		"ann@example.com.":               false,
		"a@x.123":                        false,
		"a@127.0.0.1":                    false,
		"a@1.2":                          false,
		"a@[127.0.0.1]":                  false,
		"a@b@example.com":                false,
		".ann@example.com":               false,
		"ann.@example.com":               false,
		"ann..lee@example.com":           false,
		"ann lee@example.com":            false,
		`"ann"@example.com`:              false,
		"Ann <ann@example.com>":          false,
		" ann@example.com":               false,
		"ann@example.com\n":              false,
		"ann@-example.com":               false,
		"ann@example-.com":               false,
		"ann@exa_mple.com":               false,
		"ann@example.-com":               false,
		"ann@example.com-":               false,
		"\u00e4nn@example.com":           false,
		"ann@b\u00fccher.example":        false,
		"ann\uff20example.com":           false,
		"ann@example.com, b@example.com": false,
		"ann@" + strings.Repeat("a", 64) + ".com":   false,
		strings.Repeat("a", 11) + "@" + domain:      false,
		strings.Repeat("a", 65) + "@example.com":    false,
		strings.Repeat("a", 300):                    false,
		strings.Repeat("a", 20) + "\x00@example.io": false,
	} {
		if site.MailAddress(address) != want {
			t.Errorf("%q is an address: %t, want %t", address, !want, want)
		}
	}
}

// The browser and the server must say the same of an address, or people are
// told that it is right and then that it is wrong.
func TestTheRuleForAddressesIsTheBrowsers(t *testing.T) {
	script, err := os.ReadFile("../../web/src/forms/fields/email.tsx")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(script), "/"+site.AddressRule+"/") {
		t.Errorf("email.tsx does not have the rule %s", site.AddressRule)
	}
}
