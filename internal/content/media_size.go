package content

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
)

// media is what has to be known of a film before it plays.
type media struct {
	width, height int // in pixels; 0 where the file does not tell
	codec         string
	place         bool // whether it says where it was made
}

// maxBoxes bounds how much of a hostile file is looked at.
const maxBoxes = 2000

// readMP4 finds size and codec of the first picture track (ISO 14496-12): boxes
// of a length and a name, some of which hold others. Of the film itself nothing is read.
func readMP4(file io.ReaderAt, size int64) (found media) {
	w := boxWalker{file: file, left: maxBoxes}
	w.walk(0, size, func(name string, at, end int64) bool {
		switch name {
		case "moov", "mdia", "minf", "stbl", "udta":
			return true
		case "\xa9xyz", "loci": // of Android, and of 3GPP
			w.place = true
		case "meta": // of Apple
			names := make([]byte, min(end-at, 4096))
			w.place = w.place || w.read(names, at) && bytes.Contains(names, []byte("location.ISO6709"))
		case "trak":
			w.track = media{}
			return true
		case "tkhd":
			var tail [44]byte // it ends with a matrix, width and height, 16.16 each
			if end-at >= 84 && w.read(tail[:], end-44) {
				width, height := int(binary.BigEndian.Uint32(tail[36:])>>16), int(binary.BigEndian.Uint32(tail[40:])>>16)
				if binary.BigEndian.Uint32(tail[:]) == 0 && binary.BigEndian.Uint32(tail[4:]) != 0 { // a phone that was held upright
					width, height = height, width
				}
				w.track.width, w.track.height = width, height
			}
		case "stsd":
			var entry [16]byte
			if w.read(entry[:], at) && w.track.width > 0 && found.width == 0 {
				w.track.codec = string(entry[12:16])
				found = w.track
			}
		}
		return false
	})
	found.place = w.place
	return found
}

type boxWalker struct {
	file  io.ReaderAt
	left  int
	track media
	place bool
}

func (w *boxWalker) read(into []byte, at int64) bool {
	_, err := w.file.ReadAt(into, at)
	return err == nil
}

// walk visits the boxes from one place to another, and those in a box where visit says so.
func (w *boxWalker) walk(from, to int64, visit func(name string, at, end int64) (inside bool)) {
	for at := from; at+8 <= to && w.left > 0; w.left-- {
		var head [16]byte
		if !w.read(head[:8], at) {
			return
		}
		length, begin := int64(binary.BigEndian.Uint32(head[:])), at+8
		switch length {
		case 0: // to the end of the file
			length = to - at
		case 1:
			if !w.read(head[8:], at+8) {
				return
			}
			long := binary.BigEndian.Uint64(head[8:])
			if long > math.MaxInt64 {
				return
			}
			length, begin = int64(long), at+16
		}
		end := at + length
		if end < begin || end > to {
			return
		}
		if visit(string(head[4:8]), begin, end) {
			w.walk(begin, end, visit)
		}
		at = end
	}
}

// Elements of Matroska (RFC 9559) on the way to the size of a film.
const (
	idSegment = 0x18538067
	idTracks  = 0x1654ae6b
	idEntry   = 0xae
	idVideo   = 0xe0
	idWidth   = 0xb0
	idHeight  = 0xba
	idCodec   = 0x86
	idCluster = 0x1f43b675
)

// readWebM finds size and codec of the first picture track (RFC 8794): elements of
// an id, a length and what they hold.
func readWebM(file io.ReaderAt, size int64) (found media) {
	e := ebmlWalker{file: file, left: maxBoxes}
	var track media
	e.walk(0, size, func(id uint64, at, end int64) (inside, enough bool) {
		switch id {
		case idSegment, idTracks, idVideo:
			return true, false
		case idEntry:
			if found.width > 0 {
				return false, true
			}
			track = media{}
			return true, false
		case idCodec:
			name := make([]byte, min(end-at, 32))
			if e.read(name, at) {
				track.codec = string(name)
			}
		case idWidth:
			track.width = e.number(at, end)
		case idHeight:
			track.height = e.number(at, end)
			found = track
		case idCluster: // here the film begins
			return false, true
		}
		return false, false
	})
	return found
}

type ebmlWalker struct {
	file io.ReaderAt
	left int
	done bool
}

func (e *ebmlWalker) read(into []byte, at int64) bool {
	_, err := e.file.ReadAt(into, at)
	return err == nil
}

func (e *ebmlWalker) number(at, end int64) int {
	data := make([]byte, min(max(end-at, 0), 4))
	if !e.read(data, at) {
		return 0
	}
	n := 0
	for _, b := range data {
		n = n<<8 | int(b)
	}
	if n > 1<<15 {
		return 0
	}
	return n
}

// vint reads a number whose first byte says how long it is; keep leaves that sign in it, as ids have it.
func (e *ebmlWalker) vint(at int64, keep bool) (value uint64, length int64, unknown bool) {
	var first [8]byte
	if !e.read(first[:1], at) || first[0] == 0 {
		return 0, 0, false
	}
	length = 1
	for mask := byte(0x80); first[0]&mask == 0; mask >>= 1 {
		length++
	}
	if !e.read(first[:length], at) {
		return 0, 0, false
	}
	if !keep {
		first[0] &= 0xff >> length
	}
	unknown = true
	for i, b := range first[:length] {
		value = value<<8 | uint64(b)
		unknown = unknown && (b == 0xff || i == 0 && b == 0xff>>length)
	}
	return value, length, unknown && !keep
}

func (e *ebmlWalker) walk(from, to int64, visit func(id uint64, at, end int64) (inside, enough bool)) {
	for at := from; at < to && e.left > 0 && !e.done; e.left-- {
		id, idLength, _ := e.vint(at, true)
		length, sizeLength, unknown := e.vint(at+idLength, false)
		if idLength == 0 || sizeLength == 0 {
			return
		}
		begin := at + idLength + sizeLength
		end := to
		if !unknown {
			if length > math.MaxInt64 || int64(length) > to-begin {
				return
			}
			end = begin + int64(length)
		}
		inside, enough := visit(id, begin, end)
		if enough {
			e.done = true
			return
		}
		if inside {
			e.walk(begin, end, visit)
		}
		at = end
	}
}
