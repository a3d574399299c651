package outbox

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

// TestSuspectsMakeRoomForPeople fills a database with suspects between what people send.
func TestSuspectsMakeRoomForPeople(t *testing.T) {
	t.Parallel()
	const limit = 16 << 20 // several times the log of SQLite
	log := &testkit.Log{}
	erased := map[string]bool{}
	s := newStage(t, Config{Dir: t.TempDir(), Quota: limit, noReserve: true, Logger: slog.New(slog.NewTextHandler(log, nil)), Erased: func(ids []string) {
		for _, id := range ids {
			erased[id] = true
		}
	}})
	var honest, suspects []string
	for i := range 1000 {
		suspect := func(v *site.Submission) {
			if bulky(v); i%50 != 0 {
				v.Suspect = "honeypot"
			}
		}
		v := s.submission(suspect)
		if _, err := s.Save(t.Context(), v, []site.Message{notice(v)}); err != nil {
			t.Fatalf("number %d: %v", i, err)
		}
		if v.Suspect == "" {
			honest = append(honest, v.ID)
		} else {
			suspects = append(suspects, v.ID)
		}
		s.clock.Add(time.Second)
	}
	for _, id := range honest {
		if _, err := s.Find(t.Context(), id); err != nil {
			t.Errorf("what somebody sent: %v", err)
		}
	}
	n := len(erased)
	if n == 0 || n == len(suspects) || s.Room().Erased != n {
		t.Errorf("%d of %d suspects are erased, and said to be %d", n, len(suspects), s.Room().Erased)
	}
	for i, id := range suspects {
		if want := i < n; erased[id] != want {
			t.Errorf("suspect %d of %d is erased: %t, want the oldest %d", i, len(suspects), erased[id], n)
			break
		}
	}
	if !strings.Contains(log.String(), "suspects were erased") {
		t.Errorf("the log: %s", log)
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
