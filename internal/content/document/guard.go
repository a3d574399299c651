package document

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxFileSize is the greatest size of a content file in bytes. The parser's
// cost grows faster than the size of a file.
const MaxFileSize = 128 << 10

const byteOrderMark = "\ufeff"

// readBytes checks what can be checked without knowing YAML, and sets the source.
func (d *reading) readBytes(data []byte) []Problem {
	if len(data) > MaxFileSize {
		return []Problem{d.problem(place{}, "too-large",
			fmt.Sprintf("The file is larger than %d KB, which is the most that is allowed.", MaxFileSize>>10),
			"Split it into several files.")}
	}
	if what := foreignFormat(data); what != "" {
		return []Problem{d.problem(place{}, "encoding", fmt.Sprintf("The file is %s, not plain text.", what),
			"Copy its words into a file that a text editor made.")}
	}
	if isUTF16(data) {
		return []Problem{d.problem(place{}, "encoding", "The file is saved as UTF-16.", "Save it as UTF-8.")}
	}
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	if !utf8.Valid(data) {
		before := validPrefix(data)
		d.source = normalise(strings.ToValidUTF8(string(data), string(utf8.RuneError)))
		return []Problem{d.problem(placeAfter(normalise(before)), "encoding", "The file is not saved as UTF-8: this character cannot be read.", "Save the file as UTF-8.")}
	}
	d.source = normalise(string(data))
	return d.controlCharacters()
}

// isUTF16 knows files of Windows editors by their mark, and others by the NUL
// beside each of their first letters.
func isUTF16(data []byte) bool {
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		return true
	}
	return len(data) >= 4 && (data[0] == 0) != (data[1] == 0) && (data[2] == 0) == (data[0] == 0) && (data[3] == 0) == (data[1] == 0)
}

func validPrefix(data []byte) string {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return string(data[:i])
		}
		i += size
	}
	return string(data)
}

// normalise gives every line the same end. The parser counts \r\n inside
// quotes as two lines.
func normalise(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// placeAfter is the place of the character that follows the text.
func placeAfter(text string) place {
	line := strings.Count(text, "\n")
	return place{int32(line + 1), int32(utf8.RuneCountInString(text[strings.LastIndexByte(text, '\n')+1:]) + 1)}
}

func isControl(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f || r == 0xfeff || r == 0xfffe || r == 0xffff
}

// controlCharacters names the first sign on each line that no editor shows.
func (d *reading) controlCharacters() []Problem {
	if strings.IndexFunc(d.source, isControl) < 0 {
		return nil
	}
	var problems []Problem
	for i, line := range strings.Split(d.source, "\n") {
		at := strings.IndexFunc(line, isControl)
		if at < 0 {
			continue
		}
		r, _ := utf8.DecodeRuneInString(line[at:])
		problems = append(problems, d.problem(
			place{int32(i + 1), int32(utf8.RuneCountInString(line[:at]) + 1)}, "bad-character",
			fmt.Sprintf("There is an invisible control character here (U+%04X).", r), "Delete it and type the text again."))
		if len(problems) == maxProblems {
			break
		}
	}
	return problems
}
