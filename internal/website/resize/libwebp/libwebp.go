// Package libwebp encodes WebP with Google's libwebp 1.6, translated from C to WebAssembly and
// from there to Go: it needs no C compiler and no library of the system, starts nothing, and gives the
// same bytes on every machine.
//
// libwebp.gen.go is the file libwebp.go of the module github.com/gen2brain/webp v0.6.0, with another
// name of the package. The module itself is not used: it looks for a libwebp of the system, which makes the
// program one that is linked dynamically, and its bytes depend on what it finds.
//
// The memory of the translated program is a slice of its own, and every access to it is
// checked by Go.
package libwebp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
)

// Options say how a picture is encoded.
type Options struct {
	// 0 to 100; not used where it is lossless.
	Quality int
	// Speed, from 0 (fast) to 6 (small).
	Method int
	// Whether every pixel stays as it is.
	Lossless bool
}

var errEncode = errors.New("libwebp could not encode the picture")

// Encode returns a picture as WebP. Its pixels must lie row by row without gaps.
func Encode(picture *image.NRGBA, options Options) (data []byte, err error) {
	width, height := picture.Rect.Dx(), picture.Rect.Dy()
	if picture.Stride != 4*width || len(picture.Pix) != 4*width*height {
		return nil, errors.New("the pixels do not lie without gaps")
	}
	defer func() { // how the translated program ends where it cannot go on
		if fault := recover(); fault != nil {
			data, err = nil, fmt.Errorf("%w: %v", errEncode, fault)
		}
	}()
	m := New()
	m.X_initialize()
	pixels := m.Xmalloc(int32(len(picture.Pix)))
	size := m.Xmalloc(8)
	if pixels == 0 || size == 0 {
		return nil, fmt.Errorf("%w: no memory", errEncode)
	}
	copy(m.memory[uint32(pixels):], picture.Pix)
	lossless := int32(0)
	if options.Lossless {
		lossless = 1
	}
	out := m.Xencode(pixels, int32(width), int32(height), size, 0, int32(options.Quality), int32(options.Method), lossless, 0)
	length := binary.LittleEndian.Uint32(m.memory[uint32(size):])
	if out == 0 || length == 0 {
		return nil, errEncode
	}
	return append([]byte(nil), m.memory[uint32(out):uint32(out)+length]...), nil
}
