package people_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/studio/people"
	"github.com/evenlight/marquee/internal/testkit"
)

func TestASessionLastsWhileItIsSeen(t *testing.T) {
	s := newStage(t)
	in := s.joined("anna@example.com", people.RoleOwner)
	for range 4 {
		s.clock.Add(people.SessionLife - time.Minute)
		if _, ok := s.signedIn(in.Token); !ok {
			t.Fatal("it ended early")
		}
	}
	s.clock.Add(people.SessionLife)
	if _, ok := s.signedIn(in.Token); ok {
		t.Error("it did not end")
	}
	if all, err := s.Sessions(t.Context(), "anna@example.com"); err != nil || len(all) != 0 {
		t.Errorf("%+v (%v)", all, err)
	}
	s.joined("anna@example.com", people.RoleOwner)
	var left int
	if err := s.db.QueryRowContext(t.Context(), `SELECT count(*) FROM session`).Scan(&left); err != nil || left != 1 {
		t.Errorf("%d sessions are stored (%v)", left, err)
	}
}

func TestWhenASessionWasSeenIsNotedEveryFewMinutes(t *testing.T) {
	s := newStage(t)
	in := s.joined("anna@example.com", people.RoleOwner)
	for _, c := range []struct{ passes, noted time.Duration }{
		{4 * time.Minute, 0},
		{time.Minute, 5 * time.Minute},
		{4 * time.Minute, 5 * time.Minute},
		{time.Hour, 69 * time.Minute},
	} {
		s.clock.Add(c.passes)
		if _, ok := s.signedIn(in.Token); !ok {
			t.Fatal("it ended")
		}
		want := testkit.Noon.Add(c.noted)
		sessions, err := s.Sessions(t.Context(), "anna@example.com")
		all, err2 := s.List(t.Context())
		if err != nil || err2 != nil || !sessions[0].Seen.Equal(want) || !all[0].LastSeen.Equal(want) {
			t.Errorf("%+v, %+v (%v, %v); want %v", sessions, all, err, err2, want)
		}
	}
}

func TestAClockThatIsSetBackEndsNoSessionAndMakesNoneLast(t *testing.T) {
	s := newStage(t)
	s.clock.Add(365 * 24 * time.Hour)
	in := s.joined("anna@example.com", people.RoleOwner)
	s.clock.Set(testkit.Noon)
	if _, ok := s.signedIn(in.Token); !ok {
		t.Error("it ended")
	}
	s.clock.Add(people.SessionLife)
	if _, ok := s.signedIn(in.Token); ok {
		t.Error("it lasts on")
	}
}

func TestSessionsAreListedAndEndedOneByOne(t *testing.T) {
	s := newStage(t)
	first := s.joined("anna@example.com", people.RoleOwner)
	s.clock.Add(time.Hour)
	second := s.joined("anna@example.com", people.RoleOwner)
	ben := s.joined("ben@example.com", people.RoleOwner)
	all, err := s.Sessions(t.Context(), "ANNA@example.com")
	if err != nil || len(all) != 2 || all[0].ID != second.ID || all[1].ID != first.ID || all[1].Agent != "Firefox" ||
		!all[1].Since.Equal(testkit.Noon) || all[0].Token != "" {
		t.Fatalf("%+v (%v)", all, err)
	}
	for _, id := range []string{"", "x", "%", strings.ToUpper(first.Token), ben.ID, first.ID + "00", first.ID[:14]} {
		if err := s.End(t.Context(), "anna@example.com", id); err != nil {
			t.Errorf("end %q: %v", id, err)
		}
	}
	if all, err := s.Sessions(t.Context(), "anna@example.com"); err != nil || len(all) != 2 {
		t.Fatalf("%+v (%v)", all, err)
	}
	for range 2 {
		if err := s.End(t.Context(), "anna@example.com", first.ID); err != nil {
			t.Error(err)
		}
	}
	for token, want := range map[string]bool{first.Token: false, second.Token: true, ben.Token: true} {
		if _, ok := s.signedIn(token); ok != want {
			t.Errorf("signed in: %v", ok)
		}
	}
}

func TestWhatABrowserCallsItselfIsCutShort(t *testing.T) {
	s := newStage(t)
	for _, agent := range []string{"", strings.Repeat("é", 1<<20), "\xff\xfe", "a\x00b\x1b[31m"} {
		if _, err := s.Join(t.Context(), s.invited("anna@example.com", people.RoleOwner), agent); err != nil {
			t.Errorf("%.20q: %v", agent, err)
		}
	}
	all, err := s.Sessions(t.Context(), "anna@example.com")
	if err != nil || len(all) != 4 {
		t.Fatal(len(all), err)
	}
	for _, one := range all {
		if len(one.Agent) > 300 || !utf8.ValidString(one.Agent) {
			t.Errorf("%q", one.Agent)
		}
	}
}
