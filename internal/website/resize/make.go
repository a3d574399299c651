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
	"golang.org/x/image/draw"
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

// decodeTime bounds how long decoding takes: a photo of 24 megapixels takes a second, but a
// few bytes can describe hours of work, and all others would wait.
const decodeTime = 30 * time.Second

var decoders = map[string]func(io.Reader) (image.Image, error){
	"image/jpeg": jpeg.Decode, "image/png": png.Decode, "image/webp": webp.Decode,
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

// recovered turns a panic into an error.
func recovered(err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("panic: %v", fault)
	}
}
