package yamldoc

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

func (d *decoder) section(n *node, into reflect.Value, at scope) {
	if !d.sectionType(n, at) {
		return
	}
	child := &n.children[0]
	body := site.NewSectionBody(child.key)
	if body == nil {
		hint := "Known are " + strings.Join(site.SectionTypes(), ", ") + "."
		if near, ok := Nearest(child.key, site.SectionTypes()); ok {
			hint = didYouMean(near)
		}
		d.report(child.keyAt, "unknown-section", fmt.Sprintf("There is no section type `%s`.", shorten(child.key, 40)), hint)
		return
	}
	value := reflect.ValueOf(body).Elem()
	// A section without a body has none of its keys: what it lacks is reported by their names.
	if child.kind == kindEmpty {
		child = &node{kind: kindKeys, key: child.key, keyAt: child.keyAt, at: child.keyAt}
	}
	d.value(child, value, shapeOf(value.Type()), scope{name: fmt.Sprintf("The %s section", child.key)})
	into.Set(reflect.ValueOf(site.Section{Type: child.key, Body: body}))
}

// sectionType checks that an item of the list of sections has exactly one key.
func (d *decoder) sectionType(n *node, at scope) bool {
	switch {
	case n.kind == kindText && site.NewSectionBody(n.text) != nil:
		d.report(n.at, "wrong-shape", fmt.Sprintf("The section `%s` has no content.", n.text),
			fmt.Sprintf("Write `- %s:` with a colon, and its keys on the lines below, four spaces deeper than the hyphen.", n.text))
		return false
	case !d.expect(n, kindKeys, at):
		return false
	case len(n.children) == 1:
		return true
	case len(n.children) == 0:
		d.report(n.at, "wrong-shape", at.subject()+" has no section type.", "Write the type with a colon, such as `- hero:`.")
		return false
	}
	first, second := &n.children[0], &n.children[1]
	if first.kind == kindEmpty && site.NewSectionBody(second.key) == nil {
		d.report(second.keyAt, "bad-indentation", fmt.Sprintf("`%s` stands beside `%s`, not inside it.", shorten(second.key, 40), shorten(first.key, 40)),
			fmt.Sprintf("Put two more spaces before each line that belongs to `%s`.", shorten(first.key, 40)))
		return false
	}
	d.report(second.keyAt, "two-sections", fmt.Sprintf("A section has one type, but `%s` stands beside `%s` here.", shorten(second.key, 40), shorten(first.key, 40)),
		"Begin a new section with a hyphen, or put more spaces before lines that belong to the first one.")
	return false
}
