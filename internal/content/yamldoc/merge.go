package yamldoc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/content/text"
)

// merger puts a translation over its original, as trees of nodes: they know what is written, which may be false or
// empty. A node of the original is used where the translation writes none.
//
// A set of keys is completed key by key. In settings a list is written whole. In collections only words are translated:
// entries, fields of forms and choices are known by their names, items of other lists by their place, and a list of
// texts is written whole. So is a block.
type merger struct {
	source    *source // the text of the translation, and behind it that of the original, with one tree of both
	original  *Document
	wordsOnly bool            // whether all but words is the original's
	fallen    map[string]bool // see [Document.FallsBack]

	problems   []Problem // of keys that a translation does not have
	mismatches []Problem // of what the original does not have
}

func merge(translation *source, original *Document, root *plan.Type) *merger {
	under := original.places()
	m := &merger{
		source: &source{
			file: translation.file, text: translation.text + "\n" + under.text,
			original: under, begin: len(translation.text) + 1,
		},
		original: original, fallen: map[string]bool{},
		wordsOnly: root.Kind == plan.Collection && root.Elem.HasKeys(),
	}
	own, below := translation.root, under.root
	if own == nil { // it could not be read
		own = &node{kind: kindKeys, at: wholeFile, keyAt: wholeFile}
	}
	if below != nil {
		below = new(below.moved(m.source.begin))
	}
	m.source.root = new(m.value(own, below, root, ""))
	return m
}

// moved returns the node with all places further behind.
func (n node) moved(by int) node {
	for _, place := range []*int{&n.at, &n.keyAt, &n.end, &n.sign} {
		if *place != wholeFile {
			*place += by
		}
	}
	n.children = slices.Clone(n.children)
	for i := range n.children {
		n.children[i] = n.children[i].moved(by)
	}
	return n
}

// value returns a value of the translation, completed by that of the original, which may be nil.
func (m *merger) value(own, original *node, s *plan.Type, path string) node {
	if original != nil && own.kind != original.kind && s.Short != "" {
		own, original = own.asKeys(s.Short), original.asKeys(s.Short)
	}
	if original != nil && own.kind != original.kind {
		original = nil
	}
	switch {
	case s.HasKeys() && own.kind == kindKeys:
		return m.keys(own, original, s, path)
	case s.Kind == plan.Collection && own.kind == kindKeys:
		return m.items(own, original, s, path)
	case s.Kind == plan.List && own.kind == kindList && m.wordsOnly && len(own.children) > 0:
		return m.items(own, original, s, path)
	}
	return *own
}

// asKeys returns the set of keys that a text stands for, and any other node as it is.
func (n *node) asKeys(short string) *node {
	if n.kind == kindText {
		return n.keyed(short)
	}
	return n
}

func (m *merger) keys(own, original *node, s *plan.Type, path string) node {
	made := *own
	made.children, made.merged = nil, original != nil
	if original == nil {
		original = &node{kind: kindKeys}
	}
	written := map[string]bool{}
	for _, child := range own.children {
		if number, known := s.Place[child.key]; known {
			f := &s.Keys[number]
			if f.Same || m.wordsOnly && !f.Type.Words && !f.Key {
				m.note(&m.problems, Error, &child, "not-words", f.Subject+" is the same in every language.",
					"Remove it here; it is written in "+m.original.File+".")
				continue
			}
			var below *node
			if at, _ := original.step(child.key); at >= 0 && !f.Own && !written[child.key] {
				below = &original.children[at]
			}
			child = m.value(&child, below, f.Type, joinPath(path, child.key))
		}
		written[child.key] = true
		made.children = append(made.children, child)
	}
	for _, child := range original.children {
		number, known := s.Place[child.key]
		if own := known && s.Keys[number].Own; !own && !written[child.key] {
			made.children = append(made.children, child)
			m.fallen[joinPath(path, child.key)] = true
		}
	}
	return made
}

// items returns the entries of a collection or the items of a list: those of the original, in its order, each with what
// the translation says of it.
func (m *merger) items(own, original *node, s *plan.Type, path string) node {
	made := *own
	if original == nil {
		original = &node{kind: own.kind}
	}
	by := ""
	if s.Elem.Known != nil {
		by = s.Elem.Known.Name
	}
	byPlace, whole := own.kind == kindList && by == "", own.kind == kindList && !s.Elem.HasKeys()
	if byPlace && len(own.children) != len(original.children) {
		message := fmt.Sprintf("This list has %s, and that of the original %d.",
			text.Counted(len(own.children), "item"), len(original.children))
		if whole {
			m.note(&m.mismatches, Warning, own, "other-length", message,
				"Write one text for each, or correct the original.")
		} else {
			m.note(&m.mismatches, Error, own, "other-length", message,
				"Write one item for each, in the same order; {} leaves one as it is.")
			made.children = slices.Clone(own.children)
			for i := range made.children {
				made.children[i].merged = true // with what nobody knows
			}
			return made
		}
	}
	if whole {
		return made
	}

	made.children = slices.Clone(original.children)
	places := map[string]int{}
	var names, paths []string
	for i := range original.children {
		name, item := original.item(i, by, path)
		places[name], m.fallen[item] = i, true
		names, paths = append(names, name), append(paths, item)
	}
	for i := range own.children {
		child := &own.children[i]
		name, item := own.item(i, by, path)
		place, known := places[name]
		switch twice := known && !m.fallen[paths[place]]; {
		case twice && own.kind == kindList:
			m.note(&m.mismatches, Error, child, "listed-twice", fmt.Sprintf("%q is listed twice.", name), "Keep one of both.")
		case known && !twice:
			delete(m.fallen, paths[place])
			made.children[place] = m.value(child, &original.children[place], s.Elem, paths[place])
		case twice, !m.wordsOnly, m.original.broken:
			made.children = append(made.children, m.value(child, nil, s.Elem, item))
		case own.kind == kindList:
			m.note(&m.mismatches, Error, child, "no-original",
				fmt.Sprintf("There is no %q in this list of the original.", name), text.Meant(name, names))
		default:
			site, _, _ := strings.Cut(m.original.File, "/")
			m.note(&m.mismatches, Error, child, "no-original",
				fmt.Sprintf("The site %s has no entry %q to translate.", site, name),
				text.DidYouMean(name, names, "An entry begins in the first language."))
		}
	}
	return made
}

// item returns by which name an entry or an item of a list is known in all languages, and its path.
func (n *node) item(i int, by, path string) (name, item string) {
	child := &n.children[i]
	if n.kind == kindKeys {
		return child.key, n.childPath(path, i)
	}
	if by == "" {
		return strconv.Itoa(i), n.childPath(path, i)
	}
	if at, _ := child.step(by); at >= 0 {
		name = child.children[at].text
	}
	return name, path + ItemName(by, name, i)
}

// ItemName returns how the path of an item goes on behind its list: by its key where it has one that can stand there,
// else by its place.
func ItemName(by, key string, place int) string {
	if key != "" && !strings.ContainsAny(key, "[]") {
		return "[" + by + "=" + key + "]"
	}
	return fmt.Sprintf("[%d]", place)
}

// childPath returns the path of a child by its place.
func (n *node) childPath(path string, i int) string {
	if n.kind == kindKeys {
		return joinPath(path, n.children[i].key)
	}
	return itemPath(path, i)
}

func itemPath(path string, i int) string { return path + ItemName("", "", i) }

func joinPath(path, key string) string { return strings.TrimPrefix(path+"."+key, ".") }

// note adds a problem at a key or an item of a list, or at a list.
func (m *merger) note(to *[]Problem, severity Severity, n *node, code, message, hint string) {
	at := n.start()
	if n.kind == kindList {
		at = n.at
	}
	if len(*to) < maxProblems {
		p := m.source.problem(at, code, message, hint)
		p.Severity, p.Whole = severity, n.kind != kindText && code != "not-words"
		*to = append(*to, p)
	}
}
