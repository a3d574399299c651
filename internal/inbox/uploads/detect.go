package uploads

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// detect finds out what a file is. Its name decides only between types whose bytes
// are the same, which are those of plain text. It returns no type for all else.
func detect(file io.ReaderAt, size int64, name string) (site.FileType, error) {
	head := make([]byte, min(size, 4096))
	if n, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) || n < len(head) {
		return site.FileType{}, errors.Join(err, io.ErrUnexpectedEOF)
	}
	media := http.DetectContentType(head)
	media, _, _ = strings.Cut(media, ";")
	switch {
	case len(head) == 0:
		return site.FileType{}, nil
	case bytes.HasPrefix(head, []byte(`{\rtf`)):
		media = "application/rtf"
	case isHEIC(head):
		media = "image/heic"
	case media == "application/zip":
		media = office(file, size)
	case media == "text/plain":
		if !isText(head, size) {
			return site.FileType{}, nil
		}
		if strings.EqualFold(filepath.Ext(name), ".csv") {
			media = "text/csv"
		}
	}
	for _, known := range site.FileTypes {
		if known.Media == media {
			return known, nil
		}
	}
	return site.FileType{}, nil
}

// isHEIC looks at the brand of a file of the ISO family (ISO 14496-12, section 4.3).
func isHEIC(head []byte) bool {
	return len(head) >= 12 && string(head[4:8]) == "ftyp" &&
		slices.Contains([]string{"heic", "heix", "hevc", "mif1", "msf1"}, string(head[8:12]))
}

// isText reports whether a text begins as one: what is cut at its end may be half a character.
func isText(head []byte, size int64) bool {
	if int64(len(head)) < size {
		head = head[:len(head)-utf8.UTFMax]
		for len(head) > 0 && !utf8.Valid(head) && len(head) > 4096-3*utf8.UTFMax {
			head = head[:len(head)-1]
		}
	}
	return utf8.Valid(head)
}

// mostListed bounds how much is read of an archive to find out what it is: its list of
// files is held in memory, and documents have some hundred files at most.
const mostListed = 1 << 20

// office tells documents in archives apart by what is in them; those with macros are none.
func office(file io.ReaderAt, size int64) string {
	archive, err := zip.NewReader(&boundedReaderAt{file, mostListed}, size)
	if err != nil {
		return ""
	}
	media := ""
	for i, entry := range archive.File {
		switch {
		case strings.HasSuffix(entry.Name, "vbaProject.bin"):
			return ""
		case entry.Name == "word/document.xml":
			media = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
		case entry.Name == "xl/workbook.xml":
			media = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
		case i == 0 && entry.Name == "mimetype" && entry.UncompressedSize64 < 200:
			if content, err := entry.Open(); err == nil {
				text, err := io.ReadAll(io.LimitReader(content, 200))
				if errors.Join(err, content.Close()) == nil && strings.HasPrefix(string(text), "application/vnd.oasis.opendocument.") {
					media = string(text) // and nothing else: an archive could call itself a picture
				}
			}
		}
	}
	return media
}

// boundedReaderAt reads so many bytes, wherever they are.
type boundedReaderAt struct {
	io.ReaderAt
	left int64
}

// ReadAt implements io.ReaderAt.
func (r *boundedReaderAt) ReadAt(p []byte, at int64) (int, error) {
	if r.left -= int64(len(p)); r.left < 0 {
		return 0, zip.ErrFormat
	}
	return r.ReaderAt.ReadAt(p, at)
}

// safeName makes a name that can be shown, and given to a file that is attached:
// the last part of a path, one line, an ending that fits the type.
func safeName(name string, kind site.FileType) string {
	const most = 100
	if at := strings.LastIndexAny(name, `/\`); at >= 0 {
		name = name[at+1:]
	}
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError, unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp), strings.ContainsRune(`"<>:|?*`, r):
			return -1
		}
		return r
	}, name))
	ending := filepath.Ext(name)
	if len(kind.Endings) > 0 && !slices.Contains(kind.Endings, strings.ToLower(ending)) {
		ending = kind.Endings[0]
	} else {
		name = strings.TrimSuffix(name, ending)
	}
	if letters := []rune(name); len(letters) > most {
		name = string(letters[:most])
	}
	if letters := []rune(ending); len(letters) > 20 {
		ending = string(letters[:20])
	}
	if name = strings.Trim(name, ". "); name == "" {
		name = "file"
	}
	return name + ending
}
