package uploads

import (
	"archive/zip"
	"bytes"
	"cmp"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/evenlight/marquee/internal/site"
)

// detect finds out what a file is. Its name decides only between types whose bytes are the same, which are those of
// plain text, in UTF-8 or as spreadsheets and old editors write it. It returns no type for all else.
func detect(file io.ReaderAt, size int64, name string) (site.FileType, error) {
	head := make([]byte, min(size, 4096))
	if _, err := io.ReadFull(io.NewSectionReader(file, 0, size), head); err != nil {
		return site.FileType{}, err
	}
	media, _, _ := strings.Cut(http.DetectContentType(head), ";")
	switch {
	case len(head) == 0:
		media = ""
	case bytes.HasPrefix(head, []byte(`{\rtf`)):
		media = "application/rtf"
	case len(head) >= 12 && string(head[4:8]) == "ftyp" && slices.Contains(brandsOfHEIC, string(head[8:12])):
		media = "image/heic"
	case media == "application/zip":
		media = office(file, size)
	case media == "text/plain" && strings.EqualFold(filepath.Ext(name), ".csv"):
		media = "text/csv"
	}
	if i := slices.IndexFunc(site.FileTypes, func(t site.FileType) bool { return t.Media == media }); i >= 0 {
		return site.FileTypes[i], nil
	}
	return site.FileType{}, nil
}

// brandsOfHEIC are those in the family of ISO 14496-12, section 4.3.
var brandsOfHEIC = []string{"heic", "heix", "hevc", "mif1", "msf1"}

// mostListed bounds how much is read of an archive to find out what it is: its list of files is held in memory, and
// documents have some hundred files at most.
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
		case i == 0 && entry.Name == "mimetype":
			content, err := entry.Open()
			if err != nil {
				return ""
			}
			text, err := io.ReadAll(io.LimitReader(content, 200))
			// Nothing else: an archive could call itself a picture.
			if err == nil && strings.HasPrefix(string(text), "application/vnd.oasis.opendocument.") {
				media = string(text)
			}
		}
	}
	return media
}

type boundedReaderAt struct {
	io.ReaderAt
	left int64
}

func (r *boundedReaderAt) ReadAt(p []byte, at int64) (int, error) {
	if r.left -= int64(len(p)); r.left < 0 {
		return 0, zip.ErrFormat
	}
	return r.ReaderAt.ReadAt(p, at)
}

// safeName makes a name that can be shown, and given to a file that is attached: the last part of a path, one line, an
// ending that fits the type.
func safeName(name string, kind site.FileType) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if !unicode.IsSpace(r) && (unicode.In(r, unicode.Cc, unicode.Cf) || strings.ContainsRune("\"<>:|?*\uFFFD", r)) {
			return -1
		}
		return r
	}, name)
	name = strings.Join(strings.Fields(name), " ")
	ending := filepath.Ext(name)
	if len(kind.Endings) > 0 && !slices.Contains(kind.Endings, strings.ToLower(ending)) {
		ending = kind.Endings[0]
	} else {
		name = strings.TrimSuffix(name, ending)
	}
	name = strings.Trim(clip(name, 100), ". ")
	return cmp.Or(name, "file") + clip(ending, 20)
}

func clip(text string, most int) string {
	letters := []rune(text)
	return string(letters[:min(len(letters), most)])
}
