package site

import "testing"

// TestNearestName looks for names among thousands, of which some come near to any short word.
func TestNearestName(t *testing.T) {
	names := []string{"bus", "bot", "bug", "rat", "kite", "house", "wand", "fish", "calendar", "shield-check", "arrow-right"}
	for typed, want := range map[string]string{
		"haus": "", "brot": "", "zug": "", "rad": "", "karte": "", "": "",
		"wnad": "wand", "House": "house", "fisch": "fish", "calender": "calendar", "shield-chek": "shield-check",
		"arrow-rihgt": "arrow-right",
	} {
		if near, found := NearestName(typed, names); found != (want != "") || found && near != want {
			t.Errorf("%q: %q, %t; want %q", typed, near, found, want)
		}
	}
}
