package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
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
	if got, err := loopLoad(context.Background(), server.URL+"/a", time.Second); err != nil || got.answers < connections || got.perSecond <= 0 {
		t.Errorf("got %v, %v", got, err)
	}
	status = http.StatusNotFound
	if _, err := loopLoad(context.Background(), server.URL+"/a", time.Second); err == nil || !strings.Contains(err.Error(), "status 404") {
		t.Errorf("error is %v, want the status", err)
	}
}

func TestTable(t *testing.T) {
	b := &bench{}
	b.add(figure{What: "answers", Unit: "/s", Peer: "peer", RatioAtLeast: 2}, []float64{100, 300, 200}, []float64{100, 100, 200})
	b.add(figure{What: "time", Unit: "ms", Peer: "peer", AtMost: 10}, []float64{12.34}, []float64{24.68})
	b.add(figure{What: "memory", Unit: "MB"}, []float64{1}, nil)
	b.add(figure{What: "start", Unit: "ms", Peer: "peer", RatioAtLeast: 1}, []float64{5}, nil)
	b.add(figure{What: "save", Unit: "ms", AtMost: 60}, []float64{20, 40}, nil)
	var out bytes.Buffer
	printTable(&out, b.figures)
	table := regexp.MustCompile(` {2,}`).ReplaceAllString(out.String(), " | ")
	for _, want := range []string{
		"answers | 200/s (100/s – 300/s) | peer 100/s | 1.00 (1.00 – 3.00) | ≥ 2.00 × | NO",
		"time | 12.3 ms | peer 24.7 ms | 2.00 | ≤ 10.0 ms | NO",
		"memory | 1.00 MB | – | – | – | –",
		"start | 5.00 ms | – | – | ≥ 1.00 × | –",
		"save | 30.0 ms (20.0 ms – 40.0 ms) | – | – | ≤ 60.0 ms | yes",
	} {
		if !strings.Contains(table, want+"\n") {
			t.Errorf("the table has no line %q:\n%s", want, &out)
		}
	}
}

func TestWrongCommandLine(t *testing.T) {
	for name, wrong := range map[string]struct {
		arguments []string
		message   string
	}{
		"unknown group": {[]string{"--only", "lighthouse"}, `"lighthouse"`},
		"no rounds":     {[]string{"--rounds", "0"}, "begin at 1"},
		"no program":    {[]string{"--binary", "nothing/there"}, "nothing/there"},
	} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), wrong.arguments, &out, &errs); code != 2 || out.Len() > 0 || !strings.Contains(errs.String(), wrong.message) {
			t.Errorf("%s: code %d, printed %q, reported %q", name, code, &out, &errs)
		}
	}
}
