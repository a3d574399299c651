package media

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/look"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// The folders of a site's own look, by their paths below the folder of the site.
const (
	LookFolder    = "look"
	SheetFolder   = LookFolder + "/sections"
	DrawingFolder = LookFolder + "/drawings"
)

// inspectLook reads a file of a look: a style sheet, a drawing, or a picture, which visitors get as it is.
func (f *File) inspectLook(data []byte) {
	switch {
	case path.Ext(f.Path) == ".css":
		f.Data, f.Type, f.Sheet = data, Type{"css", "text/css; charset=utf-8"}, look.Parse(f.Path, data)
	case len(data) > 12 && string(data[4:12]) == "ftypavif":
		f.Data, f.Type = data, Type{"avif", "image/avif"}
		f.URL = f.address("images", "image", f.Hash, ".avif")
	default:
		if f.inspectPicture(data); f.Code == "" {
			f.Data = data
		}
		if f.Code == "" && path.Dir(f.below()) == DrawingFolder {
			f.inspectDrawing()
		}
	}
}

// inspectDrawing reads how large a drawing is, and its parts. The root of the file says its size; its symbols are the
// base and the parts.
func (f *File) inspectDrawing() {
	var root struct {
		ViewBox string `xml:"viewBox,attr"`
		Symbols []struct {
			ID string `xml:"id,attr"`
		} `xml:"symbol"`
	}
	made := &site.Drawing{Name: strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path)), URL: f.URL}
	decoder := xml.NewDecoder(bytes.NewReader(f.Data))
	var err error
	for made.Data == nil && err == nil {
		at := decoder.InputOffset()
		var token xml.Token
		if token, err = decoder.Token(); err == nil {
			if start, is := token.(xml.StartElement); is {
				made.Data = drawingID.ReplaceAll(f.Data[at:], []byte("${0}"+strings.TrimSuffix(path.Base(f.URL), ".svg")+"."))
				err = decoder.DecodeElement(&root, &start)
			}
		}
	}
	if err == nil {
		_, err = fmt.Sscanf(root.ViewBox, "0 0 %g %g", &made.Width, &made.Height)
	}
	sane := func(length float64) bool { return length >= 0.01 && length <= 1e6 } // NaN is not
	if err != nil || !sane(made.Width) || !sane(made.Height) {
		f.fail("bad-drawing", " has no size.", `Give its root a viewBox such as viewBox="0 0 640 480".`)
		return
	}
	for _, symbol := range root.Symbols {
		if symbol.ID != "base" {
			made.Parts = append(made.Parts, symbol.ID)
		}
	}
	if len(made.Parts) == len(root.Symbols) { // none of them is the base
		f.fail("bad-drawing", " has nothing to draw.", `Put what is always shown into <symbol id="base">, and each part into one of its own.`)
		return
	}
	f.Drawing = made
	f.inspectStyles()
}

// inspectStyles looks for styles in a drawing. Pages show it from a file of its own, where Firefox and Safari leave out
// <style>, and the policy of the website makes Firefox leave out style="…" as well.
func (f *File) inspectStyles() {
	decoder := xml.NewDecoder(bytes.NewReader(f.Data))
	for {
		begin := decoder.InputOffset()
		token, err := decoder.Token()
		if err != nil { // the end: that it can be read is known
			return
		}
		start, is := token.(xml.StartElement)
		inner := is && start.Name.Local == "style" && start.Name.Space == namespaceSVG
		f.Drawing.Alone = f.Drawing.Alone || inner
		hasStyle := func(a xml.Attr) bool { return a.Name == xml.Name{Local: "style"} }
		if f.LeftOut != nil || !inner && !slices.ContainsFunc(start.Attr, hasStyle) {
			continue
		}
		at := int(begin) + 1
		if found := styleAttribute.FindIndex(f.Data[begin:decoder.InputOffset()]); !inner && found != nil {
			at += found[0]
		}
		problem := yamldoc.ProblemAt(f.Path, string(f.Data), at, "styled-drawing",
			"Some browsers leave out the styles of a drawing.",
			`Write them as attributes, such as fill="…"; the look's style sheet moves parts.`)
		problem.Severity = yamldoc.Warning
		f.LeftOut = &problem
	}
}

var styleAttribute = regexp.MustCompile(`\sstyle\s*=`)

// drawingID matches what stands before the name of a part, where it is given and where something refers to it.
var drawingID = regexp.MustCompile(`\sid\s*=\s*["']|href\s*=\s*["']#|url\(\s*["']?#`)

// JoinDrawings returns one file that holds several drawings, as one request costs a visitor less than several: a part is
// called there as the drawing's own file, a dot, and its name. The result is nil for none, and for one that has a file of
// its own. Drawings with styles are left out, which could disturb others.
func JoinDrawings(siteID string, drawings []*site.Drawing) *File {
	drawings = slices.DeleteFunc(drawings, func(d *site.Drawing) bool { return d.Alone })
	if len(drawings) == 0 || len(drawings) == 1 && drawings[0].URL != "" {
		return nil
	}
	joined := []byte(`<svg xmlns="` + namespaceSVG + `">`)
	for _, drawing := range drawings {
		joined = append(joined, drawing.Data...)
	}
	joined = append(joined, "</svg>"...)
	made := &File{
		Path: path.Join(siteID, DrawingFolder, "drawings.svg"), Type: SVG, Data: joined, Hash: sha256.Sum256(joined),
	}
	made.URL = made.address("images", "drawings", made.Hash, ".svg")
	return made
}
