package resize

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	encoder "github.com/gen2brain/webp"
	"golang.org/x/image/webp"
)

// TestPicturesAreTurnedAsTheyAreSeen looks at the colours in the corners. Exif says where
// the first row and column of the file are seen.
func TestPicturesAreTurnedAsTheyAreSeen(t *testing.T) {
	want := map[int][4]int{
		1: {0, 1, 2, 3}, 2: {1, 0, 3, 2}, 3: {3, 2, 1, 0}, 4: {2, 3, 0, 1},
		5: {0, 2, 1, 3}, 6: {2, 0, 3, 1}, 7: {3, 1, 2, 0}, 8: {1, 3, 0, 2},
	}
	stored := corners(120, 80)
	for orientation, colours := range want {
		seen := image.Pt(120, 80)
		if orientation > 4 {
			seen = image.Pt(80, 120)
		}
		made := scaled(stored, orientation, image.Rectangle{Max: seen}, seen.X/2, seen.Y/2)
		if made.Bounds().Size() != seen.Div(2) {
			t.Errorf("turned as %d it has %v", orientation, made.Bounds().Size())
			continue
		}
		for i, colour := range colours {
			x, y := seen.X/8+i%2*seen.X/4, seen.Y/8+i/2*seen.Y/4
			if got := made.At(x, y); !near(got, cornerColours[colour]) {
				t.Errorf("turned as %d corner %d is %v", orientation, i, got)
			}
		}
		// A part is meant as it is seen: the corner below on the right.
		part := image.Rect(seen.X/2, seen.Y/2, seen.X, seen.Y)
		if got := scaled(stored, orientation, part, 10, 10).At(5, 5); !near(got, cornerColours[colours[3]]) {
			t.Errorf("turned as %d the part below on the right is %v", orientation, got)
		}
	}
}

func TestAllKindsOfPicturesAreAveragedAlike(t *testing.T) {
	stored := corners(201, 133)
	kinds := map[string]image.Image{"NRGBA": stored}
	rgba := image.NewRGBA(stored.Rect)
	draw.Draw(rgba, rgba.Rect, stored, image.Point{}, draw.Src)
	kinds["RGBA"] = rgba
	deep := image.NewNRGBA64(stored.Rect)
	draw.Draw(deep, deep.Rect, stored, image.Point{}, draw.Src)
	kinds["NRGBA64"] = deep
	for _, ratio := range []image.YCbCrSubsampleRatio{
		image.YCbCrSubsampleRatio444, image.YCbCrSubsampleRatio422, image.YCbCrSubsampleRatio420,
		image.YCbCrSubsampleRatio440, image.YCbCrSubsampleRatio411, image.YCbCrSubsampleRatio410,
	} {
		planes := image.NewYCbCr(stored.Rect, ratio)
		for y := range 133 {
			for x := range 201 {
				c := stored.NRGBAAt(x, y)
				planes.Y[planes.YOffset(x, y)], planes.Cb[planes.COffset(x, y)], planes.Cr[planes.COffset(x,
					y)] = color.RGBToYCbCr(c.R, c.G, c.B)
			}
		}
		kinds[ratio.String()] = planes
	}
	for name, kind := range kinds {
		for _, part := range []image.Rectangle{stored.Rect, image.Rect(3, 5, 198, 130), image.Rect(99, 60, 103, 70)} {
			for _, width := range []int{1, 7, 31, 66, 100, 195} {
				if width > part.Dx() {
					continue
				}
				height := max(1, part.Dy()*width/part.Dx())
				made := scaled(kind, 1, part, width, height)
				if made.Bounds() != image.Rect(0, 0, width, height) {
					t.Errorf("%s: %v as %d is %v", name, part, width, made.Bounds())
				}
				if part.Dx() > 100 && width > 6 && !near(made.At(width/8, height/8), cornerColours[0]) {
					t.Errorf("%s: %v as %d begins with %v", name, part, width, made.At(width/8, height/8))
				}
			}
		}
	}
}

func TestVersionsAreWhatTheySayAndTheSameEachTime(t *testing.T) {
	drawing := corners(300, 200)
	drawing.SetNRGBA(299, 199, color.NRGBA{}) // it can be seen through
	for sourceType, data := range map[string][]byte{
		"image/jpeg": jpegOf(t, photo(300, 200)),
		"image/png":  pngOf(t, drawing),
	} {
		of := versionOf(data, sourceType, image.Pt(300, 200), 150)
		for contentType, read := range map[string]func([]byte) (image.Image, error){
			"image/jpeg": func(b []byte) (image.Image, error) { return jpeg.Decode(bytes.NewReader(b)) },
			"image/png":  func(b []byte) (image.Image, error) { return png.Decode(bytes.NewReader(b)) },
			"image/webp": func(b []byte) (image.Image, error) { return webp.Decode(bytes.NewReader(b)) },
		} {
			var made [2][]byte
			for i := range made {
				source, err := decode(of, decodeTime)
				if err != nil {
					t.Fatal(err)
				}
				if made[i], err = encode(source, of, contentType); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(made[0], made[1]) {
				t.Errorf("%s of a %s has other bytes the second time", contentType, sourceType)
			}
			shown, err := read(made[0])
			if err != nil || shown.Bounds().Size() != image.Pt(150, 100) {
				t.Errorf("%s of a %s: %v", contentType, sourceType, err)
			}
		}
	}
}

// TestColoursBecomeThoseOfSRGB has photos in the colours of a camera and of a phone, whose profile no version keeps.
func TestColoursBecomeThoseOfSRGB(t *testing.T) {
	for name, c := range map[string]struct{ is, want color.NRGBA }{
		"adobe-rgb.icc":  {color.NRGBA{150, 180, 160, 255}, color.NRGBA{137, 181, 161, 255}},
		"display-p3.icc": {color.NRGBA{200, 100, 50, 255}, color.NRGBA{215, 93, 31, 255}},
		"":               {color.NRGBA{100, 200, 100, 255}, color.NRGBA{100, 200, 100, 255}},
	} {
		var profile []byte
		if name != "" {
			var err error
			if profile, err = os.ReadFile("../../colour/testdata/" + name); err != nil {
				t.Fatal(err)
			}
		}
		flat := image.NewNRGBA(image.Rect(0, 0, 300, 200))
		draw.Draw(flat, flat.Rect, image.NewUniform(c.is), image.Point{}, draw.Src)
		var lossy bytes.Buffer
		if err := encoder.Encode(&lossy, flat, encoder.Options{Quality: 95}); err != nil {
			t.Fatal(err)
		}
		for sourceType, data := range map[string][]byte{
			"image/jpeg": jpegOf(t, flat), "image/png": pngOf(t, flat), "image/webp": lossy.Bytes(),
		} {
			of := versionOf(data, sourceType, image.Pt(300, 200), 150)
			of.Profile = profile
			source, err := decode(of, decodeTime)
			if err != nil {
				t.Fatal(err)
			}
			for contentType, read := range map[string]func(io.Reader) (image.Image, error){
				"image/jpeg": jpeg.Decode, "image/png": png.Decode, "image/webp": decodeWebP,
			} {
				made, err := encode(source, of, contentType)
				if err != nil {
					t.Fatal(err)
				}
				shown, err := read(bytes.NewReader(made))
				if err != nil {
					t.Fatal(err)
				}
				got := color.NRGBAModel.Convert(shown.At(75, 50)).(color.NRGBA)
				for _, parts := range [][2]uint8{{got.R, c.want.R}, {got.G, c.want.G}, {got.B, c.want.B}} {
					if max(parts[0], parts[1])-min(parts[0], parts[1]) > 6 {
						t.Errorf("%s of a %s with %q shows %v, want %v", contentType, sourceType, name, got, c.want)
						break
					}
				}
			}
		}
	}
}

// TestADrawingStaysSharp: of flat colours, the lossless WebP is the smaller one.
func TestADrawingStaysSharp(t *testing.T) {
	of := versionOf(pngOf(t, corners(400, 300)), "image/png", image.Pt(400, 300), 400)
	source, err := decode(of, decodeTime)
	if err != nil {
		t.Fatal(err)
	}
	data, err := encode(source, of, "image/webp")
	if err != nil || !bytes.Contains(data[:16], []byte("VP8L")) {
		t.Errorf("it is %q, %v", data[:min(len(data), 16)], err)
	}
}

func TestDamagedSourcesAreErrors(t *testing.T) {
	whole := map[string][]byte{"image/jpeg": jpegOf(t, photo(64, 48)), "image/png": pngOf(t, photo(64, 48))}
	for sourceType, data := range whole {
		for cut := 0; cut < len(data); cut += 37 {
			short := versionOf(data[:cut], sourceType, image.Pt(64, 48), 32)
			if made, err := decode(short, decodeTime); err == nil {
				_, err = encode(made, short, "image/webp")
				if err != nil {
					t.Errorf("%s of %d bytes was decoded and then: %v", sourceType, cut, err)
				}
			}
			torn := bytes.Clone(data)
			torn[cut] ^= 0x55
			bad := versionOf(torn, sourceType, image.Pt(64, 48), 32)
			if made, err := decode(bad, decodeTime); err == nil {
				if _, err := encode(made, bad, "image/webp"); err != nil {
					t.Errorf("%s with byte %d changed: %v", sourceType, cut, err)
				}
			}
		}
	}
	if _, err := decode(versionOf(whole["image/png"], "image/tiff", image.Pt(64, 48), 32), decodeTime); err == nil {
		t.Error("a TIFF was decoded")
	}
}

func TestASourceThatTakesTooLongIsAnError(t *testing.T) {
	// A progressive JPEG of 16 megapixels, of which each scan of 34 bytes goes over all of it.
	bomb := []byte("\xff\xd8\xff\xdb\x00\x43\x00" + strings.Repeat("\x01", 64))
	bomb = append(bomb, "\xff\xc2\x00\x0b\x08\x0f\xa0\x0f\xa0\x01\x01\x11\x00"...)
	bomb = append(bomb, "\xff\xc4\x00\x14\x10\x01"+strings.Repeat("\x00", 15)+"\xe0"...)
	scan := append([]byte("\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00"), make([]byte, 32)...)
	bomb = append(append(bomb, bytes.Repeat(scan, 20_000)...), 0xff, 0xd9)
	began := time.Now()
	if _, err := decode(versionOf(bomb, "image/jpeg", image.Pt(4000, 4000), 8), 50*time.Millisecond); err == nil ||
		!strings.Contains(err.Error(), "too long") {
		t.Error(err)
	}
	if took := time.Since(began); took > 2*time.Minute {
		t.Errorf("it took %v", took)
	}
}
