package server

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// resolve turns the path of a request into the path that it means. It decodes %XX exactly once, and accepts plain paths
// only: valid UTF-8 without control characters, backslashes, empty segments, or the segments "." and "..", and no
// encoded slash. Anything else has no meaning here (ok is false), so no later part has to think about it.
//
// The result shares the memory of raw where nothing had to be decoded: look it up, but clone it before keeping it.
func resolve(raw []byte) (path []byte, ok bool) {
	if len(raw) == 0 || raw[0] != '/' {
		return nil, false
	}
	path = raw
	if bytes.IndexByte(raw, '%') >= 0 {
		decoded, err := url.PathUnescape(string(raw))
		// A slash that was encoded separates nothing.
		if err != nil || bytes.Contains(raw, []byte("%2F")) || bytes.Contains(raw, []byte("%2f")) {
			return nil, false
		}
		path = []byte(decoded)
	}
	return path, plain(path)
}

// plain reports whether a decoded path, which begins with a slash and may end with one, is UTF-8 and has no segment and
// no character with a second meaning.
func plain(path []byte) bool {
	for segment := range bytes.SplitSeq(bytes.TrimSuffix(path[1:], []byte{'/'}), []byte{'/'}) {
		switch string(segment) {
		case "", ".", "..":
			return len(path) == 1
		}
	}
	return utf8.Valid(path) && !bytes.ContainsFunc(path, func(r rune) bool {
		return unicode.IsControl(r) || r == '\\' || r == '\u2028' || r == '\u2029'
	})
}

// location writes a resolved path and the query of the request as the target
// of a redirect. It is always a path on this host: resolve refuses "//".
func location(path string, query []byte) string {
	var out strings.Builder
	out.Grow(len(path) + len(query) + 1)
	escape(&out, path, "%?#")
	if len(query) > 0 {
		out.WriteByte('?')
		escape(&out, string(query), "#")
	}
	return out.String()
}

// escape writes the text, with all bytes that may not stand in a header or that are in special written as %XX.
func escape(out *strings.Builder, text, special string) {
	for _, c := range []byte(text) {
		if c <= 0x20 || c >= 0x7f || strings.IndexByte(`"<>\^{|}`+"`", c) >= 0 || strings.IndexByte(special, c) >= 0 {
			fmt.Fprintf(out, "%%%02X", c)
		} else {
			out.WriteByte(c)
		}
	}
}
