package outbox

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/site"
)

// playRole makes the test binary the process that a test is about to freeze: it
// keeps submissions without end and prints the id of each that is acknowledged.
func playRole(synchronous string) int {
	store, err := Open(Config{
		Dir: os.Getenv("OUTBOX_TEST_DIR"), synchronous: synchronous,
		Logger: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	var visitors sync.WaitGroup
	for range 4 {
		visitors.Go(func() {
			for {
				id := uuid.Must(uuid.NewV7())
				v := &site.Submission{
					ID: id.String(), Reference: id.String(), Key: id.String(), SiteID: "main", FormID: "contact", Kind: "contact",
					Values: []site.Entry{{Name: "text", Value: "hello"}}, ReceivedAt: time.Now(), EraseAfter: time.Now().AddDate(0, 0, 1),
				}
				copy(v.Digest[:], id[:])
				if _, err := store.Save(context.Background(), v, []site.Message{notice(v)}); err == nil {
					fmt.Println(v.ID)
				}
			}
		})
	}
	visitors.Wait()
	return 0
}
