package backup

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/studio/database"
	"github.com/evenlight/marquee/internal/studio/people"
)

// openStudio opens what Studio knows in a data folder, until the end of the test.
func openStudio(t *testing.T, dir string) (*sql.DB, *people.Store) {
	t.Helper()
	db, err := database.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	store, err := people.Open(t.Context(), db, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return db, store
}

func join(t *testing.T, store *people.Store, email string) (session string) {
	t.Helper()
	invitation, err := store.Invite(t.Context(), people.Person{Email: email, Role: people.RoleOwner}, "")
	if err != nil {
		t.Fatal(err)
	}
	made, err := store.Join(t.Context(), invitation, "Firefox")
	if err != nil {
		t.Fatal(err)
	}
	return made.Token
}

func emails(t *testing.T, store *people.Store) (all []string) {
	t.Helper()
	known, err := store.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range known {
		all = append(all, p.Email)
	}
	return all
}

func TestABackupOfStudioIsWholeAndLetsNobodyIn(t *testing.T) {
	old := newNode(t, outbox.Config{})
	end := old.open()
	old.send("Ada")
	_, store := openStudio(t, old.config.Dir) // as a server has it: what was written last is beside the file
	session := join(t, store, "anna@example.com")
	invitation, err := store.Invite(t.Context(), people.Person{Email: "ben@example.com", Role: people.RoleEditor}, "")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	writing := make(chan error)
	go func() {
		for ctx.Err() == nil { // somebody works meanwhile
			if _, err := store.Invite(t.Context(), people.Person{Email: "carl@example.com", Role: people.RoleEditor}, ""); err != nil {
				writing <- err
				return
			}
		}
		writing <- nil
	}()
	archive := old.backup()
	stop()
	if err := <-writing; err != nil {
		t.Fatal(err)
	}
	end()
	if strings.Contains(strings.Join(old.files(), " "), workPrefix) {
		t.Errorf("left: %v", old.files())
	}
	if bytes.Contains(archive, []byte("studio.db-")) || !bytes.Contains(archive, []byte("data/studio.db")) {
		t.Error("the backup has other files of the database")
	}
	if _, ok, err := store.Session(t.Context(), session); !ok || err != nil {
		t.Errorf("the backup has ended a session of the server: %v", err)
	}

	fresh := newNode(t, outbox.Config{})
	if done := fresh.restore(archive); done.Files != 1 {
		t.Errorf("%+v", done)
	}
	db, restored := openStudio(t, fresh.config.Dir)
	var whole string
	if err := db.QueryRowContext(t.Context(), `PRAGMA integrity_check`).Scan(&whole); err != nil || whole != "ok" {
		t.Error(whole, err)
	}
	if got := emails(t, restored); !slices.Contains(got, "anna@example.com") || !slices.Contains(got, "ben@example.com") {
		t.Errorf("people: %v", got)
	}
	if _, ok, err := restored.Session(t.Context(), session); ok || err != nil {
		t.Errorf("a session is back: %v", err)
	}
	if ok, err := restored.Joinable(t.Context(), invitation); ok || err != nil {
		t.Errorf("an invitation is back: %v", err)
	}
	info, err := os.Stat(filepath.Join(fresh.config.Dir, database.FileName))
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestARestoreMovesStudioAsideWithAllItsFiles(t *testing.T) {
	old := newNode(t, outbox.Config{})
	end := old.open()
	without := old.backup()
	_, store := openStudio(t, old.config.Dir)
	join(t, store, "anna@example.com")
	archive := old.backup()
	end()

	fresh := newNode(t, outbox.Config{})
	fresh.write("studio.db", "what was there")
	fresh.write("studio.db-wal", "its end")
	_, aside, err := Restore(t.Context(), fresh.config, bytes.NewReader(archive), true)
	if err != nil {
		t.Fatal(err)
	}
	if there := strings.Join(fresh.files(), " "); !strings.Contains(there, filepath.Base(aside)+"/studio.db-wal") || strings.Contains(" "+there, " studio.db-wal") {
		t.Errorf("there is %s", there)
	}
	_, restored := openStudio(t, fresh.config.Dir)
	if got := emails(t, restored); !slices.Equal(got, []string{"anna@example.com"}) {
		t.Errorf("people: %v", got)
	}
	// A backup from before Studio leaves it where it is.
	if _, _, err := Restore(t.Context(), fresh.config, bytes.NewReader(without), true); err != nil {
		t.Fatal(err)
	}
	if got := emails(t, restored); !slices.Equal(got, []string{"anna@example.com"}) {
		t.Errorf("then people: %v", got)
	}
}
