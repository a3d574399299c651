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
	case o.verb == inserting:
		return w.insert(n, o.index, &o.value, flow)
	}
	return w.remove(way, o.index, flow)
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
	if atSign {
		head.from, head.to = n.sign, n.sign
	} else if isItem || below {
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

// insert writes a new child: among lines, with as many blank lines as between its neighbours; between brackets, on a
// line of its own where its neighbour has one.
func (w writer) insert(parent *node, i int, value *node, flow bool) []patch {
	last := parent.keys() - 1
	if w.try > asItWas && parent.kind == kindKeys && !strings.HasSuffix(w.text, "\n") {
		i = min(i, last) // behind a block without a last line break, nothing can stand
	}
	begin := parent.children[min(i, last)].begin()
	column, ownLine := w.column(begin), w.beginsLine(begin)
	inside, comma, between := w.inside(value, false, column), "", " "
	if parent.kind == kindList {
		inside = column + w.gap(parent)
	}
	if flow {
		comma = ","
	}
	if ownLine || !flow {
		between = strings.Repeat("\n", 1+w.blanks(parent, min(max(i, 1), last))) + strings.Repeat(" ", column)
	}
	written := w.child(parent.kind, value, column, inside, flow)
	if i <= last {
		at, _ := w.extent(&parent.children[i])
		return []patch{{from: at, to: at, with: written + comma + between}}
	}
	if !flow {
		_, at := w.extent(&parent.children[last])
		return []patch{{from: at, to: at, with: between + written}}
	}
	at, closing := w.endOf(&parent.children[last]), parent.end-1
	if found := w.comma(at, closing); found >= 0 {
		at, comma, written = found+1, "", written+","
	}
	behind := at
	if ownLine && w.lineBegin(closing) > at {
		behind = w.eol(at)
	}
	return []patch{{from: at, to: at, with: comma}, {from: behind, to: behind, with: between + written}}
}

// remove takes a child out, with what is between it and the next one: of blank lines before and behind it, those stay
// that are more. The last one leaves brackets behind.
func (w writer) remove(way []*node, i int, flow bool) []patch {
	parent := way[len(way)-1]
	last := parent.keys() - 1
	from, to := w.extent(&parent.children[i])
	above := strings.TrimLeft(w.text[w.lineBegin(max(w.lineBegin(from)-1, 0)):from], " ")
	switch {
	case len(parent.children) == 1:
		return w.set(way, &node{kind: parent.kind})
	case last == 0: // before the body of a Markdown file
		return []patch{{from: from, to: to, with: "{}"}}
	case flow && i == last:
		return w.removeLast(parent, from)
	case (w.try > asItWas || i == 0 && strings.HasPrefix(above, "#")) && w.beginsLine(from): // comments of others stay
		return []patch{w.lines(from, to)}
	case w.try > asItWas:
		return []patch{{from: from, to: to}}
	case i < last && (flow || i == 0 || w.blanks(parent, i) >= w.blanks(parent, i+1)):
		next, _ := w.extent(&parent.children[i+1])
		return []patch{{from: from, to: next}}
	}
	_, end := w.extent(&parent.children[i-1])
	return []patch{{from: end, to: to}}
}

// removeLast takes the last of several children out of brackets, with its comma, and with its line where it has one.
func (w writer) removeLast(parent *node, from int) (patches []patch) {
	last := len(parent.children) - 1
	to, closing := w.endOf(&parent.children[last]), parent.end-1
	if comma := w.comma(to, closing); comma >= 0 {
		to = comma + 1
	} else {
		before := w.comma(w.endOf(&parent.children[last-1]), closing)
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
			patches = append(patches, patch{old[0], old[1], w.text[moved[k][0]:moved[k][1]]})
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
