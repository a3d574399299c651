package text

import (
	"bytes"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

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
