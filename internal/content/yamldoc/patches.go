package yamldoc

import (
	"slices"
	"strings"
)

// patches returns what a change does to the text of a file.
func (w writer) patches(o operation, way []*node) []patch {
	n := way[len(way)-1]
	flow := slices.ContainsFunc(way, func(n *node) bool { return n.flow })
	switch {
	case o.verb == inserting && o.value.key == bodyKey && n == w.root && IsMarkdown(w.file):
		return w.body(len(w.text), o.value.text)
	case o.verb == removing && n.children[o.index].isBody():
		return []patch{{from: n.children[o.index].at, to: len(w.text)}}
	case o.verb == setting && n.isBody():
		return w.body(n.at, o.value.text)
	case o.verb == setting:
		return w.set(way, &o.value)
	case o.verb == inserting && flow:
		return w.insertFlow(n, o.index, &o.value)
	case o.verb == inserting:
		return w.insert(n, o.index, &o.value)
	case o.verb == removing && flow && n.flow:
		return w.removeFlow(n, o.index)
	case o.verb == removing:
		return w.remove(n, o.index, flow)
	}
	return w.move(n, o.index, o.to)
}

// body puts a text where the body of a Markdown file begins. Whether a line break ends it is not of the text.
func (w writer) body(at int, words string) []patch {
	end := len(strings.TrimRight(w.text, "\n"))
	if at == len(w.text) { // there was none
		return []patch{{from: at, to: at, with: strings.Repeat("\n", max(end+2-at, 0)) + words}}
	}
	return []patch{{from: at, to: end, with: strings.TrimRight(words, "\n")}}
}

// set writes another value in the place of one: what begins on its first line, and the lines below. A comment behind
// the first line stays there.
func (w writer) set(way []*node, value *node) []patch {
	n, parent := way[len(way)-1], &node{kind: kindList}
	flow := slices.ContainsFunc(way[:len(way)-1], func(n *node) bool { return n.flow })
	if len(way) > 1 {
		parent = way[len(way)-2]
	}
	end := w.endOf(n)
	missing, block := n.kind == kindEmpty && n.end <= n.at, !flow && !n.flow && len(n.children) > 0
	switch empty := n.flow && len(n.children) == 0 && n.kind == value.kind; {
	case missing && len(way) == 1: // the file says nothing yet
		breaks := []string{"\n", ""}
		if w.text == "" || strings.HasSuffix(w.text, "\n") {
			breaks = []string{"", "\n"}
		}
		return []patch{{from: n.at, to: n.at, with: strings.Join(breaks, w.value(value, 0, 0, false, nil))}}
	case empty && strings.Contains(w.text[n.at:n.end], "#"):
		inside := w.value(value, 0, 0, true, nil)
		return []patch{{from: n.end - 1, to: n.end - 1, with: inside[1 : len(inside)-1]}}
	case empty && n.kind == kindList && len(value.children) == 1 && value.children[0].isLine():
		value = &node{kind: kindList, flow: true, children: value.children}
	}

	below := n.sign > 0 && !missing && w.lineBegin(n.at) > n.sign
	atSign := missing || block && below
	head, tail := patch{from: n.at, to: end, drops: n.kind >= kindList}, patch{from: w.eol(end), drops: n.kind >= kindList}
	switch {
	case atSign:
		head.from, head.to, tail.from = n.sign, n.sign, w.eol(n.sign)
	case block || n.style == styleBlock:
		head.to, tail.from = w.contentEnd(n.at), w.eol(n.at)
	}
	if tail.to = max(tail.from, end); block {
		_, tail.to = w.extent(n)
	}

	column, inside := w.column(n.begin()), -1
	switch isItem := parent.kind == kindList; {
	case isItem && atSign:
		inside = column + w.gap(parent)
	case isItem, below && !atSign:
		inside = w.column(n.at)
	}
	one := node{kind: parent.kind, children: []node{value.of(n.key, 0)}}
	written := w.child(&one, 0, column, inside, flow, nil)
	switch {
	case parent.kind == kindKeys:
		written = written[len(w.key(n.key, flow)+":"):]
	case !flow:
		written = written[len("-"):]
	}
	isPlain := false
	if n.kind == kindText && value.kind == kindText {
		if kept, fits := w.keep(n, value.text, w.textColumn(parent, column), flow); fits {
			written, isPlain = " "+kept, n.style == stylePlain
		}
	}
	if below && !atSign {
		written = strings.TrimLeft(written, " \n")
	}
	first, rest, several := strings.Cut(written, "\n")
	if several && !isPlain {
		tail.with, written = "\n"+rest, first
	}
	switch {
	case value.kind == kindText && tail.with != "" && below && strings.TrimLeft(w.text[n.sign:n.at], " \n") == "":
		head.from, head.with = n.sign, " "+written // the sign of a block stands beside its key
	case written == "" && below && !atSign && w.eol(end) == end:
		head.from = w.lineBegin(n.at) - 1
	case written == "" && !below && n.sign > 0:
		head.from = n.sign
	case atSign && flow && w.text[n.sign-1] != ':':
		head.with = ":" + written
	case atSign:
		head.with = written
	default:
		head.with = strings.TrimLeft(written, " ")
	}
	return []patch{head, tail}
}

// isLine tells whether a value is a text of one line.
func (n *node) isLine() bool { return n.kind == kindText && !strings.Contains(n.text, "\n") }

// insert writes a new child between lines, with as many blank lines as between its neighbours.
func (w writer) insert(parent *node, i int, value *node) []patch {
	one := node{kind: parent.kind, children: []node{*value}}
	column, inside, blanks := w.column(parent.children[0].begin()), -1, len(w.text)
	if parent.kind == kindList {
		inside = column + w.gap(parent)
	}
	for k := max(i-1, 1); k <= min(i+1, parent.keys()-1); k++ {
		blanks = min(blanks, w.blanks(parent, k))
	}
	if parent.keys() < 2 {
		blanks = 0
	}
	written := w.child(&one, 0, column, inside, false, parent)
	between := "\n" + strings.Repeat("\n", blanks) + strings.Repeat(" ", column)
	if i == 0 {
		at, _ := w.extent(&parent.children[0])
		return []patch{{from: at, to: at, with: written + between}}
	}
	_, at := w.extent(&parent.children[i-1])
	return []patch{{from: at, to: at, with: between + written}}
}

// remove takes a child out, with its lines; the last one leaves brackets behind.
func (w writer) remove(parent *node, i int, flow bool) []patch {
	brackets, only := "[]", parent.keys() == 1
	if parent.kind == kindKeys {
		brackets = "{}"
	}
	n := &parent.children[i]
	from, to := w.extent(n)
	switch below := parent.sign > 0 && w.lineBegin(n.begin()) > parent.sign; {
	case flow: // a pair between the brackets of a list
		return []patch{{from: parent.begin(), to: w.endOf(parent), with: brackets, drops: true}}
	case only && below:
		return []patch{{from: parent.sign, to: parent.sign, with: " " + brackets}, w.lines(from, to)}
	case only:
		return []patch{{from: from, to: to, with: brackets, drops: true}}
	case !w.beginsLine(from): // behind the hyphen of the item that it is in
		rest := w.text[to:]
		return []patch{{from: from, to: to + len(rest) - len(strings.TrimLeft(rest, " \n")), drops: true}}
	}

	p := w.lines(from, to)
	after, before := leadingBreaks(w.text[p.to:]), 0
	if i > 0 {
		before = w.blanks(parent, i)
		for before > 0 && !strings.HasSuffix(w.text[:p.from], strings.Repeat("\n", before+1)) {
			before--
		}
	}
	switch above := strings.TrimLeft(w.text[w.lineBegin(max(p.from-1, 0)):p.from], " "); {
	case i == parent.keys()-1:
		if _, end := w.extent(&parent.children[max(i-1, 0)]); p.from-before <= end+1 || p.to == len(w.text) {
			p.from -= before // else they are below a comment of its own
		}
	case i > 0 && after > before:
		p.from -= before
	case i > 0 || !strings.HasPrefix(above, "#"):
		p.to += after
	}
	return []patch{p}
}

// lines drops the lines of a part of a file.
func (s *source) lines(from, to int) patch {
	from = s.lineBegin(from)
	if to < len(s.text) {
		to++
	} else if from > 0 {
		from--
	}
	return patch{from: from, to: to, drops: true}
}

// move puts the children between two places of a list in another order, each where another one was: what stands between
// them stays.
func (w writer) move(parent *node, from, to int) (patches []patch) {
	order := make([]int, len(parent.children))
	for i := range order {
		order[i] = i
	}
	order = slices.Insert(slices.Delete(order, from, from+1), to, from)
	for place, i := range order {
		if place == i {
			continue
		}
		old, oldComment := w.piece(parent, place)
		moved, comment := w.piece(parent, i)
		patches = append(patches, patch{from: old[0], to: old[1], moved: &moved})
		if parent.flow && !w.quotes { // else the comments stay as well
			patches = append(patches, patch{from: oldComment[0], to: oldComment[1], moved: &comment})
		}
	}
	return patches
}

// piece returns what moves with an item: its part of the file, and between brackets the comment behind its comma.
func (w writer) piece(parent *node, i int) (part, comment [2]int) {
	n := &parent.children[i]
	from, to := w.extent(n)
	if !parent.flow {
		return [2]int{from, to}, comment
	}
	end := w.endOf(n)
	if content := w.contentEnd(end); strings.Trim(w.text[end:content], " ,") == "" {
		return [2]int{from, end}, [2]int{content, w.eol(end)}
	}
	return [2]int{from, end}, [2]int{end, end}
}
