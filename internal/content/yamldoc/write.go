package yamldoc

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// replaceValue writes a value in the place of another one.
func (p *patch) replaceValue(in, n *node, value *node, way way) error {
	words, single := "", value.kind == kindText
	if single {
		words = value.text
	}
	begin := 0
	if n != p.root {
		begin = p.begin(in, n)
	}
	lines := !n.flow && len(n.children) > 0
	switch {
	case sameNode(n, value):
		return nil
	case n.at == n.keyAt && n.kind == kindText && in == p.root && IsMarkdown(p.file):
		return p.replaceBody(n, value)
	case p.inBrackets(n) && single && n.kind == kindText:
		p.splice(n.at, p.stop(n), p.textLike(n, words, true, way))
	case p.inBrackets(n) || n.flow && n.end > n.at && value.kind >= kindList && !p.wants(n, value):
		p.splice(n.at, max(n.at, p.stop(n)), p.flowValue(value, way))
	case value.kind == kindEmpty && !lines:
		at := begin + 1
		if n.keyAt != wholeFile {
			at = p.colon(n)
		}
		p.cut(at, n)
	case single && n.kind == kindText && n.style == styleBlock:
		p.replaceBlock(n, words, p.depthOf(n), way)
	case single && n.kind == kindText:
		p.replaceText(n, words, p.depthOf(n), way)
	case value.kind == kindKeys && len(value.children) > 0 && n.kind < kindList && n.dash > 0 && n.keyAt == wholeFile:
		column := p.column(n.dash)
		first, rest, _ := strings.Cut(p.item(value, column, way), "\n")
		end := p.lineStop(p.stop(n))
		if rest != "" {
			p.splice(end, end, "\n"+rest)
		}
		p.splice(n.dash, max(p.stop(n), n.dash+1), first)
	case lines && n.keyAt == wholeFile: // an item, or the file
		return p.replaceLines(n, value, way)
	default: // behind a key, or an item without a value
		at, column := begin+1, p.column(begin)
		if n.keyAt != wholeFile {
			at, column = p.colon(n), p.column(n.keyAt)
		}
		first, rest, more := strings.Cut(p.lines(value, column, way), "\n")
		p.cut(at, n)
		if len(p.splices) > 0 && p.splices[len(p.splices)-1].from == at {
			p.splices[len(p.splices)-1].with = first
		} else {
			p.splice(at, at, first)
		}
		if more {
			end := p.lineStop(at)
			p.splice(end, end, "\n"+rest)
		}
	}
	return nil
}

// wants tells whether a value that was between brackets needs lines of its own.
func (p *patch) wants(n, value *node) bool {
	return len(n.children) == 0 && len(value.children) > 0 && value.kind == kindKeys && n.keyAt != wholeFile
}

// depthOf is the column of the key or hyphen that a value is behind.
func (p *patch) depthOf(n *node) int {
	if n.keyAt != wholeFile {
		return p.column(n.keyAt)
	}
	return p.column(n.dash)
}

// cut takes a value away that begins behind a place: what is on the line, but for its comment, and the lines below.
func (p *patch) cut(at int, n *node) {
	stop, end := p.stop(n), p.lineStop(at)
	switch {
	case n.style == styleBlock && n.kind == kindText:
		p.splice(end, max(end, p.lineStop(stop)), "")
		p.splice(at, n.at+len(blockSign.FindString(p.text[n.at:])), "")
	case !n.flow && len(n.children) > 0:
		p.splice(end, p.last(&n.children[len(n.children)-1], p.depthOf(n)), "")
	default:
		p.splice(at, max(at, stop), "")
	}
}

// replaceLines writes a value in the place of the lines of an item.
func (p *patch) replaceLines(n, value *node, way way) error {
	if n == p.root {
		return notEdited("the file as a whole is no value")
	}
	column := p.column(n.dash)
	first, rest, more := strings.Cut(p.item(value, column, way), "\n")
	if value.kind < kindList {
		head := &n.children[0]
		p.splice(p.lineStop(p.stop(head)), p.stop(n), "")
		p.splice(n.dash, p.stop(head), first)
		return nil
	}
	if more {
		first += "\n" + rest
	}
	p.splice(n.dash, p.stop(n), first)
	return nil
}

func (p *patch) replaceBody(n, value *node) error {
	if value.kind > kindText {
		return notEdited("the text of a Markdown file is a text")
	}
	words := strings.TrimRight(value.text, "\n")
	if words != "" && strings.HasSuffix(p.text, "\n") {
		words += "\n"
	}
	p.splice(n.at, len(p.text), words)
	return nil
}

// replaceText writes a text in the place of one that is no block text.
func (p *patch) replaceText(n *node, words string, column int, way way) {
	stop := p.stop(n)
	written := p.textLike(n, words, false, way)
	if strings.Contains(words, "\n") {
		written = p.newText(words, column, way)
	}
	sign1, rest, block := strings.Cut(written, "\n")
	if end := p.lineStop(stop); block {
		p.splice(end, end, "\n"+rest)
	}
	p.splice(n.at, stop, sign1)
}

// textLike writes a text on one line as another one was written, where it fits that.
func (p *patch) textLike(n *node, words string, inBrackets bool, way way) string {
	switch sign := p.text[n.at]; {
	case way == quoted, sign == '"':
		return doubleQuoted(words)
	case sign == '\'' && isOneLine(words):
		return "'" + strings.ReplaceAll(words, "'", "''") + "'"
	case n.style == stylePlain && isPlain(words, inBrackets):
		return words
	}
	return oneLine(words, inBrackets, way)
}

// replaceBlock writes a text in the place of a block text.
func (p *patch) replaceBlock(n *node, words string, column int, way way) {
	sign := blockSign.FindString(p.text[n.at:])
	head, stop := p.lineStop(n.at), p.stop(n)
	if written, fits := p.blockLines(n, sign, words); fits && way == kept {
		chomped := strings.TrimRight(sign, "+-")
		switch {
		case !strings.HasSuffix(words, "\n"):
			chomped += "-"
		case strings.Contains(sign, "+"):
			chomped += "+"
		}
		if chomped != sign {
			p.splice(n.at, n.at+len(sign), chomped)
		}
		p.splice(min(head+1, len(p.text)), max(stop, min(head+1, len(p.text))), written)
		return
	}
	p.splice(head, max(head, p.lineStop(stop)), "")
	if strings.Contains(words, "\n") && sign[0] == '>' && way == kept { // what cannot be folded
		sign1, rest, block := strings.Cut(p.newText(words, column, way), "\n")
		if p.splices[len(p.splices)-1].with = ""; block {
			p.splices[len(p.splices)-1].with = "\n" + rest
		}
		p.splice(n.at, n.at+len(sign), sign1)
		return
	}
	p.splice(n.at, n.at+len(sign), oneLine(words, false, quoted))
}

// blockLines returns the lines of a block text in its own indentation, if it can have these words.
func (p *patch) blockLines(n *node, sign, words string) (string, bool) {
	body := strings.TrimSuffix(words, "\n")
	if n.end <= n.at || strings.Trim(n.text, "\n ") == "" || body == "" || strings.HasSuffix(body, "\n") || !isBlockText(body) {
		return "", false
	}
	head := p.lineStop(n.at)
	old := strings.Split(p.text[head+1:p.lineStop(n.at+len(strings.TrimRight(p.text[n.at:n.end], "\n ")))], "\n")
	first := strings.TrimLeft(strings.SplitN(strings.TrimLeft(n.text, "\n"), "\n", 2)[0], " ")
	spaces := 0
	for _, line := range old {
		if line != "" {
			spaces = indent(line) - (len(strings.SplitN(strings.TrimLeft(n.text, "\n"), "\n", 2)[0]) - len(first))
			break
		}
	}
	if sign[0] == '>' {
		spaces = indent(strings.TrimLeft(strings.Join(old, "\n"), "\n"))
	}
	if spaces < 1 || body[0] == ' ' && !strings.ContainsAny(sign, "123456789") {
		return "", false
	}
	lines := strings.Split(body, "\n")
	if sign[0] == '>' {
		for i := range old {
			old[i] = strings.TrimPrefix(old[i], strings.Repeat(" ", spaces))
			if strings.HasPrefix(old[i], " ") {
				return "", false
			}
		}
		if lines = refold(old, strings.TrimSuffix(n.text, "\n"), body); lines == nil {
			return "", false
		}
	}
	for i, line := range lines {
		if line != "" {
			lines[i] = strings.Repeat(" ", spaces) + line
		}
	}
	return strings.Join(lines, "\n"), true
}

// refold breaks a text into lines that are joined by spaces, with an empty line for each break. The lines that it has in
// common with the text as it was stay as they are.
func refold(old []string, before, after string) []string {
	if strings.Contains("\n"+after, "\n ") || strings.Contains("\n"+after, "\n\t") || strings.Contains(after, "  ") {
		return nil
	}
	type part struct{ from, to int } // of a line in the text
	var parts []part
	var kept [][]string // a line, with the empty ones before it
	at, longest := 0, 80
	var gap []string
	for _, line := range old {
		longest = max(longest, len(line))
		if gap = append(gap, line); line == "" {
			continue
		}
		i := strings.Index(before[at:], line)
		if i < 0 {
			return nil
		}
		parts, kept = append(parts, part{at + i, at + i + len(line)}), append(kept, gap)
		at, gap = at+i+len(line), nil
	}
	same := 0
	for same < min(len(before), len(after)) && before[same] == after[same] {
		same++
	}
	ends := 0
	for ends < min(len(before), len(after))-same && before[len(before)-1-ends] == after[len(after)-1-ends] {
		ends++
	}
	first := 0
	for first < len(parts) && first+1 < len(parts) && parts[first+1].from <= same {
		first++
	}
	last := len(parts)
	for last > first+1 && parts[last-1].from-1 >= len(before)-ends {
		last--
	}
	var lines []string
	for _, line := range kept[:first] {
		lines = append(lines, line...)
	}
	from, to := 0, len(after)
	if first < len(parts) {
		from = parts[first].from
		lines = append(lines, kept[first][:len(kept[first])-1]...)
	}
	if last < len(parts) {
		to = len(after) - (len(before) - parts[last].from)
		to = from + len(strings.TrimRight(after[from:to], " \n"))
	}
	for i, segment := range strings.Split(after[from:to], "\n") {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, wrap(segment, longest)...)
	}
	for _, line := range kept[last:] {
		lines = append(lines, line...)
	}
	return lines
}

func wrap(text string, width int) (lines []string) {
	if text == "" {
		return nil
	}
	line := ""
	for word := range strings.SplitSeq(text, " ") {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// newText writes a text that has no way of writing yet, as the value of a key or hyphen of a column: several lines as a
// block text.
func (p *patch) newText(words string, column int, way way) string {
	body := strings.TrimSuffix(words, "\n")
	if way == quoted || !strings.Contains(body, "\n") || body[0] == ' ' || strings.HasSuffix(body, "\n") ||
		!isBlockText(body) {
		return oneLine(words, false, way)
	}
	sign := "|"
	if body == words {
		sign = "|-"
	}
	for line := range strings.SplitSeq(body, "\n") {
		if line != "" {
			line = strings.Repeat(" ", column+2) + line
		}
		sign += "\n" + line
	}
	return sign
}

// isBlockText tells whether the lines of a block text can have these words: none has blanks alone, or what cannot stand
// in a file as it is.
func isBlockText(words string) bool {
	for line := range strings.SplitSeq(words, "\n") {
		if line != "" && strings.Trim(line, " \t") == "" || strings.HasPrefix(line, "\t") || line == fence {
			return false
		}
	}
	return words[0] != '\n' && !strings.ContainsFunc(words, isControl) && !strings.ContainsAny(words, "\u2028\u2029\u0085") &&
		!strings.Contains(words, manySigns) && !strings.Contains(words, manyLines)
}

func isOneLine(words string) bool {
	return !strings.ContainsFunc(words, func(r rune) bool { return r == '\n' || r == '\t' || isControl(r) || r == '\u2028' || r == '\u2029' })
}

// oneLine writes a text on one line: as it is where that reads the same, else in double quotes.
func oneLine(words string, inBrackets bool, way way) string {
	if way == kept && isPlain(words, inBrackets) && plainBegin.MatchString(words) && !word.MatchString(words) {
		return words
	}
	return doubleQuoted(words)
}

// How a text may begin that nobody takes for something else, and words that some programs take for yes and no.
var (
	plainBegin = regexp.MustCompile(`^(?:[\pL\pN/+(€$£]|\.[\pL\pN/]|-[\pL\pN])`)
	word       = regexp.MustCompile(`(?i)^(?:yes|no|on|off|y|n)$`)
)

// isPlain tells whether a text can stand without quotes.
func isPlain(words string, inBrackets bool) bool {
	switch {
	case words == "", strings.TrimSpace(words) != words, !isOneLine(words), strings.Contains(words, ": "),
		strings.Contains(words, " #"), strings.HasSuffix(words, ":"), strings.HasPrefix(words, "- "),
		strings.IndexByte("&*!@`%,[]{}#|>'\"?:", words[0]) >= 0, words == "-", words == "~", strings.EqualFold(words, "null"),
		strings.HasPrefix(words, "---"), strings.HasPrefix(words, "..."):
		return false
	}
	return !inBrackets || !strings.ContainsAny(words, ",[]{}")
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`)

// doubleQuoted writes a text in double quotes, on one line.
func doubleQuoted(words string) string {
	var out strings.Builder
	for _, r := range escapes.Replace(words) {
		switch {
		case isControl(r) && r < 0x100:
			fmt.Fprintf(&out, `\x%02X`, r)
		case isControl(r), r == '\u2028', r == '\u2029':
			fmt.Fprintf(&out, `\u%04X`, r)
		default:
			out.WriteRune(r)
		}
	}
	return `"` + out.String() + `"`
}
