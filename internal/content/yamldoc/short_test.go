package yamldoc

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestAPictureIsWrittenAsTheNameOfItsFileOrAsKeys(t *testing.T) {
	for _, written := range []string{"image: images/a.jpg", "image: {src: images/a.jpg}", "image:\n  src: images/a.jpg"} {
		var page site.Page
		_, problems := Decode("main/pages/index.yaml", nil, []byte("title: Home\n"+written+"\n"), &page)
		if len(problems) > 0 || page.Image == nil || page.Image.Src != "images/a.jpg" {
			t.Errorf("%s is %+v, %v", written, page.Image, problems)
		}
	}
}

func TestAPictureThatIsNeitherIsSaid(t *testing.T) {
	for written, want := range map[string]string{
		"image:":                                 "`image` has no value.",
		`image: ""`:                              "`src` is empty.",
		"image: [images/a.jpg]":                  "`image` takes a set of keys, but a list stands here.",
		"image: {alt: A team}":                   "`image` needs a `src`.",
		"image: {src: images/a.jpg, focus: top}": "`focus` is no place in a picture: \"top\".",
		"image: {src: images/a.jpg, focus: 120% 5%}": "`focus` is no place in a picture: \"120% 5%\".",
		"image: {src: images/a.jpg, caption: x}":     "`image` has no key `caption`.",
	} {
		var page site.Page
		_, problems := Decode("main/pages/index.yaml", nil, []byte("title: Home\n"+written+"\n"), &page)
		if len(problems) != 1 || !strings.Contains(problems[0].String(), want) {
			t.Errorf("%s: %v, want %s", written, problems, want)
		}
	}
}

// The first letters of a file are those of a bitmap, too.
func TestATextThatBeginsAsABitmapIsRead(t *testing.T) {
	var notes site.Collection[site.ImageNote]
	_, problems := Decode("main/images.yaml", nil, []byte("BMW.jpg: {alt: A car}\n"), &notes)
	if len(problems) > 0 || notes.Len() != 1 {
		t.Errorf("got %v, %v", notes.IDs(), problems)
	}
}
