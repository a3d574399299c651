package media

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/content/text"
)

// download is a type of the files that visitors may get from the folder files.
type download struct {
	contentType string
	// Whether browsers show or play it; what they do not is saved.
	shown bool
	// What the bytes begin with, with a ? for any byte; none where the type is plain text.
	magic []string
}

// headSize is how many bytes tell a type.
const headSize = 512

var (
	//go:embed downloads.txt
	downloadsText string
	// Those types by the ending of the name.
	downloads = readDownloads()
	//go:embed refused.txt
	refusedText string
	// What to do with files of other types, by their endings; the last one is for all others.
	refused = text.Rows(refusedText)
)

func readDownloads() map[string]download {
	all := map[string]download{}
	for _, row := range text.Rows(downloadsText) {
		made := download{contentType: row[1], shown: row[2] == "shown"}
		for _, escaped := range strings.Fields(row[3]) {
			magic, err := strconv.Unquote(`"` + escaped + `"`)
			if err != nil {
				panic("downloads.txt: " + escaped) // a part of the program
			}
			made.magic = append(made.magic, magic)
		}
		all[row[0]] = made
	}
	return all
}

// IsDownload tells by its name whether a file is one for the folder files.
func IsDownload(name string) bool {
	_, known := downloads[strings.ToLower(path.Ext(name))]
	return known
}

// inspectDownload looks into a file of the folder files. A film that does not tell its size is shown all the same.
func (f *File) inspectDownload(file io.ReaderAt) {
	found, message, hint := typeOfDownload(f.Path, readAt(file, 0, headSize))
	if message != "" {
		f.Problem = Problem{"refused-file", message, hint}
		return
	}
	f.Type = Type{strings.ToLower(strings.TrimPrefix(path.Ext(f.Path), ".")), found.contentType}
	f.saved = !found.shown

	var shown film
	switch found.contentType {
	case "video/mp4":
		shown = readMP4(file, f.Size)
	case "video/webm":
		shown = readWebM(file, f.Size)
	}
	f.Width, f.Height, f.Codec, f.TellsPlace = shown.width, shown.height, shown.codec, shown.tellsPlace
	f.URL = f.address("files", "file", f.Hash, "."+f.Type.Extension)
}

func typeOfDownload(name string, head []byte) (found download, message, hint string) {
	ending := strings.ToLower(path.Ext(name))
	found, known := downloads[ending]
	switch {
	case ending == "":
		return found, "The name of the file " + name + " has no ending that says what it is.", "Give it one, such as .pdf."
	case !known:
		at := slices.IndexFunc(refused, func(row []string) bool {
			return row[0] == "" || slices.Contains(strings.Fields(row[0]), ending)
		})
		return found, "Files that end in " + ending + " are not served: " + name + ".", refused[at][1]
	case found.magic == nil && !isPlainText(head), found.magic != nil && !begins(head, found):
		return found, "The file " + name + " ends in " + ending + ", but what is in it is something else.",
			"Save it as " + strings.ToUpper(ending[1:]) + " with the program that made it; another ending does not change" +
				" what a file is."
	case found.contentType == "video/mp4" && bytes.HasPrefix(head[4:], []byte("ftypqt  ")):
		return found, "The film " + name + " is a QuickTime film, which many browsers do not play.",
			"Save it as MP4 (H.264); another ending does not change what a file is."
	case ending == ".vtt" && !bytes.HasPrefix(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), []byte("WEBVTT")):
		return found, "The file " + name + " has no captions that browsers can read.", "Its first line must be WEBVTT."
	}
	return found, "", ""
}

func begins(head []byte, t download) bool {
	return slices.ContainsFunc(t.magic, func(magic string) bool {
		end := strings.TrimLeft(magic, "?")
		return len(head) >= len(magic) && string(head[len(magic)-len(end):len(magic)]) == end
	})
}

func isPlainText(head []byte) bool {
	if bytes.IndexByte(head, 0) >= 0 {
		return false
	}
	for cut := range min(utf8.UTFMax, len(head)) { // the last character may be cut off
		if utf8.Valid(head[:len(head)-cut]) {
			return true
		}
	}
	return false
}

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

// readAt returns up to n bytes from a place: less at the end of the file.
func readAt(file io.ReaderAt, place, n int64) []byte {
	data := make([]byte, max(n, 0))
	read, _ := file.ReadAt(data, place)
	return data[:read]
}

// boxes reads the boxes of an MP4 between two places: a length, a name, and what they hold.
func (r *filmReader) boxes(at, to int64) {
	for at+8 <= to && r.left > 0 {
		r.left--
		head := readAt(r.file, at, 16)
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
		if bytes.Contains(readAt(r.file, begin, min(end-begin, 4096)), []byte("location.ISO6709")) {
			r.found.tellsPlace = true
		}
	case "tkhd": // it ends with a matrix, width and height, 16.16 each
		tail := readAt(r.file, end-44, 44)
		if end-begin < 84 || len(tail) < 44 {
			return
		}
		r.track.width, r.track.height = int(binary.BigEndian.Uint16(tail[36:])), int(binary.BigEndian.Uint16(tail[40:]))
		if binary.BigEndian.Uint32(tail) == 0 && binary.BigEndian.Uint32(tail[4:]) != 0 { // a phone that was held upright
			r.track.width, r.track.height = r.track.height, r.track.width
		}
	case "stsd":
		if entry := readAt(r.file, begin, 16); len(entry) == 16 && r.track.width > 0 && r.found.width == 0 {
			r.found.width, r.found.height, r.found.codec = r.track.width, r.track.height, string(entry[12:])
		}
	}
}

// headOfWebM is how much of a WebM tells its size: the film itself begins before that.
const headOfWebM = 64 << 10

// readWebM looks for the size of a WebM (RFC 9559), as encoders write it: PixelWidth, then PixelHeight, both with a
// length of two bytes.
func readWebM(file io.ReaderAt, _ int64) film {
	for head := readAt(file, 0, headOfWebM); len(head) >= 8; head = head[1:] {
		if head[0] == 0xb0 && head[1] == 0x82 && head[4] == 0xba && head[5] == 0x82 {
			width, height := binary.BigEndian.Uint16(head[2:]), binary.BigEndian.Uint16(head[6:])
			return film{width: int(width), height: int(height)}
		}
	}
	return film{}
}
