//go:build !race

// This draws every site several times; [TestTwoMayDrawAtOnce] is what the race detector sees.

package pictures_test

import (
	"bytes"
	"log/slog"
	"sync"
	"testing"

	"github.com/evenlight/marquee/internal/website/pictures"
	"github.com/evenlight/marquee/web"
)

func TestTheSameInputsGiveTheSameBytes(t *testing.T) {
	for _, id := range ids {
		owner, mark := shipped(t, id)
		first := draw(t, owner, mark, "Technology", "What we are made of.")
		another, err := pictures.NewStore(web.Dist(), slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		var drawings sync.WaitGroup
		for range 2 {
			drawings.Go(func() {
				data, err := another.Preview(bundleOf(owner, mark), pageOf(owner, "Technology", "What we are made of."))
				if err != nil || !bytes.Equal(data, first) {
					t.Errorf("%s: another drawing differs (%v)", id, err)
				}
			})
		}
		drawings.Wait()
	}
}
