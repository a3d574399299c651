package yamldoc

import "strings"

// insertFlow writes a new child between brackets, on a line of its own where its neighbour has one.
func (w writer) insertFlow(parent *node, i int, value *node) []patch {
	one := node{kind: parent.kind, children: []node{*value}}
	written := w.child(&one, 0, 0, -1, true, parent)
	if !parent.flow { // a pair between the brackets of a list
		parts := []string{"{", ", " + written + "}"}
		if i == 0 {
			parts = []string{"{" + written + ", ", "}"}
		}
		at, end := parent.begin(), w.endOf(parent)
		return []patch{{from: at, to: at, with: parts[0]}, {from: end, to: end, with: parts[1]}}
	}

	n := &parent.children[min(i, len(parent.children)-1)]
	ownLine := w.beginsLine(n.begin())
	line := "\n" + strings.Repeat(" ", w.column(n.begin()))
	if i < len(parent.children) {
		at, _ := w.extent(n)
		if !ownLine {
			line = " "
		}
		return []patch{{from: at, to: at, with: written + "," + line}}
	}
	end, closing := w.endOf(n), parent.end-1
	comma := w.comma(end, closing)
	switch closesBelow := w.lineBegin(closing) > end; {
	case ownLine && closesBelow && comma >= 0:
		return []patch{{from: w.eol(comma), to: w.eol(comma), with: line + written + ","}}
	case ownLine && closesBelow:
		return []patch{{from: end, to: end, with: ","}, {from: w.eol(end), to: w.eol(end), with: line + written}}
	case ownLine && comma < 0:
		return []patch{{from: end, to: end, with: "," + line + written}}
	case comma >= 0:
		return []patch{{from: comma + 1, to: comma + 1, with: " " + written + ","}}
	}
	return []patch{{from: end, to: end, with: ", " + written}}
}

// removeFlow takes a child out of brackets, with its comma, and with its line where it has one.
func (w writer) removeFlow(parent *node, i int) []patch {
	n, closing := &parent.children[i], parent.end-1
	from, _ := w.extent(n)
	begin, end, last := n.begin(), w.endOf(n), i == len(parent.children)-1
	next := closing
	if !last {
		next = parent.children[i+1].begin()
	}
	comma := w.comma(end, next)
	var patches []patch
	before, commaBefore := parent.at+1, -1
	if i > 0 {
		before = w.endOf(&parent.children[i-1])
		commaBefore = w.comma(before, begin)
	}
	isLast := strings.Trim(w.text[end:w.contentEnd(end)], " ,") == "" && w.eol(end) < closing // of its line
	switch {
	case isLast && w.beginsLine(begin):
		patches = append(patches, w.lines(from, w.eol(end)))
		if !last && comma > w.eol(end) {
			patches = append(patches, patch{from: comma, to: comma + 1})
		}
	case !last:
		to, _ := w.extent(&parent.children[i+1])
		line := min(to, w.eol(end))
		return []patch{{from: begin, to: line, drops: true}, {from: line, to: to}}
	case strings.TrimLeft(w.text[before:begin], " ,\n") == "": // no comment stands there
		if i == 0 && comma >= 0 {
			end = comma + 1
		}
		if blanks := w.text[end:closing]; i == 0 && strings.TrimLeft(blanks, " ") == "" {
			end = closing
		}
		return []patch{{from: before, to: end, drops: true}}
	default:
		patches = append(patches, patch{from: begin, to: end, drops: true})
	}
	if last && comma < 0 && commaBefore >= 0 {
		patches = append(patches, patch{from: commaBefore, to: commaBefore + 1})
	}
	return patches
}
