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
		`id="house-base"`, `id='house-dusk'`, `fill="url(#house-dusk)"`, `stroke="url('#house-dusk')"`, `xlink:href="#house-base"`,
		`id="calm-base"`, `id = "calm-sea"`, `data-id="base"`, `href="data:image/png;`,
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
	plain := drawn("calm", `<svg/>`)
	for name, drawings := range map[string][]*site.Drawing{
		"none":          nil,
		"one":           {plain},
		"styles":        {plain, drawn("house", `<svg><style>path { fill: red }</style></svg>`)},
		"the same name": {plain, drawn("calm", `<svg></svg>`)},
	} {
		if joined := JoinDrawings("main", drawings); joined != nil {
			t.Errorf("%s: %s", name, joined.URL)
		}
	}
	if joined := JoinDrawings("main", []*site.Drawing{{Name: "field", Data: []byte(`<svg/>`)}}); joined == nil {
		t.Error("a drawing without a file of its own is served nowhere")
	}
}
