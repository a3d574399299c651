package media

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func drawn(t *testing.T, name, data string) *site.Drawing {
	t.Helper()
	f := &File{
		Path: "main/look/drawings/" + name + ".svg", URL: "/images/main/" + name + "-1.svg",
		Data: []byte(strings.Replace(data, "<svg", `<svg viewBox="0 0 4 3"`, 1)),
	}
	if f.inspectDrawing(); f.Drawing == nil {
		t.Fatal(f.Problem)
	}
	return f.Drawing
}

func TestDrawingsOfAPageAreOneFile(t *testing.T) {
	house := drawn(t, "house", `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`+
		`<linearGradient id='dusk'/><symbol id="base"><path fill="url(#dusk)" stroke="url('#dusk')" data-id="base"/></symbol>`+
		`<use xlink:href="#base"/><image href="data:image/png;base64,iVBORw0KGgo="/></svg>`)
	calm := drawn(t, "calm", `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="base"/><symbol id = "sea"/></svg>`)
	joined := JoinDrawings("main", []*site.Drawing{house, calm})
	if joined == nil || !strings.HasPrefix(joined.URL, "/images/main/drawings-") {
		t.Fatalf("joined: %+v", joined)
	}
	if _, message := inspectSVG(joined.Data); message != "" {
		t.Errorf("the file %s", message)
	}
	text := string(joined.Data)
	for _, want := range []string{
		`id="house-1.base"`, `id='house-1.dusk'`, `fill="url(#house-1.dusk)"`, `stroke="url('#house-1.dusk')"`, `xlink:href="#house-1.base"`,
		`id="calm-1.base"`, `id = "calm-1.sea"`, `data-id="base"`, `href="data:image/png;`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if again := JoinDrawings("main", []*site.Drawing{calm, house}); again.URL == joined.URL {
		t.Error("other bytes have the same address")
	}
}

func TestDrawingsThatStayFilesOfTheirOwn(t *testing.T) {
	plain := drawn(t, "calm", `<svg><symbol id="base"/></svg>`)
	styled := drawn(t, "house", `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="base"/><style>path { fill: red }</style></svg>`)
	for name, drawings := range map[string][]*site.Drawing{
		"none":   nil,
		"one":    {plain},
		"styles": {plain, styled},
	} {
		if joined := JoinDrawings("main", drawings); joined != nil {
			t.Errorf("%s: %s", name, joined.URL)
		}
	}
	own := &site.Drawing{Name: "field", Data: []byte(`<svg id="field.dial"/>`)}
	joined := JoinDrawings("main", []*site.Drawing{styled, own})
	if joined == nil || !strings.Contains(string(joined.Data), `id="field.dial"`) || strings.Contains(string(joined.Data), "house") {
		t.Errorf("joined: %+v", joined)
	}
}
