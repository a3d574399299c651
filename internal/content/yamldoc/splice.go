package yamldoc

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// ErrNotEdited says that a file cannot be changed as it is written.
var ErrNotEdited = errors.New("it has no place in the file as that is written")

// editing is a file that is changed. It stands for one state of the file: a change makes another one.
type editing struct {
	*source
	data []byte
}

func edit(file string, data []byte) (*editing, error) {
	s, err := readWhole(file, data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotEdited, err)
	}
	return &editing{s, data}, nil
}

// patch puts other bytes in the place of some of the text of a file.
type patch struct {
	from, to int
	with     string
}

// replace applies patches that do not overlap. It refuses those that make other values than the wanted ones, or that
// take away a comment outside of the part that goes.
func (e *editing) replace(patches []patch, want *node, gone [2]int) (*editing, error) {
	slices.SortStableFunc(patches, func(a, b patch) int { return a.from - b.from })
	data := e.splice(patches)
	next, err := readWhole(e.file, data)
	problem, _ := errors.AsType[*Problem](err)
	switch {
	case err != nil && (problem.Code == "bad-character" || problem.Code == "encoding"):
		return nil, fmt.Errorf("%w: there is a character in it that cannot be shown", ErrNotEdited)
	case err != nil:
		return nil, fmt.Errorf("%w: %s", ErrNotEdited, problem.Message)
	case !next.root.equal(want):
		return nil, fmt.Errorf("%w: it would be read as something else", ErrNotEdited)
	}
	var comments []string
	for _, at := range e.comments {
		goes := gone[0] <= at && at < gone[1]
		if !goes || !slices.ContainsFunc(patches, func(p patch) bool { return p.from <= at && at < p.to }) {
			comments = append(comments, e.restOfLine(at))
		}
	}
	if !slices.Equal(slices.Sorted(slices.Values(comments)), next.allComments()) {
		return nil, fmt.Errorf("%w: a comment would be lost", ErrNotEdited)
	}
	return &editing{next, data}, nil
}

// allComments returns the comments of a file, sorted.
func (s *source) allComments() []string {
	comments := make([]string, len(s.comments))
	for i, at := range s.comments {
		comments[i] = s.restOfLine(at)
	}
	slices.Sort(comments)
	return comments
}

// splice returns the bytes of the file with patches: of all others, not even an end of a line changes.
func (e *editing) splice(patches []patch) []byte {
	var out strings.Builder
	raw, done := string(e.data), 0
	for _, p := range patches {
		with := p.with
		for p.from < p.to && with != "" && e.text[p.from] == with[0] {
			p.from, with = p.from+1, with[1:]
		}
		for p.from < p.to && with != "" && e.text[p.to-1] == with[len(with)-1] {
			p.to, with = p.to-1, with[:len(with)-1]
		}
		from := e.inFile(raw, p.from)
		out.WriteString(raw[done:from])
		out.WriteString(strings.ReplaceAll(with, "\n", lineEnd(raw, from)))
		done = e.inFile(raw, p.to)
	}
	return []byte(out.String() + raw[done:])
}

// inFile returns where a place of the text is in the file as it is, whose lines may end in other ways, and whose blank
// lines may have blanks.
func (s *source) inFile(raw string, at int) int {
	if len(raw) == len(s.text) {
		return at
	}
	begin, line := s.lineBegin(at), len(raw)-len(strings.TrimPrefix(raw, byteOrderMark))
	if before := strings.Count(s.text[:begin], "\n"); before > 0 {
		line = lineEnds.FindAllStringIndex(raw, before)[before-1][1]
	}
	return line + at - begin
}

var lineEnds = regexp.MustCompile(`\r\n?|\n`)

// lineEnd returns how the line of a place ends: like the first one where it is the last one.
func lineEnd(raw string, at int) string {
	for _, text := range []string{raw[at:], raw} {
		if end := lineEnds.FindString(text); end != "" {
			return end
		}
	}
	return "\n"
}
