package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"sync"
	"time"
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
	to, err := url.Parse(address)
	if err != nil {
		return load{}, fmt.Errorf("ask %s: %w", address, err)
	}
	ctx, cancel := context.WithTimeout(ctx, span)
	defer cancel()
	var (
		all     sync.WaitGroup
		mu      sync.Mutex
		answers float64
	)
	began := time.Now()
	for range connections {
		all.Go(func() {
			count, failed := askAgain(ctx, to)
			mu.Lock()
			defer mu.Unlock()
			answers, err = answers+count, errors.Join(err, failed)
		})
	}
	all.Wait()
	return load{answers, answers / time.Since(began).Seconds()}, err
}

// askAgain asks on one connection until the context ends, and counts the answers.
func askAgain(ctx context.Context, to *url.URL) (count float64, err error) {
	c, err := net.Dial("tcp", to.Host)
	if err != nil {
		return 0, fmt.Errorf("ask %s: %w", to, err)
	}
	defer c.Close()
	request := []byte("GET " + to.RequestURI() + " HTTP/1.1\r\nHost: " + to.Host + "\r\nAccept-Encoding: gzip\r\n\r\n")
	in := bufio.NewReaderSize(c, 64<<10)
	for ctx.Err() == nil {
		if _, err := c.Write(request); err != nil {
			return count, fmt.Errorf("ask %s: %w", to, err)
		}
		response, err := http.ReadResponse(in, nil)
		if err != nil {
			return count, fmt.Errorf("ask %s: %w", to, err)
		}
		_, err = io.Copy(io.Discard, response.Body)
		if err = errors.Join(err, response.Body.Close()); err == nil && response.StatusCode != http.StatusOK {
			err = fmt.Errorf("status %d", response.StatusCode)
		}
		if err != nil {
			return count, fmt.Errorf("ask %s: %w", to, err)
		}
		count++
	}
	return count, nil
}
