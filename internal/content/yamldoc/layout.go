package yamldoc

import (
	"slices"
	"strings"
)

// step returns by how many columns the keys, items or lines of a value stand deeper than the key of it, as the file has
// keys or items elsewhere.
func (s *source) step(of kind) int {
	step := -1
	if of < kindList {
		of = kindKeys
	}
	var find func(n *node)
	find = func(n *node) {
		for i := range n.children {
			child := &n.children[i]
			if step < 0 && n.kind == kindKeys && child.kind == of && !child.flow && len(child.children) > 0 {
				step = s.column(child.children[0].begin()) - s.column(child.keyAt)
			}
			if step < 0 && !child.flow {
				find(child)
			}
		}
	}
	if find(s.root); step < 0 {
		return 2
	}
	return step
}

// gap returns how far from its hyphen the value of an item stands in a list.
func (s *source) gap(list *node) int {
	for i := range list.children {
		if n := &list.children[i]; n.sign > 0 && n.at >= n.sign && s.lineBegin(n.at) < n.sign {
			return n.at - n.sign + 1
		}
	}
	return 2
}

func (s *source) lineBegin(at int) int { return strings.LastIndexByte(s.text[:at], '\n') + 1 }

func (s *source) column(at int) int { return at - s.lineBegin(at) }

func (s *source) beginsLine(at int) bool { return strings.Trim(s.text[s.lineBegin(at):at], " ") == "" }

func (s *source) eol(at int) int { return at + len(s.restOfLine(at)) }

// contentEnd returns the end of a line without the comment on it.
func (s *source) contentEnd(at int) int {
	end := s.eol(at)
	if i, _ := slices.BinarySearch(s.comments, at); i < len(s.comments) {
		end = min(end, s.comments[i])
	}
	return at + len(strings.TrimRight(s.text[at:end], " \t"))
}

// begin returns where the key or the hyphen of a value is, else the value.
func (n *node) begin() int {
	if n.keyAt == wholeFile && n.sign > 0 {
		return n.sign - 1
	}
	return n.start()
}

// endOf returns where a value ends.
func (s *source) endOf(n *node) int {
	if !n.flow && len(n.children) > 0 {
		return s.endOf(&n.children[len(n.children)-1])
	}
	end := n.at + len(strings.TrimRight(s.text[n.at:max(n.at, n.end)], " \t\n"))
	if n.style == styleBlock {
		words := strings.TrimRight(n.text, "\n")
		breaks := len(n.text) - len(words) // of which only those of a block that keeps them are many
		if words != "" {
			breaks = max(breaks-1, 0)
		}
		end = min(s.eol(end)+breaks, len(s.yaml))
	}
	return max(end, n.sign)
}

// extent returns the part of a file that a key or an item takes along: its value, the comment above it that stands in
// the same column, unless that begins the file, and comments that stand deeper.
func (s *source) extent(n *node) (from, to int) {
	if n.isBody() {
		return n.at, len(s.text)
	}
	from, to = n.begin(), s.eol(s.endOf(n))
	column, begin := s.column(from), s.lineBegin(from)
	own := from
	for line := begin; s.beginsLine(from) && line > 0; {
		line = s.lineBegin(line - 1)
		if above := s.yaml[line:begin]; indent(above) != column || above[column] != '#' {
			from = own
			break
		}
		own, begin = line+column, line
	}
	for next := to; ; to = next {
		rest := strings.TrimLeft(s.yaml[min(next, len(s.yaml)):], "\n")
		next = len(s.yaml) - len(rest)
		if spaces := indent(rest); spaces <= column || spaces == len(rest) || rest[spaces] != '#' {
			return from, to
		}
		next = s.eol(next)
	}
}

// blanks counts the blank lines between a child and the one before it; there are none before the first one.
func (s *source) blanks(parent *node, i int) int {
	if i == 0 {
		return 0
	}
	_, from := s.extent(&parent.children[i-1])
	return max(leadingBreaks(s.text[from:])-1, 0)
}

func leadingBreaks(text string) int { return len(text) - len(strings.TrimLeft(text, "\n")) }

// comma returns the first comma in a part of a file that has blanks and comments else; -1 where there is none.
func (s *source) comma(from, to int) int {
	for at := from; at < to; at++ {
		switch s.text[at] {
		case ',':
			return at
		case '#':
			at = s.eol(at)
		}
	}
	return -1
}
