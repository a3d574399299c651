package studio_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/studio/people"
)

// told is the answer of status.
type told struct {
	Sites []struct {
		ID, State string
		Live      bool
		Since     time.Time
		Problems  []struct {
			File, At, Message string
			Line              int
		}
		Waiting []string
	}
	Warnings     []struct{ Message, File string }
	WarningCount int
}

func (b browser) status() (s told) {
	b.t.Helper()
	must(b.t, json.Unmarshal([]byte(b.get("/studio/api/status").is(200).body), &s))
	return s
}

func TestStatusNamesTheLineThatHoldsASite(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	writer := r.joined("cy@x.example", people.RoleWriter)
	for _, one := range writer.status().Sites {
		if one.ID != "shop" && (one.State != "live" || !one.Live || one.Since.IsZero() || len(one.Problems) > 0) {
			t.Errorf("%+v", one)
		}
	}
	const file = "business/plans.yaml"
	text := r.onDisk(file)
	at := strings.Index(text, "\n    amount: ")
	if at < 0 {
		at = strings.Index(text, "amount: ") - 1
	}
	amount := strings.Index(text[at:], "amount: ") + at
	r.save(file, text[:amount]+"amount: dear"+text[amount+strings.IndexAny(text[amount:], ",}\n"):])
	r.save("business/pages/index.yaml", r.onDisk("business/pages/index.yaml")+"\n# saved\n")
	r.source.Reload(t.Context())
	// A draft does not move the places on disk, nor mends them.
	writer.post("/studio/api/changes", operations(file, asText(r.onDisk(file), "\n\n"+text))).is(200)
	held := 0
	for _, one := range writer.status().Sites {
		if one.ID != "business" {
			continue
		}
		held++
		line := strings.Count(text[:amount], "\n") + 1
		if one.State != "held" || len(one.Problems) == 0 || one.Problems[0].File != file || one.Problems[0].Line != line ||
			!strings.HasSuffix(one.Problems[0].At, "amount") || !strings.Contains(strings.Join(one.Waiting, " "), file) {
			t.Errorf("%+v, want line %d", one, line)
		}
	}
	if held != 1 {
		t.Errorf("%d sites", held)
	}
	for _, one := range r.joined("eve@x.example", people.RoleWriter, "creative").status().Sites {
		if one.ID != "creative" {
			t.Errorf("it is told of %s", one.ID)
		}
	}
}

func TestStatusTellsOfTheMachine(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.machine = map[string]bool{"sendsMail": true}
	b := r.joined("ina@x.example", people.RoleInbox)
	b.get("/studio/api/status").is(200, `"machine":{"sendsMail":true}`)
	inbox := b.status()
	if len(inbox.Sites)+len(inbox.Warnings)+inbox.WarningCount > 0 {
		t.Errorf("who sees no content is told of it: %+v", inbox)
	}
	browser{r, ""}.get("/studio/api/status").is(401)
	r.counted = map[string]int{"submissions": 7}
	b.get("/studio/api/status").is(200, `"machine":{"submissions":7}`)
	for _, one := range []browser{
		r.joined("some@x.example", people.RoleInbox, "business"), r.joined("cy@x.example", people.RoleWriter),
		r.joined("owner@x.example", people.RoleOwner, "business"),
	} {
		one.get("/studio/api/status").is(200, `"machine":{"sendsMail":true}`)
	}
}
