package media

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func drawn(name, data string) *site.Drawing {
	return &site.Drawing{Name: name, URL: "/images/main/" + name + "-1.svg", Data: []byte(data)}
}

func TestDrawingsOfAPageAreOneFile(t *testing.T) {
	house := drawn("house", `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">`+
		`<linearGradient id='dusk'/><symbol id="base"><path fill="url(#dusk)" stroke="url('#dusk')" data-id="base"/></symbol>`+
		`<use xlink:href="#base"/><image href="data:image/png;base64,iVBORw0KGgo="/></svg>`)
	calm := drawn("calm", `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="base"/><symbol id = "sea"/></svg>`)
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
	plain, styled := drawn("calm", `<svg id="calm"/>`), drawn("house", `<svg id="house"><style>path { fill: red }</style></svg>`)
	styled.Alone = true
	for name, drawings := range map[string][]*site.Drawing{
		"none":   nil,
		"one":    {plain},
		"styles": {plain, styled},
	} {
		if joined := JoinDrawings("main", drawings); joined != nil {
			t.Errorf("%s: %s", name, joined.URL)
		}
	}
	own := &site.Drawing{Name: "field", Data: []byte(`<svg id="dial"/>`)}
	joined := JoinDrawings("main", []*site.Drawing{styled, own})
	if joined == nil || !strings.Contains(string(joined.Data), `id="field.dial"`) || strings.Contains(string(joined.Data), "house") {
		t.Errorf("joined: %+v", joined)
	}
}
