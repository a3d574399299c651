package site_test

import (
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func TestOnlyWhatAKeySignedIsAPreviewLink(t *testing.T) {
	key := []byte("key")
	until := time.Unix(1_800_000_000, 0)
	link := site.PreviewLink{Site: "bakery", Until: until, AsOf: time.Unix(1_790_000_000, 0)}
	for _, want := range []site.PreviewLink{link, {Site: "main", Until: until}, {Site: "main", Until: until, Edited: true}} {
		got, ok := site.ReadPreviewLink(key, want.Token(key))
		if !ok || got.Site != want.Site || !got.Until.Equal(want.Until) || !got.AsOf.Equal(want.AsOf) || got.AsOf.IsZero() != want.AsOf.IsZero() {
			t.Errorf("%+v is read as %+v, %v", want, got, ok)
		}
	}

	token := link.Token(key)
	forged := []string{"", "off", "a.b", token + "=", token + "A", token + "\n", strings.Repeat("A", 1<<20), link.Token([]byte("other")), link.Token(nil)}
	for i := range token {
		forged = append(forged, token[:i], token[:i]+"A"+token[i+1:], token[:i]+"\x00"+token[i+1:], token[:i]+token[i+1:])
	}
	for _, one := range forged {
		if _, ok := site.ReadPreviewLink(key, one); ok && one != token {
			t.Errorf("%.80q is a link", one)
		}
	}
}
