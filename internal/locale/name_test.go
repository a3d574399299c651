package locale_test

import (
	"testing"

	"github.com/evenlight/marquee/internal/locale"
)

func TestIsTag(t *testing.T) {
	for name, want := range map[string]bool{
		"de": true, "de-ch": true, "pt-br": true, "zh-hant": true, "gsw": true, "ar": true,
		"DE": false, "de_ch": false, "german": false, "pages": false, "look": false, "images": false, "files": false, "fonts": false,
		"well-known": false, "": false, "und": false, "xx": false, "img": false, "de-de-de": false, "tmp": false, "lib": false,
	} {
		if got := locale.IsTag(name); got != want {
			t.Errorf("IsTag(%q) = %v", name, got)
		}
	}
}

func TestTagOf(t *testing.T) {
	for meant, want := range map[string]string{
		"german": "de", "German": "de", "deutsch": "de", "DE": "de", "de_CH": "de-ch", "français": "fr", "arabic": "ar",
		"pt_BR": "pt-br", "brazilian-portuguese": "", "team": "",
	} {
		if got := locale.TagOf(meant); got != want {
			t.Errorf("TagOf(%q) = %q, want %q", meant, got, want)
		}
	}
}

func TestName(t *testing.T) {
	for tag, want := range map[string]string{
		"de": "Deutsch", "fr": "Français", "ar": "العربية", "he": "עברית", "en": "English", "en-GB": "British English", "xx": "xx",
	} {
		if got := locale.Name(tag); got != want {
			t.Errorf("Name(%q) = %q, want %q", tag, got, want)
		}
	}
}
