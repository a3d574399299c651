package content

import (
	"bufio"
	"encoding/binary"
	"io"
)

// maxMetadata is how far into a picture its orientation is looked for.
const maxMetadata = 4 << 20

// orientationOf returns how a picture is turned when it is shown, as Exif counts: 1 as it
// lies, 2 to 8 turned or mirrored. What cannot be read says nothing, as in browsers.
func orientationOf(f format, r io.Reader) int {
	in := bufio.NewReader(io.LimitReader(r, maxMetadata))
	switch f {
	case formatJPEG:
		return jpegOrientation(in)
	case formatPNG:
		return chunkOrientation(in, 8, binary.BigEndian, "eXIf", false)
	case formatWebP:
		return chunkOrientation(in, 12, binary.LittleEndian, "EXIF", true)
	}
	return 1
}

// jpegOrientation walks the segments before the picture.
func jpegOrientation(in *bufio.Reader) int {
	if _, err := in.Discard(2); err != nil {
		return 1
	}
	for {
		var head [4]byte
		if _, err := io.ReadFull(in, head[:]); err != nil || head[0] != 0xff || head[1] == 0xda {
			return 1
		}
		length := int(binary.BigEndian.Uint16(head[2:])) - 2
		if head[1] == 0xe1 && length > 6 {
			segment := make([]byte, length)
			if _, err := io.ReadFull(in, segment); err != nil {
				return 1
			}
			if string(segment[:6]) == "Exif\x00\x00" {
				return tiffOrientation(segment[6:])
			}
			continue
		}
		if _, err := in.Discard(max(length, 0)); err != nil {
			return 1
		}
	}
}

// chunkOrientation walks the chunks of a PNG or a WebP.
func chunkOrientation(in *bufio.Reader, skip int, order binary.ByteOrder, name string, nameFirst bool) int {
	if _, err := in.Discard(skip); err != nil {
		return 1
	}
	for {
		var head [8]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return 1
		}
		found, size, padding := string(head[4:]), order.Uint32(head[:4]), uint32(4) // a checksum
		if nameFirst {
			found, size = string(head[:4]), order.Uint32(head[4:])
			padding = size & 1
		}
		if size > maxMetadata {
			return 1
		}
		if found == name {
			chunk := make([]byte, size)
			if _, err := io.ReadFull(in, chunk); err != nil {
				return 1
			}
			if len(chunk) > 6 && string(chunk[:6]) == "Exif\x00\x00" {
				chunk = chunk[6:]
			}
			return tiffOrientation(chunk)
		}
		if _, err := in.Discard(int(size + padding)); err != nil {
			return 1
		}
	}
}

// Tags of the first directory of a TIFF.
const (
	tagOrientation = 0x0112
	tagPlace       = 0x8825
)

// tiffOrientation reads the tag of the orientation.
func tiffOrientation(data []byte) int {
	if value, found := tiffTag(data, tagOrientation); found && value >= 1 && value <= 8 {
		return int(value)
	}
	return 1
}

// tiffTag finds a tag in the first directory of a TIFF, and its value where that is short.
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
	count := int64(order.Uint16(data[at:]))
	for i := range count {
		entry := at + 2 + 12*i
		if entry+12 > int64(len(data)) {
			return 0, false
		}
		if order.Uint16(data[entry:]) == tag {
			return order.Uint16(data[entry+8:]), true
		}
	}
	return 0, false
}
