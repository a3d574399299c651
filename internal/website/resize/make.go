package resize

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"time"

	encoder "github.com/gen2brain/webp"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/webp"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/site"
)

// Qualities from which on nobody sees a difference on a screen.
const (
	jpegQuality = 82
	webpQuality = 75
	// Faster ones are 5 to 10 % larger; slower ones take twice the time for 3 %.
	webpMethod = 2
)

// decodeTime bounds how long decoding takes: a photo of 24 megapixels takes a second, but a
// few bytes can describe hours of work, and all others would wait.
const decodeTime = 30 * time.Second

var decoders = map[string]func(io.Reader) (image.Image, error){
	"image/jpeg": jpeg.Decode, "image/png": png.Decode, "image/webp": decodeWebP,
}

// decodeWebP widens the parts of a lossy WebP, which are those of video, to what package image takes them for.
func decodeWebP(r io.Reader) (image.Image, error) {
	made, err := webp.Decode(r)
	planes, lossy := made.(*image.YCbCr)
	if seen, through := made.(*image.NYCbCrA); through {
		planes, lossy = &seen.YCbCr, true
	}
	if lossy {
		for i, y := range planes.Y {
			planes.Y[i] = uint8(min(max((int(y)-16)*255/219, 0), 255))
		}
		for i := range planes.Cb {
			planes.Cb[i] = uint8(min(max((int(planes.Cb[i])-128)*255/224+128, 0), 255))
			planes.Cr[i] = uint8(min(max((int(planes.Cr[i])-128)*255/224+128, 0), 255))
		}
	}
	return made, err
}

// decode reads a source, whose bytes are those that were checked. Returns an error where that takes longer than most.
func decode(of *site.Version, most time.Duration) (made image.Image, err error) {
	defer recovered(&err)
	file, err := of.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	read, known := decoders[of.SourceType]
	if !known {
		return nil, fmt.Errorf("nothing decodes %s", of.SourceType)
	}
	return read(bufio.NewReader(timedReader{file, time.Now().Add(most)}))
}

type timedReader struct {
	io.Reader
	until time.Time
}

// Read implements io.Reader.
func (r timedReader) Read(p []byte) (int, error) {
	if time.Now().After(r.until) {
		return 0, errors.New("it takes too long to decode")
	}
	return r.Reader.Read(p)
}

func encode(source image.Image, of *site.Version, contentType string) (data []byte, err error) {
	defer recovered(&err)
	made := scaled(source, of.Orientation, of.Part, of.Width, of.Height)
	if profile := colour.ReadProfile(of.Profile); profile != nil {
		profile.Apply(made)
	}
	var out, lossless bytes.Buffer
	switch contentType {
	case "image/jpeg":
		flat := image.NewRGBA(made.Rect) // a JPEG has no alpha
		draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(flat, flat.Rect, made, image.Point{}, draw.Over)
		err = jpeg.Encode(&out, flat, &jpeg.Options{Quality: jpegQuality})
	case "image/png":
		err = png.Encode(&out, made)
	case "image/webp":
		err = encoder.Encode(&out, made, encoder.Options{Quality: webpQuality, Method: webpMethod})
		if err != nil || of.SourceType != "image/png" {
			break
		}
		// What may be a drawing becomes the smaller of both.
		err = encoder.Encode(&lossless, made, encoder.Options{Lossless: true, Method: webpMethod})
		if lossless.Len() < out.Len() {
			out = lossless
		}
	default:
		err = fmt.Errorf("nothing encodes %s", contentType)
	}
	return out.Bytes(), err
}

func recovered(err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("panic: %v", fault)
	}
}

// scaled returns a part of a picture in another size, turned as it is meant to be seen, with its alpha multiplied in.
// The part is in pixels as the picture is seen. The picture is halved as often as possible first: the last step looks
// at four pixels for one.
func scaled(source image.Image, orientation int, part image.Rectangle, width, height int) *image.RGBA {
	seen := source.Bounds().Size()
	swapped := orientation >= 5
	if swapped {
		seen = image.Pt(seen.Y, seen.X)
	}
	ratio := min(float64(part.Dx())/float64(width), float64(part.Dy())/float64(height))
	for ; ratio >= 2; ratio /= 2 {
		size := source.Bounds().Size()
		half := image.NewRGBA(image.Rect(0, 0, (size.X+1)/2, (size.Y+1)/2))
		draw.ApproxBiLinear.Scale(half, half.Rect, source, source.Bounds(), draw.Src, nil)
		source = half
	}

	// From the pixels of the file to those that are seen (Exif, Orientation), and from these to the part in its size.
	stored := source.Bounds().Size()
	across, down := f64.Vec2{1, 0}, f64.Vec2{0, 1}
	if swapped {
		stored = image.Pt(stored.Y, stored.X)
		across, down = down, across
	}
	row := func(axis f64.Vec2, seen, stored, from, of, into int, flipped ...int) f64.Vec3 {
		zoom := float64(into) / float64(of)
		scale, shift := zoom*float64(seen)/float64(stored), -zoom*float64(from)
		if slices.Contains(flipped, orientation) {
			scale, shift = -scale, shift+zoom*float64(seen)
		}
		return f64.Vec3{axis[0] * scale, axis[1] * scale, shift}
	}
	x := row(across, seen.X, stored.X, part.Min.X, part.Dx(), width, 2, 3, 6, 7)
	y := row(down, seen.Y, stored.Y, part.Min.Y, part.Dy(), height, 3, 4, 7, 8)
	made := image.NewRGBA(image.Rect(0, 0, width, height))
	matrix := f64.Aff3{x[0], x[1], x[2], y[0], y[1], y[2]}
	draw.ApproxBiLinear.Transform(made, matrix, source, source.Bounds(), draw.Src, nil)
	return made
}
