package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestParseWrk(t *testing.T) {
	const good = "Running 4s test @ http://127.0.0.1:1/\n  2 threads and 32 connections\n  120000 requests in 4.00s, 1.1GB read\nRequests/sec:  30000.50\nTransfer/sec:    300MB\n"
	got, err := parseWrk(good)
	if want := (load{120000, 30000.5}); err != nil || got != want {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	for name, text := range map[string]string{
		"nothing":         "",
		"failed":          strings.Replace(good, "Requests/sec", "  Non-2xx or 3xx responses: 7\nRequests/sec", 1),
		"broken":          strings.Replace(good, "Requests/sec", "  Socket errors: connect 0, read 1, write 0, timeout 0\nRequests/sec", 1),
		"nobody answered": strings.Replace(good, "120000", "0", 1),
	} {
		if got, err := parseWrk(text); err == nil {
			t.Errorf("%s: got %v and no error", name, got)
		}
	}
}

func TestLoopLoad(t *testing.T) {
	var status int
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "gzip" {
			t.Errorf("headers are %v", r.Header)
		}
		w.WriteHeader(status)
	}))
	defer server.Close()
	status = http.StatusOK
	if got, err := loopLoad(context.Background(), server.URL+"/a", 50*time.Millisecond); err != nil || got.answers < connections || got.perSecond <= 0 {
		t.Errorf("got %v, %v", got, err)
	}
	status = http.StatusNotFound
	if _, err := loopLoad(context.Background(), server.URL+"/a", 50*time.Millisecond); err == nil || !strings.Contains(err.Error(), "status 404") {
		t.Errorf("error is %v, want the status", err)
	}
}

func TestTable(t *testing.T) {
	b := &bench{}
	b.add("answers", perSecond, []float64{100, 300, 200}, "peer", []float64{100, 100, 200}, ratioAtLeast(2))
	b.add("time", milliseconds, []float64{12.34}, "peer", []float64{24.68}, atMost(10))
	b.add("memory", megabytes, []float64{1}, "", nil, nil)
	b.add("start", milliseconds, []float64{5}, "peer", nil, ratioAtLeast(1))
	var out bytes.Buffer
	printTable(&out, b.lines)
	for _, want := range []string{
		"answers  200/s (100/s – 300/s)  peer 100/s    1.00 (1.00 – 3.00)  ≥ 2.00 ×   NO",
		"time     12.3 ms                peer 24.7 ms  2.00                ≤ 10.0 ms  NO",
		"memory   1.00 MB                –             –                   –          –",
		"start    5.00 ms                –             –                   ≥ 1.00 ×   –",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table has no line %q:\n%s", want, &out)
		}
	}
}

func TestWrongCommandLine(t *testing.T) {
	for name, arguments := range map[string][]string{
		"unknown group": {"--only", "lighthouse"},
		"no rounds":     {"--rounds", "0"},
		"no program":    {"--binary", "nothing/there"},
	} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), arguments, &out, &errs); code != 2 || out.Len() > 0 || errs.Len() == 0 {
			t.Errorf("%s: code %d, printed %q, said %q", name, code, &out, &errs)
		}
	}
}
