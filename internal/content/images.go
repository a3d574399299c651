package content

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"path"
	"strings"

	"golang.org/x/image/webp"

	"github.com/evenlight/marquee/internal/fontfile"
)

const (
	// maxImage is the size of a picture in bytes: photos of cameras are smaller.
	maxImage = 20 << 20
	// maxPixels bounds what a decoder needs of memory.
	maxPixels = 24_000_000
	// maxSide bounds what scaling a line needs of memory; no JPEG is longer.
	maxSide = 65_535
	// sniffed is how many bytes say what a file is.
	sniffed = 4096
)

// picture is a picture of the tree, or what is wrong with it. It is shared by all loads
// that find the same bytes under the same path.
type picture struct {
	path   string
	hash   [sha256.Size]byte
	data   []byte // nil where the bytes stay in the file
	blob   *blob  // nil for files below well-known and fonts
	format format
	// As they are shown, with the orientation applied.
	width, height int
	orientation   int            // as Exif counts
	moves         bool           // whether it has several frames
	opaque        bool           // whether no part of it is transparent, as far as its head tells
	codec         string         // of a film
	place         bool           // whether a film says where it was made
	offered       bool           // whether browsers save it instead of showing it
	font          *fontfile.Font // of a file below fonts
	url           string
	code          string // what is wrong
	message, hint string
}

// equal tells whether pages show the same, or say the same of what is wrong.
func (p *picture) equal(other *picture) bool {
	return p.hash == other.hash && p.url == other.url && p.code == other.code && p.message == other.message && p.hint == other.hint
}

// scales tells whether visitors get the picture in widths made for them. Others are
// served as they are: drawings have any width, and what moves would stand still.
func (p *picture) scales() bool {
	return !p.moves && (p.format == formatPNG || p.format == formatJPEG || p.format == formatWebP)
}

// format is a format of pictures.
type format struct{ extension, contentType string }

var (
	formatSVG  = format{"svg", "image/svg+xml"}
	formatPNG  = format{"png", "image/png"}
	formatJPEG = format{"jpg", "image/jpeg"}
	formatWebP = format{"webp", "image/webp"}
	formatGIF  = format{"gif", "image/gif"}
	formatICO  = format{"ico", "image/x-icon"}
)

// readConfig tells the size of a picture. Which decoder reads what is said here, because
// registered ones may be other people's.
var readConfig = map[format]func(io.Reader) (image.Config, error){
	formatPNG: png.DecodeConfig, formatJPEG: jpeg.DecodeConfig, formatGIF: gif.DecodeConfig, formatWebP: webp.DecodeConfig,
}

// foreignImages are formats that people take for pictures of websites, by how their bytes begin.
var foreignImages = []struct {
	at           int
	begin        string
	name, advice string
}{
	{4, "ftypheic", "a HEIC", heicAdvice},
	{4, "ftypheix", "a HEIC", heicAdvice},
	{4, "ftyphevc", "a HEIC", heicAdvice},
	{4, "ftypmif1", "a HEIC", heicAdvice},
	{4, "ftypmsf1", "a HEIC", heicAdvice},
	{4, "ftypavi", "an AVIF", "Export it as JPEG, PNG or WebP: Marquee makes it small for visitors itself."},
	{0, "II*\x00", "a TIFF", "Export it as JPEG or PNG."},
	{0, "MM\x00*", "a TIFF", "Export it as JPEG or PNG."},
	{0, "BM", "a BMP", "Export it as PNG."},
	{0, "8BPS", "a Photoshop document", "Export it as JPEG or PNG."},
	{0, "%PDF", "a PDF", "Export the page as PNG, or put the file into the folder files and link to it."},
	{0, "\xff\x0a", "a JPEG XL", "Export it as JPEG, PNG or WebP."},
}

const heicAdvice = "Export it as JPEG: on an iPhone, choose Settings, Camera, Formats, Most Compatible for new photos."

// recognise finds out by its first bytes what a picture is; its name proves nothing.
func (p *picture) recognise(head []byte) bool {
	switch {
	case bytes.HasPrefix(head, []byte("\x89PNG\r\n\x1a\n")):
		p.format = formatPNG
	case bytes.HasPrefix(head, []byte("\xff\xd8\xff")):
		p.format = formatJPEG
	case bytes.HasPrefix(head, []byte("GIF8")):
		p.format = formatGIF
		p.moves = true // at least it may
	case len(head) > 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		p.format = formatWebP
		p.moves = len(head) > 20 && string(head[12:16]) == "VP8X" && head[20]&0x02 != 0
	case bytes.HasPrefix(head, []byte("\x00\x00\x01\x00")):
		p.format = formatICO
	case looksLikeSVG(head):
		p.format = formatSVG
	default:
		for _, foreign := range foreignImages {
			if len(head) > foreign.at && bytes.HasPrefix(head[foreign.at:], []byte(foreign.begin)) {
				p.code, p.message, p.hint = "foreign-image", fmt.Sprintf("%s is %s, which browsers do not show.", p.path, foreign.name), foreign.advice
				return false
			}
		}
		p.code, p.message = "bad-image", fmt.Sprintf("%s is no picture that browsers show.", p.path)
		p.hint = "Use SVG, PNG, JPEG, WebP, GIF or ICO."
		return false
	}
	return true
}

// inspectDrawing looks into a picture that is kept in memory.
func (p *picture) inspectDrawing(data []byte) {
	switch p.format {
	case formatSVG:
		svg, message := inspectSVG(data)
		if message != "" {
			p.code, p.message, p.hint = "unsafe-image", fmt.Sprintf("The picture %s %s", p.path, message), "Export it again as a plain SVG."
			return
		}
		p.width, p.height = svg.width, svg.height
	default:
		if p.width, p.height = iconSize(data); p.width == 0 {
			p.damaged()
			return
		}
	}
	p.data = data
}

// inspectRaster looks into the head and the end of a picture whose bytes stay in its file.
func (p *picture) inspectRaster(file io.ReadSeeker, size int64) error {
	config, err := readConfig[p.format](file)
	if err != nil {
		p.damaged()
		return nil
	}
	p.width, p.height = config.Width, config.Height
	p.opaque = opaque(config.ColorModel)
	if side := max(p.width, p.height); side > maxSide {
		p.code, p.message = "large-image", fmt.Sprintf("The picture %s is %d pixels long; at most %d can be taken.", p.path, side, maxSide)
		p.hint = "Save it smaller: a width of 4000 pixels is more than any screen shows."
		return nil
	}
	if p.width*p.height > maxPixels {
		p.code = "large-image"
		p.message = fmt.Sprintf("The picture %s has %d megapixels; at most %d can be taken.", p.path, (p.width*p.height+500_000)/1_000_000, maxPixels/1_000_000)
		p.hint = "Save it smaller: a width of 4000 pixels is more than any screen shows."
		return nil
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	p.orientation = orientationOf(p.format, file)
	var head [8]byte
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, err := io.ReadFull(file, head[:]); err != nil {
		return err
	}
	stated := 8 + int64(binary.LittleEndian.Uint32(head[4:])) // what a WebP says of itself
	if p.orientation > 4 {                                    // it lies on its side
		p.width, p.height = p.height, p.width
	}
	tail := make([]byte, min(size, 64<<10))
	if _, err := file.Seek(-int64(len(tail)), io.SeekEnd); err != nil {
		return err
	}
	if _, err := io.ReadFull(file, tail); err != nil {
		return err
	}
	if !p.isComplete(tail) || p.format == formatWebP && stated > size {
		p.code, p.message = "bad-image", fmt.Sprintf("The picture %s is not complete: its end is missing.", p.path)
		p.hint = "Copy it again."
		return nil
	}
	if p.moves {
		told, err := p.format.tellsPlace(file, size)
		if told {
			p.code, p.message = "picture-place", fmt.Sprintf("The picture %s says where it was made, and everybody could read that.", p.path)
			p.hint = "Export it again without metadata: pictures that move are served as they are."
		}
		return err
	}
	return nil
}

// isComplete tells whether the last bytes are those of a whole picture. Programs may write
// something of their own behind it.
func (p *picture) isComplete(tail []byte) bool {
	switch p.format {
	case formatJPEG:
		return bytes.Contains(tail, []byte{0xff, 0xd9})
	case formatPNG:
		return bytes.Contains(tail, []byte("IEND"))
	case formatGIF:
		return bytes.IndexByte(tail, ';') >= 0
	}
	return true
}

func (p *picture) damaged() {
	p.code, p.message = "bad-image", fmt.Sprintf("The picture %s is damaged.", p.path)
}

// address returns an address of the picture, or of what is made of it, by a hash of all
// that goes into the bytes.
func (p *picture) address(hash []byte, suffix string) string {
	siteID, _, _ := strings.Cut(p.path, "/")
	stem := slugify(strings.TrimSuffix(path.Base(p.path), path.Ext(p.path)))
	if stem == "" {
		stem = "image"
	}
	return fmt.Sprintf("/images/%s/%s-%s%s", siteID, stem, hex.EncodeToString(hash[:5]), suffix)
}

// iconSize returns the size of the largest picture in an ICO file; zero where it is damaged.
func iconSize(data []byte) (width, height int) {
	if len(data) < 6 {
		return 0, 0
	}
	count := int(binary.LittleEndian.Uint16(data[4:]))
	for i := range count {
		entry := 6 + 16*i
		if entry+16 > len(data) {
			return 0, 0
		}
		w, h := int(data[entry]), int(data[entry+1])
		if w == 0 {
			w = 256
		}
		if h == 0 {
			h = 256
		}
		length, offset := int64(binary.LittleEndian.Uint32(data[entry+8:])), int64(binary.LittleEndian.Uint32(data[entry+12:]))
		if offset+length > int64(len(data)) {
			return 0, 0
		}
		width, height = max(width, w), max(height, h)
	}
	return width, height
}

// opaque tells whether pictures of a colour model have no transparent parts; with a palette they may.
func opaque(model color.Model) bool {
	switch model {
	case color.RGBAModel, color.RGBA64Model, color.GrayModel, color.Gray16Model, color.YCbCrModel, color.CMYKModel:
		return true
	}
	return false
}
