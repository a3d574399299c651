package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	wrkConnections = 32
	wrkThreads     = 2
)

// load is what wrk reports of one server.
type load struct {
	requestsPerSecond, requests float64
	// Half and nearly all of the answers came within these times.
	median, p99 time.Duration
}

// ask has wrk ask one address, as browsers that understand gzip, without pause.
func (b *bench) ask(ctx context.Context, address string, span time.Duration) (load, error) {
	text, err := output(ctx, b.tools["wrk"],
		"-t", strconv.Itoa(wrkThreads), "-c", strconv.Itoa(wrkConnections), "-d", strconv.Itoa(int(span.Seconds()))+"s",
		"--latency", "-H", "Accept-Encoding: gzip", address)
	if err != nil {
		return load{}, err
	}
	return parseWrk(text)
}

var (
	wrkCount    = regexp.MustCompile(`(?m)^\s*(\d+) requests in `)
	wrkRate     = regexp.MustCompile(`(?m)^Requests/sec:\s+([0-9.]+)\s*$`)
	wrkQuantile = regexp.MustCompile(`(?m)^\s+(\d+)%\s+([0-9.]+(?:us|ms|s|m|h))\s*$`)
	wrkSockets  = regexp.MustCompile(`(?m)^\s*Socket errors: (.+)$`)
	wrkRefused  = regexp.MustCompile(`(?m)^\s*Non-2xx or 3xx responses: (\d+)\s*$`)
)

// parseWrk reads the report of wrk. A run with any error is an error: its rate
// counts answers that nobody wanted.
func parseWrk(text string) (load, error) {
	if match := wrkRefused.FindStringSubmatch(text); match != nil {
		return load{}, fmt.Errorf("read report of wrk: %s answers were errors", match[1])
	}
	if match := wrkSockets.FindStringSubmatch(text); match != nil {
		return load{}, fmt.Errorf("read report of wrk: connections failed: %s", match[1])
	}
	match := wrkRate.FindStringSubmatch(text)
	if match == nil {
		return load{}, fmt.Errorf("read report of wrk: it names no rate: %q", strings.TrimSpace(text))
	}
	var l load
	var err error
	if l.requestsPerSecond, err = strconv.ParseFloat(match[1], 64); err != nil {
		return load{}, fmt.Errorf("read report of wrk: %w", err)
	}
	if match := wrkCount.FindStringSubmatch(text); match != nil {
		if l.requests, err = strconv.ParseFloat(match[1], 64); err != nil {
			return load{}, fmt.Errorf("read report of wrk: %w", err)
		}
	}
	for _, match := range wrkQuantile.FindAllStringSubmatch(text, -1) {
		took, err := time.ParseDuration(match[2])
		if err != nil {
			return load{}, fmt.Errorf("read report of wrk: %w", err)
		}
		switch match[1] {
		case "50":
			l.median = took
		case "99":
			l.p99 = took
		}
	}
	if l.requestsPerSecond == 0 || l.requests == 0 || l.median == 0 || l.p99 == 0 {
		return load{}, errors.New("read report of wrk: nothing was answered")
	}
	return l, nil
}
