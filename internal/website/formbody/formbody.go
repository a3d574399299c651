// Package formbody reads the body of a form that a visitor sends: a flat JSON object, or a native form post. The server
// reads each body here, once; all that follows works with the values.
package formbody

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// maxNames is how many names a body may have. A form has a dozen.
	maxNames = 100
	// maxFiles is how many files a body may have.
	maxFiles = 30
)

// add stores a value. Of a name that comes twice the first value stays, to be shown again. Which one was meant nobody
// knows, so contact refuses it, but for fields that take many.
func add(values map[string]site.FormValue, name, text string, fault site.Fault) {
	if !utf8.ValidString(text) {
		fault = site.FaultText
	}
	earlier, known := values[name]
	if !known {
		values[name] = site.FormValue{Text: text, Fault: fault}
		return
	}
	if !earlier.Repeated {
		earlier.Repeated, earlier.All = true, earlier.Text
	}
	earlier.All += "\n" + text
	earlier.Fault = max(earlier.Fault, fault)
	values[name] = earlier
}

// URLEncoded reads application/x-www-form-urlencoded (WHATWG URL, section 5). It is stricter: a percent sign without
// two hex digits, and a semicolon, which some take for a separator, make the body unreadable (ok is false). What can be
// read of such a body is returned all the same, so that it can be shown again.
func URLEncoded(body string) (values map[string]site.FormValue, ok bool) {
	pairs := strings.SplitN(body, "&", maxNames+1)
	tooMany := len(pairs) > maxNames && pairs[maxNames] != ""
	sent, err := url.ParseQuery(strings.Join(pairs[:min(len(pairs), maxNames)], "&"))
	values = map[string]site.FormValue{}
	for name, texts := range sent {
		for _, text := range texts {
			add(values, name, text, site.FaultNone)
		}
	}
	return values, err == nil && !tooMany
}

// JSON reads one flat JSON object; ok is false where that is not what the body is, and then there are no values.
// encoding/json ends at a depth of 10,000 without harm; what it would mend in silence (bytes that are not UTF-8, half
// surrogate pairs) is looked for here.
func JSON(body []byte) (values map[string]site.FormValue, ok bool) {
	if !utf8.Valid(body) || !json.Valid(body) {
		return nil, false
	}
	reader := json.NewDecoder(bytes.NewReader(body))
	if open, err := reader.Token(); err != nil || open != json.Delim('{') {
		return nil, false
	}
	values = map[string]site.FormValue{}
	for reader.More() {
		token, err := reader.Token()
		name, isName := token.(string)
		var raw json.RawMessage
		if err != nil || !isName || reader.Decode(&raw) != nil || len(values) >= maxNames {
			return nil, false
		}
		var text string
		switch {
		case raw[0] != '"' || json.Unmarshal(raw, &text) != nil:
			add(values, name, "", site.FaultType)
		case slices.ContainsFunc(escape.FindAllSubmatch(raw, -1), func(match [][]byte) bool { return match[1] != nil }):
			add(values, name, text, site.FaultText)
		default:
			add(values, name, text, site.FaultNone)
		}
	}
	return values, true // json.Valid saw that nothing follows
}

// escape matches an escape of a JSON string: that of a surrogate pair, else half of one, which is its group, else any.
var escape = regexp.MustCompile(`\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F])|.)`)

// Multipart reads multipart/form-data (RFC 7578) while it arrives: texts of textLimit bytes together, and files, for
// which take is called in their order. A field for files that was left empty comes as a file without a name and without
// bytes, and is left out. A body that is not well formed, or has too many parts or too much text, is unreadable (ok is
// false); what was read of it is returned. The error is take's.
func Multipart(
	body io.Reader, boundary string, textLimit int64, take func(field, name string, content io.Reader) error,
) (values map[string]site.FormValue, ok bool, err error) {
	values = map[string]site.FormValue{}
	reader, files := multipart.NewReader(body, boundary), 0
	for range maxNames {
		part, err := reader.NextRawPart() // browsers encode nothing (RFC 7578 section 4.7)
		if err != nil {
			return values, errors.Is(err, io.EOF), nil
		}
		_, details, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		if file, isFile := details["filename"]; err == nil && isFile {
			content := bufio.NewReader(part)
			if _, err := content.Peek(1); errors.Is(err, io.EOF) && file == "" {
				continue
			}
			if files++; files > maxFiles {
				return values, false, nil
			}
			if err := take(part.FormName(), file, content); err != nil {
				return values, false, err
			}
			continue
		}
		text, err := io.ReadAll(io.LimitReader(part, textLimit+1))
		textLimit -= int64(len(text))
		if err != nil || textLimit < 0 {
			return values, false, nil
		}
		add(values, part.FormName(), string(text), site.FaultNone)
	}
	_, err = reader.NextRawPart()
	return values, errors.Is(err, io.EOF), nil
}
