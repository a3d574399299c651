package colour

import (
	"bytes"
	"encoding/binary"
	"image"

	"github.com/kovidgoyal/imaging"
	"github.com/kovidgoyal/imaging/prism/meta/icc"
)

// Profile turns the pixels of a picture into sRGB.
type Profile struct{ read *icc.Profile }

// ReadProfile reads an ICC profile (ICC.1, version 2 or 4) of pictures in red, green and blue, or in grey. It returns
// nil where it is of another kind or damaged, and where it says what sRGB says.
func ReadProfile(data []byte) (p *Profile) {
	if !isWhole(data) {
		return nil
	}
	defer func() {
		if recover() != nil { // the library trusts what a profile says of itself
			p = nil
		}
	}()
	read, err := icc.NewProfileReader(bytes.NewReader(data)).ReadProfile()
	if err != nil || read.IsSRGB() {
		return nil
	}
	p = &Profile{read}
	if _, err := p.Apply(image.NewNRGBA(image.Rect(0, 0, 1, 1))); err != nil {
		return nil
	}
	return p
}

// Apply turns a picture into sRGB, which may be in place.
func (p *Profile) Apply(picture image.Image) (image.Image, error) {
	return imaging.ConvertToSRGB(p.read, imaging.Relative, false, picture)
}

// isWhole reports whether a profile is as long as its tags and tables say: the library makes room for them first, and
// a few bytes can claim gigabytes.
func isWhole(data []byte) bool {
	size := int64(len(data))
	if size < 132 {
		return false
	}
	number := func(at int64) int64 { return int64(binary.BigEndian.Uint32(data[at:])) }
	end := 132 + 12*number(128)
	if end > size {
		return false
	}
	for at := int64(132); at < end; at += 12 {
		if number(at+4)+number(at+8) > size {
			return false
		}
	}
	for at := end; at+12 <= size; at++ {
		if string(data[at:at+4]) == "curv" && at+12+2*number(at+8) > size {
			return false
		}
	}
	return true
}
