package formbody

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// maxFiles is how many files a body may have.
const maxFiles = 30

// Multipart reads multipart/form-data (RFC 7578) while it arrives: texts of textLimit
// bytes together, and files, for which take is called in their order. A field for
// files that was left empty comes as a file without a name and without bytes, and
// is left out. A body that is not well formed, or has too many parts or too much text,
// is unreadable (ok is false); what was read of it is returned. The error is take's.
func Multipart(
	body io.Reader, boundary string, textLimit int64, take func(field, name string, content io.Reader) error,
) (values map[string]site.FormValue, ok bool, err error) {
	values = map[string]site.FormValue{}
	reader, files := multipart.NewReader(body, boundary), 0
	for pairs := 0; ; pairs++ {
		part, err := reader.NextRawPart() // browsers encode nothing (RFC 7578 section 4.7)
		if errors.Is(err, io.EOF) {
			return values, true, nil
		} else if err != nil {
			return values, false, nil
		}
		if pairs >= maxNames {
			return values, false, nil
		}
		name := part.FormName()
		_, details, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		if _, isFile := details["filename"]; err == nil && isFile {
			first := make([]byte, 1)
			n, err := io.ReadFull(part, first)
			if errors.Is(err, io.EOF) && details["filename"] == "" {
				continue
			}
			if files++; files > maxFiles {
				return values, false, nil
			}
			if err := take(name, details["filename"], io.MultiReader(bytes.NewReader(first[:n]), part)); err != nil {
				return values, false, err
			}
			continue
		}
		text, err := io.ReadAll(io.LimitReader(part, textLimit+1))
		if err != nil {
			return values, false, nil
		}
		if textLimit -= int64(len(text)); textLimit < 0 {
			return values, false, nil
		}
		value := site.FormValue{Text: string(text)}
		if !utf8.Valid(text) {
			value.Fault = site.FaultText
		}
		add(values, name, value)
	}
}
