package content

import (
	"fmt"
	"maps"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// manySites is the base tree with so many sub-sites of so many pages, in the
// shape of what make bench generates.
func manySites(b testing.TB, sites, pages int) folder {
	b.Helper()
	files := baseTree(b)
	for n := range sites {
		id, home := fmt.Sprintf("site-%04d", n), fmt.Sprintf("/sites/site-%04d", n)
		settings := strings.Replace(files["business/site.yaml"], "/websites/business", home, 2)
		settings = strings.Replace(settings, "#0b57d0", fmt.Sprintf("#0b%02x%02x", n%100, n/100), 1)
		files[id+"/site.yaml"] = settings + "facts: {promise: We keep our word.}\nseo: {titleTemplate: \"{title} | {{site.name}}\", description: Some words.}\n"
		address := func(p int) string {
			if p == 0 {
				return home
			}
			return fmt.Sprintf("%s/part-%03d/page-%05d", home, p/100, p)
		}
		for p := range pages {
			name := "index"
			if p > 0 {
				name = fmt.Sprintf("part-%03d/page-%05d", p/100, p)
			}
			files[id+"/pages/"+name+".yaml"] = manyPage(p, home, address((p+1)%pages))
		}
	}
	return files
}

func manyPage(p int, home, next string) string {
	words := func(n int) string {
		return strings.TrimSpace(strings.Repeat(fmt.Sprintf("word%d of many ", p%97), n))
	}
	var out strings.Builder
	fmt.Fprintf(&out, "title: Page %d\ndescription: %s.\nsections:\n", p, words(5))
	fmt.Fprintf(&out, "  - hero: {size: short, eyebrow: Some words, title: Title of page %d, text: %s., actions: [{label: Home, to: %s, style: primary}, {label: Next, to: %s}]}\n", p, words(7), home, next)
	fmt.Fprintf(&out, "  - prose:\n      id: about\n      title: About\n      markdown: |\n        %s. %s. {{facts.promise}}\n\n        **%s.** %s. %s.\n", words(8), words(6), words(2), words(7), words(5))
	fmt.Fprintf(&out, "  - cards:\n      id: details\n      title: Details\n      columns: 3\n      items:\n")
	for i := range 6 {
		fmt.Fprintf(&out, "        - {icon: %s, title: Card %d, text: %s.}\n", []string{"zap", "wand", "shield-check", "mail"}[(p+i)%4], i, words(5))
	}
	fmt.Fprintf(&out, "  - steps:\n      id: steps\n      title: Steps\n      items:\n")
	for i := range 4 {
		fmt.Fprintf(&out, "        - {title: Step %d, text: %s.}\n", i, words(4))
	}
	fmt.Fprintf(&out, "  - checklist:\n      id: included\n      title: Included\n      items: [%s]\n", strings.TrimSuffix(strings.Repeat(words(2)+", ", 8), ", "))
	fmt.Fprintf(&out, "  - cta: {title: Begin, text: %s., actions: [{label: Write, to: /about#mission, style: primary}]}\n", words(4))
	return out.String()
}

// decodedTree is a tree of which all files are decoded, so that benchmarks
// measure what comes after.
type decodedTree struct {
	folder folder
	parsed *tree.Tree
}

func decodeTree(b testing.TB, l *Loader, files folder) decodedTree {
	b.Helper()
	parsed, err := l.reader.Read(b.Context(), files.fs())
	if err != nil || len(parsed.Problems) > 0 {
		b.Fatal(err, told(parsed.Problems))
	}
	return decodedTree{files, parsed}
}

// with returns the tree after an edit.
func (d decodedTree) with(b testing.TB, l *Loader, edit func(folder)) decodedTree {
	b.Helper()
	files := maps.Clone(d.folder)
	edit(files)
	return decodeTree(b, l, files)
}

func (d decodedTree) resolve(b testing.TB, l *Loader) *site.Revision {
	made, err := build(b.Context(), l.options, d.parsed, testNow)
	if err != nil || made.revision == nil {
		b.Fatal(err, told(made.problems))
	}
	return made.revision
}

// BenchmarkResolve measures the way from decoded files to a revision.
func BenchmarkResolve(b *testing.B) {
	for _, size := range []struct{ sites, pages int }{{1, 10_000}, {1000, 10}} {
		l := NewLoader(sampleOptions())
		base := decodeTree(b, l, manySites(b, size.sites, size.pages))
		first := base.resolve(b, l)
		name := fmt.Sprintf("%d x %d", size.sites, size.pages)
		b.Run(name+"/first", func(b *testing.B) {
			b.ReportAllocs()
			defer reportCPU(b)()
			for b.Loop() {
				base.resolve(b, NewLoader(sampleOptions()))
			}
		})
		const edited = "site-0000/pages/part-000/page-00003.yaml"
		for _, edit := range []struct {
			name string
			edit func(folder)
		}{
			{"words", func(files folder) { files.replace(b, edited, "Some words", "Other words") }},
			{"anchor", func(files folder) { files.replace(b, edited, "id: about", "id: other") }},
			{"page more", func(files folder) { files["site-0000/pages/more.yaml"] = files[edited] }},
			{"navigation", func(files folder) { files.replace(b, "site-0000/site.yaml", "label: Start", "label: Begin") }},
			{"main navigation", func(files folder) { files.replace(b, "main/site.yaml", "label: Products", "label: Things") }},
		} {
			other := base.with(b, l, edit.edit)
			b.Run(name+"/"+edit.name, func(b *testing.B) {
				base.resolve(b, l)
				b.ReportAllocs()
				defer reportCPU(b)()
				for n := 0; b.Loop(); n++ {
					if n%2 == 0 {
						other.resolve(b, l)
					} else {
						base.resolve(b, l)
					}
				}
			})
		}
		runtime.KeepAlive(first)
	}
}

// reportCPU reports the processor time of the whole program per round, which
// other programs on the machine change less than the time on the clock.
func reportCPU(b *testing.B) func() {
	spent := func() time.Duration {
		var usage syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
			b.Fatal(err)
		}
		return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	before := spent()
	return func() { b.ReportMetric(float64((spent()-before).Microseconds())/1000/float64(b.N), "cpu-ms/op") }
}

// BenchmarkKept reports how many bytes stay in memory for a page beside its
// decoded file, its share of its site included: what visitors get, and what the
// next load goes on with.
func BenchmarkKept(b *testing.B) {
	for _, size := range []struct{ sites, pages int }{{1, 10_000}, {1000, 10}} {
		b.Run(fmt.Sprintf("%d x %d", size.sites, size.pages), func(b *testing.B) {
			base := decodeTree(b, NewLoader(sampleOptions()), manySites(b, size.sites, size.pages))
			for b.Loop() {
				before := heldBytes()
				made := NewLoader(sampleOptions())
				revision := base.resolve(b, made)
				b.ReportMetric(float64(heldBytes()-before)/float64(size.sites*size.pages), "kept-B/page")
				runtime.KeepAlive(made)
				runtime.KeepAlive(revision)
			}
			runtime.KeepAlive(base)
		})
	}
}

func heldBytes() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first one found to be garbage is gone after the second
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
