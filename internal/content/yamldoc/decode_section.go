package yamldoc

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// section decodes an item of a list of sections, or an entry of blocks.yaml.
func (d *decoder) section(n *node, into reflect.Value, at scope) {
	var made site.Section
	before := d.times
	d.times = reflect.ValueOf(&made.SectionTimes).Elem()
	defer func() { d.times = before }()
	n, beside := d.timesBeside(n)
	if !d.sectionType(n, at) {
		return
	}
	child := &n.children[0]
	made.Type = child.key
	if child.key == site.BlockType {
		d.block(child, &made)
		into.Set(reflect.ValueOf(made))
		return
	}
	made.Body = site.NewSectionBody(child.key)
	if made.Body == nil {
		known := sectionNames()
		hint := "Known are " + strings.Join(known, ", ") + "."
		if near, ok := Nearest(child.key, known); ok {
			hint = didYouMean(near)
		} else if other := otherSections[strings.ToLower(child.key)]; other != "" {
			hint = didYouMean(other)
		}
		d.report(child.keyAt, "unknown-section", fmt.Sprintf("There is no section type `%s`.", shorten(child.key, 40)), hint)
		return
	}
	value := reflect.ValueOf(made.Body).Elem()
	// A section without a body has none of its keys: what it lacks is reported by their names.
	if child.kind == kindEmpty {
		child = &node{kind: kindKeys, key: child.key, keyAt: child.keyAt, at: child.keyAt}
	}
	for _, first := range beside {
		if second := child.child(first.key); second != nil {
			d.duplicate(second, first)
		}
	}
	d.value(child, value, sectionShape(value.Type()), scope{name: fmt.Sprintf("The %s section", child.key)})
	into.Set(reflect.ValueOf(made))
}

// block decodes the reference to an entry of blocks.yaml.
func (d *decoder) block(n *node, into *site.Section) {
	switch {
	case d.ofBlocks:
		d.report(n.keyAt, "nested-block", "A block cannot hold another block.", "Write the section itself here.")
	case n.kind == kindList || n.kind == kindKeys:
		d.report(n.at, "wrong-shape", fmt.Sprintf("`block` takes the name of a block, but %s stands here.", kindWords(n)),
			"Write the section into blocks.yaml under a name of its own, and that name here: `- block: some-name`.")
	default:
		d.text(n, reflect.ValueOf(&into.Block).Elem(), shapeOf(refType), scope{name: site.BlockType, kind: scopeKey, required: true})
		if n.kind == kindText && into.Block == "" {
			d.report(n.at, "empty-text", "`block` is empty.", "Write the name of an entry of blocks.yaml.")
		}
	}
}

// timesBeside decodes the times that stand beside the type of a section. It
// returns the section without them, and where they are.
func (d *decoder) timesBeside(n *node) (rest *node, beside []*node) {
	times := shapeOf(timesType)
	if n.kind != kindKeys || !slices.ContainsFunc(n.children, func(c node) bool { return times.takes(c.key) }) {
		return n, nil
	}
	without := *n
	without.children = nil
	for i := range n.children {
		child := &n.children[i]
		number, known := times.byName[child.key]
		if !known {
			without.children = append(without.children, *child)
			continue
		}
		if first := slices.IndexFunc(beside, func(b *node) bool { return b.key == child.key }); first >= 0 {
			d.duplicate(child, beside[first])
			continue
		}
		beside = append(beside, child)
		f := times.fields[number]
		d.value(child, d.times.FieldByIndex(f.index), f.shape, scope{name: f.name, kind: scopeKey})
	}
	return &without, beside
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
	for _, child := range []*node{first, second} {
		if near, ok := Nearest(child.key, shapeOf(timesType).names); ok {
			d.report(child.keyAt, "unknown-key", fmt.Sprintf("%s has no key `%s`.", at.subject(), shorten(child.key, 40)), didYouMean(near))
			return false
		}
	}
	if first.kind == kindEmpty && !slices.Contains(sectionNames(), second.key) {
		d.report(second.keyAt, "bad-indentation", fmt.Sprintf("`%s` stands beside `%s`, not inside it.", shorten(second.key, 40), shorten(first.key, 40)),
			fmt.Sprintf("Put two more spaces before each line that belongs to `%s`.", shorten(first.key, 40)))
		return false
	}
	d.report(second.keyAt, "two-sections", fmt.Sprintf("A section has one type, but `%s` stands beside `%s` here.", shorten(second.key, 40), shorten(first.key, 40)),
		"Begin a new section with a hyphen, or put more spaces before lines that belong to the first one.")
	return false
}

// sectionNames are the keys that an item of a list of sections may have.
func sectionNames() []string {
	names := append(site.SectionTypes(), site.BlockType)
	slices.Sort(names)
	return names
}
