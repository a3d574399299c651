package media

import (
	"bytes"
	"encoding/binary"
	"io"
)

type film struct {
	width, height int    // in pixels; 0 where the file does not tell
	codec         string // of an MP4
	tellsPlace    bool   // whether it says where it was made
}

// filmReader walks through the parts of a film, some of which hold others.
type filmReader struct {
	file  io.ReaderAt
	left  int  // how many more parts are looked at
	found film // the first picture track
	track film // the track that is read, of an MP4
}

// maxParts bounds how much of a hostile file is looked at.
const maxParts = 2000

// readMP4 reads the size and the codec of an MP4 (ISO 14496-12), and nothing of the film itself.
func readMP4(file io.ReaderAt, size int64) film {
	r := filmReader{file: file, left: maxParts}
	r.boxes(0, size)
	return r.found
}

// at returns up to n bytes from a place: less at the end of the file.
func (r *filmReader) at(place, n int64) []byte {
	data := make([]byte, max(n, 0))
	read, _ := r.file.ReadAt(data, place)
	return data[:read]
}

// boxes reads the boxes of an MP4 between two places: a length, a name, and what they hold.
func (r *filmReader) boxes(at, to int64) {
	for at+8 <= to && r.left > 0 {
		r.left--
		head := r.at(at, 16)
		if len(head) < 8 {
			return
		}
		begin, length := at+8, int64(binary.BigEndian.Uint32(head))
		switch {
		case length == 0: // to the end of the file
			length = to - at
		case length == 1 && len(head) == 16:
			begin, length = at+16, int64(binary.BigEndian.Uint64(head[8:]))
		}
		end := at + length
		if end < begin || end > to {
			return
		}
		r.box(string(head[4:8]), begin, end)
		at = end
	}
}

func (r *filmReader) box(name string, begin, end int64) {
	switch name {
	case "trak":
		r.track = film{}
		r.boxes(begin, end)
	case "moov", "mdia", "minf", "stbl", "udta":
		r.boxes(begin, end)
	case "\xa9xyz", "loci": // of Android, and of 3GPP
		r.found.tellsPlace = true
	case "meta": // of Apple
		if bytes.Contains(r.at(begin, min(end-begin, 4096)), []byte("location.ISO6709")) {
			r.found.tellsPlace = true
		}
	case "tkhd": // it ends with a matrix, width and height, 16.16 each
		tail := r.at(end-44, 44)
		if end-begin < 84 || len(tail) < 44 {
			return
		}
		r.track.width, r.track.height = int(binary.BigEndian.Uint16(tail[36:])), int(binary.BigEndian.Uint16(tail[40:]))
		if binary.BigEndian.Uint32(tail) == 0 && binary.BigEndian.Uint32(tail[4:]) != 0 { // a phone that was held upright
			r.track.width, r.track.height = r.track.height, r.track.width
		}
	case "stsd":
		if entry := r.at(begin, 16); len(entry) == 16 && r.track.width > 0 && r.found.width == 0 {
			r.found.width, r.found.height, r.found.codec = r.track.width, r.track.height, string(entry[12:])
		}
	}
}

// headOfWebM is how much of a WebM tells its size: the film itself begins before that.
const headOfWebM = 64 << 10

// readWebM looks for the size of a WebM (RFC 9559), as encoders write it: PixelWidth, then PixelHeight, both with a
// length of two bytes.
func readWebM(file io.ReaderAt, _ int64) film {
	head := make([]byte, headOfWebM)
	n, _ := file.ReadAt(head, 0)
	for head = head[:n]; len(head) >= 8; head = head[1:] {
		if head[0] == 0xb0 && head[1] == 0x82 && head[4] == 0xba && head[5] == 0x82 {
			width, height := binary.BigEndian.Uint16(head[2:]), binary.BigEndian.Uint16(head[6:])
			return film{width: int(width), height: int(height)}
		}
	}
	return film{}
}
