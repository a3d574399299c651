package text

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/evenlight/marquee/internal/site"
)

// taskOf returns whether an item of a list begins with a box, [ ] or [x]: open, done, or "".
func taskOf(item *ast.ListItem) string {
	if item.FirstChild() == nil {
		return ""
	}
	box, is := item.FirstChild().FirstChild().(*extast.TaskCheckBox)
	switch {
	case !is:
		return ""
	case box.IsChecked:
		return "done"
	}
	return "open"
}

// struck reads words between tildes as deleted, but for single ones within a word, such as in 5~6 or H~2~O.
func (r *reader) struck(n *extast.Strikethrough) {
	at := max(n.Pos(), 0)
	before, _ := utf8.DecodeLastRune(r.source[:at])
	if !unicode.IsLetter(before) && !unicode.IsDigit(before) || bytes.HasPrefix(r.source[at:], []byte("~~")) {
		r.within(n, site.Node{Kind: "deleted"})
		return
	}
	r.left[at] = '~'
	if last, is := n.LastChild().(*ast.Text); is {
		r.left[min(last.Segment.Stop, len(r.left)-1)] = '~'
	}
	r.say("~")
	r.inside(n)
	r.say("~")
}

// note returns the number of a footnote, or, as an item, the footnote. Their anchors are made when it is met first;
// where texts have no anchors, numbers lead nowhere.
func (r *reader) note(index int, kind string) site.Node {
	made := site.Node{Kind: kind, Note: index}
	if r.Anchor == nil {
		return made
	}
	ids, met := r.notes[index]
	if !met {
		ids = [2]string{r.Anchor("fn " + strconv.Itoa(index)), r.Anchor("fnref " + strconv.Itoa(index))}
		r.notes[index] = ids
	}
	to := ids[0]
	if kind == "item" {
		made.ID, to = ids[0], ids[1]
	} else if !met {
		made.ID = ids[1]
	}
	label := site.Text(strconv.Itoa(index))
	made.Link = &site.Link{Label: label, To: site.Text("#" + to), Href: "#" + to, Kind: site.LinkAnchor}
	return made
}

// unusedNotes puts the names of footnotes that nothing refers to into the metadata of a document, before the extension
// removes them: its priority is 999.
type unusedNotes struct{}

func (unusedNotes) Transform(document *ast.Document, source text.Reader, _ parser.Context) {
	if !bytes.Contains(source.Source(), []byte("[^")) {
		return
	}
	var names []string
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if note, is := n.(*extast.Footnote); is && entering && note.Index < 0 {
			names = append(names, string(note.Ref))
		}
		return ast.WalkContinue, nil
	})
	document.AddMeta("unused", names)
}

// warnOfUnused warns of footnotes that are not shown.
func (r *reader) warnOfUnused(root ast.Node) {
	names, _ := root.OwnerDocument().Meta()["unused"].([]string)
	for _, name := range names {
		written := "[^" + name + "]:"
		hint := "Write [^" + name + "] where it belongs to, or remove it; of two with one name the first is shown."
		problem := Wrong("unused-note", hint, "Nothing refers to the footnote %q: visitors do not see it.", written)
		problem.Warning = true
		r.add(strings.LastIndex(r.whole, written), problem)
	}
}

// checkCells warns of cells behind the last column of a table, which GFM leaves out.
func (r *reader) checkCells(row *extast.TableRow) {
	line, _, _ := strings.Cut(r.whole[row.Pos():], "\n")
	line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
	cells := strings.Count(line, "|") - strings.Count(line, `\|`) + 1
	if columns := row.Parent().FirstChild().ChildCount(); cells > columns {
		problem := Wrong("extra-cell", `Give the first row a title for each column; the sign | itself is written \|.`,
			"This row has %d cells, and the first one of the table %d: visitors do not see the rest.", cells, columns)
		problem.Warning = true
		r.add(row.Pos(), problem)
	}
}
