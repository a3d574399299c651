package people_test

import (
	"slices"
	"testing"

	"github.com/evenlight/marquee/internal/studio/people"
)

func TestARoleAllowsWhatItSays(t *testing.T) {
	actions := []people.Action{people.View, people.Edit, people.Publish, people.Manage, people.Inbox}
	for role, want := range map[people.Role][]people.Action{
		people.RoleOwner:  actions,
		people.RoleEditor: {people.View, people.Edit, people.Publish},
		people.RoleWriter: {people.View, people.Edit},
		people.RoleInbox:  {people.Inbox},
		"":                nil,
		"Owner":           nil,
	} {
		for _, action := range append(actions, "", "VIEW") {
			if got := (people.Person{Role: role}).May(action, "shop"); got != slices.Contains(want, action) {
				t.Errorf("%q may %q: %v", role, action, got)
			}
		}
	}
}

func TestARoleIsForItsSitesWithTheirLanguages(t *testing.T) {
	for _, c := range []struct {
		sites []string
		id    string
		may   bool
	}{
		{nil, "shop", true},
		{nil, "shop.de", true},
		{nil, "", true},
		{[]string{"shop"}, "shop", true},
		{[]string{"shop"}, "shop.pt-br", true},
		{[]string{"shop"}, "shopping", false},
		{[]string{"shop"}, "sho", false},
		{[]string{"shop"}, "bakery", false},
		{[]string{"shop"}, "", false},
		{[]string{"shop.de"}, "shop.de", true},
		{[]string{"shop.de"}, "shop", false},
		{[]string{"shop.de"}, "shop.fr", false},
		{[]string{"bakery", "shop"}, "shop.de", true},
	} {
		if got := (people.Person{Role: people.RoleOwner, Sites: c.sites}).May(people.Edit, c.id); got != c.may {
			t.Errorf("who has %v may edit %q: %v", c.sites, c.id, got)
		}
	}
}

func TestAnAddressIsTheSameInAnyWriting(t *testing.T) {
	for typed, want := range map[string]string{
		"anna@example.com":             "anna@example.com",
		"  ANNA@Example.COM\t":         "anna@example.com",
		"anna+studio@example.com":      "anna+studio@example.com",
		"anna@BÜCHER.example":          "anna@xn--bcher-kva.example",
		"anna@xn--bcher-kva.example":   "anna@xn--bcher-kva.example",
		"":                             "",
		"anna":                         "",
		"anna@localhost":               "",
		"Anna <anna@example.com>":      "",
		"anna@example.com\nben@x.com":  "",
		"аnna@example.com":             "", // its first letter is Cyrillic
		"anna@example.com\x00":         "",
		"=?utf-8?q?x?=@example.com":    "",
		"a@b@example.com":              "",
		"\u202eanna@example.com":       "",
		"anna@example.com,x@attack.io": "",
	} {
		if got := people.Address(typed); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
}
