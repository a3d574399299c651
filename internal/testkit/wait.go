package testkit

import (
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience is how long a test waits for what must happen: far beyond need, also
// on a busy machine.
const patience = 10 * time.Minute

// Eventually asks again and again until something holds, and returns how long that took. Pauses grow from 2 to 50 ms:
// asking takes the processor from what the test waits for. Where a channel or synctest can say when it holds, use that.
func Eventually(t testing.TB, what string, holds func() bool) time.Duration {
	t.Helper()
	start := time.Now()
	for pause := 2 * time.Millisecond; !holds(); pause = min(pause*5/4, 50*time.Millisecond) {
		if took := time.Since(start); took > patience {
			t.Fatalf("not within %v: %s", took, what)
		}
		<-time.After(pause)
	}
	return time.Since(start)
}

// RunServerTests runs the tests of a package that serves HTTP, and returns the
// exit code: it fails where a goroutine is left. A stopped fasthttp server needs
// up to a second to notice that its idle workers need no cleaning any more,
// which is longer than goleak waits.
func RunServerTests(m *testing.M) (code int) {
	code = m.Run()
	leaks := findLeaks()
	for start := time.Now(); leaks != nil && time.Since(start) < 10*time.Second; {
		leaks = findLeaks() // with pauses of its own
	}
	if leaks != nil {
		fmt.Fprintln(os.Stderr, leaks)
		return max(code, 1)
	}
	return code
}

func findLeaks() error {
	return goleak.Find(
		// fasthttp starts these once per process and never ends them.
		goleak.IgnoreAnyFunction("github.com/valyala/fasthttp/stackless.funcWorker"),
		goleak.IgnoreAnyFunction("github.com/valyala/fasthttp.updateServerDate.func1"),
	)
}
