// Package formbody reads the body of a form that a visitor sends: a flat JSON
// object, or a native form post. The server reads each body here, once; all that
// follows works with the values.
package formbody

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// maxNames is how many names a body may have. A form has a dozen.
const maxNames = 100

// add stores a value. Of a name that comes twice the first value stays, to be
// shown again. Which one was meant nobody knows, so contact refuses it, but
// for fields that take many.
func add(values map[string]site.FormValue, name string, v site.FormValue) {
	if earlier, known := values[name]; known {
		if !earlier.Repeated {
			earlier.Repeated, earlier.All = true, earlier.Text
		}
		earlier.All += "\n" + v.Text
		earlier.Fault = max(earlier.Fault, v.Fault)
		values[name] = earlier
		return
	}
	values[name] = v
}

// URLEncoded reads application/x-www-form-urlencoded (WHATWG URL, section 5).
// It is stricter: a percent sign without two hex digits, and a semicolon, which
// some take for a separator, make the body unreadable (ok is false). What can be
// read of such a body is returned all the same, so that it can be shown again.
func URLEncoded(body string) (values map[string]site.FormValue, ok bool) {
	values, ok = map[string]site.FormValue{}, true
	for pairs := 0; body != ""; pairs++ {
		var pair string
		pair, body, _ = strings.Cut(body, "&")
		if pairs >= maxNames {
			return values, false
		}
		if pair == "" {
			continue
		}
		name, text, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		text, err2 := url.QueryUnescape(text)
		if err != nil || err2 != nil || strings.Contains(pair, ";") {
			ok = false
			continue
		}
		v := site.FormValue{Text: text}
		if !utf8.ValidString(text) {
			v.Fault = site.FaultText
		}
		add(values, name, v)
	}
	return values, ok
}

// JSON reads one flat JSON object; ok is false where that is not what the body
// is, and then there are no values. encoding/json ends at a depth of 10,000
// without harm; what it would mend in silence (bytes that are not UTF-8, half
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
		add(values, name, jsonValue(raw))
	}
	return values, true // json.Valid saw that nothing follows
}

func jsonValue(raw json.RawMessage) site.FormValue {
	var text string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
		return site.FormValue{Fault: site.FaultType}
	}
	if halfPair(raw) {
		return site.FormValue{Text: text, Fault: site.FaultText}
	}
	return site.FormValue{Text: text}
}

// halfPair reports whether a JSON string has an escape that is one half of a
// surrogate pair without the other.
func halfPair(raw []byte) bool {
	unit := func(at int) (uint64, bool) {
		if at+6 > len(raw) || raw[at] != '\\' || raw[at+1] != 'u' {
			return 0, false
		}
		code, err := strconv.ParseUint(string(raw[at+2:at+6]), 16, 16)
		return code, err == nil
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		code, escaped := unit(i)
		switch {
		case !escaped:
			i++ // another escape, such as \\ or \"
		case code >= 0xDC00 && code <= 0xDFFF:
			return true
		case code >= 0xD800 && code <= 0xDBFF:
			if low, paired := unit(i + 6); !paired || low < 0xDC00 || low > 0xDFFF {
				return true
			}
			i += 11
		default:
			i += 5
		}
	}
	return false
}
