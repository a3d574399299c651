package feed

import (
	"fmt"
	"html"
	"reflect"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// htmlWriter writes what a page says as plain HTML with absolute addresses.
type htmlWriter struct {
	out  strings.Builder
	page string // address of the page
	base string // and its beginning, before the path
}

// pageHTML returns the words and pictures of an entry.
func pageHTML(page *site.Page, base string) string {
	w := &htmlWriter{page: page.Head.Canonical, base: base}
	if page.Entry != nil && page.Entry.Image != nil {
		w.image(page.Entry.Image)
	}
	if page.Markdown != nil {
		w.nodes(page.Markdown.Nodes)
	}
	for _, section := range page.Sections {
		if section.Body != nil {
			w.value(reflect.ValueOf(section.Body), "", 2)
		}
	}
	return w.out.String()
}

var (
	textType     = reflect.TypeFor[site.Text]()
	markdownType = reflect.TypeFor[site.Markdown]()
	imageType    = reflect.TypeFor[site.Image]()
	linkType     = reflect.TypeFor[site.Link]()
	cardType     = reflect.TypeFor[site.EntryCard]()
)

// value writes what a section holds, whatever its type: titles as headings of the
// level, other words as paragraphs.
func (w *htmlWriter) value(v reflect.Value, name string, level int) {
	switch v.Type() {
	case textType:
		w.words(v.String(), name, level)
		return
	case markdownType:
		w.nodes(v.Interface().(site.Markdown).Nodes)
		return
	case imageType:
		image := v.Interface().(site.Image)
		w.image(&image)
		return
	case linkType:
		link := v.Interface().(site.Link)
		if address := w.absolute(&link); address != "" {
			w.put("<p>")
			w.link(address, func() { w.text(string(link.Label)) })
			w.put("</p>")
		}
		return
	case cardType: // shows another entry
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			w.value(v.Elem(), name, level)
		}
	case reflect.Slice:
		if v.Type().Elem() == textType && v.Len() > 0 {
			w.list(v)
			return
		}
		for i := range v.Len() {
			w.value(v.Index(i), name, min(level+1, 4))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			hidden := !field.Anonymous && strings.HasPrefix(field.Tag.Get("json"), "-")
			if field.IsExported() && !hidden && field.Type.PkgPath() != "time" {
				w.value(v.Field(i), field.Name, level)
			}
		}
	}
}

func (w *htmlWriter) words(words, name string, level int) {
	switch {
	case words == "":
	case name == "Title" || name == "Question":
		w.put(fmt.Sprintf("<h%d>", level))
		w.text(words)
		w.put(fmt.Sprintf("</h%d>", level))
	default:
		w.put("<p>")
		w.text(words)
		w.put("</p>")
	}
}

func (w *htmlWriter) list(items reflect.Value) {
	w.put("<ul>")
	for i := range items.Len() {
		w.put("<li>")
		w.text(items.Index(i).String())
		w.put("</li>")
	}
	w.put("</ul>")
}

func (w *htmlWriter) put(markup string) { w.out.WriteString(markup) }
func (w *htmlWriter) text(words string) { w.out.WriteString(html.EscapeString(words)) }

// image writes a picture as a paragraph of its own.
func (w *htmlWriter) image(image *site.Image) {
	if image.URL == "" {
		return
	}
	w.put("<p>")
	w.picture(image)
	w.put("</p>")
}

func (w *htmlWriter) picture(image *site.Image) {
	if image != nil && image.URL != "" {
		w.put(`<img src="` + html.EscapeString(w.base+image.URL) + `" alt="` + html.EscapeString(string(image.Alt)) + `">`)
	}
}

func (w *htmlWriter) link(address string, inside func()) {
	w.put(`<a href="` + html.EscapeString(address) + `">`)
	inside()
	w.put("</a>")
}

// absolute returns the whole address of a link; empty for a placeholder.
func (w *htmlWriter) absolute(link *site.Link) string {
	switch {
	case strings.HasPrefix(link.Href, "/"):
		return w.base + link.Href
	case strings.HasPrefix(link.Href, "#"):
		return w.page + link.Href
	}
	return link.Href
}

// elements are the HTML elements of nodes of a Markdown text that are nothing but an element around their children.
var elements = map[string]string{
	"paragraph": "p", "item": "li", "strong": "strong", "emphasis": "em", "quote": "blockquote",
	"table": "table", "titles": "tr", "row": "tr", "cell": "td",
}

func (w *htmlWriter) nodes(nodes []site.Node) {
	for i := range nodes {
		w.node(&nodes[i])
	}
}

func (w *htmlWriter) node(n *site.Node) {
	element := elements[n.Kind]
	switch n.Kind {
	case "heading":
		element = fmt.Sprintf("h%d", max(2, n.Level))
	case "list":
		element = "ul"
		if n.Ordered {
			element = "ol"
		}
	case "text":
		w.text(n.Text)
	case "code":
		w.put("<code>")
		w.text(n.Text)
		w.put("</code>")
	case "codeblock":
		w.put("<pre><code>")
		w.text(n.Text)
		w.put("</code></pre>")
	case "break":
		w.put("<br>")
	case "rule":
		w.put("<hr>")
	case "image":
		w.picture(n.Image)
	case "figure":
		w.put("<figure>")
		w.picture(n.Image)
		if n.Text != "" {
			w.put("<figcaption>")
			w.text(n.Text)
			w.put("</figcaption>")
		}
		w.put("</figure>")
		return
	case "link":
		if address := w.absolute(n.Link); address != "" {
			w.link(address, func() { w.nodes(n.Children) })
			return
		}
	}
	if element != "" {
		w.put("<" + element + ">")
	}
	w.nodes(n.Children)
	if element != "" {
		w.put("</" + element + ">")
	}
}
