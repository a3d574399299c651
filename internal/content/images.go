package content

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"image"
	_ "image/gif" // the formats that image.DecodeConfig knows
	_ "image/jpeg"
	_ "image/png"
	"path"
	"strings"

	_ "golang.org/x/image/webp"
)

// maxImage is the size of a picture in bytes, so that no page waits for a photo from a camera.
const maxImage = 2 << 20

// picture is a picture of the tree, or what is wrong with it. It is shared by all loads
// that find the same bytes under the same path.
type picture struct {
	path          string
	hash          [sha256.Size]byte
	data          []byte
	format        format
	width, height int
	url           string
	code          string // what is wrong
	message, hint string
}

// equal tells whether pages show the same, or say the same of what is wrong.
func (p *picture) equal(other *picture) bool {
	return p.hash == other.hash && p.url == other.url && p.code == other.code && p.message == other.message && p.hint == other.hint
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

// inspect finds out by its bytes what a picture is; its name proves nothing.
func (p *picture) inspect(data []byte) {
	p.data = data
	fail := func(format string, args ...any) {
		p.code, p.message = "bad-image", fmt.Sprintf(format, args...)
	}
	switch {
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		p.format = formatPNG
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		p.format = formatJPEG
	case bytes.HasPrefix(data, []byte("GIF8")):
		p.format = formatGIF
	case len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP":
		p.format = formatWebP
	case bytes.HasPrefix(data, []byte("\x00\x00\x01\x00")):
		p.format = formatICO
	case looksLikeSVG(data):
		p.format = formatSVG
	default:
		fail("%s is no picture that browsers show.", p.path)
		p.hint = "Use SVG, PNG, JPEG, WebP, GIF or ICO."
		return
	}
	switch p.format {
	case formatSVG:
		svg, message := inspectSVG(data)
		if message != "" {
			p.code, p.message, p.hint = "unsafe-image", fmt.Sprintf("The picture %s %s", p.path, message), "Export it again as a plain SVG."
			return
		}
		p.width, p.height = svg.width, svg.height
	case formatICO:
		p.width, p.height = iconSize(data)
		if p.width == 0 {
			fail("The picture %s is damaged.", p.path)
			return
		}
	default:
		config, _, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			fail("The picture %s is damaged.", p.path)
			return
		}
		p.width, p.height = config.Width, config.Height
	}
	siteID, _, _ := strings.Cut(p.path, "/")
	stem := slugify(strings.TrimSuffix(path.Base(p.path), path.Ext(p.path)))
	if stem == "" {
		stem = "image"
	}
	hash := sha256.Sum256(data)
	p.url = fmt.Sprintf("/images/%s/%s-%s.%s", siteID, stem, hex.EncodeToString(hash[:5]), p.format.extension)
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
