package look_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/look"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

func TestAGoodSheetIsKeptWithoutCommentsAndWhiteSpace(t *testing.T) {
	const source = `/* The night. */
@property --lift { syntax: "<length>"; inherits: true; initial-value: 0px; }
[data-slot="backdrop"] {
  margin: -0.5rem 0.25rem 10.5rem;
  --sky: light-dark(var(--primary), oklch(from var(--accent) l c h / 20%));
  background: url("dusk.avif") no-repeat, url(lines.svg);
  &:is(:hover, :focus-within)::before { content: "{;"; translate: 0 calc(-1 * var(--lift)); }
  @media (width >= 64rem) { background: image-set(url(wide.avif) 1x type("image/avif")) }
}
@supports (animation-timeline: scroll()) { @container card (width > 20rem) { .card { color: red; } } }
main[data-look~="high"] [data-section=hero] > [data-slot=head] { order: 1 }
@keyframes rise { from { opacity: 0 } 50% { opacity: .5 } }
`
	sheet := look.Parse("look.css", []byte(source))
	if len(sheet.Problems) > 0 {
		t.Fatalf("faults = %+v", sheet.Problems)
	}
	var asked []string
	css := sheet.CSS(func(url string) string { asked = append(asked, url); return "/images/main/" + url })
	if want := []string{"dusk.avif", "lines.svg", "wide.avif"}; !slices.Equal(asked, want) {
		t.Errorf("addresses = %q, want %q", asked, want)
	}
	for _, want := range []string{
		`background:url("/images/main/dusk.avif") no-repeat,url("/images/main/lines.svg");`, `content:"{;";`,
		`[data-slot=backdrop]{margin:-0.5rem .25rem 10.5rem;`, `main[data-look~=high] `,
		`oklch(from var(--accent) l c h / 20%)`, `@media (width >= 64rem){background:image-set(url("/images/main/wide.avif") 1x type("image/avif"))}`, `initial-value:0px;`,
	} {
		if !strings.Contains(css, want) {
			t.Errorf("the sheet lacks %s:\n%s", want, css)
		}
	}
	if strings.Contains(css, "night") {
		t.Errorf("a comment is kept:\n%s", css)
	}
	if strings.ContainsAny(css, "\n\t") || strings.Contains(css, "; ") {
		t.Errorf("white space is kept:\n%s", css)
	}
	if want := []string{"high"}; !slices.Equal(sheet.Words, want) {
		t.Errorf("words = %q, want %q", sheet.Words, want)
	}
}

func TestWhatIsWrittenMeansTheSame(t *testing.T) {
	for source, want := range map[string]string{
		`[type="text"i]{order:1}`:                          `[type="text"i]{order:1}`,
		`a{background:ur/**/l("https://a.example/b.png")}`: `a{background:ur/**/l("https://a.example/b.png")}`,
		`a{margin:1px/* or 3 */2px}`:                       `a{margin:1px/**/2px}`,
		`/* night */a/* */b{color:/* */red/* */}`:          `a/**/b{color:red}`,
		`a /* */ b{color: red /* */ ;}`:                    `a b{color:red;}`,
	} {
		if got := look.Parse("look.css", []byte(source)).CSS(nil); strings.TrimSpace(got) != want {
			t.Errorf("%s is written as %s, want %s", source, got, want)
		}
	}
}

func TestWhatIsWrongWithASheetIsSaidWithItsPlace(t *testing.T) {
	for source, want := range map[string]yamldoc.Problem{
		"a {\n  color: red;\n":  {Line: 1, Column: 3, Code: "bad-css", Source: "a {"},
		"a { color: red; } }":   {Line: 1, Column: 19, Code: "bad-css"},
		"a {\n  colour red;\n}": {Line: 2, Column: 3, Code: "bad-css", Source: "  colour red;"},
		"a { color red }":       {Line: 1, Column: 5, Code: "bad-css"},
		`a { background: u\72l("https://a.example/b.png") }`:     {Line: 1, Column: 17, Code: "bad-css"},
		`a { background: u\72l(https://a.example/b.png) }`:       {Line: 1, Column: 17, Code: "bad-css"},
		`@\69mport "https://a.example/b.css";`:                   {Line: 1, Column: 1, Code: "bad-css"},
		`a { background: image-set("https://a.example/b" 1x) }`:  {Line: 1, Column: 27, Code: "bad-css"},
		`a { background: -webkit-image-set("b.avif" 1x) }`:       {Line: 1, Column: 35, Code: "bad-css"},
		`a { --a: "b.png"; background: image-set(var(--a) 1x) }`: {Line: 1, Column: 45, Code: "bad-css"},
		`a { background: image-set(if(else: "b.avif") 1x) }`:     {Line: 1, Column: 36, Code: "bad-css"},
		`a { background: image-set(--f() 1x) }`:                  {Line: 1, Column: 27, Code: "bad-css"},
		`a { background: SRC("https://a.example/b.png") }`:       {Line: 1, Column: 17, Code: "bad-css"},
		"Hello, world":                         {Line: 1, Column: 1, Code: "bad-css"},
		"color: red;":                          {Line: 1, Column: 1, Code: "bad-css"},
		"{ color: red }":                       {Line: 1, Column: 1, Code: "bad-css"},
		"a { color: calc(1px + 2px; }":         {Line: 1, Column: 28, Code: "bad-css"},
		"a { content: \"x\n; }":                {Line: 1, Column: 14, Code: "bad-css"},
		"/* never":                             {Line: 1, Column: 1, Code: "bad-css"},
		"@import \"other.css\";":               {Line: 1, Column: 1, Code: "import"},
		"\n[data-slot=\"titel\"] { order: 1 }": {Line: 2, Column: 12, Code: "unknown-slot", Hint: `Did you mean "title"?`},
		"[data-section=heroe] { order: 1 }":    {Line: 1, Column: 15, Code: "unknown-section", Hint: `Did you mean "hero"?`},
		".crad { order: 1 }":                   {Line: 1, Column: 2, Code: "unknown-class", Hint: `Did you mean "card"?`, Severity: yamldoc.Warning},
		"[data-slot=heading] {order: 1}":       {Line: 1, Column: 12, Code: "unknown-slot", Hint: `Did you mean "head"?`},
		"/* é */ [data-slot=itemz] {order: 1}": {Line: 1, Column: 20, Code: "unknown-slot", Hint: `Did you mean "item"?`},
	} {
		faults := look.Parse("look.css", []byte(source)).Problems
		if len(faults) == 0 {
			t.Errorf("%q: no fault", source)
			continue
		}
		got := faults[0]
		if got.Line != want.Line || got.Column != want.Column || got.Code != want.Code || got.Message == "" ||
			got.Severity != cmp.Or(want.Severity, yamldoc.Error) {
			t.Errorf("%q: %+v, want %+v", source, got, want)
		}
		if want.Hint != "" && got.Hint != want.Hint || want.Source != "" && got.Source != want.Source {
			t.Errorf("%q: %+v, want %+v", source, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`[data-slot="item"] { background: url("a.svg") } @media print { a { b: c } }`))
	f.Add([]byte("url(url(\"\"'"))
	f.Add([]byte("[data-slot={;}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		sheet := look.Parse("look.css", data)
		count := 0
		sheet.CSS(func(string) string { count++; return "" })
		if count != len(sheet.Addresses) {
			t.Errorf("%d of %d addresses stand in the sheet", count, len(sheet.Addresses))
		}
		for _, fault := range sheet.Problems {
			if fault.Line < 1 || fault.Column < 1 || fault.Message == "" {
				t.Errorf("%+v", fault)
			}
		}
	})
}
