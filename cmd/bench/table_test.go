package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func someLines() []line {
	ratio, turned := sample{0.93, 0.9, 0.97, 5}, sample{14.2, 13.1, 19.2, 20}
	return []line{
		line{
			Group: "server", What: "GET / gzip, beside bare Fiber", Unit: perSecond, Value: sample{51964.7, 48000, 53000, 5},
			Yardstick: &yardstick{Name: "bare Fiber", Value: sample{55100, 50000, 58000, 5}}, Ratio: &ratio, Target: ratioAtLeast(0.95),
		}.judged(),
		line{Group: "allocations", What: "brotli", Unit: allocations, Value: summarise(0), Target: none()}.judged(),
		line{
			Group: "start", What: "save to live", Unit: milliseconds, Value: sample{33.4, 24.8, 36.4, 20},
			Yardstick: &yardstick{Name: "hugo server", Value: summarise(475), Elsewhere: true}, Ratio: &turned, Target: atMost(60), Note: "in place",
		}.judged(),
		line{Group: "start", What: "memory", Unit: bytesHeld, Value: summarise(72e6)}.judged(),
	}
}

func TestTable(t *testing.T) {
	var printed strings.Builder
	printTable(&printed, someLines())
	const want = `
what                           value                       yardstick            ratio               target    ok
– server
GET / gzip, beside bare Fiber  51,965/s (48,000/s – 53,000/s)  bare Fiber 55,100/s  0.93 (0.9 – 0.97)   ≥ 0.95 ×  NOT MET
– allocations
brotli                         0 allocs                    –                    –                   none      ok
– start
save to live                   33.4 ms (24.8 ms – 36.4 ms)  hugo server 475 ms°  14.2 (13.1 – 19.2)  ≤ 60 ms   ok
memory                         72 MB                       –                    –                   –         –
* save to live: in place
Medians; behind them the smallest and the largest. ° was measured elsewhere, on another machine.
2 targets are met, 1 are not.
`
	if got := words(printed.String()); got != words(want) {
		t.Errorf("printed:\n%s", printed.String())
	}
	// A column begins at the same place in every row.
	rows := strings.Split(printed.String(), "\n")
	column := func(row, word string) int { return len([]rune(row[:strings.Index(row, word)])) }
	if head := column(rows[0], "target"); column(rows[2], "≥ 0.95") != head || column(rows[6], "≤ 60 ms") != head {
		t.Errorf("the columns do not stand below each other:\n%s", printed.String())
	}
}

// words leaves out how many blanks stand between columns.
func words(text string) string {
	var lines []string
	for _, row := range strings.Split(text, "\n") {
		if fields := strings.Fields(row); len(fields) > 0 {
			lines = append(lines, strings.Join(fields, " "))
		}
	}
	return strings.Join(lines, "\n")
}

func TestValuesAreShownWithWhatTheyCount(t *testing.T) {
	for want, got := range map[string]string{
		"999 ms": milliseconds.String(999), "1.2 s": milliseconds.String(1200), "0.05 ms": milliseconds.String(0.05),
		"88 KB": bytesHeld.String(88e3), "1.5 MB": bytesHeld.String(1.5e6), "1,234,568/s": perSecond.String(1234567.8),
		"150/s": pagesPerSecond.String(150), "-1,000": significant(-1000), "-100": significant(-100), "0": significant(0), "20": significant(20), "100": points.String(100),
	} {
		if got != want {
			t.Errorf("shown as %q, want %q", got, want)
		}
	}
}

func TestVerdicts(t *testing.T) {
	low, high := sample{0.9, 0.5, 2, 3}, sample{1, 1, 1, 3}
	for name, test := range map[string]struct {
		line line
		want string
	}{
		"time below its bound":           {line{Value: summarise(59), Target: atMost(60)}, "ok"},
		"time at its bound":              {line{Value: summarise(60), Target: atMost(60)}, "ok"},
		"time over its bound":            {line{Value: summarise(61), Target: atMost(60)}, "NOT MET"},
		"rate at its bound":              {line{Value: summarise(150), Target: atLeast(150)}, "ok"},
		"rate below its bound":           {line{Value: summarise(149), Target: atLeast(150)}, "NOT MET"},
		"ratio, though the value is big": {line{Value: summarise(5000), Ratio: &low, Target: ratioAtLeast(0.95)}, "NOT MET"},
		"ratio":                          {line{Value: summarise(0.1), Ratio: &high, Target: ratioAtLeast(0.95)}, "ok"},
		"ratio that was not measured":    {line{Value: summarise(5000), Target: ratioAtLeast(0.95)}, "–"},
		"nothing at all":                 {line{Value: summarise(0), Target: none()}, "ok"},
		"something instead of nothing":   {line{Value: summarise(1), Target: none()}, "NOT MET"},
		"no target":                      {line{Value: summarise(1)}, "–"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := verdict(test.line.judged().OK); got != test.want {
				t.Errorf("verdict %q, want %q", got, test.want)
			}
		})
	}
}

func TestFiguresAsJSON(t *testing.T) {
	file := filepath.Join(t.TempDir(), "figures.json")
	if err := writeJSON(file, record{about{Processors: 2}, someLines()}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var read record
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	if len(read.Lines) != 4 || read.About.Processors != 2 || *read.Lines[0].OK || read.Lines[0].Ratio.Median != 0.93 || !read.Lines[2].Yardstick.Elsewhere || read.Lines[3].OK != nil {
		t.Errorf("read %+v", read)
	}
}
