package yamldoc

import (
	"regexp"
	"slices"
	"strings"
)

// plan finds the splices of a change. What it cannot do is an error; what it does wrong, proof finds.
func (p *patch) plan(c Change, order Order, way way) error {
	above, at, last, i, err := parentOf(p.root, c.At)
	if err != nil {
		return err
	}
	value := c.Value.root()
	if c.Op == Set {
		if found, exists := (&Tree{p.root}).At(c.At); exists {
			return p.replaceValue(above, found.n, value, way)
		}
		for key, rest, deeper := strings.Cut(last, "."); deeper; key, rest, deeper = strings.Cut(last, ".") {
			last = key
			inner := node{kind: kindKeys}
			for steps := strings.Split(rest, "."); len(steps) > 0; steps = steps[:len(steps)-1] {
				inner = node{kind: kindKeys, children: []node{value.of(steps[len(steps)-1], wholeFile)}}
				value = &inner
			}
		}
		return p.addKey(above, at, value.of(last, wholeFile), order, way)
	}
	switch {
	case c.Op == Insert:
		return p.insertItem(above, i, value, way)
	case c.Op == Move:
		_, _, _, j, err := parentOf(p.root, c.To)
		if err == nil {
			p.moveItem(above, i, j)
		}
		return err
	}
	p.removeChild(above, i)
	return nil
}

// begin is where a child begins: its key, or its hyphen, or itself between brackets.
func (p *patch) begin(in, child *node) int {
	switch {
	case child.keyAt != wholeFile && in.kind == kindKeys:
		return child.keyAt
	case in.flow:
		return child.start()
	}
	return child.dash
}

func (p *patch) lineStart(at int) int { return strings.LastIndexByte(p.text[:at], '\n') + 1 }

func (p *patch) lineStop(at int) int { return at + len(p.restOfLine(at)) }

func (p *patch) column(at int) int { return at - p.lineStart(at) }

// ownsLine tells whether nothing but blanks stands before a place on its line.
func (p *patch) ownsLine(at int) bool { return strings.TrimLeft(p.text[p.lineStart(at):at], " ") == "" }

// stop is where the last sign of a value is, behind the sign of a block text without words.
func (p *patch) stop(n *node) int {
	switch {
	case !n.flow && len(n.children) > 0:
		return p.stop(&n.children[len(n.children)-1])
	case n.end > n.at && n.style == styleBlock:
		return p.blockStop(n)
	case n.style == styleBlock:
		return n.at + len(blockSign.FindString(p.text[n.at:]))
	case n.end > n.at:
		return p.endOf(n)
	case n.keyAt != wholeFile:
		return p.colon(n)
	}
	return n.dash + 1
}

// blockStop is the end of a block text, with the empty lines that its sign keeps.
func (p *patch) blockStop(n *node) int {
	stop := n.at + len(strings.TrimRight(p.text[n.at:n.end], "\n "))
	if strings.Contains(blockSign.FindString(p.text[n.at:]), "+") {
		for stop < len(p.text) && strings.HasPrefix(p.text[stop:], "\n\n") {
			stop++
		}
	}
	return stop
}

var blockSign = regexp.MustCompile(`^[|>][-+0-9]*`)

// colon returns the place behind the colon of a key.
func (p *patch) colon(n *node) int {
	at := n.keyAt
	if sign := p.text[at]; sign == '"' || sign == '\'' {
		at += quoteLength(p.text[at:])
		if i := strings.IndexByte(p.text[at:], ':'); i >= 0 {
			return at + i + 1
		}
		return at
	}
	for i := at; i < len(p.text); i++ {
		switch {
		case p.text[i] == ':' && (i+1 == len(p.text) || strings.IndexByte(" \t\n", p.text[i+1]) >= 0):
			return i + 1
		case strings.IndexByte("\n,}]", p.text[i]) >= 0: // a key between brackets without a value
			return i
		}
	}
	return len(p.text)
}

// last is the end of the last line of a child, with the comments below it that stand deeper.
func (p *patch) last(n *node, column int) int {
	end := p.lineStop(p.stop(n))
	for at := end; at < len(p.text); {
		next := p.lineStop(at + 1)
		line := p.text[at+1 : next]
		deeper := strings.HasPrefix(strings.TrimLeft(line, " "), "#") && indent(line) > column
		if !deeper {
			return end
		}
		at, end = next, next
	}
	return end
}

// first is where the comment of its own begins that stands directly above a child, or the child. The comment that begins
// a file is not one.
func (p *patch) first(begin int) int {
	if !p.ownsLine(begin) {
		return begin
	}
	at := p.lineStart(begin)
	for at > 0 {
		above := p.lineStart(at - 1)
		line := p.text[above : at-1]
		if indent(line) != p.column(begin) || !strings.HasPrefix(line[indent(line):], "#") {
			break
		}
		if at = above; at == 0 {
			return begin
		}
	}
	if at == p.lineStart(begin) {
		return begin
	}
	return at + p.column(begin)
}

func (p *patch) removeChild(in *node, i int) {
	child := &in.children[i]
	switch {
	case len(in.children) == 1:
		p.empty(in)
	case in.flow:
		p.removeBetweenBrackets(in, i)
	case child.at == child.keyAt && child.kind == kindText && in == p.root && IsMarkdown(p.file): // the body
		p.splice(child.at, len(p.text), "")
	default:
		begin := p.begin(in, child)
		if !p.ownsLine(begin) { // behind the hyphen of an item above
			p.splice(begin, p.begin(in, &in.children[i+1]), "")
			return
		}
		from, to := p.lineStart(p.first(begin)), p.last(child, p.column(begin))
		before := from == 0 || strings.HasSuffix(p.text[:from], "\n\n") || i == 0
		if to == len(p.text) { // with the end of the line above
			from = len(strings.TrimRight(p.text[:from], "\n"))
			p.splice(from, to, "")
			return
		}
		for to++; before && to < len(p.text) && p.text[to] == '\n'; to++ {
		}
		p.splice(from, to, "")
	}
}

func (p *patch) removeBetweenBrackets(in *node, i int) {
	child := &in.children[i]
	begin, stop := p.begin(in, child), p.stop(child)
	if i+1 < len(in.children) {
		p.splice(begin, p.begin(in, &in.children[i+1]), "")
		return
	}
	before := p.stop(&in.children[i-1])
	if !p.ownsLine(begin) {
		p.splice(before, stop, "")
		return
	}
	p.splice(p.lineStart(begin), min(p.lineStop(stop)+1, in.end-1), "")
	if !strings.HasPrefix(strings.TrimLeft(p.text[stop:], " "), ",") {
		comma := before + strings.IndexByte(p.text[before:], ',')
		p.splice(comma, comma+1, "")
	}
}

// empty leaves brackets in the place of a list or keys with one child.
func (p *patch) empty(n *node) {
	brackets := "{}"
	if n.kind == kindList {
		brackets = "[]"
	}
	if n.flow {
		p.splice(n.at, n.end, brackets)
		return
	}
	p.brackets(n, brackets)
}

// brackets writes something on one line in the place of what has lines of its own.
func (p *patch) brackets(n *node, line string) {
	begin := p.begin(n, &n.children[0])
	end := p.last(&n.children[len(n.children)-1], p.column(begin))
	switch {
	case n.keyAt != wholeFile: // behind its key
		colon := p.colon(n)
		p.splice(colon, colon, " "+line)
		p.splice(p.lineStop(colon), end, "")
	case n.dash > 0 || n != p.root:
		p.splice(begin, end, line)
	default:
		p.splice(p.lineStart(p.first(begin)), end, line)
	}
}

func (p *patch) moveItem(in *node, i, j int) {
	type part struct{ from, to int }
	parts := make([]part, len(in.children))
	for k := range in.children {
		child := &in.children[k]
		if parts[k] = (part{child.start(), p.stop(child)}); !in.flow {
			begin := p.begin(in, child)
			parts[k] = part{p.first(begin), p.last(child, p.column(begin))}
		}
	}
	sequence := slices.Clone(parts)
	item := sequence[i]
	sequence = slices.Insert(slices.Delete(sequence, i, i+1), j, item)
	for k := range parts {
		if sequence[k] != parts[k] {
			p.splice(parts[k].from, parts[k].to, p.text[sequence[k].from:sequence[k].to])
		}
	}
}

// lines writes a value as it stands behind a key or a hyphen of a column: the rest of their line, and the lines below.
func (p *patch) lines(n *node, column int, way way) string {
	switch {
	case n.kind == kindEmpty:
		return ""
	case n.kind == kindText:
		return " " + p.newText(n.text, column, way)
	case len(n.children) == 0 && n.kind == kindList:
		return " []"
	case len(n.children) == 0:
		return " {}"
	case n.kind == kindList:
		return p.items(n, column+p.listStep(), way)
	}
	return "\n" + strings.Repeat(" ", column+2) + p.keys(n, column+2, way)
}

// keys writes keys of a column, the first without its indentation.
func (p *patch) keys(n *node, column int, way way) string {
	var parts []string
	for i := range n.children {
		parts = append(parts, p.key(&n.children[i], column, way))
	}
	return strings.Join(parts, "\n"+strings.Repeat(" ", column))
}

func (p *patch) key(n *node, column int, way way) string {
	return keyText(n.key) + ":" + p.lines(n, column, way)
}

// keyText writes a key.
func keyText(key string) string {
	if plainKey.MatchString(key) {
		return key
	}
	return doubleQuoted(key)
}

var plainKey = regexp.MustCompile(`^[\pL\pN/.][\pL\pN/._ *-]*$`)

func (p *patch) items(n *node, column int, way way) (out string) {
	for i := range n.children {
		out += "\n" + strings.Repeat(" ", column) + p.item(&n.children[i], column, way)
	}
	return out
}

// item writes an item of a list with its hyphen.
func (p *patch) item(n *node, column int, way way) string {
	switch {
	case n.kind == kindKeys && len(n.children) > 0:
		return "- " + p.keys(n, column+2, way)
	case n.kind == kindList && len(n.children) > 0:
		return "- " + strings.TrimLeft(p.items(n, column+2, way), "\n ")
	}
	return "-" + p.lines(n, column, way)
}

// listStep is how much deeper than its key the file writes a list.
func (p *patch) listStep() int {
	step, found := 2, false
	var look func(n *node)
	look = func(n *node) {
		for i := range n.children {
			child := &n.children[i]
			if child.kind == kindList && !child.flow && child.keyAt != wholeFile && len(child.children) > 0 && !found {
				found, step = true, p.column(child.children[0].dash)-p.column(child.keyAt)
			}
			look(child)
		}
	}
	look(p.root)
	return step
}

// flowText writes a value between brackets.
func (p *patch) flowValue(n *node, way way) string {
	var parts []string
	switch {
	case n.kind == kindEmpty:
		return "null"
	case n.kind == kindText:
		return oneLine(n.text, true, way)
	}
	for i := range n.children {
		part := p.flowValue(&n.children[i], way)
		if n.kind == kindKeys {
			part = keyText(n.children[i].key) + ": " + part
		}
		parts = append(parts, part)
	}
	if n.kind == kindKeys {
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (p *patch) insertItem(in *node, i int, value *node, way way) error {
	switch {
	case in.kind == kindEmpty, len(in.children) == 0:
		return p.firstChild(in, &node{kind: kindList, children: []node{*value}}, way)
	case in.flow:
		p.insertBetweenBrackets(in, i, p.flowValue(value, way))
	default:
		p.insertLines(in, i, p.item(value, p.column(in.children[0].dash), way))
	}
	return nil
}

// firstChild writes a list or keys of one child in the place of none.
func (p *patch) firstChild(in, value *node, way way) error {
	simple := value.kind == kindList && value.children[0].kind < kindList
	switch {
	case p.inBrackets(in), in.flow && in.end > in.at && (simple || in.keyAt == wholeFile && value.kind == kindList):
		p.splice(in.at, max(in.end, in.at), p.flowValue(value, way))
	case in.keyAt != wholeFile:
		colon := p.colon(in)
		p.splice(colon, p.stop(in), "")
		at := p.lineStop(p.stop(in))
		p.splice(at, at, p.lines(value, p.column(in.keyAt), way))
	case in == p.root:
		text := strings.TrimPrefix(p.lines(value, -2, way), "\n")
		if in.flow && in.end > in.at {
			p.splice(in.at, in.end, text)
			return nil
		}
		at := in.at
		if at > 0 && p.text[at-1] != '\n' {
			text = "\n" + text
		}
		p.splice(at, at, text+"\n")
	default:
		p.splice(in.dash+1, p.stop(in), p.item(value, p.column(in.dash), way)[1:])
	}
	return nil
}

func (p *patch) inBrackets(n *node) bool { return inBrackets(p.root, n) }

func (p *patch) insertBetweenBrackets(in *node, i int, text string) {
	if i < len(in.children) {
		begin := p.begin(in, &in.children[i])
		between := ", "
		if p.ownsLine(begin) {
			between = ",\n" + strings.Repeat(" ", p.column(begin))
		}
		p.splice(begin, begin, text+between)
		return
	}
	before := &in.children[i-1]
	begin, stop := p.begin(in, before), p.stop(before)
	if !p.ownsLine(begin) {
		p.splice(stop, stop, ", "+text)
		return
	}
	end := p.lineStop(stop)
	if end >= in.end { // the closing bracket is on this line
		p.splice(stop, stop, ",\n"+strings.Repeat(" ", p.column(begin))+text)
		return
	}
	if strings.HasPrefix(strings.TrimLeft(p.text[stop:], " "), ",") {
		text += ","
	} else {
		p.splice(stop, stop, ",")
	}
	p.splice(end, end, "\n"+strings.Repeat(" ", p.column(begin))+text)
}

// insertLines writes lines before a child, or behind the last one, with a blank line between where the others have one.
func (p *patch) insertLines(in *node, i int, text string) {
	blank := ""
	for k := 1; k < len(in.children) && in.kind == kindList; k++ {
		begin := p.begin(in, &in.children[k])
		if strings.HasSuffix(p.text[:p.lineStart(p.first(begin))], "\n\n") {
			blank = "\n"
		}
	}
	column := p.column(p.begin(in, &in.children[0]))
	spaces := strings.Repeat(" ", column)
	if i > 0 {
		at := p.last(&in.children[i-1], column)
		p.splice(at, at, "\n"+blank+spaces+text)
		return
	}
	begin := p.begin(in, &in.children[0])
	at := p.first(begin)
	if in == p.root && in.kind == kindKeys {
		at = begin
	}
	p.splice(at, at, text+"\n"+blank+spaces)
}

// addKey writes a key that is not there, in its place among the others.
func (p *patch) addKey(in *node, path string, child node, order Order, way way) error {
	if IsMarkdown(p.file) && in == p.root && child.key == bodyKey {
		return p.addText(child.text)
	}
	if len(in.children) == 0 {
		return p.firstChild(in, &node{kind: kindKeys, children: []node{child}}, way)
	}
	keys := in.children
	if last := keys[len(keys)-1]; last.at == last.keyAt && in == p.root && IsMarkdown(p.file) {
		keys = keys[:len(keys)-1] // the body is none among the others
	}
	place, names := len(keys), order(path)
	if rank := slices.Index(names, child.key); rank >= 0 {
		place = 0
		for i := range keys {
			if of := slices.Index(names, keys[i].key); of >= 0 && of < rank {
				place = i + 1
			}
		}
	}
	switch {
	case in.flow:
		p.insertBetweenBrackets(in, place, keyText(child.key)+": "+p.flowValue(&child, way))
	case len(keys) == 0:
		return notEdited("there are no keys before the text")
	default:
		p.insertLines(in, place, p.key(&child, p.column(p.begin(in, &in.children[0])), way))
	}
	return nil
}

// addText writes the text of a Markdown file that has none.
func (p *patch) addText(words string) error {
	text := "\n" + strings.TrimRight(words, "\n") + "\n"
	if !strings.HasSuffix(p.text, "\n") {
		text = "\n" + text
	}
	p.splice(len(p.text), len(p.text), text)
	return nil
}
