package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

// TestSuspectsLeaveRoomForPeople fills a database with suspects between what people send.
func TestSuspectsLeaveRoomForPeople(t *testing.T) {
	t.Parallel()
	const limit = 16 << 20 // several times the log of SQLite
	s := newStage(t, Config{Dir: t.TempDir(), Quota: limit, noReserve: true, Beside: func() int64 { return limit * 6 / 10 }})
	testkit.Eventually(t, "room is measured", func() bool { return s.Room().Percent() >= 60 })
	var kept []string
	refused := 0
	for i := range 400 {
		v := s.submission(func(v *site.Submission) {
			if bulky(v); i%10 != 0 {
				v.Suspect = "honeypot"
			}
		})
		_, err := s.Save(t.Context(), v, []site.Message{notice(v)})
		var sure interface{ NotStored() bool }
		switch {
		case err == nil:
			kept = append(kept, v.ID)
		case v.Suspect == "" || !errors.As(err, &sure) || !sure.NotStored():
			t.Fatalf("number %d: %v", i, err)
		default:
			refused++
		}
		if err := s.use(t.Context(), func(ctx context.Context, db driver) error { _, err := s.measure(ctx, db); return err }); err != nil {
			t.Fatal(err)
		}
	}
	if refused == 0 || refused > 350 {
		t.Errorf("%d suspects are refused", refused)
	}
	for _, id := range kept { // nothing that was stored is erased to make room
		s.find(id)
	}
}

func TestFilesLeaveRoomForMessages(t *testing.T) {
	t.Parallel()
	const limit = 16 << 20
	s := newStage(t, Config{Dir: t.TempDir(), Quota: limit, noReserve: true, Beside: func() int64 { return limit * 6 / 10 }})
	testkit.Eventually(t, "room is measured", func() bool { return s.Room().Percent() >= 60 })
	send := func(bytes int64) error {
		v := s.submission(func(v *site.Submission) {
			if bytes > 0 {
				v.Files = []site.StoredFile{{Name: "a.jpg", Size: bytes}}
			}
		})
		_, err := s.Save(t.Context(), v, []site.Message{notice(v)})
		return err
	}
	if err := send(1 << 20); err != nil {
		t.Error(err)
	}
	var sure interface{ NotStored() bool }
	if err := send(limit / 4); !errors.As(err, &sure) || !sure.NotStored() {
		t.Errorf("a file for which there is no room: %v", err)
	}
	if err := send(0); err != nil || !s.Status().Ready {
		t.Errorf("a message: %v", err)
	}
}

func TestTheLogWarnsAtHalfAndNearlyFull(t *testing.T) {
	t.Parallel()
	log := &testkit.Log{}
	s := &supervisor{Store: &Store{logger: slog.New(slog.NewTextHandler(log, nil))}}
	var got []int
	for _, percent := range []int64{0, 49, 50, 51, 79, 80, 99, 78, 82, 74, 81, 30, 55, 85} {
		before := log.Lines()
		s.logRoom(Room{Used: percent << 20, Limit: 100 << 20})
		if log.Lines() > before {
			got = append(got, int(percent))
		}
	}
	if want := "[50 80 81 55 85]"; fmt.Sprint(got) != want {
		t.Errorf("the log warns at %v, want %s", got, want)
	}
	if text := log.String(); !strings.Contains(text, "80 % of the room") || !strings.Contains(text, "80.0 MB") || !strings.Contains(text, "retentionDays") {
		t.Errorf("it says\n%s", text)
	}
}

func TestRoomIsMeasuredOnBoth(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]Config{
		"SQLite": {Dir: t.TempDir(), Quota: 100 << 20, noReserve: true}, "PostgreSQL": {URL: postgresURL(t), Quota: 100 << 20},
	} {
		s := newStage(t, config)
		s.keep(s.submission())
		testkit.Eventually(t, name+" knows its room", func() bool {
			notify(s.failed) // The supervisor looks.
			return s.Room().Limit == 100<<20 && s.Room().Used > 0
		})
	}
}

func TestWithoutALimitNothingIsFull(t *testing.T) {
	t.Parallel()
	if got := (Room{Used: 1 << 40}).Percent(); got != 0 {
		t.Errorf("%d %%", got)
	}
	if got := (Room{Used: 3, Limit: 2}).Percent(); got != 100 {
		t.Errorf("%d %%", got)
	}
}
