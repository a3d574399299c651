//go:build !race

// One goroutine has much to do here: make test runs this file without the race detector.

package yamldoc

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// TestHostileFiles holds every file of the set to a minute, which is far beyond need on a busy
// machine, as what grows without measure takes many, and to 256 MB.
func TestHostileFiles(t *testing.T) {
	const limit = time.Minute
	for name, tt := range hostile() {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			_, problems := Decode("main/pages/index.yaml", nil, []byte(tt.source), new(site.Page))
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			if took > limit {
				t.Errorf("took %v", took)
			}
			if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 256 {
				t.Errorf("allocated %d MB", used)
			}
			if len(problems) > maxProblems+1 {
				t.Errorf("%d problems", len(problems))
			}
			found := false
			for _, p := range problems {
				found = found || p.Code == tt.code
				checkWording(t, p)
			}
			if !found {
				t.Errorf("no problem is %s: %v", tt.code, head(problems))
			}
			t.Logf("%v, %d MB", took, (after.TotalAlloc-before.TotalAlloc)>>20)
		})
	}
}

func head(problems []Problem) []Problem { return problems[:min(3, len(problems))] }

// TestTruncatedFiles cuts files at every byte, as an interrupted save does.
func TestTruncatedFiles(t *testing.T) {
	for _, name := range []string{"page.yaml", "site.yaml", "plans.yaml", "forms.yaml"} {
		data, err := os.ReadFile(filepath.Join("testdata/valid", name))
		if err != nil {
			t.Fatal(err)
		}
		accepted := 0
		for length := range data {
			into := target(name)
			_, problems := Decode(name, nil, data[:length], into)
			for _, p := range problems {
				checkWording(t, p)
			}
			if len(problems) > 0 {
				continue
			}
			accepted++
			if missing := missingValue(reflect.ValueOf(into).Elem(), name); missing != "" {
				t.Fatalf("cut after %d bytes, %s is accepted without %s", length, name, missing)
			}
			if reflect.ValueOf(into).Elem().IsZero() {
				t.Fatalf("cut after %d bytes, %s is accepted as nothing", length, name)
			}
		}
		t.Logf("%s: %d of %d prefixes are whole files of their own", name, accepted, len(data))
	}
}
