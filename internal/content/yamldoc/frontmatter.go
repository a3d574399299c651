package yamldoc

import "strings"

// A file that ends in .md is a Markdown text with keys before it, between two lines
// of three hyphens. The text is the value of the key markdown.

const fence = "---"

// bodyKey is the key that the text of a Markdown file is the value of.
const bodyKey = "markdown"

// frontMatterBody is what follows the keys of a Markdown file.
type frontMatterBody struct {
	whole string // the text of the file
	at    int    // where the body begins
}

// cutFrontMatter leaves the keys of a Markdown file as the text of the source. Every
// character of them keeps its place.
func (s *source) cutFrontMatter() (frontMatterBody, *Problem) {
	whole := s.text
	fail := func(at int, message, hint string) (frontMatterBody, *Problem) {
		p := s.problem(at, "front-matter", message, hint)
		return frontMatterBody{}, &p
	}
	first, _, _ := strings.Cut(whole, "\n")
	switch first = strings.TrimRight(first, " \t"); {
	case strings.HasPrefix(first, "+++"), strings.HasPrefix(first, "{"):
		return fail(0, "The keys before this text are written for another program.", "Begin the file with a line of three hyphens: ---, then keys such as title: and date:, then --- again.")
	case first != fence:
		return fail(wholeFile, "The file does not begin with its keys, so it is no entry of a collection.", "Begin it with a line of three hyphens: ---, then keys such as title: and date:, then --- again, then the text.")
	}
	end := -1
	for at, line := range lines(whole) {
		if at > 0 && strings.TrimRight(line, " \t") == fence {
			end = at
			break
		}
	}
	if end < 0 {
		return fail(0, "The keys before the text never end.", "Write a line of three hyphens between the keys and the text: ---.")
	}
	body := end + len(fence)
	if line := strings.IndexByte(whole[end:], '\n'); line >= 0 {
		body = end + line + 1
	}
	if strings.Trim(whole[len(first):end], " \t\n") == "" {
		return fail(0, "There are no keys between the lines of three hyphens.", "Write at least title: and date: there.")
	}
	s.text = "#" + whole[1:end] // a comment instead of the first fence
	return frontMatterBody{whole, body}, nil
}

// addBody gives the source back its whole text, and the text below the keys as the
// value of a key.
func (s *source) addBody(body frontMatterBody, problem *Problem) {
	s.text = body.whole
	if problem != nil || s.root == nil || s.root.kind != kindKeys {
		return
	}
	text := body.whole[min(body.at, len(body.whole)):]
	blank := len(text) - len(strings.TrimLeft(text, "\n"))
	if text = strings.TrimRight(text[blank:], "\n"); text == "" {
		return
	}
	at := body.at + blank
	s.root.children = append(s.root.children, node{kind: kindText, style: stylePlain, text: text + "\n", key: bodyKey, at: at, keyAt: at})
}
