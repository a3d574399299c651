package yamldoc

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// MaxFileSize is the greatest size of a content file in bytes.
const MaxFileSize = 128 << 10

// Limits of signs after which the library's scanner looks at many or all that follow, or copies what came before.
const (
	maxRun   = 500 // signs < in a row
	maxBlank = 50  // line ends in a row
	maxTabs  = 100 // tabs on a line
)

// read turns bytes into nodes. Each step runs only when the one before it found nothing wrong, so the library sees no
// text that could harm it. Should it panic all the same, that is a problem of the file.
func (s *source) read(data []byte) (problem *Problem) {
	whole := ""
	defer func() {
		if whole != "" { // places count from the begin of the file
			s.text = whole
		}

		switch fault := recover().(type) {
		case nil:
			return
		case *Problem:
			problem = fault
		default:
			p := s.problem(wholeFile, "syntax", "The file cannot be understood.",
				"Compare its layout with a file that works.")
			problem = &p
		}
		s.root = nil
	}()

	s.checkBytes(data)
	if !strings.HasSuffix(s.file, ".md") {
		s.parse()
		return nil
	}

	whole = s.text
	body := s.cutFrontMatter()
	s.parse()
	s.addBody(whole, body)
	return nil
}

// fail ends the reading of a file with a problem, by a panic that read recovers from.
func (s *source) fail(at int, code, message, hint string) {
	p := s.problem(at, code, message, hint)
	panic(&p)
}

const byteOrderMark = "\ufeff"

// foreignFormats are files that people save under the name of a content file.
var foreignFormats = []struct{ begin, what string }{
	{"PK\x03\x04", "a document of a word processor, or an archive"},
	{"\xd0\xcf\x11\xe0", "a document of a word processor"},
	{`{\rtf`, "a document of a word processor"},
	{"%PDF", "a PDF"},
	{"<!doctype", "a web page"},
	{"<!DOCTYPE", "a web page"},
	{"<html", "a web page"},
	{"\x89PNG", "a picture"},
	{"\xff\xd8\xff", "a picture"},
	{"GIF8", "a picture"},
}

// checkBytes checks what can be checked without knowing YAML, and sets the text.
func (s *source) checkBytes(data []byte) {
	if len(data) > MaxFileSize {
		s.fail(wholeFile, "too-large",
			fmt.Sprintf("The file is larger than %d KB, which is the most that is allowed.", MaxFileSize>>10),
			"Split it into several files.")
	}

	for _, format := range foreignFormats {
		if bytes.HasPrefix(data, []byte(format.begin)) {
			s.fail(wholeFile, "encoding", fmt.Sprintf("The file is %s, not plain text.", format.what),
				"Copy its words into a file that a text editor made.")
		}
	}
	if isUTF16(data) {
		s.fail(wholeFile, "encoding", "The file is saved as UTF-16.", "Save it as UTF-8.")
	}

	text := strings.TrimPrefix(string(data), byteOrderMark)
	if !utf8.ValidString(text) {
		const wrong = string(utf8.RuneError)
		s.text = normalise(strings.ToValidUTF8(strings.ReplaceAll(text, wrong, "?"), wrong))
		s.fail(strings.Index(s.text, wrong), "encoding",
			"The file is not saved as UTF-8: this character cannot be read.",
			"Save the file as UTF-8.")
	}

	s.text = normalise(text)
	if at := strings.IndexFunc(s.text, isControl); at >= 0 {
		r, _ := utf8.DecodeRuneInString(s.text[at:])
		s.fail(at, "bad-character", fmt.Sprintf("There is an invisible control character here (U+%04X).", r),
			"Delete it and type the text again.")
	}
	if at := strings.Index(s.text, strings.Repeat("<", maxRun)); at >= 0 {
		s.fail(at, "too-many", fmt.Sprintf("There are more than %d signs < in a row.", maxRun-1), "Remove them.")
	}
	if at := strings.Index(s.text, strings.Repeat("\n", maxBlank+1)); at >= 0 {
		s.fail(at+1, "too-many", fmt.Sprintf("There are more than %d empty lines in a row.", maxBlank-1),
			"Remove them.")
	}
	for at, line := range lines(s.text) {
		switch {
		case strings.Count(line, "\t") > maxTabs:
			s.fail(at, "tab", fmt.Sprintf("There are more than %d tabs on this line.", maxTabs), "Use spaces.")
		case conflict.MatchString(line):
			s.fail(at, "merge-conflict", "Two versions of this file were merged, and nobody decided between them here.",
				"Keep one of the two parts, and delete the lines of <<<<<<<, ======= and >>>>>>>.")
		}
	}
}

// conflict is a mark that a version control system leaves in a file.
var conflict = regexp.MustCompile(`^(<{7}|>{7})( |$)`)

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

// isUTF16 knows files of Windows editors by their mark, and others by the NUL beside each of their first letters.
func isUTF16(data []byte) bool {
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		return true
	}
	if len(data) < 4 {
		return false
	}
	first, second := data[0] == 0, data[1] == 0
	return first != second && first == (data[2] == 0) && second == (data[3] == 0)
}

var blankLine = regexp.MustCompile(`(?m)^[ \t]+$`)

// normalise gives every line the same end, and empties lines of spaces: the scanner counts \r\n inside quotes as two
// lines, and takes spaces for indentation.
func normalise(text string) string {
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	return blankLine.ReplaceAllLiteralString(text, "")
}

func isControl(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f || r == 0xfeff || r == 0xfffe || r == 0xffff
}

// isStrangeSpace knows the spaces of word processors where YAML counts only plain ones.
func isStrangeSpace(r rune) bool {
	return r == '\u00a0' || r == '\u202f' || r == '\u3000' || r >= '\u2000' && r <= '\u200d'
}

// A file that ends in .md is a Markdown text with keys before it, between two lines of three hyphens. The text is the
// value of the key markdown.
const (
	fence   = "---"
	bodyKey = "markdown"
)

// cutFrontMatter leaves the keys of a Markdown file as the text of the source, each at its place, and returns where
// the body begins.
func (s *source) cutFrontMatter() (body int) {
	first, _, _ := strings.Cut(s.text, "\n")
	if strings.TrimRight(first, " \t") != fence {
		s.fail(wholeFile, "front-matter", "The file does not begin with its keys, so it is no entry of a collection.",
			"Begin it with a line of three hyphens: ---, then keys such as title: and date:, "+
				"then --- again, then the text.")
	}

	for at, line := range lines(s.text) {
		if at == 0 || strings.TrimRight(line, " \t") != fence {
			continue
		}
		if strings.Trim(s.text[len(first):at], " \t\n") == "" {
			s.fail(0, "front-matter", "There are no keys between the lines of three hyphens.",
				"Write at least title: and date: there.")
		}
		body = min(at+len(line)+1, len(s.text))
		s.text = "#" + s.text[1:at] // a comment instead of the first fence
		return body
	}
	s.fail(0, "front-matter", "The keys before the text never end.",
		"Write a line of three hyphens between the keys and the text: ---.")
	return 0
}

// addBody makes the text below the keys the value of a key.
func (s *source) addBody(whole string, body int) {
	text := strings.TrimLeft(whole[body:], "\n")
	at := len(whole) - len(text)
	if text = strings.TrimRight(text, "\n"); text == "" || s.root.kind != kindKeys {
		return
	}
	n := node{kind: kindText, text: text + "\n", key: bodyKey, at: at, keyAt: at}
	s.root.children = append(s.root.children, n)
}
