//go:build !race

// The race detector makes pools forget at random, so that what they hold is
// allocated anew: make test runs this file without it.

package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"testing"
)

// TestAPageRequestAllocatesNothing asks the whole program for pages, over a
// connection. What works in the background allocates, too: a count of nothing
// is waited for.
func TestAPageRequestAllocatesNothing(t *testing.T) {
	w := boot(t, fixture)
	for _, path := range []string{"/", "/websites/business/services/ecommerce"} {
		for _, encoding := range []string{"identity", "gzip", "gzip, deflate, br, zstd"} {
			c, err := net.Dial("tcp", w.url[len("http://"):])
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			request := []byte("GET " + path + " HTTP/1.1\r\nHost: a\r\nAccept-Encoding: " + encoding + "\r\n\r\n")
			w.eventually("a request for "+path+" ("+encoding+") that allocates nothing", func() bool {
				answer := make([]byte, ask(t, c, request))
				return testing.AllocsPerRun(500, func() {
					if _, err := c.Write(request); err != nil {
						t.Fatal(err)
					}
					if _, err := io.ReadFull(c, answer); err != nil {
						t.Fatal(err)
					}
				}) == 0
			})
		}
	}
}

// ask sends a request and returns how many bytes its answer has.
func ask(t *testing.T, c net.Conn, request []byte) int {
	t.Helper()
	if _, err := c.Write(request); err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	response, err := http.ReadResponse(bufio.NewReader(io.TeeReader(c, &all)), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		t.Fatal(err)
	}
	return all.Len()
}
