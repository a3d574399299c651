package yamldoc

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// MaxFileSize is the greatest size of a content file in bytes. The parser's
// cost grows faster than the size of a file.
const MaxFileSize = 128 << 10

const byteOrderMark = "\ufeff"

// foreignFormats are files that people save under the name of a content file.
var foreignFormats = []struct{ begin, what string }{
	{"PK\x03\x04", "a document of a word processor, or an archive"},
	{"\xd0\xcf\x11\xe0", "a document of a word processor"},
	{`{\rtf`, "a document of a word processor"},
	{"%PDF", "a PDF"},
	{"<!doctype", "a web page"},
	{"<html", "a web page"},
	{"\x89PNG", "a picture"},
	{"\xff\xd8\xff", "a picture"},
	{"GIF8", "a picture"},
}

// checkBytes checks what can be checked without knowing YAML, and sets the text.
func (s *source) checkBytes(data []byte) *Problem {
	fail := func(at int, code, message, hint string) *Problem {
		p := s.problem(at, code, message, hint)
		return &p
	}
	if len(data) > MaxFileSize {
		return fail(wholeFile, "too-large", fmt.Sprintf("The file is larger than %d KB, which is the most that is allowed.", MaxFileSize>>10),
			"Split it into several files.")
	}
	begin := bytes.ToLower(data[:min(len(data), 16)])
	for _, format := range foreignFormats {
		if bytes.HasPrefix(begin, bytes.ToLower([]byte(format.begin))) {
			return fail(wholeFile, "encoding", fmt.Sprintf("The file is %s, not plain text.", format.what),
				"Copy its words into a file that a text editor made.")
		}
	}
	if isUTF16(data) {
		return fail(wholeFile, "encoding", "The file is saved as UTF-16.", "Save it as UTF-8.")
	}
	text := strings.TrimPrefix(string(data), byteOrderMark)
	if !utf8.ValidString(text) {
		before := normalise(validPrefix(text))
		s.text = normalise(strings.ToValidUTF8(text, string(utf8.RuneError)))
		return fail(len(before), "encoding", "The file is not saved as UTF-8: this character cannot be read.", "Save the file as UTF-8.")
	}
	s.text = normalise(text)
	if at := strings.IndexFunc(s.text, isControl); at >= 0 {
		r, _ := utf8.DecodeRuneInString(s.text[at:])
		return fail(at, "bad-character", fmt.Sprintf("There is an invisible control character here (U+%04X).", r), "Delete it and type the text again.")
	}
	if at := strings.Index(s.text, strings.Repeat("<", maxRun)); at >= 0 {
		return fail(at, "too-many", fmt.Sprintf("There are more than %d signs < in a row.", maxRun-1), "Remove them.")
	}
	if at := strings.Index(s.text, strings.Repeat("\n", maxBlank+1)); at >= 0 {
		return fail(at+1, "too-many", fmt.Sprintf("There are more than %d empty lines in a row.", maxBlank-1), "Remove them.")
	}
	for at, line := range lines(s.text) {
		if strings.Count(line, "\t") > maxTabs {
			return fail(at, "tab", fmt.Sprintf("There are more than %d tabs on this line.", maxTabs), "Use spaces.")
		}
	}
	return nil
}

// Limits of signs after which the scanner of the library looks at many or all
// that follow, or copies what came before.
const (
	maxRun   = 500 // signs < in a row
	maxBlank = 50  // lines in a row that may be empty
	maxTabs  = 100 // tabs on a line
)

// lines yields the offset and the text of every line.
func lines(text string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		at := 0
		for line := range strings.SplitSeq(text, "\n") {
			if !yield(at, line) {
				return
			}
			at += len(line) + 1
		}
	}
}

// isUTF16 knows files of Windows editors by their mark, and others by the NUL
// beside each of their first letters.
func isUTF16(data []byte) bool {
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		return true
	}
	return len(data) >= 4 && (data[0] == 0) != (data[1] == 0) && (data[2] == 0) == (data[0] == 0) && (data[3] == 0) == (data[1] == 0)
}

func validPrefix(text string) string {
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
			return text[:i]
		}
	}
	return text
}

var blankLine = regexp.MustCompile(`(?m)^[ \t]+$`)

// normalise gives every line the same end, and empties lines of spaces: the
// parser counts \r\n inside quotes as two lines, and takes spaces for indentation.
func normalise(text string) string {
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	if strings.Contains(text, " \n") || strings.Contains(text, "\t\n") || strings.HasSuffix(text, " ") || strings.HasSuffix(text, "\t") {
		text = blankLine.ReplaceAllLiteralString(text, "")
	}
	return text
}

func isControl(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f || r == 0xfeff || r == 0xfffe || r == 0xffff
}

// isStrangeSpace knows the spaces of word processors where YAML counts only plain ones.
func isStrangeSpace(r rune) bool {
	return r == '\u00a0' || r == '\u202f' || r == '\u3000' || r >= '\u2000' && r <= '\u200d'
}
