package media

import (
	"image"
	"strings"
	"testing"
)

const svgHead = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">`

func TestHarmlessSVG(t *testing.T) {
	for _, svg := range []string{
		svgHead + `<path d="M0 0"/></svg>`,
		"\xef\xbb\xbf<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- made by hand -->\n" + svgHead + `</svg>`,
		`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">` + svgHead + `</svg>`,
		svgHead + `<defs><linearGradient id="a"/></defs><rect fill="url(#a)" style="stroke:url('#a')"/><use xlink:href="#a"/></svg>`,
		svgHead + `<style>.a{fill:url(#a)} @media (prefers-color-scheme: dark){.a{fill:#fff}}</style></svg>`,
		svgHead + `<image href="data:image/png;base64,AAAA"/></svg>`,
		svgHead + `<g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:export-filename="C:\Pictures\mark (1).png"/></svg>`,
		svgHead + `<animate attributeName="opacity" from="0" to="1"/></svg>`,
		svgHead + strings.Repeat("<g>", 99) + strings.Repeat("</g>", 99) + `</svg>`,
	} {
		if size, message := inspectSVG([]byte(svg)); message != "" || !looksLikeSVG([]byte(svg)) || size.X != 10 {
			t.Errorf("%s\nis refused: %s (%v)", svg, message, size)
		}
	}
}

func TestHostileSVG(t *testing.T) {
	for svg, want := range map[string]string{
		svgHead + `<script>alert(1)</script></svg>`:                                          "has a script.",
		svgHead + `<SCRIPT href="x.js"/></svg>`:                                              "has a script.",
		svgHead + `<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script></svg>`: "has a script.",
		svgHead + `<g onclick="alert(1)"/></svg>`:                                            "has a script: the attribute onclick.",
		svgHead + `<g ONLOAD="alert(1)"/></svg>`:                                             "has a script: the attribute ONLOAD.",
		svgHead + `<foreignObject><p>x</p></foreignObject></svg>`:                            "has a foreignObject.",
		svgHead + `<iframe src="https://example.com"/></svg>`:                                "has a frame.",
		svgHead + `<p xmlns="http://www.w3.org/1999/xhtml">x</p></svg>`:                      "has HTML in it.",
		svgHead + `<image href="https://example.com/x.png"/></svg>`:                          "refers to something elsewhere: https://example.com/x.png.",
		svgHead + `<use xlink:href="other.svg#a"/></svg>`:                                    "refers to something elsewhere: other.svg#a.",
		svgHead + `<a href="javascript:alert(1)"><path/></a></svg>`:                          "refers to something elsewhere: javascript:alert(1).",
		svgHead + `<a href="&#106;avascript:alert(1)"/></svg>`:                               "refers to something elsewhere: javascript:alert(1).",
		svgHead + `<image href="data:image/svg+xml,&lt;svg onload='x'>"/></svg>`:             "refers to something elsewhere: data:image/svg+xml,<svg onload='x'>.",
		svgHead + `<image href="DATA:text/html,x"/></svg>`:                                   "refers to something elsewhere: DATA:text/html,x.",
		svgHead + `<rect fill="url(https://example.com/#a)"/></svg>`:                         "loads something from elsewhere in its styles.",
		svgHead + `<rect style="background: URL( 'http://x' )"/></svg>`:                      "loads something from elsewhere in its styles.",
		svgHead + `<style>@import "https://example.com/x.css";</style></svg>`:                "loads something from elsewhere in its styles.",
		svgHead + `<style>.a{fill:url(x.svg)}</style></svg>`:                                 "loads something from elsewhere in its styles.",
		svgHead + `<style>.a{fill:u\72l(x.svg)}</style></svg>`:                               "loads something from elsewhere in its styles.",
		svgHead + `<style><![CDATA[.a{fill:url(x.svg)}]]></style></svg>`:                     "loads something from elsewhere in its styles.",
		svgHead + `<style>.a{fill:u<!-- -->rl(x.svg)}</style></svg>`:                         "loads something from elsewhere in its styles.",
		svgHead + `<set attributeName="href" to="javascript:alert(1)"/></svg>`:               "changes a link by animation.",
		svgHead + `<animate attributeName="xlink:href" values="javascript:alert(1)"/></svg>`: "changes a link by animation.",
		`<?xml-stylesheet href="https://example.com/x.css"?>` + svgHead + `</svg>`:           "loads a style sheet from elsewhere.",
		`<!DOCTYPE svg [<!ENTITY a "b">]>` + svgHead + `&a;</svg>`:                           "defines entities, which is not allowed.",
		svgHead + strings.Repeat("<g>", 100) + strings.Repeat("</g>", 100) + `</svg>`:        "nests its elements more than 100 deep: ungroup it in a drawing program.",
		svgHead + `<g></svg>`:                                    "is no readable SVG.",
		svgHead + `<g inkscape:label="a"/></svg>`:                `does not say what a prefix stands for, so browsers show nothing of it: write xmlns:inkscape="…" into <svg>, or remove inkscape:label.`,
		svgHead + `<sodipodi:view/></svg>`:                       `does not say what a prefix stands for, so browsers show nothing of it: write xmlns:sodipodi="…" into <svg>, or remove sodipodi:view.`,
		svgHead + `<path fill="red" d="" fill="blue"/></svg>`:    "has an attribute twice in one element, so browsers show nothing of it: fill.",
		svgHead + `<?xml version="1.0"?></svg>`:                  "has <?xml …?> where it does not begin: browsers show nothing of it.",
		svgHead + `<path d="`:                                    "is no readable SVG.",
		`<svg viewBox="0 0 1 1"/>`:                               `is no SVG: it does not begin with <svg xmlns="http://www.w3.org/2000/svg">.`,
		`<html><svg xmlns="http://www.w3.org/2000/svg"/></html>`: `is no SVG: it does not begin with <svg xmlns="http://www.w3.org/2000/svg">.`,
		svgHead + `</svg>` + svgHead + `<script/></svg>`:         "has a script.",
	} {
		if _, got := inspectSVG([]byte(svg)); got != want {
			t.Errorf("%s\ngot:  %s\nwant: %s", svg, got, want)
		}
	}
}

func TestSVGSizes(t *testing.T) {
	for attributes, want := range map[string]image.Point{
		`width="30" height="20"`:                       {30, 20},
		`width="30px" height="20.4px"`:                 {30, 20},
		`width="100%" height="20" viewBox="0 0 48,24"`: {48, 24},
		`width="1em"`:                                  {},
		`viewBox="0 0 NaN 1e300"`:                      {},
		`viewBox="0 0 0.2 5"`:                          {1, 5},
		`width="-1" height="Infinity"`:                 {},
	} {
		if got, message := inspectSVG([]byte(`<svg xmlns="http://www.w3.org/2000/svg" ` + attributes + `/>`)); got != want || message != "" {
			t.Errorf("%s: got %v, want %v %s", attributes, got, want, message)
		}
	}
}
