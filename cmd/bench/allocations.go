package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"
)

// The benchmark of internal/website/server that is the whole way of a page request.
const pageBenchmark = "BenchmarkPage"

// measureAllocations counts what a page request takes from the heap beyond
// what Fiber takes for a handler that sends bytes.
func measureAllocations(ctx context.Context, b *bench) error {
	text, err := output(ctx, b.tools["go"], "test", "-run", "^$", "-bench", "^"+pageBenchmark+"$", "-benchmem", "-benchtime", "20000x", "./internal/website/server")
	if err != nil {
		return err
	}
	counted, err := parseBenchmarks(text)
	if err != nil {
		return err
	}
	bare := fiberAllocations()
	for _, c := range counted {
		if !strings.HasPrefix(c.name, pageBenchmark) {
			continue
		}
		b.add(line{
			Group: "allocations", What: strings.ReplaceAll(strings.TrimPrefix(c.name, pageBenchmark+"/"), "_", " "), Unit: allocations,
			Value:     summarise(c.allocations - bare),
			Yardstick: &yardstick{Name: "bare Fiber", Value: summarise(bare)}, Target: none(),
			Note: fmt.Sprintf("%s per request in memory; beyond Fiber's own", significant(c.nanoseconds)+" ns"),
		}.judged())
	}
	return nil
}

// fiberAllocations is how often the bare handler allocates per request, asked
// the way the benchmark asks.
func fiberAllocations() float64 {
	handler := bareHandler(parcel{ContentType: "text/html", Body: []byte("page")}).Handler()
	var request fasthttp.Request
	request.Header.SetMethod("GET")
	request.SetRequestURI("/")
	request.Header.SetHost("example.test")
	var ctx fasthttp.RequestCtx
	ctx.Init(&request, nil, nil)
	return testing.AllocsPerRun(20000, func() {
		ctx.Response.Reset()
		handler(&ctx)
	})
}

// counted is a line of go test -bench -benchmem.
type counted struct {
	name                     string
	nanoseconds, allocations float64
}

var benchmarkLine = regexp.MustCompile(`(?m)^(Benchmark\S+?)(?:-\d+)?\s+\d+\s+([0-9.]+) ns/op.*?\s(\d+) allocs/op\s*$`)

// parseBenchmarks reads the output of go test, in the order of the names.
func parseBenchmarks(text string) ([]counted, error) {
	var found []counted
	for _, match := range benchmarkLine.FindAllStringSubmatch(text, -1) {
		nanoseconds, err := strconv.ParseFloat(match[2], 64)
		allocations, err2 := strconv.ParseFloat(match[3], 64)
		if err := errors.Join(err, err2); err != nil {
			return nil, fmt.Errorf("read benchmark %s: %w", match[1], err)
		}
		found = append(found, counted{match[1], nanoseconds, allocations})
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("read benchmarks: there are none in %q", text)
	}
	slices.SortFunc(found, func(a, b counted) int { return strings.Compare(a.name, b.name) })
	return found, nil
}
