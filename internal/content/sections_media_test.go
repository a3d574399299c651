//go:build !race

package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// withMedia is the tree with one page that has these sections below its hero.
func withMedia(t *testing.T, sections string) folder {
	t.Helper()
	files := baseTree(t)
	files["main/pages/shown.yaml"] = "title: Shown\ndescription: All of it.\nsections:\n  - hero: {title: Hello}\n" + sections
	return files
}

func TestAnEmbeddedFilmHasAPlayerALinkAndAPolicy(t *testing.T) {
	revision := good(t, withMedia(t, `  - embed: {title: A film, youtube: aqz-KE-bpKQ}
  - embed: {title: Another, vimeo: 76979871/8272103f6e}
`), sampleOptions(), testNow)
	shown := page(t, revision, "/shown")
	tube, vimeo := body[site.Embed](t, shown, 1), body[site.Embed](t, shown, 2)
	if tube.Player != "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0" || tube.Link.Href != "https://www.youtube.com/watch?v=aqz-KE-bpKQ" || tube.Name != "A film" {
		t.Errorf("YouTube: %+v, %+v", tube, tube.Link)
	}
	if vimeo.Player != "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e" || vimeo.Link.Href != "https://vimeo.com/76979871/8272103f6e" {
		t.Errorf("Vimeo: %+v, %+v", vimeo, vimeo.Link)
	}
	for _, want := range []string{"frame-src https://www.youtube-nocookie.com", "frame-src https://player.vimeo.com", "feature fullscreen https://player.vimeo.com"} {
		if !slices.Contains(shown.Head.Policy, want) {
			t.Errorf("the page may %q, not %q", shown.Head.Policy, want)
		}
	}
	if policy := page(t, revision, "/about").Head.Policy; policy != nil {
		t.Errorf("a page without a film may %q", policy)
	}
}

func TestAPlaceHasLinksAndHoursInTwoColumns(t *testing.T) {
	revision := good(t, withMedia(t, `  - place:
      address: "{{site.name}}\nMain Street 1"
      to: https://maps.example.com/1
      phone: +1 555 010 0199
      email: shop@example.com
      hours: ["Monday to Friday: 9:00 to 17:00", Closed on Sundays, {days: Saturday, time: 9 to 12}]
`), sampleOptions(), testNow)
	place := body[site.Place](t, page(t, revision, "/shown"), 1)
	if place.Link.Kind != site.LinkExternal || place.Link.Label != place.Address || !strings.HasPrefix(string(place.Address), "Evenlight\n") {
		t.Errorf("address %q, link %+v", place.Address, place.Link)
	}
	if len(place.Contacts) != 2 || place.Contacts[0].Href != "tel:+15550100199" || place.Contacts[0].Label != "+1 555 010 0199" || place.Contacts[1].Href != "mailto:shop@example.com" {
		t.Errorf("contacts %+v", place.Contacts)
	}
	want := []site.Hours{{Days: "Monday to Friday", Time: "9:00 to 17:00"}, {Days: "Closed on Sundays"}, {Days: "Saturday", Time: "9 to 12"}}
	if !slices.Equal(place.Hours, want) {
		t.Errorf("hours %+v", place.Hours)
	}
}

func TestAPictureOfAGalleryIsThereTwice(t *testing.T) {
	files := withMedia(t, `  - gallery: {title: Here, items: [{src: images/yard.png, alt: A yard}, {src: images/yard.png, alt: The yard, caption: At noon}]}
`)
	files["main/images/yard.png"] = grayPNG(t, 6, 4)
	gallery := body[site.Gallery](t, page(t, good(t, files, sampleOptions(), testNow), "/shown"), 1)
	first, second := gallery.Items[0], gallery.Items[1]
	if first.URL == "" || first.Large == nil || first.Large.URL == "" || first.Alt != "A yard" || first.Large.Alt != "A yard" {
		t.Errorf("first is %+v, large %+v", first, first.Large)
	}
	if first.Sizes == "" || first.Sizes == first.Large.Sizes || first.URL == first.Large.URL {
		t.Errorf("in the wall and as it opens it is the same: %+v, %+v", first.Image, first.Large)
	}
	if second.Alt != "The yard" || second.Caption != "At noon" || second.Large.Alt != "The yard" {
		t.Errorf("second is %+v, large %+v", second, second.Large)
	}
}

func TestThePictureOfAFullHeroIsAsWideAsTheWindow(t *testing.T) {
	for size, want := range map[string]struct {
		sizes  string
		styles bool
	}{"full": {"100vw", true}, "tall": {"(min-width: 80rem) 36rem, (min-width: 64rem) 46vw, calc(100vw - 3rem)", false}} {
		files := withMedia(t, "")
		files["main/pages/shown.yaml"] = "title: Shown\nsections:\n" +
			"  - hero: {title: Shown, size: " + size + ", image: {src: images/yard.png, alt: A yard}}\n"
		files["main/images/yard.png"] = grayPNG(t, 6, 4)
		shown := page(t, good(t, files, sampleOptions(), testNow), "/shown")
		if image := body[site.Hero](t, shown, 0).Image; image.Sizes != want.sizes || shown.Lead != image.Shown() {
			t.Errorf("%s: sizes %q, and %q is loaded first", size, image.Sizes, shown.Lead)
		}
		if slices.Contains(shown.StyleParts(), site.StyleFull) != want.styles {
			t.Errorf("%s: parts of the stylesheet %q", size, shown.StyleParts())
		}
	}
}

func TestAFilmInABlockNeedsWhatAFilmNeeds(t *testing.T) {
	files := withMedia(t, "  - block: film\n")
	files["main/blocks.yaml"] = "film: {embed: {title: A film, youtube: aqz-KE-bpKQ}}\n"
	revision := good(t, files, sampleOptions(), testNow)
	shown := page(t, revision, "/shown")
	if !slices.Contains(shown.Head.Policy, "frame-src https://www.youtube-nocookie.com") {
		t.Errorf("the page may %q", shown.Head.Policy)
	}
}

// TestPhoneNumbersAreDialled compares numbers as people write them with what a phone understands.
func TestPhoneNumbersAreDialled(t *testing.T) {
	for typed, want := range map[string]string{
		"tel:+41 44 123 45 67": "tel:+41441234567", "tel: +41 (0)44 123 45 67": "tel:+41441234567",
		"tel:+1-555-010-0199": "tel:+1-555-010-0199", "tel:(0)44 123": "tel:(0)44123",
	} {
		files := withMedia(t, "  - cta: {title: Call, actions: [{label: Call, to: \""+typed+"\"}]}\n")
		if got := body[site.CallToAction](t, page(t, good(t, files, sampleOptions(), testNow), "/shown"), 1).Actions[0].Href; got != want {
			t.Errorf("%s leads to %s, want %s", typed, got, want)
		}
	}
}
