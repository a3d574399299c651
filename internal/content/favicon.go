package content

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/evenlight/marquee/internal/site"
)

// stripped returns a picture that has no slot, which is a favicon: in memory, because
// other icons are drawn of it, and without what programs wrote into it beside the picture.
func (p *picture) stripped() site.File {
	file, err := p.blob.open()
	if err != nil {
		return p.served()
	}
	data, err := io.ReadAll(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return p.served()
	}
	if p.format == formatPNG {
		data = withoutMetadata(data)
	}
	return site.File{ContentType: p.format.contentType, Data: data}
}

// withoutMetadata returns a PNG without the chunks that say who made it, where and how.
func withoutMetadata(data []byte) []byte {
	const signature = 8
	made := bytes.Clone(data[:signature])
	for rest := data[signature:]; len(rest) >= 12; {
		size := int64(binary.BigEndian.Uint32(rest)) + 12
		if size > int64(len(rest)) {
			return append(made, rest...)
		}
		switch string(rest[4:8]) {
		case "eXIf", "tEXt", "zTXt", "iTXt", "tIME":
		default:
			made = append(made, rest[:size]...)
		}
		rest = rest[size:]
	}
	return made
}
