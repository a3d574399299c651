package outbox

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// asks changes a submission to one whose address is to be confirmed; its token is its id.
func asks(v *site.Submission) {
	v.OptIn = &site.OptIn{Words: "News\nI agree", Language: "en", Token: "token of " + v.ID}
}

func hook() site.Message {
	return site.Message{Kind: site.KindWebhook, Webhook: &site.WebhookCall{Variable: "HOOK_X", Format: "json", Body: "{}"}}
}

// ask keeps a submission with an opt-in and everything that may follow it.
func (s *stage) ask(change ...func(*site.Submission)) *site.Submission {
	s.t.Helper()
	v := s.submission(append([]func(*site.Submission){asks}, change...)...)
	question := site.Message{Kind: site.MailOptIn, To: []string{v.Value("email")}, Subject: "Please confirm", Text: "…?token=" + v.OptIn.Token}
	s.keep(v, question, confirmation(v), hook())
	return v
}

func (s *stage) press(v *site.Submission, press bool) site.OptInState {
	s.t.Helper()
	found, err := s.OptIn(s.t.Context(), "token of "+v.ID)
	if press && err == nil {
		found, err = s.Confirm(s.t.Context(), "token of "+v.ID, false)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return found.State
}

// asked notes that the mail to the address was sent now.
func (s *stage) asked(v *site.Submission) {
	s.t.Helper()
	err := s.update(s.t.Context(), `UPDATE outbox SET state = 'sent', sent_at = $1, message = ''
		WHERE kind = 'optin' AND submission_id = $2`, v.ID)
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) expect(v *site.Submission, want ...string) {
	s.t.Helper()
	if got := s.states(v.ID); !slices.Equal(got, want) {
		s.t.Errorf("%s: %v, want %v", v.ID, got, want)
	}
}

// to changes the address of a submission.
func to(address string) func(*site.Submission) {
	return func(v *site.Submission) { v.Values[1].Value = address }
}

var toAda = to("ada@example.com")

func TestNobodyIsToldBeforeAnAddressIsConfirmed(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.ask()
		s.expect(v, "held", "waiting", "held", "held")
		if r := s.find(v.ID); !r.IsUnconfirmed() || r.OptIn.Words != "News\nI agree" {
			t.Errorf("%+v", r.OptIn)
		}
		if c := s.counts(); c.Unconfirmed != 1 {
			t.Errorf("%+v", c)
		}
		for state, want := range map[string]int{StateUnconfirmed: 1, StateSent: 0, StateWaiting: 1, "": 1} {
			if found, err := s.List(t.Context(), Filter{State: state}); err != nil || len(found) != want {
				t.Errorf("%q: %d, %v", state, len(found), err)
			}
		}
		// Neither retries nor a release go round the owner of the address.
		if _, err := s.Retry(t.Context(), []string{v.ID}); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Release(t.Context(), []string{v.ID}); n != 0 || err != nil {
			t.Errorf("released %d, %v", n, err)
		}
		s.expect(v, "held", "waiting", "held", "held")

		for range 2 { // Programs open links.
			if got := s.press(v, false); got != site.OptInPending {
				t.Errorf("the link is %s", got)
			}
		}
		s.expect(v, "held", "waiting", "held", "held")
		s.asked(v)
		s.clock.Add(time.Hour)
		s.Store = s.open() // What is stored survives the process.
		if got := s.press(v, true); got != site.OptInConfirmed {
			t.Errorf("pressed, the link is %s", got)
		}
		s.expect(v, "waiting", "sent", "waiting", "waiting")
		if r := s.find(v.ID); !r.OptIn.ConfirmedAt.Equal(s.clock.Now()) {
			t.Errorf("confirmed at %s", r.OptIn.ConfirmedAt)
		}
		for _, press := range []bool{true, false} {
			if got := s.press(v, press); got != site.OptInAlready {
				t.Errorf("pressed twice, the link is %s", got)
			}
		}
		if found, err := s.Confirm(t.Context(), "token of nobody", false); err != nil || found.State != site.OptInUnknown {
			t.Errorf("a forged link is %s, %v", found.State, err)
		}
		if found, err := s.Confirm(t.Context(), "", false); err != nil || found.State != site.OptInUnknown {
			t.Errorf("an empty link is %s, %v", found.State, err)
		}
	})
}

func TestManyClicksConfirmOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v, f := s.ask(), newSender(nil)
		s.asked(v)
		s.run(worker(s, f))
		var presses sync.WaitGroup
		states := make(chan site.OptInState, 50)
		for i := range cap(states) {
			presses.Go(func() {
				states <- s.press(v, i%5 > 0)
			})
		}
		presses.Wait()
		close(states)
		confirmed := 0
		for state := range states {
			if state == site.OptInConfirmed {
				confirmed++
			}
		}
		if confirmed != 1 {
			t.Errorf("confirmed %d times", confirmed)
		}
		s.awaitState(v.ID, StateSent)
		for range 2 {
			<-f.sends // the notice, and the confirmation
		}
		if len(f.sends) > 0 {
			t.Errorf("sent again: %v", <-f.sends)
		}
	})
}

func TestAnAddressIsAskedOnceInAnHourAndNothingIsLost(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		first, second := s.ask(toAda), s.ask(to(" ada@EXAMPLE.com"))
		other := s.ask(toAda, func(v *site.Submission) { v.FormID = "other" })
		s.expect(second, "held", "skipped", "held", "held")
		s.expect(other, "held", "waiting", "held", "held")
		// One link confirms all that its reader sent with the form.
		s.asked(first)
		if got := s.press(first, true); got != site.OptInConfirmed {
			t.Errorf("the link is %s", got)
		}
		s.expect(first, "waiting", "sent", "waiting", "waiting")
		s.expect(second, "collected", "skipped", "waiting", "waiting")
		s.expect(other, "held", "waiting", "held", "held")

		for i, want := range []string{StateWaiting, StateSkipped, StateWaiting} {
			v := s.ask(toAda)
			if got := s.states(v.ID)[1]; got != want {
				t.Errorf("mail %d is %s, want %s", i, got, want)
			}
			if i > 0 {
				s.clock.Add(time.Hour)
			}
		}
	})
}

// Anybody may send an address of somebody's mailbox that its owner does not know.
func TestConsentIsOfTheAddressThatWasAsked(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		var asked []*site.Submission
		for _, address := range []string{"ada@gmail.com", "ada+x@gmail.com", "a.da@googlemail.com"} {
			v := s.ask(to(address))
			s.expect(v, "held", "waiting", "held", "held")
			s.asked(v)
			asked = append(asked, v)
		}
		again := s.ask(to("ada+x@gmail.com"))
		s.expect(again, "held", "skipped", "held", "held")

		s.press(asked[1], true)
		s.expect(asked[0], "held", "sent", "held", "held")
		s.expect(asked[1], "waiting", "sent", "waiting", "waiting")
		s.expect(asked[2], "held", "sent", "held", "held")
		s.expect(again, "collected", "skipped", "waiting", "waiting")
		for _, v := range []*site.Submission{asked[0], asked[2]} {
			if got := s.press(v, false); got != site.OptInPending {
				t.Errorf("the link of %s is %s", v.Value("email"), got)
			}
		}

		s.clock.Add(6 * 24 * time.Hour)
		if n, err := s.purge(t.Context(), s.clock.Now().UnixMilli()); n != 0 || err != nil {
			t.Errorf("%d are erased, %v", n, err)
		}
	})
}

// Whoever confirmed all that was sent today is asked again: nothing would stand for the next one.
func TestAnAddressThatAnswersIsAlwaysAsked(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		for i := range 5 {
			v := s.ask(toAda)
			if got := s.states(v.ID)[1]; got != StateWaiting {
				t.Errorf("mail %d is %s", i, got)
			}
			s.asked(v)
			if got := s.press(v, true); got != site.OptInConfirmed {
				t.Errorf("link %d is %s", i, got)
			}
		}
	})
}

func TestOneClickDoesNotFloodTheTeam(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		var all []*site.Submission
		for range 5 {
			all = append(all, s.ask(toAda))
			s.clock.Add(time.Millisecond)
		}
		s.asked(all[0])
		s.press(all[0], true)
		var got []string
		for _, v := range all {
			got = append(got, s.states(v.ID)[0])
		}
		if want := []string{"waiting", "collected", "collected", "collected", "collected"}; !slices.Equal(got, want) {
			t.Errorf("the notices are %v, want %v", got, want)
		}
	})
}

// A purge erases nothing that is being confirmed at the same time.
func TestAPurgeLeavesWhatIsBeingConfirmed(t *testing.T) {
	t.Parallel()
	s := newStage(t, Config{URL: postgresURL(t)})
	v := s.ask()
	s.asked(v)
	s.clock.Add(optInTerm)
	db, _ := s.rawSQL(t)
	press, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer press.Rollback() // without effect after Commit
	if _, err := press.ExecContext(t.Context(), `UPDATE submission SET confirmed_at = 1 WHERE id = $1`, v.ID); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if n, err := s.purge(t.Context(), s.clock.Now().UnixMilli()); n != 0 || err != nil {
			t.Errorf("%d are erased, %v", n, err)
		}
		if err := press.Commit(); err != nil && !errors.Is(err, sql.ErrTxDone) {
			t.Fatal(err)
		}
	}
	s.find(v.ID)
}

func TestWhatNobodyConfirmsIsErasedAndWhatNobodyWasAskedIsNot(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		purge := func() int {
			n, err := s.purge(t.Context(), s.clock.Now().UnixMilli())
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		asked, again := s.ask(toAda), s.ask(toAda)
		confirmed := s.ask()
		s.asked(confirmed)
		s.press(confirmed, true)
		undelivered := map[string]*site.Submission{}
		for _, state := range []string{StateWaiting, StateParked, StateDead} {
			undelivered[state] = s.ask()
			s.setState(site.MailOptIn, state, undelivered[state].ID)
		}
		suspect := s.ask(func(v *site.Submission) { v.Suspect = "links" })
		s.expect(suspect, "held", "held", "held", "held")

		s.clock.Add(30 * 24 * time.Hour)
		if n := purge(); n != 0 {
			t.Fatalf("%d are erased whose mail was never sent", n)
		}
		s.asked(asked) // The provider was down for a month.
		s.clock.Add(7*24*time.Hour - time.Second)
		if n := purge(); n != 0 {
			t.Fatalf("%d are erased too early", n)
		}
		s.clock.Add(time.Second)
		if n := purge(); n != 2 {
			t.Fatalf("%d are erased, want both of one address", n)
		}
		for _, v := range []*site.Submission{asked, again} {
			if got := s.press(v, true); got != site.OptInUnknown {
				t.Errorf("a link of what was erased is %s", got)
			}
		}
		for state, v := range undelivered {
			if got := s.find(v.ID).Deliveries[1].State; got != state {
				t.Errorf("it is %s, was %s", got, state)
			}
		}
		s.find(confirmed.ID)
		if n, err := s.Release(t.Context(), []string{suspect.ID}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		s.expect(suspect, "held", "waiting", "held", "held")
		s.press(suspect, true)
		s.expect(suspect, "waiting", "skipped", "waiting", "waiting")
	})
}

// A link confirms a suspect of the same address, too, but does not release it.
func TestAConfirmedSuspectIsStillHeld(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		suspect := s.ask(toAda, func(v *site.Submission) { v.Suspect = "links" })
		first := s.ask(toAda)
		s.expect(first, "held", "waiting", "held", "held")
		s.press(first, true)
		s.expect(suspect, "held", "skipped", "held", "held")
		if _, err := s.Release(t.Context(), []string{suspect.ID}); err != nil {
			t.Fatal(err)
		}
		s.expect(suspect, "waiting", "skipped", "waiting", "waiting")
	})
}

// Without a mail that asks nobody could confirm, and with nobody asked the team must not be told.
func TestAnOptInWithoutItsMailIsRefused(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	v := s.submission(asks)
	if _, err := s.Save(t.Context(), v, []site.Message{notice(v)}); !errors.Is(err, errInvalid) {
		t.Errorf("got %v", err)
	}
	if c := s.counts(); c.Submissions != 0 {
		t.Errorf("%+v", c)
	}
}

func TestTheTokenOfALinkIsStoredAsItsHashOnly(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	v := s.ask()
	s.asked(v)
	if err := s.removeTraces(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{FileName, FileName + "-wal"} {
		text, err := os.ReadFile(filepath.Join(s.config.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(v.OptIn.Token)) {
			t.Errorf("%s holds the token", name)
		}
	}
}

// undo makes a database as it was before the seventh migration, before the sixth, the fifth, and before the fourth.
var undo = [][]string{
	{
		`DROP INDEX submission_listed`, `DROP TABLE handling`, `DELETE FROM schema_version WHERE version = 7`,
	},
	{
		`DROP INDEX submission_untold`, `DROP INDEX submission_told`, `ALTER TABLE submission DROP COLUMN told`,
		`DELETE FROM schema_version WHERE version = 6`,
	},
	{
		`DROP INDEX submission_mailbox`, `DROP INDEX confirmed_mailbox`, `ALTER TABLE submission DROP COLUMN mailbox`,
		`ALTER TABLE confirmed DROP COLUMN mailbox`, `DELETE FROM schema_version WHERE version = 5`,
	},
	{
		`DROP INDEX submission_token`, `DROP INDEX submission_optin`, `ALTER TABLE submission DROP COLUMN optin`,
		`ALTER TABLE submission DROP COLUMN token`, `ALTER TABLE submission DROP COLUMN confirmed_at`,
		`DELETE FROM schema_version WHERE version = 4`,
	},
}

func (s *stage) execute(statement string, args ...any) {
	s.t.Helper()
	err := s.write(s.t.Context(), func(ctx context.Context, tx *transaction) error {
		_, err := tx.exec(ctx, statement, args...)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestAnOlderDatabaseLearnsOfOptIns(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		for _, statement := range slices.Concat(undo...) {
			s.execute(statement)
		}
		s.Store = s.open()
		v := s.ask()
		if got := s.press(v, true); got != site.OptInConfirmed {
			t.Errorf("the link is %s", got)
		}
	})
}

// Each post asks what its address had, beside all that was ever stored.
func TestWhatAnAddressHadIsFoundByAnIndex(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	db, _ := s.rawSQL(t)
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for query, index := range map[string]string{askedLately: "submission_optin", confirmedSame: "submission_digest"} {
		query = regexp.MustCompile(`\$\d`).ReplaceAllString(query, "5")
		if plan := planOf(t, s, conn, `EXPLAIN QUERY PLAN `+query); !strings.Contains(plan, index) {
			t.Errorf("%s is not used: %s", index, plan)
		}
	}
}

func TestACopyKnowsWhatIsUnconfirmedAndItsLinks(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	confirmed, waits := s.ask(), s.ask()
	s.keep(s.submission())
	s.press(confirmed, true)
	config := Config{Dir: t.TempDir()}
	file := filepath.Join(config.Dir, FileName)
	copied, err := Copy(t.Context(), s.config, file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Prepare(t.Context(), file, copied.TakenAt); err != nil {
		t.Fatal(err)
	}
	store, err := OpenNow(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	for v, want := range map[*site.Submission]site.OptInState{confirmed: site.OptInAlready, waits: site.OptInConfirmed} {
		if found, err := store.Confirm(t.Context(), v.OptIn.Token, false); err != nil || found.State != want {
			t.Errorf("the link is %s, want %s, %v", found.State, want, err)
		}
	}
	if err := store.Close(); err != nil {
		t.Error(err)
	}
}

// What cannot be written is not confirmed, and nobody counts it as such.
func TestWhatCannotBeConfirmedIsPending(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	v := s.ask(toAda)
	db, _ := s.rawSQL(t)
	if _, err := db.ExecContext(t.Context(), `CREATE TRIGGER refuse BEFORE UPDATE ON submission
		BEGIN SELECT RAISE(ABORT, 'no'); END`); err != nil {
		t.Fatal(err)
	}
	found, err := s.Confirm(t.Context(), "token of "+v.ID, false)
	if err == nil || found.State != site.OptInPending {
		t.Errorf("%s, %v", found.State, err)
	}
}

// Save promises: the same submission is confirmed once in 24 hours.
func TestOneClickConfirmsTheSameSubmissionOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		var all []*site.Submission
		for i := range 4 {
			all = append(all, s.ask(toAda, func(v *site.Submission) { v.Digest, v.Key = [32]byte{1}, string(rune('a'+i)) }))
			s.clock.Add(time.Millisecond)
		}
		s.asked(all[0])
		s.press(all[0], true)
		var got []string
		for _, v := range all {
			got = append(got, s.states(v.ID)[2])
		}
		if want := []string{"waiting", "skipped", "skipped", "skipped"}; !slices.Equal(got, want) {
			t.Errorf("the confirmations are %v, want %v", got, want)
		}
	})
}
