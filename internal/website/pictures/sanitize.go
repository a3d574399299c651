package pictures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/colour"
)

// Bounds of a mark. They are far above what a drawn mark needs, and low enough
// that drawing one takes milliseconds.
const (
	maxSVG      = 128 << 10
	maxElements = 1000
	maxDepth    = 32
	maxUses     = 64
	maxReach    = 50 // how many times its own size a part may lie outside
)

// drawn are the elements that the drawing library knows; others would be drawn
// wrongly (the shapes of a clip path as if they were visible) or not at all.
var drawn = []string{
	"svg", "g", "defs", "style", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
	"linearGradient", "radialGradient", "stop", "use",
}

var (
	svgNumber = regexp.MustCompile(`[-+]?(?:[0-9]*\.[0-9]+|[0-9]+\.?)(?:[eE][-+]?[0-9]+)?`)
	svgOKLCH  = regexp.MustCompile(`oklch\([^)]*\)`)
	svgScale  = regexp.MustCompile(`(?:scale|matrix|skewX|skewY)\s*\([^)]*\)`)
)

// sanitize returns the SVG with nothing in it but shapes, gradients and styles
// of bounded number and size. It refuses references that lead in circles,
// which the drawing library would follow until the stack ends.
//
// size is that of the square of pixels that it will be drawn into: the drawing
// library takes user space in gradients for pixels.
func sanitize(file []byte, size int, current string) ([]byte, error) {
	if len(file) > maxSVG {
		return nil, fmt.Errorf("has %d bytes, more than %d", len(file), maxSVG)
	}
	c := cleaner{size: float64(size), current: current, scales: []float64{1}}
	decoder := xml.NewDecoder(bytes.NewReader(file))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			switch token := token.(type) {
			case xml.StartElement:
				err = c.start(token)
			case xml.EndElement:
				c.end(token)
			case xml.CharData:
				if c.hidden == 0 && len(c.open) > 0 && c.open[len(c.open)-1] == "style" {
					c.style = append(c.style, token...)
				}
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if c.side == 0 {
		return nil, errors.New("has no svg element with a size")
	}
	return c.out.Bytes(), nil
}

type cleaner struct {
	out      bytes.Buffer
	size     float64
	current  string
	place    string    // the transform from the view box to pixels
	open     []string  // elements that are open and drawn
	scales   []float64 // how much each of them enlarges at most
	style    []byte
	hidden   int // depth below an element that is not drawn
	elements int
	uses     int
	side     float64 // longer side of the view box
}

func (c *cleaner) start(element xml.StartElement) error {
	c.elements++
	if c.elements > maxElements {
		return fmt.Errorf("has more than %d elements", maxElements)
	}
	if len(c.open)+c.hidden > maxDepth {
		return fmt.Errorf("nests its elements more than %d deep", maxDepth)
	}
	name := element.Name.Local
	if c.hidden > 0 || !slices.Contains(drawn, name) || name == "svg" && len(c.open) > 0 {
		c.hidden++
		return nil
	}
	if name == "use" {
		if c.uses++; c.uses > maxUses || slices.Contains(c.open, "defs") {
			return errors.New("refers to its own parts in circles or too often")
		}
	}
	scale := c.scales[len(c.scales)-1]
	if name == "svg" {
		box, err := viewBox(element)
		if err != nil {
			return err
		}
		c.side = math.Max(box[2], box[3])
		by := c.size / c.side
		c.place = fmt.Sprintf("matrix(%g,0,0,%g,%g,%g)", by, by, (c.size-box[2]*by)/2-box[0]*by, (c.size-box[3]*by)/2-box[1]*by)
		fmt.Fprintf(&c.out, `<svg viewBox="%g %g %g %g"`, box[0], box[1], box[2], box[3])
	} else {
		if c.side == 0 {
			return errors.New("does not begin with svg")
		}
		c.out.WriteString("<" + name)
	}
	for _, attribute := range c.repaired(element) {
		key := attribute.Name.Local
		if name == "svg" && slices.Contains([]string{"viewBox", "width", "height", "x", "y"}, key) || attribute.Name.Space == "xmlns" || key == "xmlns" || key == "stroke-dasharray" {
			continue
		}
		value := c.colours(attribute.Value)
		if key == "transform" {
			for _, call := range svgScale.FindAllString(value, -1) {
				scale *= math.Max(1, largest(call))
			}
		}
		if err := c.bounded(key, value, scale); err != nil {
			return err
		}
		if key == "style" {
			value = withoutDashes(value)
		}
		c.out.WriteString(" " + key + `="`)
		if err := xml.EscapeText(&c.out, []byte(value)); err != nil {
			return err
		}
		c.out.WriteString(`"`)
	}
	c.out.WriteString(">")
	c.open, c.scales = append(c.open, name), append(c.scales, scale)
	return nil
}

// repaired writes out what the drawing library does not know by itself: that
// one radius of a corner stands for both, and where user space lies.
func (c *cleaner) repaired(element xml.StartElement) []xml.Attr {
	attributes := slices.Clone(element.Attr)
	find := func(name string) int {
		return slices.IndexFunc(attributes, func(a xml.Attr) bool { return a.Name.Local == name && a.Name.Space == "" })
	}
	set := func(name, value string) {
		attributes = append(attributes, xml.Attr{Name: xml.Name{Local: name}, Value: value})
	}
	rx, ry, units := find("rx"), find("ry"), find("gradientUnits")
	switch {
	case element.Name.Local == "rect" && rx >= 0 && ry < 0:
		set("ry", attributes[rx].Value)
	case element.Name.Local == "rect" && ry >= 0 && rx < 0:
		set("rx", attributes[ry].Value)
	case units >= 0 && attributes[units].Value == "userSpaceOnUse":
		if at := find("gradientTransform"); at >= 0 {
			attributes[at].Value = c.place + " " + attributes[at].Value
		} else {
			set("gradientTransform", c.place)
		}
	}
	return attributes
}

func (c *cleaner) end(element xml.EndElement) {
	if c.hidden > 0 {
		c.hidden--
		return
	}
	if element.Name.Local == "style" {
		_ = xml.EscapeText(&c.out, []byte(withoutDashes(c.colours(string(c.style))))) // a bytes.Buffer takes everything
		c.style = c.style[:0]
	}
	c.out.WriteString("</" + element.Name.Local + ">")
	c.open, c.scales = c.open[:len(c.open)-1], c.scales[:len(c.scales)-1]
}

// bounded refuses numbers that lie far outside of the drawing.
func (c *cleaner) bounded(key, value string, scale float64) error {
	switch key {
	case "id", "class", "gradientTransform", "href", "fill", "stroke", "color", "stop-color", "version", "aria-label":
		return nil
	}
	if scale > maxReach || largest(value)*scale > maxReach*math.Max(c.side, 100) {
		return fmt.Errorf("reaches far outside of itself: %s", key)
	}
	return nil
}

// colours writes colours as the drawing library knows them.
func (c *cleaner) colours(value string) string {
	value = strings.ReplaceAll(value, "currentColor", c.current)
	return svgOKLCH.ReplaceAllStringFunc(value, func(written string) string {
		if parsed, err := colour.Parse(written); err == nil {
			return parsed.Hex()
		}
		return c.current
	})
}

// withoutDashes drops dashed strokes from a list of declarations: short dashes cost unbounded time.
func withoutDashes(style string) string {
	return strings.ReplaceAll(style, "stroke-dasharray", "data-dashes")
}

// largest is the largest number in a text; infinite where one is too large to read.
func largest(value string) float64 {
	most := 0.0
	for _, written := range svgNumber.FindAllString(value, -1) {
		number, err := strconv.ParseFloat(written, 64)
		if err != nil {
			return math.Inf(1)
		}
		most = math.Max(most, math.Abs(number))
	}
	return most
}

// viewBox is where the drawing lies: x, y, width, height.
func viewBox(root xml.StartElement) ([4]float64, error) {
	var box [4]float64
	for _, attribute := range root.Attr {
		switch attribute.Name.Local {
		case "width", "height":
			i := map[string]int{"width": 2, "height": 3}[attribute.Name.Local]
			if number, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(attribute.Value), "px"), 64); err == nil && box[i] == 0 {
				box[i] = number
			}
		}
	}
	for _, attribute := range root.Attr {
		if attribute.Name.Local == "viewBox" {
			numbers := svgNumber.FindAllString(attribute.Value, -1)
			if len(numbers) != 4 {
				return box, errors.New("has a viewBox without four numbers")
			}
			for i, written := range numbers {
				number, err := strconv.ParseFloat(written, 64)
				if err != nil {
					return box, fmt.Errorf("has a viewBox that cannot be read: %w", err)
				}
				box[i] = number
			}
		}
	}
	for i, number := range box {
		if math.IsNaN(number) || math.Abs(number) > 10_000 || i > 1 && number < 1 {
			return box, errors.New("has no size, or one that is too large or small")
		}
	}
	return box, nil
}
