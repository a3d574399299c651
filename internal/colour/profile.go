package colour

import (
	"encoding/binary"
	"image"
	"math"
)

// Profile turns the pixels of a picture into sRGB.
type Profile struct {
	light  [3][256]float64 // how much light each value of a part is
	matrix [3][3]float64   // from that light to linear sRGB
}

// fromD50 leads from XYZ as ICC profiles have it, seen in D50, to linear sRGB (Bradford).
var fromD50 = [3][3]float64{
	{3.1338561, -1.6168667, -0.4906146}, {-0.9787684, 1.9161415, 0.0334540}, {0.0719453, -0.2289914, 1.4052427},
}

// encoded is sRGB by linear light in steps of 1/4096.
var encoded = func() (table [4097]uint8) {
	for i := range table {
		table[i] = encode(float64(i) / 4096)
	}
	return table
}()

// ReadProfile reads an ICC profile (ICC.1, version 2 or 4) of three primaries with curves, or of grey. It returns nil
// where it is of another kind or damaged, and where it says what sRGB says.
func ReadProfile(data []byte) *Profile {
	p, names := &Profile{}, []string{"r", "g", "b"}
	switch {
	case len(data) < 132:
		return nil
	case string(data[16:20]) == "GRAY":
		names = []string{"k", "k", "k"}
	case string(data[16:24]) != "RGB XYZ ":
		return nil
	}
	for i, name := range names {
		if !readCurve(tagOf(data, name+"TRC"), &p.light[i]) {
			return nil
		}
		if name == "k" {
			p.matrix[i][i] = 1
			continue
		}
		xyz := tagOf(data, name+"XYZ")
		if len(xyz) < 20 {
			return nil
		}
		for row := range 3 {
			for k := range 3 {
				p.matrix[row][i] += fromD50[row][k] * fixed(xyz[8+4*k:])
			}
		}
	}
	for _, was := range [][4]uint8{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {200, 100, 50}, {30, 60, 90}, {128, 128, 128}} {
		is := was
		p.turn(is[:])
		for i := range 3 {
			if max(is[i], was[i])-min(is[i], was[i]) > 2 {
				return p
			}
		}
	}
	return nil
}

func (p *Profile) turn(c []uint8) {
	light := [3]float64{p.light[0][c[0]], p.light[1][c[1]], p.light[2][c[2]]}
	for i := range &p.matrix {
		m := &p.matrix[i]
		c[i] = encoded[int(clamp(m[0]*light[0]+m[1]*light[1]+m[2]*light[2])*4096+0.5)]
	}
}

// Apply turns a picture, whose alpha is multiplied in, into sRGB.
func (p *Profile) Apply(picture *image.RGBA) {
	for at := 0; at+4 <= len(picture.Pix); at += 4 {
		c := picture.Pix[at : at+4]
		a := int(c[3])
		if a == 0 {
			continue
		}
		for i := range 3 {
			c[i] = uint8(min(255, int(c[i])*255/a))
		}
		p.turn(c)
		for i := range 3 {
			c[i] = uint8(int(c[i]) * a / 255)
		}
	}
}

// fixed reads a number of the type s15Fixed16.
func fixed(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) / 65536 }

// tagOf returns the data of a tag; nil where there is none.
func tagOf(data []byte, name string) []byte {
	end := min(132+12*int64(binary.BigEndian.Uint32(data[128:])), int64(len(data)))
	for at := int64(132); at+12 <= end; at += 12 {
		from, size := int64(binary.BigEndian.Uint32(data[at+4:])), int64(binary.BigEndian.Uint32(data[at+8:]))
		if string(data[at:at+4]) == name && from+size <= int64(len(data)) {
			return data[from : from+size]
		}
	}
	return nil
}

// readCurve reads how much light values are: a gamma, a table, or one of the functions of parametricCurveType.
func readCurve(tag []byte, light *[256]float64) bool {
	if len(tag) < 12 {
		return false
	}
	count, curve := int(binary.BigEndian.Uint32(tag[8:])), func(x float64) float64 { return x }
	entry := func(at int) float64 { return float64(binary.BigEndian.Uint16(tag[12+2*at:])) }
	kind := int(binary.BigEndian.Uint16(tag[8:]))
	switch {
	case string(tag[:4]) == "para":
		params := []int{1, 3, 4, 5, 7}
		if kind >= len(params) || len(tag) < 12+4*params[kind] {
			return false
		}
		v := [7]float64{1: 1} // g, a, b, c, d, e, f
		for i := range params[kind] {
			v[i] = fixed(tag[12+4*i:])
		}
		if kind == 1 || kind == 2 { // these have no straight part, and c for e and f
			v[4], v[5], v[6], v[3] = -v[2]/v[1], v[3], v[3], 0
		}
		curve = func(x float64) float64 {
			if x >= v[4] {
				return math.Pow(v[1]*x+v[2], v[0]) + v[5]
			}
			return v[3]*x + v[6]
		}
	case string(tag[:4]) != "curv", (len(tag)-12)/2 < count:
		return false
	case count == 1:
		curve = func(x float64) float64 { return math.Pow(x, entry(0)/256) }
	case count > 1:
		curve = func(x float64) float64 {
			at := int(x * float64(count-1))
			part := x*float64(count-1) - float64(at)
			return ((1-part)*entry(at) + part*entry(min(at+1, count-1))) / 65535
		}
	}
	for i := range light {
		light[i] = clamp(curve(float64(i) / 255))
		if math.IsNaN(light[i]) {
			return false
		}
	}
	return true
}
