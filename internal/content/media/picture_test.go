package media

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evenlight/marquee/internal/site"
)

// samplePictures are pictures of 6 by 4 pixels, by the ending of their format.
func samplePictures(t *testing.T) map[string][]byte {
	t.Helper()
	canvas := image.NewPaletted(image.Rect(0, 0, 6, 4), palette.Plan9)
	made := map[string][]byte{"svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="6" height="4"/>`)}
	for name, encode := range map[string]func(io.Writer) error{
		"png": func(w io.Writer) error { return png.Encode(w, canvas) },
		"jpg": func(w io.Writer) error { return jpeg.Encode(w, canvas, nil) },
		"gif": func(w io.Writer) error { return gif.Encode(w, canvas, nil) },
	} {
		var out bytes.Buffer
		if err := encode(&out); err != nil {
			t.Fatal(err)
		}
		made[name] = out.Bytes()
	}
	// A lossless WebP needs no more than its header to tell its size: 14 bits each, less one.
	webp := []byte("RIFF\x00\x00\x00\x00WEBPVP8L\x05\x00\x00\x00\x2f")
	webp = binary.LittleEndian.AppendUint32(webp, 5|3<<14)
	webp = append(webp, 0)
	binary.LittleEndian.PutUint32(webp[4:], uint32(len(webp)-8))
	made["webp"] = webp
	icon := []byte{0, 0, 1, 0, 1, 0, 6, 4, 0, 0, 1, 0, 32, 0}
	icon = binary.LittleEndian.AppendUint32(icon, uint32(len(made["png"])))
	icon = binary.LittleEndian.AppendUint32(icon, 22)
	made["ico"] = append(icon, made["png"]...)
	return made
}

func TestPicturesAreKnownByTheirBytes(t *testing.T) {
	types := map[string]string{
		"svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "ico": "image/x-icon",
	}
	for ending, data := range samplePictures(t) {
		// The name lies; the bytes do not.
		made := inspect("main/images/Our Team.jpeg", data)
		if made.Code != "" || made.Width != 6 || made.Height != 4 || made.Type != (Type{ending, types[ending]}) {
			t.Errorf("%s: %+v", ending, made)
		}
		shown := made.In(site.SlotHero, "")
		file := shown.Files[shown.URL]
		if file.ContentType != types[ending] || !strings.HasSuffix(shown.URL, "."+ending) {
			t.Errorf("%s: %s is served as %s", ending, shown.URL, file.ContentType)
		}
		if ending == "png" || ending == "jpg" || ending == "webp" { // what cameras write into it goes to nobody
			if file.Data != nil || file.Open != nil || file.Version == nil || shown.Set.Srcset == "" {
				t.Errorf("%s: served as it is: %+v", ending, shown)
			}
			continue
		}
		sum := sha256.Sum256(data)
		if want := fmt.Sprintf("/images/main/our-team-%x.%s", sum[:5], ending); shown.URL != want || !bytes.Equal(bytesOf(t, file), data) {
			t.Errorf("%s: %s, want %s, with %d bytes", ending, shown.URL, want, file.Size)
		}
	}
}

// bytesOf returns the bytes of a file, wherever they are.
func bytesOf(t *testing.T, file site.File) []byte {
	t.Helper()
	if file.Open == nil {
		return file.Data
	}
	opened, err := file.Open()
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(opened)
	if err := errors.Join(err, opened.Close()); err != nil || int64(len(data)) != file.Size || sha256.Sum256(data) != file.Sum {
		t.Fatalf("%d bytes of %d, %v", len(data), file.Size, err)
	}
	return data
}

// inspectBytes looks at a picture as a load does.
func inspectBytes(t *testing.T, data []byte) *File {
	t.Helper()
	return inspect("main/images/x.png", data)
}

func inspect(name string, data []byte) *File {
	return Tree{FS: fstest.MapFS{name: {Data: data}}}.Inspect(name, nil)
}

// TestColourProfilesAreSeen puts that of a phone into a picture of each format, as its programs do.
func TestColourProfilesAreSeen(t *testing.T) {
	profile, err := os.ReadFile("../../colour/testdata/display-p3.icc")
	if err != nil {
		t.Fatal(err)
	}
	segment := func(number, count byte, part []byte) []byte {
		made := binary.BigEndian.AppendUint16([]byte("\xff\xe2"), uint16(2+14+len(part)))
		return append(append(made, "ICC_PROFILE\x00"+string([]byte{number, count})...), part...)
	}
	chunk := func(name string, data []byte) []byte {
		made := append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), name+string(data)...)
		return binary.BigEndian.AppendUint32(made, crc32.ChecksumIEEE(made[4:]))
	}
	riff := func(name string, data []byte) []byte {
		made := append(binary.LittleEndian.AppendUint32([]byte(name), uint32(len(data))), data...)
		return append(made, make([]byte, len(data)%2)...)
	}
	var packed bytes.Buffer
	pack := zlib.NewWriter(&packed)
	if _, err := pack.Write(profile); err != nil || pack.Close() != nil {
		t.Fatal(err)
	}
	plain := samplePictures(t)
	webp := slices.Concat([]byte("RIFF____WEBP"), riff("VP8X", []byte{0x20, 0, 0, 0, 5, 0, 0, 3, 0, 0}), riff("ICCP", profile), plain["webp"][12:])
	binary.LittleEndian.PutUint32(webp[4:], uint32(len(webp)-8))
	for name, data := range map[string][]byte{
		"jpg":  slices.Concat(plain["jpg"][:2], segment(1, 2, profile[:100]), segment(2, 2, profile[100:]), plain["jpg"][2:]),
		"png":  slices.Concat(plain["png"][:33], chunk("iCCP", append([]byte("Display P3\x00\x00"), packed.Bytes()...)), plain["png"][33:]),
		"webp": webp,
	} {
		made, without := inspectBytes(t, data), inspectBytes(t, plain[name])
		shown := made.In(site.SlotProse, "")
		if version := shown.Files[shown.URL].Version; made.Code != "" || version == nil || !bytes.Equal(version.Profile, profile) {
			t.Errorf("%s: %+v", name, made.Problem)
		}
		was := without.In(site.SlotProse, "")
		if version := was.Files[was.URL].Version; version.Profile != nil {
			t.Errorf("%s has a profile by itself", name)
		}
		made.Hash = without.Hash // as if the bytes were the same; a WebP is made in another way without a profile, too
		if again := made.In(site.SlotProse, ""); again.URL == was.URL && name != "webp" {
			t.Errorf("%s: what was made before colours were converted stays at its address", name)
		}
	}
}

// TestPhotosOfFiftyMegapixelsAreTaken reads as much of a PNG as its size needs.
func TestPhotosOfFiftyMegapixelsAreTaken(t *testing.T) {
	for size, want := range map[image.Point]string{
		{X: 5712, Y: 4284}: "", {X: 8064, Y: 6048}: "", {X: 10_000, Y: 5_000}: "",
		{X: 10_000, Y: 5_001}:  "The picture main/images/x.png has 51 megapixels; at most 50 can be taken.",
		{X: 12_000, Y: 9_000}:  "The picture main/images/x.png has 108 megapixels; at most 50 can be taken.",
		{X: 1, Y: 65_536}:      "The picture main/images/x.png is 65536 pixels long; at most 65535 can be taken.",
		{X: 50_000, Y: 50_000}: "The picture main/images/x.png has 2500 megapixels; at most 50 can be taken.",
	} {
		head := binary.BigEndian.AppendUint32([]byte("IHDR"), uint32(size.X))
		head = append(binary.BigEndian.AppendUint32(head, uint32(size.Y)), 8, 2, 0, 0, 0)
		data := slices.Concat([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head, binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(head)), []byte("\x00\x00\x00\x00IEND"))
		if made := inspectBytes(t, data); made.Message != want {
			t.Errorf("%v: %q, want %q", size, made.Message, want)
		}
	}
}

func TestTruncatedPicturesNeverPanic(t *testing.T) {
	for format, data := range samplePictures(t) {
		for length := range data {
			made := inspectBytes(t, data[:length])
			if made.Code == "" && made.URL == "" {
				t.Fatalf("%s of %d bytes is neither good nor bad", format, length)
			}
		}
	}
}

func TestAPictureThatMovesTellsNoPlace(t *testing.T) {
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x88\x25\x00\x04\x00\x00\x00\x01\x00\x00\x00\x1a\x00\x00\x00\x00"
	chunk := func(name, data string) string {
		return name + string(binary.LittleEndian.AppendUint32(nil, uint32(len(data)))) + data + strings.Repeat("\x00", len(data)%2)
	}
	moving := func(chunks ...string) []byte {
		inside := "WEBP" + chunk("VP8X", "\x02\x00\x00\x00\x05\x00\x00\x03\x00\x00") + chunk("ANMF", strings.Repeat("x", 301)) + strings.Join(chunks, "")
		return []byte("RIFF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(inside)))) + inside)
	}
	gif := string(samplePictures(t)["gif"])
	told := strings.Repeat("x", 64<<10-4) + "<x exif:GPSLatitude='50,0N'/>"
	for name, test := range map[string]struct {
		data []byte
		code string
	}{
		"nothing":          {moving(), ""},
		"another tag":      {moving(chunk("EXIF", strings.Replace(exif, "\x88\x25", "\x01\x12", 1))), ""},
		"by Exif":          {moving(chunk("EXIF", exif)), "picture-place"},
		"by XMP":           {moving(chunk("XMP ", told)), "picture-place"},
		"by XMP of a GIF":  {[]byte(gif[:len(gif)-1] + told + ";"), "picture-place"},
		"a chunk too long": {moving("EXIF\xff\xff\xff\xff"), ""},
	} {
		if made := inspectBytes(t, test.data); made.Code != test.code {
			t.Errorf("%s: %q %s, want %q", name, made.Code, made.Message, test.code)
		}
	}
}

func FuzzPicture(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x10Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00"))
	f.Add([]byte("RIFF\x10\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00"))
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, of := range []Type{JPEG, PNG, WebP} {
			if turned := orientation(of, data); turned < 1 || turned > 8 {
				t.Errorf("it is turned as %d", turned)
			}
		}
		if bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")) {
			stripPNG(data)
		}
		made := inspectBytes(t, data)
		if made.Code == "" && (made.URL == "" || made.scales() && (made.Width <= 0 || made.Width*made.Height > maxPixels)) {
			t.Errorf("it is good: %+v", made)
		}
	})
}
