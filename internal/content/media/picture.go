package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"iter"
	"slices"

	"golang.org/x/image/webp"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/site"
)

const (
	// maxPixels bounds what a decoder needs of memory.
	maxPixels = 50_000_000
	// maxSide bounds what scaling a line needs of memory; no JPEG is longer.
	maxSide = 65_535
)

// The types of pictures.
var (
	SVG  = Type{"svg", "image/svg+xml"}
	PNG  = Type{"png", "image/png"}
	JPEG = Type{"jpg", "image/jpeg"}
	WebP = Type{"webp", "image/webp"}
	GIF  = Type{"gif", "image/gif"}
	ICO  = Type{"ico", "image/x-icon"}
)

// decoders tell the size of a picture. They are called by its type, as any package may register others with image.
var decoders = map[Type]func(io.Reader) (image.Config, error){
	PNG: png.DecodeConfig, JPEG: jpeg.DecodeConfig, GIF: gif.DecodeConfig, WebP: webp.DecodeConfig,
}

// typeOfPicture returns the type of a picture by its first bytes; its name proves nothing.
func typeOfPicture(data []byte) (found Type, known bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return PNG, true
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return JPEG, true
	case bytes.HasPrefix(data, []byte("GIF8")):
		return GIF, true
	case len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		return WebP, true
	case bytes.HasPrefix(data, []byte("\x00\x00\x01\x00")):
		return ICO, true
	}
	return SVG, looksLikeSVG(data)
}

func (f *File) inspectPicture(data []byte) {
	var known bool
	switch f.Type, known = typeOfPicture(data); {
	case !known:
		f.refuseForeign(data)
	case f.Type == SVG:
		size, message := inspectSVG(data)
		if f.Data, f.Width, f.Height = data, size.X, size.Y; message != "" {
			f.fail("unsafe-image", " "+message, "Export it again as a plain SVG.")
		}
	case f.Type == ICO:
		size := iconSize(data)
		if f.Data, f.Width, f.Height = data, size.X, size.Y; f.Width == 0 {
			f.fail("bad-image", " is damaged.", "")
		}
	default:
		f.inspectRaster(data)
	}
	if f.Code == "" {
		f.URL = f.address("images", "image", f.Hash, "."+f.Type.Extension)
	}
}

func (f *File) refuseForeign(data []byte) {
	if len(data) > 12 && slices.Contains([]string{"ftyphe", "ftypmi", "ftypms"}, string(data[4:10])) {
		f.Problem = Problem{
			"foreign-image", f.Path + " is a HEIC, which browsers do not show.",
			"Export it as JPEG: on an iPhone, choose Settings, Camera, Formats, Most Compatible for new photos.",
		}
		return
	}
	f.Problem = Problem{
		"bad-image", f.Path + " is no picture that browsers show.",
		"Use SVG, PNG, JPEG, WebP, GIF or ICO.",
	}
}

func (f *File) inspectRaster(data []byte) {
	config, err := decoders[f.Type](bytes.NewReader(data))
	if err != nil {
		f.fail("bad-image", " is damaged.", "")
		return
	}
	f.Width, f.Height = config.Width, config.Height
	f.Opaque = slices.Contains([]color.Model{ // with a palette, some may be transparent
		color.RGBAModel, color.RGBA64Model, color.GrayModel, color.Gray16Model, color.YCbCrModel, color.CMYKModel,
	}, config.ColorModel)
	f.orientation = orientation(f.Type, data)
	if f.orientation > 4 { // it lies on its side
		f.Width, f.Height = f.Height, f.Width
	}
	if profile := profileOf(f.Type, data); colour.ReadProfile(profile) != nil {
		f.profile = profile
	}
	// A GIF may move, and a WebP says whether it does.
	f.moves = f.Type == GIF || f.Type == WebP && len(data) > 20 && string(data[12:16]) == "VP8X" && data[20]&0x02 != 0

	switch side := max(f.Width, f.Height); {
	case side > maxSide:
		f.fail("large-image", fmt.Sprintf(" is %d pixels long; at most %d can be taken.", side, maxSide), saveSmaller)
	case f.Width*f.Height > maxPixels:
		megapixels := (f.Width*f.Height + 999_999) / 1_000_000
		says := fmt.Sprintf(" has %d megapixels; at most %d can be taken.", megapixels, maxPixels/1_000_000)
		f.fail("large-image", says, saveSmaller)
	case !isComplete(f.Type, data):
		f.fail("bad-image", " is not complete: its end is missing.", "Copy it again.")
	case f.moves && tellsPlace(f.Type, data):
		f.fail("picture-place", " says where it was made, and everybody could read that.",
			"Export it again without metadata: pictures that move are served as they are.")
	}
}

// isComplete tells whether a picture has its end. Programs may write something of their own behind it.
func isComplete(of Type, data []byte) bool {
	tail := data[max(0, len(data)-64<<10):]
	switch of {
	case JPEG:
		return bytes.Contains(tail, []byte{0xff, 0xd9})
	case PNG:
		return bytes.Contains(tail, []byte("IEND"))
	case GIF:
		return bytes.IndexByte(tail, ';') >= 0
	}
	return 8+int64(binary.LittleEndian.Uint32(data[4:])) <= int64(len(data)) // a WebP says how long it is
}

// iconSize returns the size of the largest picture in an ICO file; zero where it is damaged.
func iconSize(data []byte) (size image.Point) {
	if len(data) < 6 {
		return size
	}
	count := int(binary.LittleEndian.Uint16(data[4:]))
	for i := range count {
		at := 6 + 16*i
		if at+16 > len(data) {
			return image.Point{}
		}
		entry := data[at:]
		length, offset := int64(binary.LittleEndian.Uint32(entry[8:])), int64(binary.LittleEndian.Uint32(entry[12:]))
		if offset+length > int64(len(data)) {
			return image.Point{}
		}
		// One byte holds a side of 256 as 0.
		size.X, size.Y = max(size.X, int(entry[0]-1)+1), max(size.Y, int(entry[1]-1)+1)
	}
	return size
}

// chunks yields the chunks of a PNG or a WebP, or the segments of a JPEG before the picture. It ends at the first that
// is cut off.
func chunks(of Type, data []byte) iter.Seq2[string, []byte] {
	return func(yield func(name string, chunk []byte) bool) {
		rest := data[min(len(data), map[Type]int{JPEG: 2, PNG: 8, WebP: 12}[of]):]
		for len(rest) >= 8 {
			var name string
			var begin, length, padding int
			switch of {
			case PNG:
				name, begin, length, padding = string(rest[4:8]), 8, int(binary.BigEndian.Uint32(rest)), 4 // a checksum
			case WebP:
				name, begin, length = string(rest[:4]), 8, int(binary.LittleEndian.Uint32(rest[4:]))
				padding = length & 1
			default:
				if rest[0] != 0xff || rest[1] == 0xda { // the picture
					return
				}
				name, begin, length = string(rest[:2]), 4, int(binary.BigEndian.Uint16(rest[2:]))-2
			}
			if length < 0 || length > len(rest)-begin || !yield(name, rest[begin:begin+length]) {
				return
			}
			rest = rest[min(len(rest), begin+length+padding):]
		}
	}
}

// profileOf returns the colour profile of a picture (ICC.1); nil where there is none.
func profileOf(of Type, data []byte) (profile []byte) {
	for name, chunk := range chunks(of, data) {
		part, isPart := bytes.CutPrefix(chunk, []byte("ICC_PROFILE\x00"))
		switch {
		case name == "ICCP":
			return chunk
		case name == "\xff\xe2" && isPart && len(part) > 2: // a segment takes 64 KB; they are in order
			profile = append(profile, part[2:]...)
		case name == "iCCP":
			_, packed, _ := bytes.Cut(chunk, []byte{0}) // its name is before, and the way in which it is packed
			if unpack, err := zlib.NewReader(bytes.NewReader(packed[min(1, len(packed)):])); err == nil {
				profile, _ = io.ReadAll(io.LimitReader(unpack, 1<<20)) // what is cut off is read as damaged
			}
			return profile
		}
	}
	return profile
}

// Tags of the first directory of a TIFF, which is what Exif is.
const (
	tagOrientation = 0x0112
	tagPlace       = 0x8825
)

// exifTag finds a tag in the Exif data of a picture, and its value where that is short.
func exifTag(of Type, data []byte, tag uint16) (value uint16, found bool) {
	const mark = "Exif\x00\x00" // JPEG needs it, others may have it
	for name, chunk := range chunks(of, data) {
		if name == "eXIf" || name == "EXIF" || name == "\xff\xe1" && bytes.HasPrefix(chunk, []byte(mark)) {
			return tiffTag(bytes.TrimPrefix(chunk, []byte(mark)), tag)
		}
	}
	return 0, false
}

func tiffTag(data []byte, tag uint16) (value uint16, found bool) {
	if len(data) < 8 {
		return 0, false
	}
	var order binary.ByteOrder = binary.LittleEndian
	if string(data[:2]) == "MM" {
		order = binary.BigEndian
	}
	at := int64(order.Uint32(data[4:]))
	if at+2 > int64(len(data)) {
		return 0, false
	}
	count := int(order.Uint16(data[at:]))
	for entry := data[at+2:]; count > 0 && len(entry) >= 12; count, entry = count-1, entry[12:] {
		if order.Uint16(entry) == tag {
			return order.Uint16(entry[8:]), true
		}
	}
	return 0, false
}

// orientation returns how a picture is turned when it is shown, as Exif counts: 1 as it lies, 2 to 8 turned or
// mirrored. Returns 1 where it cannot be read, as browsers do.
func orientation(of Type, data []byte) int {
	if value, found := exifTag(of, data, tagOrientation); found && value >= 1 && value <= 8 {
		return int(value)
	}
	return 1
}

// tellsPlace tells whether a picture that is served as it is says where it was made, by Exif or by XMP. Pictures that
// stand still are made anew, so they say nothing.
func tellsPlace(of Type, data []byte) bool {
	_, byExif := exifTag(of, data, tagPlace)
	return byExif || bytes.Contains(data, []byte("exif:GPS"))
}

// withoutMetadata returns a PNG as a file of a site, in memory and without the chunks that say who made it, where and
// how. Where its bytes are gone, it is served as it is.
func (f *File) withoutMetadata() site.File {
	opened, err := f.Open()
	if err != nil {
		return f.Served()
	}
	data, err := io.ReadAll(opened)
	if opened.Close() != nil || err != nil {
		return f.Served()
	}
	return site.File{ContentType: f.Type.ContentType, Data: stripPNG(data)}
}

func stripPNG(data []byte) []byte {
	at := min(8, len(data))
	made := bytes.Clone(data[:at])
	for name, chunk := range chunks(PNG, data) {
		end := min(at+12+len(chunk), len(data))
		switch name {
		case "eXIf", "tEXt", "zTXt", "iTXt", "tIME":
		default:
			made = append(made, data[at:end]...)
		}
		at = end
	}
	return append(made, data[at:]...)
}
