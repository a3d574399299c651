package colour_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"os"
	"testing"

	"github.com/evenlight/marquee/internal/colour"
)

// icc makes a profile of curves and, unless it is of grey, the primaries of a space seen in D50.
func icc(curve []byte, primaries ...[3]float64) []byte {
	head := make([]byte, 128)
	copy(head[8:], "\x04\x00")
	copy(head[16:], "GRAYXYZ ")
	copy(head[36:], "acsp")
	for i, d50 := range []uint32{0xf6d6, 0x10000, 0xd32d} {
		binary.BigEndian.PutUint32(head[68+4*i:], d50)
	}
	names := []string{"kTRC"}
	tags := [][]byte{curve}
	if len(primaries) > 0 {
		copy(head[16:], "RGB XYZ ")
		names, tags = []string{"rTRC", "gTRC", "bTRC"}, [][]byte{curve, curve, curve}
		for i, xyz := range primaries {
			tag := append([]byte("XYZ "), 0, 0, 0, 0)
			for _, x := range xyz {
				tag = binary.BigEndian.AppendUint32(tag, uint32(int32(math.Round(x*65536))))
			}
			names, tags = append(names, string("rgb"[i])+"XYZ"), append(tags, tag)
		}
	}
	made := binary.BigEndian.AppendUint32(head, uint32(len(names)))
	at := len(made) + 12*len(names)
	for i, name := range names {
		made = append(made, name...)
		made = binary.BigEndian.AppendUint32(made, uint32(at))
		made = binary.BigEndian.AppendUint32(made, uint32(len(tags[i])))
		at += len(tags[i])
	}
	for _, tag := range tags {
		made = append(made, tag...)
	}
	return made
}

func gamma(of float64) []byte {
	tag := binary.BigEndian.AppendUint32([]byte("curv\x00\x00\x00\x00"), 1)
	return binary.BigEndian.AppendUint16(tag, uint16(math.Round(of*256)))
}

func parametric(kind uint16, params ...float64) []byte {
	tag := binary.BigEndian.AppendUint16([]byte("para\x00\x00\x00\x00"), kind)
	tag = append(tag, 0, 0)
	for _, x := range params {
		tag = binary.BigEndian.AppendUint32(tag, uint32(int32(math.Round(x*65536))))
	}
	return tag
}

func table(of func(x float64) float64, entries int) []byte {
	tag := binary.BigEndian.AppendUint32([]byte("curv\x00\x00\x00\x00"), uint32(entries))
	for i := range entries {
		tag = binary.BigEndian.AppendUint16(tag, uint16(math.Round(65535*of(float64(i)/float64(entries-1)))))
	}
	return tag
}

var (
	adobe = [][3]float64{{0.60974, 0.31111, 0.01947}, {0.20528, 0.62567, 0.06087}, {0.14919, 0.06322, 0.74457}}
	p3    = [][3]float64{{0.51512, 0.24120, -0.00105}, {0.29198, 0.69225, 0.04189}, {0.15710, 0.06657, 0.78407}}
	srgb  = [][3]float64{{0.43607, 0.22249, 0.01392}, {0.38515, 0.71687, 0.09708}, {0.14307, 0.06061, 0.71410}}

	srgbCurve = []float64{2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045}
)

func TestProfilesBecomeSRGB(t *testing.T) {
	square := func(x float64) float64 { return math.Pow(x, 2.19921875) }
	for name, c := range map[string]struct {
		profile  []byte
		is, want [3]uint8
	}{
		"Adobe RGB":                {icc(gamma(2.19921875), adobe...), [3]uint8{150, 180, 160}, [3]uint8{137, 181, 161}},
		"Adobe RGB with a table":   {icc(table(square, 1024), adobe...), [3]uint8{150, 180, 160}, [3]uint8{137, 181, 161}},
		"Display P3":               {icc(parametric(3, srgbCurve...), p3...), [3]uint8{200, 100, 50}, [3]uint8{215, 93, 31}},
		"Display P3, seven values": {icc(parametric(4, append(srgbCurve, 0, 0)...), p3...), [3]uint8{200, 100, 50}, [3]uint8{215, 93, 31}},
		"grey of a gamma of 1":     {icc(parametric(0, 1)), [3]uint8{128, 128, 128}, [3]uint8{188, 188, 188}},
		"grey, (x + 0)^1.8":        {icc(parametric(1, 1.8, 1, 0)), [3]uint8{128, 128, 128}, [3]uint8{147, 147, 147}},
		"grey, x^1.8 + 0.1":        {icc(parametric(2, 1.8, 1, 0, 0.1)), [3]uint8{128, 128, 128}, [3]uint8{168, 168, 168}},
	} {
		p := colour.ReadProfile(c.profile)
		if p == nil {
			t.Errorf("%s: it is not read", name)
			continue
		}
		picture := image.NewNRGBA(image.Rect(0, 0, 3, 1))
		copy(picture.Pix, []uint8{c.is[0], c.is[1], c.is[2], 255, c.is[0], c.is[1], c.is[2], 128, 9, 9, 9, 0})
		turned, err := p.Apply(picture)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for x, alpha := range []uint8{255, 128, 0} {
			got := color.NRGBAModel.Convert(turned.At(x, 0)).(color.NRGBA)
			for i, part := range []uint8{got.R, got.G, got.B} {
				if alpha > 0 && (int(part) < int(c.want[i])-1 || int(part) > int(c.want[i])+1) || got.A != alpha {
					t.Errorf("%s: %v becomes %v, want %v with %d", name, c.is, got, c.want, alpha)
					break
				}
			}
		}
	}
}

// TestProfilesForOtherTests: those of testdata are what is proven here.
func TestProfilesForOtherTests(t *testing.T) {
	for name, want := range map[string][]byte{
		"adobe-rgb.icc": icc(gamma(2.19921875), adobe...), "display-p3.icc": icc(parametric(3, srgbCurve...), p3...),
	} {
		if data, err := os.ReadFile("testdata/" + name); err != nil || !bytes.Equal(data, want) {
			t.Errorf("%s is another profile: %v", name, err)
		}
	}
}

func TestProfilesThatChangeNothing(t *testing.T) {
	whole := icc(parametric(3, srgbCurve...), srgb...)
	claiming := func(profile []byte, at int) []byte { // gigabytes
		profile = bytes.Clone(profile)
		copy(profile[at:], "\x7f\xff\xff\xff")
		return profile
	}
	long := icc(table(math.Sqrt, 16), p3...)
	for name, profile := range map[string][]byte{
		"sRGB": whole, "sRGB with a table": icc(table(func(x float64) float64 {
			if x <= 0.04045 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}, 1024), srgb...), "nothing": nil, "too many tags": claiming(long, 128), "a long tag": claiming(long, 132+8),
		"a long table": claiming(long, bytes.Index(long, []byte("curv"))+8), "CMYK": append(append([]byte{}, whole[:16]...), append([]byte("CMYKLab "), whole[24:]...)...),
	} {
		if colour.ReadProfile(profile) != nil {
			t.Errorf("%s: pictures are changed", name)
		}
	}
}

func FuzzReadProfile(f *testing.F) {
	for _, profile := range [][]byte{
		icc(gamma(2.2), adobe...), icc(parametric(4, append(srgbCurve, 0, 0)...), p3...), icc(table(math.Sqrt, 16), srgb...), icc(parametric(0, 1)),
	} {
		f.Add(profile)
		for at := range profile {
			colour.ReadProfile(profile[:at])
			damaged := append([]byte{}, profile...)
			damaged[at] ^= 0xff
			f.Add(damaged)
		}
	}
	f.Fuzz(func(t *testing.T, profile []byte) {
		if p := colour.ReadProfile(profile); p != nil {
			_, _ = p.Apply(image.NewNRGBA(image.Rect(0, 0, 4, 4)))
		}
	})
}
