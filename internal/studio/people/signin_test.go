package people_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/studio/people"
)

func TestACodeLetsTheBrowserInThatAskedForIt(t *testing.T) {
	s := newStage(t)
	s.invited("anna@example.com", people.RoleEditor)
	code := s.code(" Anna@EXAMPLE.com ", "browser")
	if !regexp.MustCompile(`^\d{6}$`).MatchString(code) {
		t.Fatalf("the code is %q", code)
	}
	made, err := s.Code(t.Context(), "browser", " "+code[:3]+" "+code[3:]+"\n", "Firefox") // as it was copied
	if err != nil || made.Person.Email != "anna@example.com" || made.Person.Role != people.RoleEditor {
		t.Fatal(made, err)
	}
	if _, ok := s.signedIn(made.Token); !ok {
		t.Error("there is no session")
	}
	_, err = s.Code(t.Context(), "browser", code, "Firefox")
	s.refuses("a second time", err, people.ErrWrong)
}

func TestACodeIsWorthNothingInAnotherBrowser(t *testing.T) {
	s := newStage(t)
	s.invited("anna@example.com", people.RoleOwner)
	s.invited("eve@example.com", people.RoleInbox)
	code := s.code("anna@example.com", "of anna")
	s.code("anna@example.com", "of eve")
	s.code("eve@example.com", "of eve, too")
	for _, browser := range []string{"of eve", "of eve, too", "", "of nobody"} {
		_, err := s.Code(t.Context(), browser, code, "")
		s.refuses(browser, err, people.ErrWrong) // six digits are the same by chance once in a million
	}
	if made, err := s.Code(t.Context(), "of anna", code, ""); err != nil || made.Person.Email != "anna@example.com" {
		t.Errorf("in her own: %+v, %v", made, err)
	}
}

func TestASessionGetsATokenOfItsOwnWhateverTheBrowserHad(t *testing.T) {
	s := newStage(t)
	planted := s.invited("anna@example.com", people.RoleOwner)
	first, err := s.Join(t.Context(), planted, "")
	if err != nil {
		t.Fatal(err)
	}
	code := s.code("anna@example.com", first.Token) // somebody else set this cookie
	second, err := s.Code(t.Context(), first.Token, code, "")
	if err != nil || second.Token == first.Token || second.Token == planted || len(second.Token) < 26 {
		t.Errorf("%q after %q (%v)", second.Token, first.Token, err)
	}
}

func TestFiveTriesAreAll(t *testing.T) {
	s := newStage(t)
	s.invited("anna@example.com", people.RoleOwner)
	code := s.code("anna@example.com", "browser")
	for _, typed := range []string{wrong(code), "", code + "0", "12345", strings.Repeat(code, 100_000)} {
		_, err := s.Code(t.Context(), "browser", typed, "")
		s.refuses("a wrong code", err, people.ErrWrong)
	}
	for range 3 {
		_, err := s.Code(t.Context(), "browser", code, "")
		s.refuses("then the right one", err, people.ErrTooOften)
	}
	again := s.code("anna@example.com", "browser, again")
	for range 4 {
		_, err := s.Code(t.Context(), "browser, again", wrong(again), "")
		s.refuses("a wrong code", err, people.ErrWrong)
	}
	if _, err := s.Code(t.Context(), "browser, again", again, ""); err != nil {
		t.Errorf("a new one, at the fifth try: %v", err)
	}
}

func TestTriesAtTheSameMomentAreCountedEach(t *testing.T) {
	s := newStage(t)
	s.invited("anna@example.com", people.RoleOwner)
	code := s.code("anna@example.com", "browser")
	errs := make(chan error, 40)
	var trying sync.WaitGroup
	for range cap(errs) {
		trying.Go(func() {
			_, err := s.Code(t.Context(), "browser", wrong(code), "")
			errs <- err
		})
	}
	trying.Wait()
	close(errs)
	tried := 0
	for err := range errs {
		if errors.Is(err, people.ErrWrong) {
			tried++
		} else {
			s.refuses("beyond five", err, people.ErrTooOften)
		}
	}
	if tried != 5 {
		t.Errorf("%d codes were tried", tried)
	}
}

func TestTheRightCodeAtTheSameMomentLetsOneIn(t *testing.T) {
	s := newStage(t)
	s.invited("anna@example.com", people.RoleOwner)
	code := s.code("anna@example.com", "browser")
	errs := make(chan error, 20)
	for range cap(errs) {
		go func() {
			_, err := s.Code(t.Context(), "browser", code, "")
			errs <- err
		}()
	}
	in := 0
	for range cap(errs) {
		if err := <-errs; err == nil {
			in++
		} else {
			s.refuses("another one", err, people.ErrWrong)
		}
	}
	if sessions, err := s.Sessions(t.Context(), "anna@example.com"); in != 1 || err != nil || len(sessions) != 1 {
		t.Errorf("%d are in, with %d sessions (%v)", in, len(sessions), err)
	}
}

func TestACodeHoldsForTenMinutes(t *testing.T) {
	s := newStage(t)
	s.invited("anna@example.com", people.RoleOwner)
	early, late := s.code("anna@example.com", "early"), s.code("anna@example.com", "late")
	s.clock.Add(people.CodeLife - time.Second)
	if _, err := s.Code(t.Context(), "early", early, ""); err != nil {
		t.Errorf("just before: %v", err)
	}
	s.clock.Add(time.Second)
	_, err := s.Code(t.Context(), "late", late, "")
	s.refuses("ten minutes later", err, people.ErrWrong)
}

// answers is all that somebody sees who asks for codes of an address and tries them.
func answers(s *stage, email string) (all []string) {
	for range 7 {
		browser := fmt.Sprint(email, len(all))
		_, err := s.SignIn(s.t.Context(), email, browser, netip.MustParseAddr("198.51.100.1"))
		if err != nil && !errors.Is(err, people.ErrNotInvited) && !errors.Is(err, people.ErrTooOften) {
			s.t.Fatal(err)
		}
		for range 7 {
			_, err := s.Code(s.t.Context(), browser, "no code", "")
			all = append(all, err.Error())
		}
	}
	return all
}

func TestAnAddressThatWasNotInvitedIsAnsweredLikeOthers(t *testing.T) {
	s := newStage(t)
	s.invited("anna@example.com", people.RoleOwner)
	known, unknown := answers(s, "anna@example.com"), answers(s, "eve@example.com")
	if strings.Join(known, "\n") != strings.Join(unknown, "\n") {
		t.Errorf("the invited one:\n%q\nthe other one:\n%q", known, unknown)
	}

	// What is stored, and so what takes time, is the same as well.
	var rows [2]int
	for i, email := range []string{"ben@example.com", "carl@example.com"} {
		s := newStage(t)
		s.invited("ben@example.com", people.RoleOwner)
		if _, err := s.SignIn(t.Context(), email, "browser", home); (err != nil) != (i == 1) {
			t.Errorf("%s: %v", email, err)
		}
		const all = `SELECT (SELECT count(*) FROM attempt) * 100 + (SELECT count(*) FROM slowed)`
		if err := s.db.QueryRowContext(t.Context(), all).Scan(&rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	if rows[0] != rows[1] || rows[0] == 0 {
		t.Errorf("rows: %v", rows)
	}
}

func hash(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

func TestNoCodeIsRightForWhoWasNotInvited(t *testing.T) {
	s := newStage(t)
	s.invited("anna@example.com", people.RoleOwner)
	for i, email := range []string{"eve@example.com", "", "no address", "anna@example.com.attack.io"} {
		browser := fmt.Sprint(i)
		code, err := s.SignIn(t.Context(), email, browser, home)
		s.refuses(email, err, people.ErrNotInvited)
		if code != "" {
			t.Errorf("%q has the code %q", email, code)
		}
		_, err = s.Code(t.Context(), browser, code, "")
		s.refuses(email, err, people.ErrWrong)
	}
	// Nor is the one that was made for the sake of the time it takes.
	var stored []byte
	if err := s.db.QueryRowContext(t.Context(), `SELECT code FROM attempt WHERE browser = ?`, hash("0")).Scan(&stored); err != nil {
		t.Fatal(err)
	}
	guess := 0
	for ; guess < 1_000_000 && !bytes.Equal(hash(fmt.Sprintf("0\n%06d", guess)), stored); guess++ {
	}
	_, err := s.Code(t.Context(), "0", fmt.Sprintf("%06d", guess), "")
	s.refuses("all digits right", err, people.ErrWrong)
	if guess == 1_000_000 {
		t.Error("there is none: the test looks at the wrong thing")
	}
	// An invitation that comes later makes no earlier attempt good.
	if _, err := s.SignIn(t.Context(), "late@example.com", "late", home); !errors.Is(err, people.ErrNotInvited) {
		t.Error(err)
	}
	s.invited("late@example.com", people.RoleOwner)
	_, err = s.Code(t.Context(), "late", "", "")
	s.refuses("late@example.com", err, people.ErrWrong)
}

func TestWhoGuessesAllDayTriesFewCodes(t *testing.T) {
	s := newStage(t)
	s.invited("anna@example.com", people.RoleOwner)
	s.invited("ben@example.com", people.RoleOwner)
	tried := 0
	for minute := range 24 * 60 {
		from := netip.AddrFrom4([4]byte{10, byte(minute >> 8), byte(minute), 1}) // each time another network
		browser := fmt.Sprint(minute)
		code, err := s.SignIn(t.Context(), "anna@example.com", browser, from)
		if err != nil {
			s.refuses("too often", err, people.ErrTooOften)
		}
		for range 6 {
			if _, err := s.Code(t.Context(), browser, wrong(code), ""); code != "" && errors.Is(err, people.ErrWrong) {
				tried++
			}
		}
		s.clock.Add(time.Minute)
	}
	if tried < 100 || tried > 145 {
		t.Errorf("%d codes were tried", tried)
	}
	if _, err := s.SignIn(t.Context(), "ben@example.com", "of ben", home); err != nil {
		t.Errorf("somebody else: %v", err)
	}
}

func TestAnAddressIsSlowedInAnyWritingUntilItsOwnerIsIn(t *testing.T) {
	s := newStage(t)
	s.invited("anna@example.com", people.RoleOwner)
	code := ""
	for i, typed := range []string{"anna@example.com", "ANNA@example.com", " anna@example.com", "anna@EXAMPLE.com", "Anna@example.com"} {
		code = s.code(typed, fmt.Sprint(i))
	}
	for range 3 {
		_, err := s.SignIn(t.Context(), "anna@example.com", "one more", home)
		s.refuses("the sixth", err, people.ErrTooOften)
	}
	s.clock.Add(5 * time.Minute) // what was refused was not counted
	if _, err := s.Code(t.Context(), "4", code, ""); err != nil {
		t.Fatal(err)
	}
	s.code("anna@example.com", "another device")
}

func TestANetworkIsSlowedWhateverItAsksFor(t *testing.T) {
	for _, c := range []struct {
		name             string
		same             func(i int) string
		another, unmixed string
	}{
		{"IPv4", func(i int) string { return fmt.Sprintf("203.0.113.%d", i) }, "203.0.112.1", "203.0.114.9"},
		{"mapped", func(i int) string { return fmt.Sprintf("::ffff:203.0.113.%d", i) }, "::ffff:203.0.112.1", "2001:db8::1"},
		{"IPv6", func(i int) string { return fmt.Sprintf("2001:db8:7:%x::%x", i, i) }, "2001:db8:8::1", "203.0.113.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			s.invited("anna@example.com", people.RoleOwner)
			for i := range 20 {
				_, err := s.SignIn(t.Context(), fmt.Sprintf("%d@example.com", i), fmt.Sprint(i), netip.MustParseAddr(c.same(i)))
				s.refuses("guesses addresses", err, people.ErrNotInvited)
			}
			_, err := s.SignIn(t.Context(), "anna@example.com", "20", netip.MustParseAddr(c.same(20)))
			s.refuses("the 21st", err, people.ErrTooOften)
			for _, from := range []string{c.another, c.unmixed} {
				if _, err := s.SignIn(t.Context(), "anna@example.com", from, netip.MustParseAddr(from)); err != nil {
					t.Errorf("from %s: %v", from, err)
				}
			}
			s.clock.Add(3 * time.Minute)
			if _, err := s.SignIn(t.Context(), "anna@example.com", "21", netip.MustParseAddr(c.same(21))); err != nil {
				t.Errorf("three minutes later: %v", err)
			}
		})
	}
	s := newStage(t)
	if _, err := s.SignIn(t.Context(), "anna@example.com", "unknown", netip.Addr{}); !errors.Is(err, people.ErrNotInvited) {
		t.Errorf("from an unknown address: %v", err)
	}
}

func TestAFloodFillsNoDisk(t *testing.T) {
	s := newStage(t)
	token := s.invited("anna@example.com", people.RoleOwner)
	_, err := s.db.ExecContext(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
		INSERT INTO attempt (browser, code, until) SELECT CAST(i AS BLOB), x'00', ? FROM n`, s.clock.Now().Add(time.Minute).UnixMilli())
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.SignIn(t.Context(), "anna@example.com", "browser", home)
	s.refuses("in the middle of it", err, people.ErrTooOften)
	if _, err := s.Join(t.Context(), token, ""); err != nil {
		t.Errorf("by an invitation: %v", err)
	}
	s.clock.Add(time.Minute)
	s.code("anna@example.com", "browser")
	var left int
	if err := s.db.QueryRowContext(t.Context(), `SELECT count(*) FROM attempt`).Scan(&left); err != nil || left != 1 {
		t.Errorf("%d attempts are left (%v)", left, err)
	}
}

func TestAClockThatWasWrongSlowsNobodyForLong(t *testing.T) {
	s := newStage(t)
	s.invited("anna@example.com", people.RoleOwner)
	s.clock.Add(365 * 24 * time.Hour)
	for i := range 5 {
		s.code("anna@example.com", fmt.Sprint(i))
	}
	_, err := s.SignIn(t.Context(), "anna@example.com", "5", home)
	s.refuses("the sixth", err, people.ErrTooOften)
	s.clock.Set(time.Date(2026, 11, 21, 12, 0, 1, 0, time.UTC))
	code := s.code("anna@example.com", "6")
	s.clock.Add(-time.Minute) // and a little back while somebody types
	if _, err := s.Code(t.Context(), "6", code, ""); err != nil {
		t.Error(err)
	}
}
