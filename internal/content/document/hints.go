package document

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

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

// foreignFormat tells what a file is instead of text; empty for all that may be YAML.
func foreignFormat(data []byte) string {
	begin := bytes.ToLower(data[:min(len(data), 16)])
	for _, format := range foreignFormats {
		if bytes.HasPrefix(begin, bytes.ToLower([]byte(format.begin))) {
			return format.what
		}
	}
	return ""
}

// isStrangeSpace knows the spaces of word processors where YAML counts only plain ones.
func isStrangeSpace(r rune) bool {
	return r == '\u00a0' || r == '\u202f' || r == '\u3000' || r >= '\u2000' && r <= '\u200d'
}

// bullet returns the sign that a word processor puts before the items of a list, and 0 where there is none.
func bullet(text string) rune {
	r, size := utf8.DecodeRuneInString(text)
	next, _ := utf8.DecodeRuneInString(text[size:])
	if strings.ContainsRune("•◦‣·–—▪*+", r) && (next == ' ' || next == '\t' || isStrangeSpace(next)) {
		return r
	}
	return 0
}

// quotesInside says how a quotation mark is written inside of a text in such marks.
func quotesInside(quote byte) string {
	if quote == '\'' {
		return "An apostrophe inside single quotes is written twice: ''. Or put the text in \"double quotes\"."
	}
	return "For a quotation mark inside the text, write the outer ones as 'single quotes'."
}

// lacksOpening tells whether a text ends with a bracket that nothing opens.
func lacksOpening(text string) bool {
	return strings.HasSuffix(text, "}") && strings.Count(text, "{") < strings.Count(text, "}")
}

var loneWord = regexp.MustCompile(`^(?:- +)*([A-Za-z][A-Za-z0-9-]*)$`)

// keyAbove returns the one word of the line above, which may be a key without its colon.
func (s *surveyor) keyAbove() string {
	for i := s.line - 1; i >= 0; i-- {
		if text := strings.TrimSpace(s.lines[i]); text != "" && text[0] != '#' {
			if word := loneWord.FindStringSubmatch(text); word != nil {
				return word[1]
			}
			return ""
		}
	}
	return ""
}

// commentInside finds a sign # that cuts off the rest of a line, and what it cuts off.
func commentInside(line string, from int) (at int, text string) {
	i := strings.Index(line[from:], " #")
	if i < 0 {
		return -1, ""
	}
	at = from + i + 1
	text = line[at:]
	if end := strings.IndexAny(text, ",]}"); end >= 0 {
		text = text[:end]
	}
	return at, strings.TrimSpace(text)
}

// keysInstead shows how a text is written where a set of keys belongs.
func (d *decoder) keysInstead(n *node, s *shape) string {
	if word, rest, colon := strings.Cut(n.text, ":"); colon && n.style == stylePlain && loneWord.MatchString(word) {
		if r, _ := utf8.DecodeRuneInString(rest); isStrangeSpace(r) {
			return fmt.Sprintf("Behind the colon of `%s` stands a special space, as word processors make it: delete it and type a space.", word)
		}
		return fmt.Sprintf("Write a space behind the colon of `%s`.", word)
	}
	var needed []string
	for i := range s.fields {
		if s.fields[i].rules.required {
			needed = append(needed, s.fields[i].name)
		}
	}
	// A path is no label: an example with it would mislead.
	short := n.text != "" && (n.text[0] != '/' || len(needed) == 1 && needed[0] == "src") && len(n.text) <= 60 && !strings.ContainsAny(n.text, "\n,[]{}:#\"'")
	switch {
	case len(needed) == 1 && short && n != d.doc.root:
		return fmt.Sprintf("Write it as {%s: %s}.", needed[0], n.text)
	case len(needed) > 1:
		return fmt.Sprintf("Write its keys below, each on a line of its own with a colon, a space and its value: it needs `%s`.", strings.Join(needed, "` and `"))
	}
	return "Write its keys below, each on a line of its own: key, colon, space, value."
}

var digitsOnly = regexp.MustCompile(`^[0-9]+$`)

// strayPart explains a word that a comma between brackets made a key; empty where no comma did.
func strayPart(parent, child *node) (message, hint string) {
	if !parent.flow || child.kind != kindEmpty || child.text != "" {
		return "", ""
	}
	for i := range parent.children {
		if &parent.children[i] != child || i == 0 {
			continue
		}
		before := &parent.children[i-1]
		if before.kind != kindText || before.style != stylePlain {
			break
		}
		if digitsOnly.MatchString(before.text) && digitsOnly.MatchString(child.key) {
			return "There is a comma in this number.", "Write it without a comma, and cents behind a point: 2499 or 49.99."
		}
		message = fmt.Sprintf("The comma ends the text before it, so `%s` stands here as a key.", shorten(child.key, 40))
		return message, strings.Replace(putInQuotes(before.text+", "+child.key), "Put", "If the comma belongs to the text, put", 1)
	}
	return "", ""
}
