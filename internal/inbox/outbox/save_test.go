package outbox

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func TestWhatIsKeptIsFoundAsItWasTyped(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		odd := "tab\t, nul \x00, quote ', <b>, \u2028, bidi \u202e, emoji 🙂, {{today}}"
		v := s.submission(func(v *site.Submission) {
			v.Values = append(v.Values, site.Entry{Name: "text", Value: odd})
			v.Page, v.Plan, v.Key = "/contact?x=1", "pro", "key-1"
		})
		if got := s.keep(v); got != (site.Saved{ID: v.ID, Reference: v.Reference, Fresh: true}) {
			t.Fatalf("kept %+v", got)
		}
		r := s.find(v.ID)
		if r.Value("text") != odd || r.Page != v.Page || r.Plan != v.Plan || !r.ReceivedAt.Equal(v.ReceivedAt) || !r.EraseAfter.Equal(v.EraseAfter) {
			t.Errorf("found %+v", r)
		}
		if byReference := s.find(" " + strings.ToLower(v.Reference)); byReference.ID != v.ID {
			t.Errorf("by reference: found %q", byReference.ID)
		}
		if _, err := s.Find(t.Context(), "nothing"); !errors.Is(err, ErrNotFound) {
			t.Errorf("unknown id: %v", err)
		}
	})
}

func TestTheSameSubmissionIsKeptOnce(t *testing.T) {
	t.Parallel()
	keyed := func(key string) func(*site.Submission) { return func(v *site.Submission) { v.Key = key } }
	says := func(b byte) func(*site.Submission) { return func(v *site.Submission) { v.Digest = [32]byte{b} } }
	onBoth(t, func(t *testing.T, s *stage) {
		first := s.keep(s.submission(keyed("k"), says(1)))
		again := s.keep(s.submission(keyed("k"), says(1)))
		if again != (site.Saved{ID: first.ID, Reference: first.Reference}) {
			t.Errorf("the same key and text: %+v, want that of %+v", again, first)
		}
		if _, err := s.Save(t.Context(), s.submission(keyed("k"), says(2)), nil); !errors.Is(err, site.ErrKeyReused) {
			t.Errorf("the same key with another text: %v", err)
		}
		if !s.keep(s.submission(keyed("other"), says(1))).Fresh {
			t.Error("another key with the same text is another submission")
		}
		// A key lives as long as its submission, and so longer than the 24 hours that are asked for.
		s.clock.Add(25 * time.Hour)
		if late := s.keep(s.submission(keyed("k"), says(1))); late.ID != first.ID || late.Fresh {
			t.Errorf("the same key a day later: %+v", late)
		}

		bare := s.keep(s.submission(says(3)))
		s.clock.Add(9 * time.Minute)
		if reload := s.keep(s.submission(says(3))); reload.ID != bare.ID || reload.Fresh {
			t.Errorf("the same text without a key within ten minutes: %+v", reload)
		}
		s.clock.Add(2 * time.Minute)
		if later := s.keep(s.submission(says(3))); !later.Fresh {
			t.Error("the same text after ten minutes is another submission")
		}
		if _, err := s.Delete(t.Context(), []string{first.ID}); err != nil {
			t.Fatal(err)
		}
		if !s.keep(s.submission(keyed("k"), says(9))).Fresh {
			t.Error("the key of an erased submission is free")
		}
	})
}

func TestATakenReferenceIsToldAndStoresNothing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		first := s.submission()
		s.keep(first)
		second := s.submission(func(v *site.Submission) { v.Reference = first.Reference })
		if _, err := s.Save(t.Context(), second, []site.Message{notice(second)}); !errors.Is(err, site.ErrReferenceTaken) {
			t.Fatalf("got %v", err)
		}
		if c := s.counts(); c.Submissions != 1 || c.Waiting != 1 {
			t.Errorf("stored %+v", c)
		}
		second.Reference = "REF-FREE"
		if !s.keep(second).Fresh {
			t.Error("another reference is taken")
		}
		// The answer to a commit may be lost; then the same id comes again.
		if again := s.keep(second); !again.Fresh || again.ID != second.ID {
			t.Errorf("our own retry: %+v", again)
		}
	})
}

func TestFiftyDoubleClicksAreOneSubmission(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"pressed-twice", ""} {
		t.Run("key "+key, func(t *testing.T) {
			onBoth(t, func(t *testing.T, s *stage) {
				const presses = 50
				other := s.open()
				kept := make([]site.Saved, presses)
				var group sync.WaitGroup
				gate := make(chan struct{})
				for i := range presses {
					v := s.submission(func(v *site.Submission) { v.Key, v.Digest = key, [32]byte{42} })
					store := []*Store{s.Store, other}[i%2]
					group.Go(func() {
						<-gate
						var err error
						if kept[i], err = store.Save(t.Context(), v, []site.Message{notice(v)}); err != nil {
							t.Error(err)
						}
					})
				}
				close(gate)
				group.Wait()
				fresh := 0
				for _, k := range kept {
					if k.ID != kept[0].ID || k.Reference != kept[0].Reference {
						t.Errorf("answers differ: %+v and %+v", k, kept[0])
					}
					if k.Fresh {
						fresh++
					}
				}
				if c := s.counts(); fresh != 1 || c.Submissions != 1 || c.Waiting != 1 {
					t.Errorf("%d fresh, %+v", fresh, c)
				}
			})
		})
	}
}

func TestWhatCannotBeStoredAsItIsIsRefused(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	for name, change := range map[string]func(*site.Submission){
		"no id":     func(v *site.Submission) { v.ID = "" },
		"not UTF-8": func(v *site.Submission) { v.Values[0].Value = "\xff" },
	} {
		if _, err := s.Save(t.Context(), s.submission(change), nil); !errors.Is(err, errInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !s.Status().Ready {
		t.Error("a fault of the caller closes the store")
	}
}

func TestSuspectsAreHeldUntilReleased(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		suspect := func(v *site.Submission) { v.Suspect, v.Values[1].Value = "honeypot", "spam@example.com" }
		v, w := s.submission(suspect), s.submission(suspect)
		s.keep(v, confirmation(v))
		s.keep(w, confirmation(w))
		if got := s.states(v.ID); !slices.Equal(got, []string{StateHeld, StateHeld}) {
			t.Fatalf("held: %v", got)
		}
		n, err := s.Release(t.Context(), []string{v.ID, w.Reference, "unknown"})
		if err != nil || n != 2 {
			t.Fatalf("released %d, %v", n, err)
		}
		r := s.find(v.ID)
		if r.Suspect != "" || r.Released != "honeypot" {
			t.Errorf("suspect %q, released %q", r.Suspect, r.Released)
		}
		if got := s.states(v.ID); !slices.Equal(got, []string{StateWaiting, StateWaiting}) {
			t.Errorf("released: %v", got)
		}
		if n, err := s.Release(t.Context(), []string{v.ID}); n != 0 || err != nil {
			t.Errorf("released again: %d, %v", n, err)
		}
	})
}
