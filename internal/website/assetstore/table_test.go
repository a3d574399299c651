package assetstore_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/postgres"
	"github.com/evenlight/marquee/internal/testkit/postgrestest"
	"github.com/evenlight/marquee/internal/website/assetstore"
)

func openDatabase(t *testing.T, url string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), postgres.Config{URL: url, Limit: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func TestTheTableIsSharedByNodesThatStartTogether(t *testing.T) {
	db := openDatabase(t, postgrestest.Must(t, "fsync=off").Database(t))
	values := func(count int) iter.Seq2[string, []byte] {
		return func(yield func(string, []byte) bool) {
			for n := range count {
				if !yield(fmt.Sprintf("/assets/theme-%010x.css", n), bytes.Repeat([]byte{byte(n)}, 5000)) {
					return
				}
			}
		}
	}
	var nodes sync.WaitGroup
	for range 4 {
		nodes.Go(func() {
			table := assetstore.NewTable(db)
			if err := table.Put(t.Context(), nil, values(20)); err != nil {
				t.Error(err)
			}
		})
	}
	nodes.Wait()
	table := assetstore.NewTable(db)
	found, err := table.Find(t.Context(), []string{"/assets/theme-0000000003.css", "/assets/none-0000000003.css"})
	if err != nil || !slices.Equal(found, []string{"/assets/theme-0000000003.css"}) {
		t.Fatal(found, err)
	}
	value, err := table.Get(t.Context(), found[0])
	if err != nil || !bytes.Equal(value, bytes.Repeat([]byte{3}, 5000)) {
		t.Fatal(len(value), err)
	}
	if value, err := table.Get(t.Context(), "/assets/none-0000000003.css"); value != nil || err != nil {
		t.Fatal(value, err)
	}
	age := func(name string, days int) {
		if err := db.Write(t.Context(), func(ctx context.Context, tx postgres.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE marquee_assets SET used = current_date - $2::int WHERE address = $1`, name, days)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	there := func() (names []string) {
		var all []string
		for address := range values(20) {
			all = append(all, address)
		}
		names, err := table.Find(t.Context(), all)
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	age("/assets/theme-0000000001.css", 29)
	age("/assets/theme-0000000002.css", 31)
	age("/assets/theme-0000000003.css", 31)
	if err := table.Put(t.Context(), []string{"/assets/theme-0000000003.css"}, values(0)); err != nil { // which is a use
		t.Fatal(err)
	}
	if err := table.Prune(t.Context(), 1<<20); err != nil {
		t.Fatal(err)
	}
	if left := there(); len(left) != 19 || slices.Contains(left, "/assets/theme-0000000002.css") {
		t.Errorf("left are %v", left)
	}
	if err := table.Prune(t.Context(), 92_000); err != nil { // room for 18
		t.Fatal(err)
	}
	if left := there(); len(left) != 18 || slices.Contains(left, "/assets/theme-0000000001.css") {
		t.Errorf("left are %v", left)
	}
}
