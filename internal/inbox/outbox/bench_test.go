package outbox

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit/postgrestest"
)

// BenchmarkKeep measures durable submissions, with one notice each, beside a loop
// of 4 KB writes and fsyncs on the same disk; x-raw is the ratio (docs/reliability.md 9 A5:
// at least 0.8 with 1 client and 5 with 32, p99 at most 25 ms).
func BenchmarkKeep(b *testing.B) {
	dir := benchDir(b)
	raw := rawSyncs(b, dir)
	b.Logf("raw write+fsync: %.0f/s", raw)
	for _, name := range []string{"SQLite", "PostgreSQL"} {
		for _, clients := range []int{1, 8, 32, 128} {
			b.Run(fmt.Sprintf("%s/clients=%d", name, clients), func(b *testing.B) {
				config := Config{Dir: filepath.Join(dir, fmt.Sprint(name, clients, b.N)), Logger: slog.New(slog.DiscardHandler)}
				if name == "PostgreSQL" {
					config.URL = postgrestest.Must(b).Database(b)
				}
				store, err := Open(config)
				if err != nil {
					b.Fatal(err)
				}
				defer store.Close()
				awaitReady(b, store)
				benchKeep(b, store, clients, raw)
			})
		}
	}
}

func benchKeep(b *testing.B, store *Store, clients int, raw float64) {
	answers := make([]time.Duration, b.N)
	next := make(chan int)
	var group sync.WaitGroup
	for range clients {
		group.Go(func() {
			for i := range next {
				v := benchSubmission()
				m := site.Message{Kind: site.MailNotice, From: "a@example.com", To: []string{"b@example.com"}, Subject: "Hello", Text: v.Values[0].Value}
				begun := time.Now()
				if _, err := store.Save(b.Context(), v, []site.Message{m}); err != nil {
					b.Error(err)
				}
				answers[i] = time.Since(begun)
			}
		})
	}
	b.ResetTimer()
	for i := range b.N {
		next <- i
	}
	close(next)
	group.Wait()
	b.StopTimer()
	slices.Sort(answers)
	rate := float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(rate, "kept/s")
	b.ReportMetric(rate/raw, "x-raw")
	b.ReportMetric(float64(answers[len(answers)*99/100].Microseconds())/1000, "p99-ms")
}

func benchSubmission() *site.Submission {
	id := uuid.Must(uuid.NewV7())
	v := &site.Submission{
		ID: id.String(), Reference: id.String(), Key: id.String(), SiteID: "main", FormID: "contact", Kind: "contact",
		Values:     []site.Entry{{Name: "text", Value: strings.Repeat("a", 400)}},
		ReceivedAt: time.Now(), EraseAfter: time.Now().AddDate(0, 0, 180),
	}
	copy(v.Digest[:], id[:])
	return v
}

// benchDir is on a disk: /tmp may be memory.
func benchDir(b *testing.B) string {
	dir, err := os.MkdirTemp(".", ".bench")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// rawSyncs returns how often in a second 4 KB are written and reach the disk.
func rawSyncs(b *testing.B, dir string) float64 {
	file, err := os.Create(filepath.Join(dir, "raw"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	page := make([]byte, 4096)
	begun := time.Now()
	n := 0
	for ; time.Since(begun) < time.Second; n++ {
		if _, err := file.Write(page); err != nil {
			b.Fatal(err)
		}
		if err := file.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	return float64(n) / time.Since(begun).Seconds()
}
