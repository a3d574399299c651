package people_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/studio/database"
	"github.com/evenlight/marquee/internal/studio/people"
	"github.com/evenlight/marquee/internal/testkit"
)

// The test binary plays another process that works on the same database: what to do, in which folder, and with what.
const asOther = "PEOPLE_TEST_AS_OTHER"

func TestMain(m *testing.M) {
	if role := os.Getenv(asOther); role != "" {
		if err := playOther(context.Background(), strings.Split(role, "\n")); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	remove, err := testkit.UseMemory()
	if err != nil {
		panic(err)
	}
	code := testkit.RunServerTests(m)
	if err := remove(); err != nil {
		panic(err)
	}
	os.Exit(code)
}

func playOther(ctx context.Context, role []string) error {
	db, err := database.Open(ctx, role[1])
	if err != nil {
		return err
	}
	asked := 0
	store, err := people.Open(ctx, db, func() time.Time {
		if asked++; strings.HasPrefix(role[0], "die") && asked == 2 { // in the middle of a transaction
			if self, err := os.FindProcess(os.Getpid()); err != nil || self.Kill() != nil {
				panic(err)
			}
			select {}
		}
		return testkit.Noon
	})
	if err != nil {
		return err
	}
	switch role[0] {
	case "join", "die in join":
		_, err = store.Join(ctx, role[2], "other")
	case "die in code":
		_, err = store.Code(ctx, role[2], role[3], "other")
	case "invite":
		_, err = store.Invite(ctx, people.Person{Email: role[2], Role: people.Role(role[3])}, "")
	case "remove":
		err = store.Remove(ctx, role[2], "")
	default:
		err = errors.New("there is no such role")
	}
	return errors.Join(err, db.Close())
}

// stage is a store with a clock of its own.
type stage struct {
	*people.Store
	t     *testing.T
	db    *sql.DB
	dir   string
	clock *testkit.Clock
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{t: t, dir: t.TempDir(), clock: testkit.NewClock(testkit.Noon)}
	s.open()
	return s
}

func (s *stage) open() {
	s.t.Helper()
	db, err := database.Open(s.t.Context(), s.dir)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		if err := db.Close(); err != nil {
			s.t.Error(err)
		}
	})
	s.db = db
	if s.Store, err = people.Open(s.t.Context(), db, s.clock.Now); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) other(role ...string) *exec.Cmd {
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), asOther+"="+strings.Join(slices.Insert(role, 1, s.dir), "\n"))
	return command
}

func (s *stage) invited(email string, role people.Role, sites ...string) (token string) {
	s.t.Helper()
	token, err := s.Invite(s.t.Context(), people.Person{Email: email, Role: role, Sites: sites}, "")
	if err != nil {
		s.t.Fatal(err)
	}
	return token
}

func (s *stage) joined(email string, role people.Role, sites ...string) people.Session {
	s.t.Helper()
	made, err := s.Join(s.t.Context(), s.invited(email, role, sites...), "Firefox")
	if err != nil {
		s.t.Fatal(err)
	}
	return made
}

func (s *stage) signedIn(token string) (people.Person, bool) {
	s.t.Helper()
	one, ok, err := s.Session(s.t.Context(), token)
	if err != nil {
		s.t.Fatal(err)
	}
	return one.Person, ok
}

func (s *stage) code(email, browser string) string {
	s.t.Helper()
	code, err := s.SignIn(s.t.Context(), email, browser, home)
	if err != nil {
		s.t.Fatal(err)
	}
	return code
}

// refuses expects that somebody is refused for this reason.
func (s *stage) refuses(what string, err, reason error) {
	s.t.Helper()
	if !errors.Is(err, reason) {
		s.t.Errorf("%s: %v; want: %v", what, err, reason)
	}
}

var home = netip.MustParseAddr("203.0.113.7")

// wrong returns a code that is not that one.
func wrong(code string) string {
	if code == "123456" {
		return "654321"
	}
	return "123456"
}

func TestAnInvitationLetsOneBrowserInOnce(t *testing.T) {
	s := newStage(t)
	if known, err := s.Anyone(t.Context()); err != nil || known {
		t.Errorf("before anybody was invited: %v, %v", known, err)
	}
	token := s.invited("anna@example.com", people.RoleOwner)
	if known, err := s.Anyone(t.Context()); err != nil || !known {
		t.Errorf("then: %v, %v", known, err)
	}
	for range 3 { // programs that look at links use nothing up
		if ok, err := s.Joinable(t.Context(), token); err != nil || !ok {
			t.Fatalf("it can be used: %v, %v", ok, err)
		}
	}
	made, err := s.Join(t.Context(), token, "Firefox")
	if err != nil || made.Person.Email != "anna@example.com" || made.Person.Role != people.RoleOwner || made.Token == token {
		t.Errorf("%+v, %v", made, err)
	}
	if p, ok := s.signedIn(made.Token); !ok || p.Email != "anna@example.com" || !p.LastSeen.Equal(testkit.Noon) {
		t.Errorf("the session is of %+v, %v", p, ok)
	}
	_, err = s.Join(t.Context(), token, "Firefox")
	s.refuses("a second time", err, people.ErrWrong)
	if ok, err := s.Joinable(t.Context(), token); err != nil || ok {
		t.Errorf("it can be used again: %v, %v", ok, err)
	}
	for _, token := range []string{"", "x", made.Token, strings.Repeat("A", 1<<20), "'; DROP TABLE person; --", "\x00\xff"} {
		_, err := s.Join(t.Context(), token, "")
		s.refuses("a token of nobody's", err, people.ErrWrong)
		if token != made.Token {
			if _, ok := s.signedIn(token); ok {
				t.Errorf("%.20q is a session", token)
			}
		}
	}
}

func TestAnInvitationEnds(t *testing.T) {
	s := newStage(t)
	late := s.invited("anna@example.com", people.RoleOwner)
	s.clock.Add(people.InvitationLife)
	_, err := s.Join(t.Context(), late, "")
	s.refuses("a day later", err, people.ErrWrong)

	first := s.invited("anna@example.com", people.RoleOwner)
	second := s.invited("anna@example.com", people.RoleOwner)
	_, err = s.Join(t.Context(), first, "")
	s.refuses("one that was replaced", err, people.ErrWrong)
	s.clock.Add(people.InvitationLife - time.Second)
	if _, err = s.Join(t.Context(), second, ""); err != nil {
		t.Error(err)
	}
}

func TestOfManyProcessesWithOneInvitationOneGetsIn(t *testing.T) {
	s := newStage(t)
	token := s.invited("anna@example.com", people.RoleOwner)
	var all []*exec.Cmd
	for range 6 {
		all = append(all, s.other("join", token))
		if err := all[len(all)-1].Start(); err != nil {
			t.Fatal(err)
		}
	}
	in := 0
	for range 6 { // and as many here
		if _, err := s.Join(t.Context(), token, "here"); err == nil {
			in++
		} else {
			s.refuses("another one", err, people.ErrWrong)
		}
	}
	for _, one := range all {
		if one.Wait() == nil {
			in++
		}
	}
	sessions, err := s.Sessions(t.Context(), "anna@example.com")
	if in != 1 || err != nil || len(sessions) != 1 {
		t.Errorf("%d got in, with %d sessions (%v)", in, len(sessions), err)
	}
}

func TestWhoIsKilledInTheMiddleUsesNothingUp(t *testing.T) {
	s := newStage(t)
	token := s.invited("anna@example.com", people.RoleOwner)
	code := s.code("anna@example.com", "browser")
	for _, role := range [][]string{{"die in join", token}, {"die in code", "browser", code}} {
		out, err := s.other(role...).CombinedOutput()
		if ended, is := errors.AsType[*exec.ExitError](err); !is || ended.Exited() || len(out) > 0 {
			t.Fatalf("%s was not killed: %v\n%s", role[0], err, out)
		}
	}
	if sessions, err := s.Sessions(t.Context(), "anna@example.com"); err != nil || len(sessions) != 0 {
		t.Errorf("%d sessions are there (%v)", len(sessions), err)
	}
	if _, err := s.Join(t.Context(), token, ""); err != nil {
		t.Errorf("by the invitation: %v", err)
	}
	if _, err := s.Code(t.Context(), "browser", code, ""); err != nil {
		t.Errorf("by the code: %v", err)
	}
}

func TestWhatACommandDecidesCountsInTheServerAtOnce(t *testing.T) {
	s := newStage(t)
	anna := s.joined("anna@example.com", people.RoleOwner)
	if out, err := s.other("invite", "Anna@Example.com ", "writer").CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	if p, ok := s.signedIn(anna.Token); !ok || p.Role != people.RoleWriter {
		t.Errorf("she is %+v, %v", p, ok)
	}
	if out, err := s.other("remove", "anna@example.com").CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	if _, ok := s.signedIn(anna.Token); ok {
		t.Error("she is still signed in")
	}
}

func TestWhoIsRemovedIsOutEverywhere(t *testing.T) {
	s := newStage(t)
	first, second := s.joined("anna@example.com", people.RoleEditor), s.joined("anna@example.com", people.RoleEditor)
	ben := s.joined("ben@example.com", people.RoleOwner)
	invitation := s.invited("anna@example.com", people.RoleEditor)
	code := s.code("anna@example.com", "browser")

	if err := s.Remove(t.Context(), " ANNA@example.com", "ben@example.com"); err != nil {
		t.Fatal(err)
	}
	for _, one := range []people.Session{first, second} {
		if _, ok := s.signedIn(one.Token); ok {
			t.Error("a session is still there")
		}
	}
	_, err := s.Join(t.Context(), invitation, "")
	s.refuses("by an invitation", err, people.ErrWrong)
	_, err = s.Code(t.Context(), "browser", code, "")
	s.refuses("by a code", err, people.ErrWrong)
	s.refuses("removed again", s.Remove(t.Context(), "anna@example.com", ""), people.ErrNotInvited)
	if _, ok := s.signedIn(ben.Token); !ok {
		t.Error("somebody else is out, too")
	}

	again := s.joined("anna@example.com", people.RoleWriter) // is a new person
	for _, one := range []people.Session{first, second} {
		if _, ok := s.signedIn(one.Token); ok {
			t.Error("an old session is back")
		}
	}
	if p, ok := s.signedIn(again.Token); !ok || p.Role != people.RoleWriter {
		t.Errorf("then she is %+v, %v", p, ok)
	}
}

func TestANewRoleCountsAtOnceAndSessionsStay(t *testing.T) {
	s := newStage(t)
	in := s.joined("anna@example.com", people.RoleEditor)
	s.clock.Add(time.Hour)
	s.invited("anna@example.com", people.RoleWriter, "shop", "bakery", "shop")
	p, ok := s.signedIn(in.Token)
	if !ok || p.Role != people.RoleWriter || !slices.Equal(p.Sites, []string{"bakery", "shop"}) || !p.Since.Equal(testkit.Noon) {
		t.Errorf("she is %+v, %v", p, ok)
	}
	s.invited("anna@example.com", people.RoleOwner)
	if p, _ := s.signedIn(in.Token); p.Role != people.RoleOwner || len(p.Sites) != 0 {
		t.Errorf("then she is %+v", p)
	}
}

func TestOwnersDecideAboutTheirSitesAlone(t *testing.T) {
	const ofAll, ofShop, editor = "all@example.com", "shop@example.com", "editor@example.com"
	for _, c := range []struct {
		by     string
		email  string
		sites  []string
		role   people.Role
		reason error
	}{
		{ofAll, "new@example.com", nil, people.RoleOwner, nil},
		{ofAll, ofShop, []string{"shop"}, people.RoleInbox, nil},
		{ofShop, "new@example.com", []string{"shop"}, people.RoleOwner, nil},
		{ofShop, "new@example.com", []string{"shop.de"}, people.RoleWriter, nil},
		{ofShop, "new@example.com", []string{"shop", "bakery"}, people.RoleWriter, people.ErrForbidden},
		{ofShop, "new@example.com", nil, people.RoleWriter, people.ErrForbidden},
		{ofShop, ofShop, nil, people.RoleOwner, people.ErrForbidden},                   // makes herself more
		{ofShop, ofAll, []string{"shop"}, people.RoleWriter, people.ErrForbidden},      // makes another one less
		{ofShop, "baker@example.com", []string{"shop"}, "writer", people.ErrForbidden}, // takes one of another site
		{editor, "new@example.com", nil, people.RoleWriter, people.ErrForbidden},
		{editor, editor, nil, people.RoleOwner, people.ErrForbidden},
		{"nobody@example.com", "new@example.com", nil, people.RoleOwner, people.ErrNotInvited},
		{ofAll, ofAll, nil, people.RoleOwner, nil}, // a link for herself
		{ofAll, ofAll, nil, people.RoleEditor, people.ErrLastOwner},
		{ofAll, ofAll, []string{"shop"}, people.RoleOwner, people.ErrLastOwner},
	} {
		s := newStage(t)
		s.invited(ofAll, people.RoleOwner)
		s.invited(ofShop, people.RoleOwner, "shop")
		s.invited(editor, people.RoleEditor)
		s.invited("baker@example.com", people.RoleEditor, "bakery")
		before, err := s.List(t.Context())
		if err != nil || len(before) != 4 {
			t.Fatal(before, err)
		}
		_, err = s.Invite(t.Context(), people.Person{Email: c.email, Role: c.role, Sites: c.sites}, c.by)
		s.refuses(fmt.Sprintf("%s makes %s %s of %v", c.by, c.email, c.role, c.sites), err, c.reason)
		after, err := s.List(t.Context())
		if unchanged := slices.EqualFunc(before, after, same); err != nil || c.reason != nil && !unchanged {
			t.Errorf("%s changed something: %+v (%v)", c.by, after, err)
		}
	}
}

func same(a, b people.Person) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

func TestSomebodyStaysOwner(t *testing.T) {
	s := newStage(t)
	s.invited("anna@example.com", people.RoleOwner)
	s.invited("ben@example.com", people.RoleOwner)
	s.invited("shop@example.com", people.RoleOwner, "shop")
	s.refuses("the owner of a shop", s.Remove(t.Context(), "anna@example.com", "shop@example.com"), people.ErrForbidden)
	errs := make(chan error, 2) // each removes the other one at the same moment
	go func() { errs <- s.Remove(t.Context(), "anna@example.com", "ben@example.com") }()
	go func() { errs <- s.Remove(t.Context(), "ben@example.com", "anna@example.com") }()
	if first, second := <-errs, <-errs; (first == nil) == (second == nil) {
		t.Errorf("both: %v, %v", first, second)
	}
	all, err := s.List(t.Context())
	if err != nil || len(all) != 2 || len(all[0].Sites) != 0 {
		t.Fatal(all, err)
	}
	left := all[0].Email
	s.refuses("the last one herself", s.Remove(t.Context(), left, left), people.ErrLastOwner)
	if err := s.Remove(t.Context(), left, ""); err != nil { // by who runs the machine
		t.Error(err)
	}
}

func TestOneSentenceSaysWhoCannotBeInvited(t *testing.T) {
	s := newStage(t)
	for _, p := range []people.Person{
		{Email: "", Role: people.RoleOwner},
		{Email: "anna", Role: people.RoleOwner},
		{Email: "anna@example.com, ben@example.com", Role: people.RoleOwner},
		{Email: "anna@example.com\nBcc: x@example.com", Role: people.RoleOwner},
		{Email: strings.Repeat("a", 1<<20) + "@example.com", Role: people.RoleOwner},
		{Email: "anna@example.com"},
		{Email: "anna@example.com", Role: "admin"},
		{Email: "anna@example.com", Role: people.RoleOwner, Sites: []string{""}}, // else it would be all sites
		{Email: "anna@example.com", Role: people.RoleOwner, Sites: []string{"shop bakery"}},
		{Email: "anna@example.com", Role: people.RoleOwner, Sites: []string{"shop", "\t"}},
	} {
		_, err := s.Invite(t.Context(), p, "")
		s.refuses(fmt.Sprintf("%.80q", fmt.Sprint(p)), err, people.ErrUnfit)
	}
	if known, err := s.Anyone(t.Context()); err != nil || known {
		t.Errorf("somebody was invited: %v, %v", known, err)
	}
}

// fails expects a fault that names the database, and is no refusal.
func (s *stage) fails(what string, err error) {
	s.t.Helper()
	if _, is := errors.AsType[people.Refusal](err); err == nil || is || !strings.Contains(err.Error(), database.FileName) {
		s.t.Errorf("%s: %v", what, err)
	}
}

func (s *stage) pragma(text string) {
	s.t.Helper()
	s.db.SetMaxOpenConns(1) // it is of one connection
	if _, err := s.db.ExecContext(s.t.Context(), `PRAGMA `+text); err != nil {
		s.t.Fatal(err)
	}
}

func TestAFullDiskLosesNothing(t *testing.T) {
	s := newStage(t)
	token, in := s.invited("anna@example.com", people.RoleOwner), s.joined("ben@example.com", people.RoleOwner)
	s.pragma(`max_page_count = 1`) // which is as many as there are
	invited, err := 2, error(nil)
	for ; err == nil; invited++ {
		email := fmt.Sprintf("%s%d@example.com", strings.Repeat("x", 50), invited)
		_, err = s.Invite(t.Context(), people.Person{Email: email, Role: people.RoleOwner}, "")
	}
	s.fails("when no page has room", err)
	if all, err := s.List(t.Context()); err != nil || len(all) != invited-1 {
		t.Errorf("%d of %d people are there (%v)", len(all), invited-1, err)
	}
	s.clock.Add(time.Hour) // so that it would be noted
	if p, ok := s.signedIn(in.Token); !ok || p.Email != "ben@example.com" {
		t.Error("who is signed in is out")
	}
	s.pragma(`max_page_count = 100000`)
	if _, err := s.Join(t.Context(), token, ""); err != nil {
		t.Errorf("when there is room: %v", err)
	}
}

func TestADatabaseThatCannotBeWrittenLosesNothing(t *testing.T) {
	s := newStage(t)
	token, in := s.invited("anna@example.com", people.RoleOwner), s.joined("ben@example.com", people.RoleOwner)
	code := s.code("anna@example.com", "browser")
	s.pragma(`query_only = 1`)
	_, err := s.Invite(t.Context(), people.Person{Email: "new@example.com", Role: people.RoleOwner}, "")
	s.fails("invite", err)
	s.fails("remove", s.Remove(t.Context(), "anna@example.com", "ben@example.com"))
	_, err = s.SignIn(t.Context(), "anna@example.com", "another", home)
	s.fails("sign in", err)
	_, err = s.Join(t.Context(), token, "")
	s.fails("join", err)
	_, err = s.Code(t.Context(), "browser", code, "")
	s.fails("by a code", err)
	s.fails("sign out", s.End(t.Context(), "ben@example.com", in.ID))
	s.clock.Add(people.CodeLife - time.Second)
	if p, ok := s.signedIn(in.Token); !ok || p.Email != "ben@example.com" {
		t.Error("who is signed in is out")
	}
	s.pragma(`query_only = 0`)
	if _, err := s.Join(t.Context(), token, ""); err != nil {
		t.Errorf("join, then: %v", err)
	}
	if _, err := s.Code(t.Context(), "browser", code, ""); err != nil {
		t.Errorf("by a code, then: %v", err)
	}
}

func TestWhatIsSecretIsInNoFile(t *testing.T) {
	s := newStage(t)
	invitation := s.invited("anna@example.com", people.RoleOwner)
	in := s.joined("anna@example.com", people.RoleOwner)
	code := s.code("anna@example.com", "TOKENOFTHEBROWSER")
	second, err := s.Code(t.Context(), "TOKENOFTHEBROWSER", code, "Firefox")
	if err != nil {
		t.Fatal(err)
	}
	pending := s.code("anna@example.com", "TOKENOFANOTHER")
	files, err := filepath.Glob(filepath.Join(s.dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	found := false
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found = found || strings.Contains(string(data), "anna@example.com")
		for _, secret := range []string{invitation, in.Token, second.Token, "TOKENOF", code, pending} {
			if strings.Contains(string(data), secret) {
				t.Errorf("%s has a secret", file)
			}
		}
	}
	if !found {
		t.Error("the files have not even the address: the test looks at the wrong ones")
	}
}
