package assetstore_test

import (
	"bytes"
	"context"
	"fmt"
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
	var names []string
	for n := range 20 {
		names = append(names, fmt.Sprintf("/assets/theme-%010x.css", n))
	}
	value := func(address string) []byte { return bytes.Repeat([]byte(address), 5000)[:5000] }
	values := map[string][]byte{}
	for _, name := range names {
		values[name] = value(name)
	}
	var nodes sync.WaitGroup
	for range 4 {
		nodes.Go(func() {
			table := assetstore.NewTable(db)
			if _, err := table.Missing(t.Context(), names); err != nil {
				t.Error(err)
			}
			if err := table.Add(t.Context(), values); err != nil {
				t.Error(err)
			}
		})
	}
	nodes.Wait()
	table := assetstore.NewTable(db)
	if found, err := table.Get(t.Context(), names[3]); err != nil || !bytes.Equal(found, value(names[3])) {
		t.Fatal(len(found), err)
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
	there := func() (left []string) {
		for _, name := range names {
			found, err := table.Get(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			if found != nil {
				left = append(left, name)
			}
		}
		return left
	}
	age("/assets/theme-0000000001.css", 29)
	age("/assets/theme-0000000002.css", 31)
	age("/assets/theme-0000000003.css", 31)
	other := "/assets/other-0000000003.css"
	missing, err := table.Missing(t.Context(), []string{other, names[3]}) // which is a use
	if err != nil || !slices.Equal(missing, []string{other}) {
		t.Fatalf("%v are missing: %v", missing, err)
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
