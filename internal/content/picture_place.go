package content

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
)

// xmpPlace begins the properties of XMP that say where something was.
const xmpPlace = "exif:GPS"

// tellsPlace tells whether a picture that is served as it is says where it was made.
// Pictures that stand still are made anew, so they say nothing.
func (f format) tellsPlace(file io.ReadSeeker, size int64) (bool, error) {
	if f != formatWebP {
		_, err := file.Seek(0, io.SeekStart)
		return err == nil && streamHas(file, xmpPlace), err
	}
	for at := int64(12); at+8 <= size; {
		var head [8]byte
		if _, err := file.Seek(at, io.SeekStart); err != nil {
			return false, err
		}
		if _, err := io.ReadFull(file, head[:]); err != nil {
			return false, err
		}
		length := int64(binary.LittleEndian.Uint32(head[4:]))
		switch string(head[:4]) {
		case "EXIF":
			chunk, err := io.ReadAll(io.LimitReader(file, min(length, maxMetadata)))
			if err != nil {
				return false, err
			}
			if _, found := tiffTag(bytes.TrimPrefix(chunk, []byte("Exif\x00\x00")), tagPlace); found {
				return true, nil
			}
		case "XMP ":
			if streamHas(io.LimitReader(file, length), xmpPlace) {
				return true, nil
			}
		}
		at += 8 + length + length&1
	}
	return false, nil
}

// streamHas tells whether a text is in what is read.
func streamHas(r io.Reader, text string) bool {
	in := bufio.NewReaderSize(r, 64<<10)
	for {
		window, err := in.Peek(in.Size())
		if bytes.Contains(window, []byte(text)) {
			return true
		}
		if err != nil {
			return false
		}
		if _, err := in.Discard(len(window) - len(text) + 1); err != nil {
			return false
		}
	}
}
