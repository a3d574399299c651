package yamldoc

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// around is a set of keys around the current ones.
type around struct {
	node  *node
	shape *shape
	at    scope
}

// unknownKey returns the key that was probably meant, if any.
func (d *decoder) unknownKey(parent, child *node, s *shape, at scope) string {
	near, ok := Nearest(child.key, slices.Collect(maps.Keys(s.byName)))
	hint := didYouMean(near)
	if other := otherWord(child.key, s); ok && other != "" && other != near {
		hint = fmt.Sprintf("Did you mean %q or %q?", near, other)
	}
	if !ok {
		hint = d.moved(parent, child, s)
	}
	if hint == "" {
		if near = otherWord(child.key, s); near != "" {
			hint = didYouMean(near)
		}
	}
	if message, quotes := strayPart(parent, child); !ok && message != "" {
		d.report(child.keyAt, "unknown-key", message, quotes)
		return near
	}
	if hint == "" {
		hint = elsewhere(child.key, s, at)
	}
	if hint == "" {
		hint = "Known are " + strings.Join(slices.Sorted(slices.Values(s.names)), ", ") + "."
	}
	d.report(child.keyAt, "unknown-key", fmt.Sprintf("%s has no key `%s`.", at.subject(), shorten(child.key, 40)), hint)
	return near
}

// otherWords are what people call a key who have not seen its name: by what they type,
// the keys that may be meant, the likeliest first.
var otherWords = map[string][]string{
	"children": {"links", "items"}, "submenu": {"links"}, "menu": {"links"}, "dropdown": {"links"}, "subpages": {"links"}, "items": {"links", "refs", "rows"},
	"url": {"to", "link", "youtube"}, "href": {"to", "link"}, "link": {"to", "action"}, "target": {"to"}, "links": {"actions", "items"},
	"button": {"actions", "action"}, "buttons": {"actions", "action"}, "cta": {"actions", "action"}, "action": {"actions"}, "actions": {"action"},
	"body": {"markdown", "text"}, "content": {"markdown", "text"}, "message": {"text"}, "description": {"text"}, "subtitle": {"text"}, "intro": {"text"}, "paragraph": {"text", "markdown"},
	"heading": {"title"}, "headline": {"title"}, "header": {"title"}, "name": {"title", "label"}, "caption": {"title", "label", "alt"}, "text": {"label", "markdown"}, "label": {"title"},
	"picture": {"image"}, "photo": {"image"}, "img": {"image"}, "background": {"image"}, "avatar": {"image"}, "src": {"image"}, "file": {"src", "to"},
	"start": {"from", "starts", "publishAt"}, "begin": {"from", "starts", "publishAt"}, "starts": {"from"}, "publish": {"publishAt"}, "show": {"publishAt"},
	"end": {"until", "ends", "expireAt"}, "ends": {"until"}, "expires": {"expireAt", "until"}, "hide": {"expireAt"},
	"cost": {"price"}, "amount": {"price"}, "anchor": {"id"}, "slug": {"id"}, "list": {"items", "points"}, "features": {"includes", "points", "items"}, "bullets": {"points", "items"},
	"q": {"question"}, "a": {"answer"}, "quote": {"text"}, "author": {"name"}, "zip": {"postalCode"}, "postcode": {"postalCode"}, "plz": {"postalCode"}, "state": {"region"},
	"googleanalytics": {"ga4"}, "google": {"ga4"}, "analytics": {"ga4"}, "measurementid": {"measurement"},
}

// elsewhere says where a key belongs that is right in another set of keys: in one
// beside it, in another section or in another file; empty where nobody knows.
func elsewhere(key string, s *shape, at scope) string {
	switch s.typ {
	case reflect.TypeFor[site.Page]():
		if shapeOf(reflect.TypeFor[site.Site]()).takes(key) {
			return "It belongs to site.yaml."
		}
	case reflect.TypeFor[site.Site]():
		if slices.Contains(ownFiles, key) {
			return fmt.Sprintf("It stands in a file of its own beside site.yaml: %s.yaml.", key)
		}
		if shapeOf(reflect.TypeFor[site.Page]()).takes(key) {
			return "It belongs to a page: a file of the folder pages."
		}
	}
	var below []string
	for i := range s.fields {
		if inner := s.fields[i].shape.behindPointer(); inner.form == formKeys && inner.takes(key) {
			below = append(below, s.fields[i].name)
		}
	}
	if len(below) == 1 {
		return fmt.Sprintf("It belongs to `%s`, as in `%s: {%s: …}`.", below[0], below[0], key)
	}
	var others []string
	for _, name := range sectionNames() {
		if body := site.NewSectionBody(name); body != nil && sectionShape(reflect.TypeOf(body).Elem()).takes(key) {
			others = append(others, name)
		}
	}
	if len(others) == 1 && strings.HasSuffix(at.subject(), " section") {
		return fmt.Sprintf("The section `%s` has it.", others[0])
	}
	return ""
}

// ownFiles are what stands in files beside site.yaml, by their names.
var ownFiles = []string{"blocks", "forms", "images", "industries", "people", "plans", "privacy", "products", "terms", "testimonials"}

// otherSections are what people call sections who have not seen their names.
var otherSections = map[string]string{
	"youtube": "embed", "vimeo": "embed", "film": "video", "questions": "faq", "accordion": "faq", "reviews": "testimonials", "quotes": "testimonials",
	"pricing": "plans", "prices": "plans", "price": "plan", "map": "place", "address": "place", "location": "place", "hours": "place",
	"photos": "gallery", "images": "gallery", "pictures": "gallery", "slider": "gallery", "carousel": "gallery", "image": "split", "picture": "split", "columns": "cards", "grid": "cards",
	"text": "prose", "markdown": "prose", "content": "prose", "table": "comparison", "compare": "comparison", "clients": "logos", "customers": "logos", "partners": "logos",
	"people": "team", "staff": "team", "news": "entries", "blog": "entries", "articles": "entries", "events": "entries", "posts": "entries",
	"numbers": "metrics", "stats": "metrics", "figures": "metrics", "banner": "cta", "button": "cta", "newsletter": "forms", "signup": "forms", "history": "timeline", "header": "hero",
}

// otherWord returns the key that goes by another word, or "".
func otherWord(typed string, s *shape) string {
	for _, meant := range otherWords[strings.ToLower(typed)] {
		if _, known := s.byName[meant]; known {
			return meant
		}
	}
	return ""
}

var menuType = reflect.TypeFor[site.NavigationLink]()

// moved explains an unknown key that would be right at another depth.
func (d *decoder) moved(parent, child *node, s *shape) string {
	if hint := d.besides(parent, child, s); hint != "" {
		return hint
	}
	outside := d.outer[:len(d.outer)-1]
	for i := len(outside) - 1; i >= 0; i-- {
		outer := outside[i]
		if otherWord(child.key, outer.shape) != "" || child.key == "links" {
			if outer.shape.typ == menuType {
				return "A menu of the navigation has one level: write these links as lines of the menu itself."
			}
		}
		if parent.flow || outer.node.flow || !outer.shape.takes(child.key) || outer.node.child(child.key) != nil {
			continue
		}
		subject := outer.at.subject()
		if rest, whole := strings.CutPrefix(subject, "The "); whole {
			subject = "the " + rest
		} else if rest, item := strings.CutPrefix(subject, "Item "); item {
			subject = "item " + rest
		}
		if outer.node.endsWith(child) {
			return fmt.Sprintf("Put fewer spaces before it: it belongs to %s.", subject)
		}
		return fmt.Sprintf("It belongs to %s: move it out of here, to the line above `%s` or to its end.", subject, outer.node.holding(child).key)
	}
	return ""
}

// besides explains a key that belongs to the one above it.
func (d *decoder) besides(parent, child *node, s *shape) string {
	for i := range parent.children {
		if i+1 == len(parent.children) || &parent.children[i+1] != child {
			continue
		}
		above := &parent.children[i]
		number, known := s.byName[above.key]
		if !known || !s.fields[number].shape.takes(child.key) {
			return ""
		}
		short := s.fields[number].shape.behindPointer().short
		switch {
		case above.kind == kindText && short != "" && child.kind == kindText:
			return fmt.Sprintf("It belongs to `%s`: write both as `%s: {%s: %s, %s: …}`.", above.key, above.key, short, above.text, child.key)
		case above.kind == kindKeys && above.flow:
			return fmt.Sprintf("Write it between the brackets of `%s`, behind a comma.", above.key)
		case parent.flow, above.kind != kindKeys && above.kind != kindEmpty:
			return ""
		}
		return fmt.Sprintf("Put more spaces before it if it belongs to `%s`.", above.key)
	}
	return ""
}

// behindPointer is the shape itself, or what a pointer leads to.
func (s *shape) behindPointer() *shape {
	if s.form == formPointer {
		return s.elem
	}
	return s
}

// holding returns the child in which another node lies.
func (n *node) holding(inner *node) *node {
	found := &n.children[0]
	for i := range n.children {
		if n.children[i].start() <= inner.start() {
			found = &n.children[i]
		}
	}
	return found
}

// endsWith tells whether nothing stands behind a node in that child in which it lies:
// then fewer spaces before it make it a child of n itself.
func (n *node) endsWith(inner *node) bool { return n.holding(inner).last() == inner.last() }

// last is where the last value of a node begins.
func (n *node) last() int {
	if len(n.children) == 0 {
		return n.at
	}
	return n.children[len(n.children)-1].last()
}

// cutOff warns of a text that ends where a comment begins that hardly is one:
// Call # 5, Follow us #bakery.
func (d *decoder) cutOff(n *node, at scope) {
	if n.style != stylePlain || n.at == wholeFile {
		return
	}
	rest, found := strings.CutPrefix(d.source.restOfLine(n.at), n.text)
	comment := strings.TrimLeft(rest, " \t")
	if !found || !strings.HasPrefix(comment, "#") || comment == rest {
		return
	}
	words := strings.TrimLeft(comment, "#")
	close := words != "" && words[0] != ' ' && words[0] != '\t'
	number := strings.TrimLeft(words, " \t")
	if !close && (number == "" || number[0] < '0' || number[0] > '9') {
		return
	}
	p := d.source.problem(n.at+len(n.text)+len(rest)-len(comment), "cut-off",
		fmt.Sprintf("%s ends before the #, where a comment begins: visitors read only %s.", at.subject(), quoteShort(n.text)),
		fmt.Sprintf("If the # belongs to the text, put all of it in quotes: %s.", quoteShort(strings.TrimRight(n.text+rest, " \t"))))
	p.Severity = Warning
	d.warnings = append(d.warnings, p)
}
