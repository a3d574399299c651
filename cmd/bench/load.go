package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"regexp"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
	"golang.org/x/sync/errgroup"
)

// connections ask without pause.
const connections = 32

// load is what one server answered in one round.
type load struct {
	answers, perSecond float64
}

// loader asks one address, which compresses with gzip, for so long.
type loader func(ctx context.Context, address string, span time.Duration) (load, error)

// loader returns what makes the load, and its name.
func (b *bench) loader() (loader, string) {
	path, found := b.find("wrk")
	if !found {
		return loopLoad, "a loop in Go"
	}
	return func(ctx context.Context, address string, span time.Duration) (load, error) {
		text, err := output(ctx, path, "-t", "2", "-c", strconv.Itoa(connections), "-d", strconv.Itoa(int(span.Seconds()))+"s",
			"-H", "Accept-Encoding: gzip", address)
		if err != nil {
			return load{}, err
		}
		return parseWrk(text)
	}, "wrk"
}

// output runs a program to its end and returns what it printed.
func output(ctx context.Context, program string, arguments ...string) (string, error) {
	text, err := exec.CommandContext(ctx, program, arguments...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("run %s: %w\n%s", program, err, text)
	}
	return string(text), nil
}

var (
	wrkFigures = regexp.MustCompile(`(?s)\s(\d+) requests in .*Requests/sec:\s+([0-9.]+)`)
	wrkTrouble = regexp.MustCompile(`(?m)^\s*(Socket errors|Non-2xx or 3xx responses): .+$`)
)

// parseWrk reads the report of wrk. A run with any error is an error: its rate
// counts answers that nobody wanted.
func parseWrk(text string) (load, error) {
	if trouble := wrkTrouble.FindString(text); trouble != "" {
		return load{}, fmt.Errorf("read report of wrk: %s", trouble)
	}
	match := wrkFigures.FindStringSubmatch(text)
	if match == nil {
		return load{}, fmt.Errorf("read report of wrk: it has no figures: %q", text)
	}
	answers, err := strconv.ParseFloat(match[1], 64)
	perSecond, err2 := strconv.ParseFloat(match[2], 64)
	if answers == 0 {
		err = errors.Join(err, errors.New("nothing was answered"))
	}
	return load{answers, perSecond}, errors.Join(err, err2)
}

// loopLoad makes the load without wrk. It needs more processor time than wrk, so
// its rates are lower, for all servers alike.
func loopLoad(ctx context.Context, address string, span time.Duration) (load, error) {
	visitor := &fasthttp.Client{MaxConnsPerHost: connections}
	defer visitor.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(ctx, span)
	defer cancel()
	var answers atomic.Int64
	var all errgroup.Group
	began := time.Now()
	for range connections {
		all.Go(func() error {
			var request fasthttp.Request
			var response fasthttp.Response
			request.SetRequestURI(address)
			request.Header.Set("Accept-Encoding", "gzip")
			for ctx.Err() == nil {
				if err := visitor.Do(&request, &response); err != nil {
					return fmt.Errorf("ask %s: %w", address, err)
				}
				if status := response.StatusCode(); status != http.StatusOK {
					return fmt.Errorf("ask %s: status %d", address, status)
				}
				answers.Add(1)
			}
			return nil
		})
	}
	err := all.Wait()
	count := float64(answers.Load())
	return load{count, count / time.Since(began).Seconds()}, err
}
