package media

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/content/text"
)

// maxDepth is far deeper than drawing programs nest groups. Browsers, and our own renderer, follow it by recursion.
const maxDepth = 100

const (
	namespaceSVG   = "http://www.w3.org/2000/svg"
	namespaceXHTML = "http://www.w3.org/1999/xhtml"
	loadsInStyles  = "loads something from elsewhere in its styles."
)

func looksLikeSVG(data []byte) bool {
	head := bytes.TrimSpace(bytes.TrimPrefix(data[:min(len(data), 4096)], []byte("\xef\xbb\xbf")))
	return bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<svg"))
}

// inspectSVG returns the size that an SVG states, zero where it does not. It refuses an SVG that could do more than be
// shown: the message continues "The picture … ".
func inspectSVG(data []byte) (size image.Point, message string) {
	decoder := xml.NewDecoder(bytes.NewReader(data))
	depth, root := 0, false
	var style strings.Builder // words since the last <style>; comments may cut them in pieces
	for {
		token, err := decoder.Token()
		switch {
		case errors.Is(err, io.EOF) && !root:
			return size, "is no SVG."
		case errors.Is(err, io.EOF):
			return size, ""
		case err != nil:
			return size, "is no readable SVG."
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				if token.Name.Local != "svg" || token.Name.Space != namespaceSVG {
					return size, `is no SVG: it does not begin with <svg xmlns="` + namespaceSVG + `">.`
				}
				root, size = true, statedSize(token)
			}
			if depth++; depth > maxDepth {
				return size, fmt.Sprintf("nests its elements more than %d deep: ungroup it in a drawing program.", maxDepth)
			}
			if message := cmp.Or(unsafeElement(token), brokenElement(token)); message != "" {
				return size, message
			}
			if strings.EqualFold(token.Name.Local, "style") {
				style.Reset()
			}
		case xml.EndElement:
			depth--
			if strings.EqualFold(token.Name.Local, "style") && isUnsafeStyle(style.String()) {
				return size, loadsInStyles
			}
		case xml.CharData:
			style.Write(token)
		case xml.Directive:
			if strings.Contains(strings.ToUpper(string(token)), "ENTITY") {
				return size, "defines entities, which is not allowed."
			}
		case xml.ProcInst:
			if token.Target != "xml" {
				return size, "loads a style sheet from elsewhere."
			}
			if root {
				return size, "has <?xml …?> where it does not begin: browsers show nothing of it."
			}
		}
	}
}

// activeElements run scripts or show foreign documents.
var activeElements = map[string]string{
	"script": "has a script.", "handler": "has a script.", "listener": "has a script.",
	"foreignobject": "has a foreignObject.", "iframe": "has a frame.",
	"embed": "has an embedded file.", "object": "has an embedded file.",
	"audio": "has sound.", "video": "has a video.",
}

func unsafeElement(element xml.StartElement) string {
	if message := activeElements[strings.ToLower(element.Name.Local)]; message != "" {
		return message
	}
	if element.Name.Space == namespaceXHTML {
		return "has HTML in it."
	}
	for _, attribute := range element.Attr {
		name, value := strings.ToLower(attribute.Name.Local), strings.TrimSpace(attribute.Value)
		switch {
		case strings.HasPrefix(name, "on"):
			return "has a script: the attribute " + attribute.Name.Local + "."
		case (name == "href" || name == "src") && !isInner(value), name == "base" && value != "":
			return "refers to something elsewhere: " + text.Shortened(value) + "."
		case name == "href" || name == "src":
		case name == "attributename":
			if target := strings.ToLower(value); strings.HasSuffix(target, "href") || strings.HasPrefix(target, "on") {
				return "changes a link by animation."
			}
		case attribute.Name.Space == "" && isUnsafeStyle(value): // editors' own attributes hold paths of files
			return loadsInStyles
		}
	}
	return ""
}

// brokenElement finds what Go's decoder takes and browsers do not: they show nothing of such a file.
func brokenElement(element xml.StartElement) string {
	names := []xml.Name{element.Name}
	for _, attribute := range element.Attr {
		if slices.Contains(names[1:], attribute.Name) {
			return "has an attribute twice in one element, so browsers show nothing of it: " + attribute.Name.Local + "."
		}
		names = append(names, attribute.Name)
	}
	for _, name := range names {
		// Of a prefix that nobody declared the decoder makes a namespace.
		if name.Space != "" && name.Space != "xmlns" && !strings.Contains(name.Space, ":") {
			return "does not say what a prefix stands for, so browsers show nothing of it: write " +
				fmt.Sprintf(`xmlns:%s="…" into <svg>, or remove %[1]s:%s.`, name.Space, name.Local)
		}
	}
	return ""
}

// isInner tells whether a reference leads to a part of the same file, or to a picture inside of it.
func isInner(value string) bool {
	safe := []string{"#", "data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp"}
	begins := func(prefix string) bool { return strings.HasPrefix(strings.ToLower(value), prefix) }
	return value == "" || slices.ContainsFunc(safe, begins)
}

// isUnsafeStyle tells whether a style loads files: by url() of anything but a part of the same file, by @import, or by
// a name that is escaped, such as u\72l(…).
func isUnsafeStyle(style string) bool {
	lower := strings.ToLower(style)
	active := []string{"@import", "javascript:", "expression(", "image-set("}
	if slices.ContainsFunc(active, func(word string) bool { return strings.Contains(lower, word) }) ||
		strings.Contains(lower, `\`) && strings.Contains(lower, "(") {
		return true
	}
	return slices.ContainsFunc(strings.Split(lower, "url(")[1:], func(target string) bool {
		return !isInner(strings.TrimLeft(target, " \t\r\n\"'"))
	})
}

func statedSize(root xml.StartElement) image.Point {
	stated := map[string]string{}
	for _, attribute := range root.Attr {
		stated[attribute.Name.Local] = attribute.Value
	}
	size := image.Pt(pixels(stated["width"]), pixels(stated["height"]))
	if size.X > 0 && size.Y > 0 {
		return size
	}
	if box := strings.Fields(strings.ReplaceAll(stated["viewBox"], ",", " ")); len(box) == 4 {
		return image.Pt(pixels(box[2]), pixels(box[3]))
	}
	return image.Point{}
}

func pixels(length string) int {
	number, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(length), "px"), 64)
	if err != nil || math.IsNaN(number) || number <= 0 || number > 100_000 {
		return 0
	}
	return int(math.Max(1, math.Round(number)))
}
