package resize

import (
	"bytes"
	"crypto/sha256"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// corners is a picture whose four quarters have four colours, so that it tells how it was turned.
func corners(width, height int) *image.NRGBA {
	made := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			made.SetNRGBA(x, y, cornerColours[x*2/width+2*(y*2/height)])
		}
	}
	return made
}

var cornerColours = [4]color.NRGBA{{220, 30, 30, 255}, {30, 200, 30, 255}, {30, 30, 220, 255}, {230, 220, 40, 255}}

// photo is something like a photo: soft areas, and grain.
func photo(width, height int) *image.NRGBA {
	made := image.NewNRGBA(image.Rect(0, 0, width, height))
	grain := rand.New(rand.NewPCG(1, 2))
	for y := range height {
		for x := range width {
			n := uint8(grain.IntN(12))
			made.SetNRGBA(x, y, color.NRGBA{uint8(x*200/width) + n, uint8(y*200/height) + n, uint8((x/37^y/23)&63) + n, 255})
		}
	}
	return made
}

func jpegOf(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func pngOf(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// source is a file in memory.
type source struct{ *bytes.Reader }

func (source) Close() error { return nil }

// versionOf returns a version that shows all of a source.
func versionOf(data []byte, sourceType string, seen image.Point, width int) *site.Version {
	return &site.Version{
		Source: "main/images/a", Sum: sha256.Sum256(data), SourceType: sourceType, Orientation: 1,
		Open: func() (io.ReadSeekCloser, error) { return source{bytes.NewReader(data)}, nil },
		Part: image.Rectangle{Max: seen}, Width: width, Height: max(1, seen.Y*width/seen.X),
	}
}

// near tells whether two colours look the same.
func near(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	far := func(x, y uint32) bool { return max(x, y)-min(x, y) > 40<<8 }
	return !far(r1, r2) && !far(g1, g2) && !far(b1, b2)
}
