package contact

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	// What a body may hold. The server refuses earlier; this holds whoever calls.
	maxBody = 64 << 10
	// Names in one body. A form has a dozen.
	maxNames = 100
)

// fault is why a value cannot be what somebody typed.
type fault int

const (
	sound fault = iota
	// JSON, but no string.
	wrongType
	// Not UTF-8, or half a surrogate pair.
	badText
)

// value is what came under one name.
type value struct {
	text     string
	fault    fault
	repeated bool
}

// body is what an inquiry consists of, by name.
type body struct{ values map[string]value }

// text returns the value of a name, empty where there is none.
func (b body) text(name string) string { return b.values[name].text }

// add notes a value. Of a name that comes twice the first value is kept, to
// show it again; which one was meant nobody knows, so it is refused.
func (b body) add(name string, v value) bool {
	if earlier, known := b.values[name]; known {
		earlier.repeated = true
		b.values[name] = earlier
		return true
	}
	b.values[name] = v
	return len(b.values) <= maxNames
}

// decode reads a body; false where it cannot be read at all. Nothing in the
// result shares memory with data.
func decode(data []byte, native bool) (body, bool) {
	b := body{values: map[string]value{}}
	// On its way every byte of a native form may be three: %, and two digits.
	if native {
		return b, len(data)-2*bytes.Count(data, []byte{'%'}) <= maxBody && decodeNative(string(data), b)
	}
	return b, len(data) <= maxBody && decodeJSON(data, b)
}

// decodeNative reads application/x-www-form-urlencoded (WHATWG URL, section 5).
// It is stricter: a percent sign without two hex digits, and a semicolon, which
// some take for a separator, are refused.
func decodeNative(data string, b body) bool {
	for pairs := 0; data != ""; pairs++ {
		var pair string
		pair, data, _ = strings.Cut(data, "&")
		if pairs >= maxNames || strings.Contains(pair, ";") {
			return false
		}
		if pair == "" {
			continue
		}
		name, text, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		if err != nil {
			return false
		}
		if text, err = url.QueryUnescape(text); err != nil {
			return false
		}
		v := value{text: text}
		if !utf8.ValidString(text) {
			v.fault = badText
		}
		if !b.add(name, v) {
			return false
		}
	}
	return true
}

// decodeJSON reads one flat JSON object. encoding/json ends at a depth of
// 10,000 without harm; what it would mend in silence (bytes that are not UTF-8,
// half surrogate pairs) is looked for here.
func decodeJSON(data []byte, b body) bool {
	if !utf8.Valid(data) || !json.Valid(data) {
		return false
	}
	reader := json.NewDecoder(bytes.NewReader(data))
	if open, err := reader.Token(); err != nil || open != json.Delim('{') {
		return false
	}
	for reader.More() {
		token, err := reader.Token()
		name, isName := token.(string)
		var raw json.RawMessage
		if err != nil || !isName || reader.Decode(&raw) != nil || !b.add(name, jsonValue(raw)) {
			return false
		}
	}
	return true // json.Valid saw that nothing follows
}

func jsonValue(raw json.RawMessage) value {
	var text string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
		return value{fault: wrongType}
	}
	if halfPair(raw) {
		return value{text: text, fault: badText}
	}
	return value{text: text}
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
