package main

import (
	"context"
	"errors"
	"fmt"
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

// wrkLoad asks an address for so long, accepting gzip, with the wrk at the path.
func wrkLoad(ctx context.Context, wrk, address string, span time.Duration) (load, error) {
	text, err := output(ctx, wrk, "-t", "2", "-c", strconv.Itoa(connections), "-d", fmt.Sprintf("%.0fs", span.Seconds()),
		"-H", "Accept-Encoding: gzip", address)
	if err != nil {
		return load{}, err
	}
	return parseWrk(text)
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
	wrkErrors  = regexp.MustCompile(`(?m)^\s*(Socket errors|Non-2xx or 3xx responses): .+$`)
)

// parseWrk reads the report of wrk. A run with any error is an error, because its
// rate also counts failed answers.
func parseWrk(text string) (load, error) {
	match := wrkFigures.FindStringSubmatch(text)
	if match == nil || wrkErrors.MatchString(text) {
		return load{}, fmt.Errorf("wrk could not measure:\n%s", text)
	}
	answers, err := strconv.ParseFloat(match[1], 64)
	perSecond, err2 := strconv.ParseFloat(match[2], 64)
	if answers == 0 {
		err = errors.Join(err, errors.New("nothing was answered"))
	}
	return load{answers, perSecond}, errors.Join(err, err2)
}

// loopLoad does the same without wrk. It needs more processor time than wrk, so its
// rates are lower, for all servers alike.
func loopLoad(ctx context.Context, address string, span time.Duration) (load, error) {
	client := &fasthttp.Client{MaxConnsPerHost: connections}
	defer client.CloseIdleConnections()
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
				err := client.Do(&request, &response)
				if err != nil || response.StatusCode() != fasthttp.StatusOK {
					return fmt.Errorf("ask %s: status %d, %w", address, response.StatusCode(), err)
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
