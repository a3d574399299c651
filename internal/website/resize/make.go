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
	"golang.org/x/image/webp"

	"github.com/evenlight/marquee/internal/site"
)

// Qualities from which on nobody sees a difference on a screen.
const (
	jpegQuality = 82
	webpQuality = 78
	// Faster ones are 5 to 10 % larger; slower ones take twice the time for 3 %.
	webpMethod = 2
)

// maxPixels bounds the size of a source: its file may have changed since it was checked.
const maxPixels = 24_000_000

// decodeTime bounds how long decoding takes: a photo of 24 megapixels takes a second, but a
// few bytes can describe hours of work, and all others would wait.
const decodeTime = 30 * time.Second

// decode reads a source. Returns an error where that takes longer than most.
func decode(of *site.Version, most time.Duration) (made image.Image, err error) {
	defer recovered(&err)
	file, err := of.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var read func(io.Reader) (image.Image, error)
	var config func(io.Reader) (image.Config, error)
	switch of.SourceType {
	case "image/jpeg":
		read, config = jpeg.Decode, jpeg.DecodeConfig
	case "image/png":
		read, config = png.Decode, png.DecodeConfig
	case "image/webp":
		read, config = webp.Decode, webp.DecodeConfig
	default:
		return nil, fmt.Errorf("nothing decodes %s", of.SourceType)
	}
	size, err := config(bufio.NewReader(file))
	switch {
	case err != nil:
		return nil, err
	case size.Width <= 0 || size.Height <= 0 || size.Width > maxPixels/size.Height:
		return nil, fmt.Errorf("it has %d by %d pixels", size.Width, size.Height)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return read(bufio.NewReaderSize(timedReader{file, time.Now().Add(most)}, 4<<10))
}

// timedReader reads until it is too late.
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

// encode returns a version of a decoded source.
func encode(source image.Image, of *site.Version, contentType string) (data []byte, err error) {
	defer recovered(&err)
	made := scaled(source, of.Orientation, of.Part, of.Width, of.Height)
	switch contentType {
	case "image/jpeg":
		flatten(made)
		var out bytes.Buffer
		err = jpeg.Encode(&out, made, &jpeg.Options{Quality: jpegQuality})
		return out.Bytes(), err
	case "image/png":
		var out bytes.Buffer
		err = png.Encode(&out, made)
		return out.Bytes(), err
	case "image/webp":
		return encodeWebP(straight(made), of.SourceType == "image/png")
	}
	return nil, fmt.Errorf("nothing encodes %s", contentType)
}

// encodeWebP returns a lossy WebP, or for what may be a drawing the smaller of a lossy and a lossless one.
func encodeWebP(picture *image.NRGBA, drawing bool) ([]byte, error) {
	var lossy, lossless bytes.Buffer
	if err := encoder.Encode(&lossy, picture, encoder.Options{Quality: webpQuality, Method: webpMethod}); err != nil {
		return nil, err
	}
	if !drawing {
		return lossy.Bytes(), nil
	}
	if err := encoder.Encode(&lossless, picture, encoder.Options{Lossless: true, Method: webpMethod}); err != nil {
		return nil, err
	}
	if lossless.Len() < lossy.Len() {
		return lossless.Bytes(), nil
	}
	return lossy.Bytes(), nil
}

// straight returns the same pixels without their alpha multiplied in. It takes over their memory.
func straight(picture *image.RGBA) *image.NRGBA {
	for i := 0; i < len(picture.Pix); i += 4 {
		alpha := uint32(picture.Pix[i+3])
		if alpha == 0 || alpha == 255 {
			continue
		}
		for c := range 3 {
			picture.Pix[i+c] = uint8(min((uint32(picture.Pix[i+c])*255+alpha/2)/alpha, 255))
		}
	}
	return &image.NRGBA{Pix: picture.Pix, Stride: picture.Stride, Rect: picture.Rect}
}

// flatten puts a picture on white: a JPEG has no alpha.
func flatten(picture *image.RGBA) {
	for i := 0; i < len(picture.Pix); i += 4 {
		if rest := 255 - picture.Pix[i+3]; rest > 0 {
			for c := range 4 {
				picture.Pix[i+c] += rest
			}
		}
	}
}

// recovered turns a panic into an error.
func recovered(err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("panic: %v", fault)
	}
}
