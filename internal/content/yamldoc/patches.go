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
	case o.verb == moving:
		return w.move(n, o.index, o.to)
	case flow && !n.flow: // a pair between the brackets of a list
		return w.set(way, new(n.with(nil, &o)))
	case o.verb == inserting && flow:
		return w.insertFlow(n, o.index, &o.value)
	case o.verb == inserting:
		return w.insert(n, o.index, &o.value)
	case flow:
		return w.removeFlow(n, o.index)
	}
	return w.remove(way, o.index)
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
	n, isItem := way[len(way)-1], len(way) == 1 || way[len(way)-2].kind == kindList
	flow := slices.ContainsFunc(way[:len(way)-1], func(n *node) bool { return n.flow })
	missing, block := n.kind == kindEmpty && n.end <= n.at, !flow && !n.flow && len(n.children) > 0
	switch empty := n.flow && len(n.children) == 0 && n.kind == value.kind; {
	case missing && len(way) == 1: // the file says nothing yet
		breaks := []string{"\n", ""}
		if w.text == "" || strings.HasSuffix(w.text, "\n") {
			breaks = []string{"", "\n"}
		}
		return []patch{{from: n.at, to: n.at, with: strings.Join(breaks, w.value(value, 0, false))}}
	case empty && strings.Contains(w.text[n.at:n.end], "#"):
		inside := w.value(value, 0, true)
		return []patch{{from: n.end - 1, to: n.end - 1, with: inside[1 : len(inside)-1]}}
	case empty && n.kind == kindList && len(value.children) == 1 && value.children[0].isLine():
		value = &node{kind: kindList, flow: true, children: value.children}
	}

	end, column := w.endOf(n), w.column(n.begin())
	inside := w.inside(value, isItem, column)
	below := n.sign > 0 && !missing && w.lineBegin(n.at) > n.sign
	head := patch{from: n.at, to: end}
	atSign := missing || block && below
	switch {
	case atSign:
		head.from, head.to = n.sign, n.sign
		if isItem {
			inside = column + w.gap(way[len(way)-2])
		}
	case isItem, below:
		inside = w.column(n.at)
	}
	if block && !below || n.style == styleBlock {
		head.to = w.contentEnd(n.at)
	}
	tail := patch{from: w.eol(head.to), to: max(w.eol(head.to), end)}
	if block { // of which the comments that are of no child stay
		from, _ := w.extent(&n.children[0])
		_, tail.to = w.extent(&n.children[len(n.children)-1])
		tail.from = max(tail.from, w.lineBegin(from)-1)
	}

	written, kept := "", false
	if n.kind == kindText && value.kind == kindText {
		written, kept = w.keep(n, value.text)
	}
	if !kept {
		written = w.behind(value, isItem, column, inside, flow)
	}
	if below && !atSign {
		written = strings.TrimLeft(written, " \n")
	} else if !atSign {
		written = strings.TrimLeft(written, " ")
	}
	if first, rest, several := strings.Cut(written, "\n"); several && !(kept && n.style == stylePlain) {
		written, tail.with = first, "\n"+rest
	}
	switch head.with = written; {
	case written == "":
		head.from = max(n.sign, len(strings.TrimRight(w.text[:head.from], " ")))
	case missing && flow && w.text[n.sign-1] != ':':
		head.with = ":" + written
	}
	return []patch{head, tail}
}

// isLine tells whether a value is a text of one line.
func (n *node) isLine() bool { return n.kind == kindText && !strings.Contains(n.text, "\n") }

// insert writes a new child between lines, with as many blank lines as between its neighbours.
func (w writer) insert(parent *node, i int, value *node) []patch {
	column, blanks := w.column(parent.children[0].begin()), 0
	inside := w.inside(value, false, column)
	if parent.kind == kindList {
		inside = column + w.gap(parent)
	}
	if k := min(max(i, 1), parent.keys()-1); k > 0 {
		_, from := w.extent(&parent.children[k-1])
		blanks = max(leadingBreaks(w.text[from:])-1, 0)
	}
	written := w.child(parent.kind, value, column, inside, false)
	between := strings.Repeat("\n", blanks+1) + strings.Repeat(" ", column)
	if i == 0 {
		at, _ := w.extent(&parent.children[0])
		return []patch{{from: at, to: at, with: written + between}}
	}
	_, at := w.extent(&parent.children[i-1])
	return []patch{{from: at, to: at, with: between + written}}
}

// remove takes a child out, with its lines; the last one leaves brackets behind. Of the blank lines before and behind it
// those stay that are more.
func (w writer) remove(way []*node, i int) []patch {
	parent := way[len(way)-1]
	from, to := w.extent(&parent.children[i])
	p, last := w.lines(from, to), parent.keys()-1
	switch {
	case len(parent.children) == 1:
		return w.set(way, &node{kind: parent.kind})
	case last == 0: // before the body of a Markdown file
		return []patch{{from: from, to: to, with: "{}"}}
	case !w.beginsLine(from): // behind the hyphen of the item that it is in
		rest := w.text[to:]
		return []patch{{from: from, to: to + len(rest) - len(strings.TrimLeft(rest, " \n"))}}
	}
	before, after := 0, leadingBreaks(w.text[p.to:])
	if i > 0 {
		_, end := w.extent(&parent.children[i-1])
		above := w.text[end:p.from]
		before = max(len(above)-len(strings.TrimRight(above, "\n"))-1, 0)
	}
	ofOther := strings.HasPrefix(strings.TrimLeft(w.text[w.lineBegin(max(p.from-1, 0)):p.from], " "), "#")
	if i == last || i > 0 && after > before || i == 0 && ofOther {
		p.from -= before
	} else {
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
	return patch{from: from, to: to}
}

// move puts the children between two places of a list in another order, each where another one was: what stands between
// them stays.
func (w writer) move(parent *node, from, to int) (patches []patch) {
	step := 1
	if to < from {
		step = -1
	}
	for place, next := from, from; place != to+step; place += step {
		if next = place + step; place == to {
			next = from
		}
		moved := w.pieces(parent, next)
		for k, old := range w.pieces(parent, place) {
			patches = append(patches, patch{from: old[0], to: old[1], moved: &moved[k]})
		}
	}
	return patches
}

// pieces returns what moves with an item: its part of the file, and between brackets the comment behind its comma.
func (w writer) pieces(parent *node, i int) (pieces [2][2]int) {
	n := &parent.children[i]
	from, to := w.extent(n)
	if !parent.flow {
		return [2][2]int{{from, to}, {to, to}}
	}
	end := w.endOf(n)
	content := w.contentEnd(end)
	if w.try == asItWas && strings.Trim(w.text[end:content], " ,") == "" { // else the comments stay
		return [2][2]int{{from, end}, {content, w.eol(end)}}
	}
	return [2][2]int{{from, end}, {end, end}}
}

// insertFlow writes a new child between brackets, on a line of its own where its neighbour has one.
func (w writer) insertFlow(parent *node, i int, value *node) []patch {
	written, between := w.child(parent.kind, value, 0, 0, true), " "
	n := &parent.children[min(i, len(parent.children)-1)]
	ownLine := w.beginsLine(n.begin())
	if ownLine {
		between = "\n" + strings.Repeat(" ", w.column(n.begin()))
	}
	if i < len(parent.children) {
		at, _ := w.extent(n)
		return []patch{{from: at, to: at, with: written + "," + between}}
	}
	at, closing, before, after := w.endOf(n), parent.end-1, ",", ""
	if comma := w.comma(at, closing); comma >= 0 {
		at, before, after = comma+1, "", ","
	}
	behind := at
	if ownLine && w.lineBegin(closing) > at {
		behind = w.eol(at)
	}
	return []patch{{from: at, to: at, with: before}, {from: behind, to: behind, with: between + written + after}}
}

// removeFlow takes a child out of brackets, with its comma, and with its line where it has one.
func (w writer) removeFlow(parent *node, i int) []patch {
	from, _ := w.extent(&parent.children[i])
	to, closing := w.endOf(&parent.children[i]), parent.end-1
	if i < len(parent.children)-1 {
		next, _ := w.extent(&parent.children[i+1])
		return []patch{{from: from, to: next}}
	}
	var patches []patch
	if comma := w.comma(to, closing); comma >= 0 {
		to = comma + 1
	} else if i > 0 {
		before := w.comma(w.endOf(&parent.children[i-1]), closing)
		patches = append(patches, patch{from: before, to: before + 1})
	}
	if w.beginsLine(from) && w.contentEnd(to) == to && w.eol(to) < closing {
		to = w.eol(to)
	}
	if w.try == asItWas { // else a comment would take what follows along
		from = len(strings.TrimRight(w.text[:from], " \n"))
	}
	return append(patches, patch{from: from, to: to})
}
