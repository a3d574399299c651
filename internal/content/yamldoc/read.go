package yamldoc

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxFileSize is the greatest size of a content file in bytes.
const MaxFileSize = 128 << 10

// Limits returns how many bytes a file may have, and how many keys, items and brackets, by its path. Redirects come from
// other programs, by the thousands.
func Limits(file string) (size, entries int) {
	if path.Base(file) == "redirects.yaml" {
		return 8 << 20, 100_000
	}
	return MaxFileSize, maxEntries
}

// read turns bytes into nodes. Each step runs only when the one before it found nothing wrong, so the library sees no
// text that could harm it. Should it panic all the same, that is a problem of the file.
func (s *source) read(data []byte) (problem *Problem) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case *Problem:
			problem = fault
		default:
			p := s.problem(wholeFile, "syntax", "The file cannot be understood.",
				"Compare its layout with a file that works.")
			problem = &p
		}
	}()

	s.checkBytes(data)
	s.yaml = s.text
	if !IsMarkdown(s.file) {
		s.parse()
		return nil
	}
	body := s.cutFrontMatter()
	s.parse()
	s.addBody(body)
	return nil
}

// fail ends the reading of a file with a problem, by a panic that read recovers from.
func (s *source) fail(at int, code, message, hint string) {
	p := s.problem(at, code, message, hint)
	panic(&p)
}

const byteOrderMark = "\ufeff"

// IsMarkdown tells whether a file holds a page as a Markdown text.
func IsMarkdown(name string) bool {
	return slices.Contains([]string{".md", ".markdown"}, strings.ToLower(path.Ext(name)))
}

// checkBytes checks what can be checked without knowing YAML, and sets the text.
func (s *source) checkBytes(data []byte) {
	if most, _ := Limits(s.file); len(data) > most {
		s.fail(wholeFile, "too-large",
			fmt.Sprintf("The file is larger than %d KB, which is the most that is allowed.", most>>10),
			"Split it into several files.")
	}

	text := strings.TrimPrefix(string(data), byteOrderMark)
	s.text = normalise(strings.ToValidUTF8(text, string(utf8.RuneError)))
	if !utf8.ValidString(text) {
		s.fail(strings.IndexRune(s.text, utf8.RuneError), "encoding",
			"The file is not saved as UTF-8: this character cannot be read.", "Save the file as UTF-8.")
	}
	if at := strings.IndexFunc(s.text, isControl); at >= 0 {
		r, _ := utf8.DecodeRuneInString(s.text[at:])
		s.fail(at, "bad-character", fmt.Sprintf("There is an invisible control character here (U+%04X).", r),
			"Delete it and type the text again.")
	}
	for _, run := range []string{manySigns, manyLines} {
		s.failRun(strings.Index(s.text, run))
	}
	for at, line := range lines(s.text) {
		if strings.Count(line, "\t") > maxTabs {
			s.failRun(at + strings.IndexByte(line, '\t'))
		}
		if len(line) > 6 && (line[:7] == "<<<<<<<" || line[:7] == ">>>>>>>") && (len(line) == 7 || line[7] == ' ') {
			s.fail(at, "merge-conflict", "Two versions of this file were merged, and nobody decided between them here.",
				"Keep one of the two parts, and delete the lines of <<<<<<<, ======= and >>>>>>>.")
		}
	}
}

// Signs after which the library's scanner looks at all that follow, or copies what came before.
var manySigns, manyLines = strings.Repeat("<", 500), strings.Repeat("\n", 51)

// maxTabs is how many a line may have: they are such signs, too.
const maxTabs = 100

func (s *source) failRun(at int) {
	if at >= 0 {
		s.fail(at, "too-many", "Here is the same sign again and again: <, a tab or an empty line.",
			"Remove what is too much.")
	}
}

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

var blankLine = regexp.MustCompile(`(?m)^[ \t]+$`)

// normalise gives every line the same end, and empties lines of spaces: the scanner counts \r\n inside quotes as two
// lines, and takes spaces for indentation.
func normalise(text string) string {
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	if strings.Contains(text+"\n", " \n") || strings.Contains(text+"\n", "\t\n") { // a regexp takes longer than all else
		text = blankLine.ReplaceAllLiteralString(text, "")
	}
	return text
}

func isControl(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f || r == 0xfeff || r == 0xfffe || r == 0xffff
}

// A file that ends in .md is a Markdown text with keys before it, between two lines of three hyphens. The text is the
// value of the key markdown.
const (
	fence   = "---"
	bodyKey = "markdown"
)

// cutFrontMatter leaves the keys of a Markdown file as the YAML of the source, each at its place, and returns where the
// body begins.
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
		s.yaml = "#" + s.text[1:at] // a comment instead of the first fence
		return min(at+len(line)+1, len(s.text))
	}
	s.fail(0, "front-matter", "The keys before the text never end.",
		"Write a line of three hyphens between the keys and the text: ---.")
	return 0
}

func (s *source) addBody(body int) {
	text := strings.TrimLeft(s.text[body:], "\n")
	at := len(s.text) - len(text)
	if text = strings.TrimRight(text, "\n"); text == "" || s.root.kind != kindKeys {
		return
	}
	n := node{kind: kindText, text: text + "\n", key: bodyKey, at: at, keyAt: at, end: len(s.text)}
	s.root.children = append(s.root.children, n)
}
