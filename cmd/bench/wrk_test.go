package main

import (
	"strings"
	"testing"
	"time"
)

const wrkReport = `Running 4s test @ http://127.0.0.1:40123/
  2 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   612.31us  401.90us   9.87ms   85.11%
    Req/Sec    26.12k     2.31k   31.02k    70.00%
  Latency Distribution
     50%  530.00us
     75%  790.00us
     90%    1.09ms
     99%    2.05ms
  207901 requests in 4.00s, 1.13GB read
Requests/sec:  51964.70
Transfer/sec:    289.23MB
`

func TestReportOfWrk(t *testing.T) {
	got, err := parseWrk(wrkReport)
	if err != nil {
		t.Fatal(err)
	}
	if want := (load{51964.70, 207901, 530 * time.Microsecond, 2050 * time.Microsecond}); got != want {
		t.Errorf("read %+v, want %+v", got, want)
	}
}

func TestReportOfWrkWithErrorsIsNone(t *testing.T) {
	for name, test := range map[string]struct{ report, says string }{
		"refused":     {strings.Replace(wrkReport, "Requests/sec", "  Non-2xx or 3xx responses: 12\nRequests/sec", 1), "12 answers were errors"},
		"connections": {strings.Replace(wrkReport, "Requests/sec", "  Socket errors: connect 0, read 3, write 0, timeout 0\nRequests/sec", 1), "read 3"},
		"no rate":     {strings.Replace(wrkReport, "Requests/sec", "Answers/sec", 1), "names no rate"},
		"nothing":     {strings.NewReplacer("51964.70", "0.00").Replace(wrkReport), "nothing was answered"},
		"empty":       {"", "names no rate"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := parseWrk(test.report); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %v, want one that says %q", err, test.says)
			}
		})
	}
}
