//go:build !race

// One goroutine has much to do here: make test runs this file without the race detector.

package content

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/tree"
)

// TestHostileTextsAreRefusedSoon loads texts that would grow or nest without end.
func TestHostileTextsAreRefusedSoon(t *testing.T) {
	const size = 60_000
	page := func(text string) string {
		return "title: T\ndescription: D.\nsections:\n  - hero: {title: T}\n  - prose:\n      markdown: |\n        " + text + "\n"
	}
	var doubling strings.Builder
	for i := range 60 {
		fmt.Fprintf(&doubling, "  f%d: '{{facts.f%d}}{{facts.f%d}} and so on'\n", i, i+1, i+1)
	}
	doubling.WriteString("  f60: again\n")
	for name, c := range map[string]struct {
		change func(folder)
		want   string // of some problem; empty: none
	}{
		"facts that double":  {func(files folder) { files.replace(t, "main/site.yaml", "facts:\n", "facts:\n"+doubling.String()) }, "are too long to be put into a text"},
		"quotes in quotes":   {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat(">", 5000) + " x") }, "nested too deeply"},
		"lists in lists":     {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("- ", 500) + "x") }, "nested too deeply"},
		"stars":              {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("*a **b ", size/7)) }, ""},
		"open brackets":      {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("[", size)) }, ""},
		"open links":         {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("[a](", size/4)) }, "more than 500"},
		"backticks":          {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("`a``b", size/5)) }, ""},
		"open references":    {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("{{", size/2)) }, "never ends"},
		"unknown references": {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("{{x}}", size/5)) }, "There is nothing called"},
		"500 open links": {func(files folder) {
			files["main/pages/x.yaml"] = page(strings.Repeat("[a](< ", 500) + strings.Repeat("x ", size/4))
		}, "address is not complete"},
		"open tags":         {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("x <a b=\"", size/9)) }, ""},
		"open comments":     {func(files folder) { files["main/pages/x.yaml"] = page("x " + strings.Repeat("<!-- ", size/5)) }, ""},
		"open instructions": {func(files folder) { files["main/pages/x.yaml"] = page("x " + strings.Repeat("<?", size/2)) }, ""},
		"open data":         {func(files folder) { files["main/pages/x.yaml"] = page("x " + strings.Repeat("<![CDATA[", size/9)) }, ""},
		"pipes": {func(files folder) {
			files["main/pages/x.yaml"] = page(strings.Repeat("|", size/2) + "\n        " + strings.Repeat("-|", size/4))
		}, "more than 20 columns"},
		"a table that grows": {func(files folder) {
			files["main/pages/x.yaml"] = page(strings.Repeat("|a", 2000) + "|\n        " + strings.Repeat("|-", 2000) + "|\n" + strings.Repeat("        |\n", 1000))
		}, "more than 20 columns"},
		"addresses":      {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("https://a.b ", size/12)) }, ""},
		"endless hosts":  {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("https://www.", size/12)) }, ""},
		"endless mails":  {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("a.b@", size/4)) }, ""},
		"open addresses": {func(files folder) { files["main/pages/x.yaml"] = page("https://a.b/" + strings.Repeat("(", size)) }, ""},
		"a long text":    {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("word ", 20_000)) }, "This text has 100001 characters: more than 64000."},
		"open footnotes": {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("[^a] ", size/5)) }, "This footnote is not there"},
		"footnotes": {func(files folder) {
			files["main/pages/x.yaml"] = page(strings.Repeat("[^a]: b[^a]\n        ", size/20))
		}, "Nothing refers to the footnote"},
		"references": {func(files folder) {
			files["main/pages/x.yaml"] = page(strings.Repeat("[a]: /about\n        ", size/20))
		}, ""},
		"tildes":        {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("~a ", size/3)) }, ""},
		"links by name": {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("[a][a] ", size/7)) }, "more than 500"},
		"names of a link": {func(files folder) {
			files["main/pages/x.yaml"] = page("[a]: /about\n\n        " + strings.Repeat("[a] ", size/4))
		}, "more than 500"},
		"signs of another": {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("{% [! :: x == $$ ", size/17)) }, "as it is"},
		"headings alike":   {func(files folder) { files["main/pages/x.yaml"] = page(strings.Repeat("## A\n        ", size/13)) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := baseTree(t)
			c.change(files)
			start := time.Now()
			_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
			// A generous bound for a busy machine: what this test is about takes minutes, or all memory.
			if took := time.Since(start); took > time.Minute {
				t.Errorf("took %s", took)
			} else {
				t.Log(took, len(problems))
			}
			if got := told(problems); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
				t.Errorf("problems: %.2000s", got)
			}
		})
	}
}

// FuzzLoad puts any text into a file of a good tree: a load ends with a
// revision or with a problem, and never in a panic.
func FuzzLoad(f *testing.F) {
	base := baseTree(f)
	var files []string
	for name, text := range base {
		files = append(files, name)
		f.Add(name, text)
	}
	for _, text := range []string{"", "sections:\n  - hero:\n  - {}\n  - x\n", "navigation: {links: [], action: {}}", "- 1\n- 2\n", "a: {price: {amount: x}}", "sections: [{features: {}}, {plan: {}}, {forms: {}}, {services: {items: [{}]}}]"} {
		for _, name := range files {
			f.Add(name, text)
		}
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		if base[name] == "" {
			t.Skip()
		}
		changed := maps.Clone(base)
		changed[name] = text
		revision, problems := load(t, NewLoader(sampleOptions()), changed.fs(), testNow)
		if (revision == nil) != tree.HasError(problems) {
			t.Fatalf("revision is nil: %t, problems:\n%s", revision == nil, told(problems))
		}
		for _, problem := range problems {
			if problem.Message == "" || problem.Code == "" || problem.File == "" {
				t.Fatalf("a problem without words: %+v", problem)
			}
		}
	})
}
