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
	"time"

	encoder "github.com/gen2brain/webp"
	"github.com/kovidgoyal/imaging"
	"golang.org/x/image/draw"
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
	var made image.Image = scaled(source, of.Orientation, of.Part, of.Width, of.Height)
	if profile := colour.ReadProfile(of.Profile); profile != nil {
		if made, err = profile.Apply(made); err != nil {
			return nil, err
		}
	}
	var out, lossless bytes.Buffer
	switch contentType {
	case "image/jpeg":
		flat := image.NewRGBA(made.Bounds()) // a JPEG has no alpha
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

// turns show a picture as it is meant to be seen, by how it lies in its file (Exif, Orientation).
var turns = map[int]func(image.Image) image.Image{
	2: imaging.FlipH, 3: imaging.Rotate180, 4: imaging.FlipV,
	5: imaging.Transpose, 6: imaging.Rotate270, 7: imaging.Transverse, 8: imaging.Rotate90,
}

// scaled returns a part of a picture in another size, turned as it is meant to be seen. The part is in pixels as the
// picture is seen. All of it is made smaller first, so that no other copy has the size of the photo.
func scaled(source image.Image, orientation int, part image.Rectangle, width, height int) *image.NRGBA {
	swapped := orientation >= 5
	swap := func(size image.Point) image.Point {
		if swapped {
			return image.Pt(size.Y, size.X)
		}
		return size
	}
	seen := swap(source.Bounds().Size())
	whole := image.Pt((seen.X*width+part.Dx()-1)/part.Dx(), (seen.Y*height+part.Dy()-1)/part.Dy())
	stored := swap(whole)
	made := imaging.ResizeWithOpacity(source, stored.X, stored.Y, imaging.Linear, false)
	if turn := turns[orientation]; turn != nil {
		made = turn(made)
	}
	corner := image.Pt(part.Min.X*whole.X/seen.X, part.Min.Y*whole.Y/seen.Y)
	return imaging.Crop(made, image.Rectangle{corner, corner.Add(image.Pt(width, height))})
}
