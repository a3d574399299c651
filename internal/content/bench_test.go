package content

import (
	"fmt"
	"io/fs"
	"testing"
)

// largeTree is the base tree with so many pages that all has that number.
func largeTree(b *testing.B, pages int) folder {
	b.Helper()
	files := baseTree(b)
	for i := range pages - 5 {
		files[fmt.Sprintf("main/pages/p%d/page-%d.yaml", i%50, i)] = fmt.Sprintf(`title: Page %d
description: One of many pages of {{site.name}}.
sections:
  - hero:
      title: Page %d
      text: Call us at {{site.phone}}, {{facts.answer}}
      actions:
        - {label: Products, to: /#products}
        - {label: Business, to: /websites/business, style: primary}
  - cards:
      title: Cards
      items:
        - {icon: zap, title: Fast, text: "From {{plans.pro.price}}"}
        - {icon: wand, title: Magic, text: Costs nothing, link: {label: More, to: /about#mission}}
  - plan: {ref: pro}
  - prose: {markdown: "Some **words** and [a link](/about)."}
`, i, i)
	}
	return files
}

func BenchmarkLoad(b *testing.B) {
	for _, pages := range []int{24, 2000, 10_000} {
		files := largeTree(b, pages)
		mapped := files.fs()
		b.Run(fmt.Sprintf("%d pages/first", pages), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				benchLoad(b, NewLoader(sampleOptions()), mapped)
			}
		})
		b.Run(fmt.Sprintf("%d pages/one changed", pages), func(b *testing.B) {
			l := NewLoader(sampleOptions())
			benchLoad(b, l, mapped)
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				changed := *mapped["main/pages/about.yaml"]
				changed.Data = fmt.Appendf(nil, "%s# %d\n", files["main/pages/about.yaml"], n)
				mapped["main/pages/about.yaml"] = &changed
				benchLoad(b, l, mapped)
			}
		})
	}
}

func benchLoad(b *testing.B, l *Loader, files fs.FS) {
	revision, problems, err := l.Load(b.Context(), files, testNow)
	if err != nil || revision == nil {
		b.Fatal(err, told(problems))
	}
}
