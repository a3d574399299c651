package content

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// svgSize is the size that an SVG states; 0 where it does not.
type svgSize struct{ width, height int }

// maxSVGDepth is far deeper than drawing programs nest groups. What draws a picture,
// browsers included, follows it by recursion.
const maxSVGDepth = 100

const (
	namespaceSVG   = "http://www.w3.org/2000/svg"
	namespaceXHTML = "http://www.w3.org/1999/xhtml"
)

// looksLikeSVG tells whether the bytes begin like an XML file with an svg element.
func looksLikeSVG(data []byte) bool {
	head := bytes.TrimSpace(bytes.TrimPrefix(data[:min(len(data), 4096)], []byte("\xef\xbb\xbf")))
	return bytes.HasPrefix(head, []byte("<")) && bytes.Contains(head, []byte("<svg"))
}

// inspectSVG reads an SVG and refuses one that could do more than be shown.
// What it returns besides the size continues "The picture … ".
func inspectSVG(data []byte) (size svgSize, message string) {
	decoder := xml.NewDecoder(bytes.NewReader(data))
	depth, root := 0, false
	var style strings.Builder // words since the last <style>; comments may cut them in pieces
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			if !root {
				return size, "is no SVG."
			}
			return size, ""
		}
		if err != nil {
			return size, "is no readable SVG."
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				if token.Name.Local != "svg" || token.Name.Space != namespaceSVG {
					return size, "is no SVG: it does not begin with <svg xmlns=\"http://www.w3.org/2000/svg\">."
				}
				root, size = true, sizeOf(token)
			}
			if depth++; depth > maxSVGDepth {
				return size, fmt.Sprintf("nests its elements more than %d deep: ungroup it in a drawing program.", maxSVGDepth)
			}
			if message := unsafeElement(token); message != "" {
				return size, message
			}
			if strings.EqualFold(token.Name.Local, "style") {
				style.Reset()
			}
		case xml.EndElement:
			depth--
			if strings.EqualFold(token.Name.Local, "style") && unsafeStyle(style.String()) {
				return size, "loads something from elsewhere in its styles."
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
		}
	}
}

// activeElements run scripts or show foreign documents.
var activeElements = map[string]string{
	"script": "has a script.", "foreignobject": "has a foreignObject.", "iframe": "has a frame.", "embed": "has an embedded file.",
	"object": "has an embedded file.", "audio": "has sound.", "video": "has a video.", "handler": "has a script.", "listener": "has a script.",
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
		case name == "href" || name == "src":
			if !isInnerReference(value) {
				return "refers to something elsewhere: " + shortened(value) + "."
			}
		case name == "attributename":
			if target := strings.ToLower(value); strings.HasSuffix(target, "href") || strings.HasPrefix(target, "on") {
				return "changes a link by animation."
			}
		case name == "base" && value != "":
			return "refers to something elsewhere: " + shortened(value) + "."
		case attribute.Name.Space == "" && unsafeStyle(value): // editors' own attributes hold paths of files
			return "loads something from elsewhere in its styles."
		}
	}
	return ""
}

// isInnerReference allows parts of the same file and pictures that are inside of it.
func isInnerReference(value string) bool {
	lower := strings.ToLower(value)
	for _, safe := range []string{"data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp"} {
		if strings.HasPrefix(lower, safe) {
			return true
		}
	}
	return value == "" || strings.HasPrefix(value, "#")
}

// unsafeStyle finds what loads files in a style: url() of anything but a part of the same file, and @import.
func unsafeStyle(style string) bool {
	lower := strings.ToLower(style)
	if strings.Contains(lower, "@import") || strings.Contains(lower, "javascript:") || strings.Contains(lower, "expression(") ||
		strings.Contains(lower, "image-set(") {
		return true
	}
	if strings.Contains(lower, `\`) && strings.Contains(lower, "(") { // an escaped name, such as u\72l(…)
		return true
	}
	for rest := lower; ; {
		_, after, found := strings.Cut(rest, "url(")
		if !found {
			return false
		}
		target := strings.TrimLeft(after, " \t\r\n\"'")
		if !isInnerReference(target) {
			return true
		}
		rest = after
	}
}

func sizeOf(root xml.StartElement) svgSize {
	var width, height, box string
	for _, attribute := range root.Attr {
		switch attribute.Name.Local {
		case "width":
			width = attribute.Value
		case "height":
			height = attribute.Value
		case "viewBox":
			box = attribute.Value
		}
	}
	size := svgSize{pixels(width), pixels(height)}
	if size.width > 0 && size.height > 0 {
		return size
	}
	numbers := strings.FieldsFunc(box, func(c rune) bool { return c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\r' })
	if len(numbers) == 4 {
		return svgSize{pixels(numbers[2]), pixels(numbers[3])}
	}
	return svgSize{}
}

// pixels reads a length in pixels; 0 for other units.
func pixels(length string) int {
	number, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(length), "px"), 64)
	if err != nil || math.IsNaN(number) || number <= 0 || number > 100_000 {
		return 0
	}
	return int(math.Max(1, math.Round(number)))
}

func shortened(words string) string {
	if runes := []rune(words); len(runes) > 40 {
		return string(runes[:39]) + "…"
	}
	return words
}
