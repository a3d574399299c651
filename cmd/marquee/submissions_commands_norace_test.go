//go:build !race

package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/submissions"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

func listChoosesByEachFilter(t *testing.T, in mailbag) {
	in.seed()
	for _, c := range []struct {
		filters string
		want    []string
	}{
		{"", []string{suspectReference, deadReference, parkedReference, waitingReference, sentReference}},
		{"--limit 2", []string{suspectReference, deadReference}},
		{"--limit 0", []string{suspectReference, deadReference, parkedReference, waitingReference, sentReference}},
		{"--site main", []string{sentReference}},
		{"--form booking", []string{waitingReference}},
		{"--state sent", []string{sentReference}},
		{"--state waiting", []string{waitingReference}},
		{"--state parked", []string{parkedReference}},
		{"--state dead", []string{deadReference}},
		{"--state suspect", []string{suspectReference}},
		{"--email anna@example.com", []string{waitingReference, sentReference}},
		{"--email anna@example.com --since 15d", []string{waitingReference}},
		{"--since 3h", []string{suspectReference, deadReference}},
		{"--since 2000-01-01 --limit 1", []string{suspectReference}},
		{"--site nowhere", nil},
	} {
		if got := in.references(strings.Fields(c.filters)...); !slices.Equal(got, c.want) {
			t.Errorf("list %s: %q, want %q", c.filters, got, c.want)
		}
	}
	_, _, stderr := in.run("list")
	if want := "5 submissions: 1 sent, 1 waiting, 1 parked, 1 dead, 1 suspect\n"; stderr != want {
		t.Errorf("%q, want %q", stderr, want)
	}
	if code, stdout, stderr := in.run("list", "--site", "nowhere"); code != exitOK || stdout != "" || !strings.HasPrefix(stderr, "Nothing that was sent fits.") {
		t.Errorf("%d %q %q", code, stdout, stderr)
	}
}

func listAsJSONSaysEverything(t *testing.T, in mailbag) {
	in.seed()
	text := in.says("list", "--json")
	var all []submissions.View
	if err := json.Unmarshal([]byte(text), &all); err != nil || len(all) != 5 {
		t.Fatal(err, len(all))
	}
	if last := all[4]; last.Value("message") != naughty || last.State != outbox.StateSent ||
		last.Deliveries[0].ProviderID != "provider-"+sentReference || last.Deliveries[0].SentAt.IsZero() {
		t.Errorf("%+v", last)
	}
	if strings.ContainsAny(text, "\x1b\u202e") {
		t.Error("controls are not escaped")
	}
	if none := in.says("list", "--json", "--site", "nowhere"); none != "[]\n" {
		t.Errorf("%q for nothing", none)
	}
}

func showFindsByIDAndByReference(t *testing.T, in mailbag) {
	in.seed()
	record := in.find(deadReference)
	for _, name := range []string{record.ID, deadReference, strings.ToLower(deadReference), " " + deadReference + " "} {
		shown := in.says("show", name)
		for _, want := range []string{"Submission " + deadReference + "\n", "dead", "last error: 400: not this one", "cleo@example.com", "=Anna"} {
			if !strings.Contains(shown, want) {
				t.Errorf("show %q does not say %q:\n%s", name, want, shown)
			}
		}
	}
	if shown := in.says("show", sentReference); !strings.Contains(shown, "Hello\n") || !strings.Contains(shown, `\x1b[2J\u202eevil`+"\n") || strings.ContainsAny(shown, "\x1b\u202e") {
		t.Errorf("controls are not visible:\n%s", shown)
	}
	if !site.ValidReference("FFFF-222A") || site.ValidReference("FFFF-2222") {
		t.Fatal("the references of this test do not fit")
	}
	for name, want := range map[string]string{
		"FFFF-222A":   "There is no submission FFFF-222A.\n",
		"FFFF-2222":   "There is no submission FFFF-2222, and no reference is written like this: look for a typing mistake.\n",
		"\x1b[2Jnone": "There is no submission \\x1b[2Jnone.\n",
	} {
		if code, stdout, stderr := in.run("show", name); code != exitFailed || stdout != "" || stderr != want {
			t.Errorf("show %q: %d %q %q", name, code, stdout, stderr)
		}
	}
}

func exportWritesAPrivateFileAndReplacesNone(t *testing.T, in mailbag) {
	in.seed()
	folder := t.TempDir()
	file := filepath.Join(folder, "anna.csv")
	if code, stdout, stderr := in.run("export", "--csv", "--out", file, "--email", "anna@example.com"); code != exitOK || stdout != "" || stderr != "2 submissions\n" {
		t.Fatalf("%d %q %q", code, stdout, stderr)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows := parseCSV(t, string(text))
	if len(rows) != 3 || rows[1][0] != waitingReference || rows[2][0] != sentReference || rows[2][12] != "'=Anna" ||
		!strings.HasSuffix(string(text), `,"`+naughty+"\"\r\n") {
		t.Errorf("%q", text)
	}

	if code, _, stderr := in.run("export", "--out", file); code != exitFailed || !strings.Contains(stderr, file+": it is there already; --force replaces it") {
		t.Errorf("%d %q", code, stderr)
	}
	if again, err := os.ReadFile(file); err != nil || string(again) != string(text) {
		t.Errorf("the file has changed: %v", err)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	in.says("export", "--out", file, "--force", "--json")
	var all []submissions.View
	if text, err = os.ReadFile(file); err != nil || json.Unmarshal(text, &all) != nil || len(all) != 5 || all[4].Value("message") != naughty {
		t.Errorf("%v: %q", err, text)
	}
	if info, err = os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("replaced: %v %v", info.Mode(), err)
	}

	target, link := filepath.Join(folder, "target"), filepath.Join(folder, "link")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	for _, force := range []string{"", "--force"} {
		if code, _, stderr := in.run(strings.Fields("export --out " + link + " " + force)...); code != exitFailed || !strings.Contains(stderr, "no regular file") {
			t.Errorf("a link, %q: %d %q", force, code, stderr)
		}
	}
	if code, _, stderr := in.run("export", "--out", filepath.Join(folder, "no", "such.csv")); code != exitFailed || !strings.Contains(stderr, "no such file or directory") {
		t.Errorf("a missing folder: %d %q", code, stderr)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 {
		t.Errorf("leftovers: %v %v", entries, err)
	}
	if got := in.says("export", "--raw"); !strings.Contains(got, ",=Anna,") || strings.Contains(got, "'=Anna") {
		t.Errorf("--raw: %q", got)
	}
}

func aRunningServerSendsWhatIsRetried(t *testing.T, in mailbag) {
	store, p := in.seed()
	p.repair()
	if code, stdout, stderr := in.run("retry", sentReference, suspectReference); code != exitFailed || stdout != "" || stderr != "There is no mail to send again.\n" {
		t.Errorf("nothing to retry: %d %q %q", code, stdout, stderr)
	}
	if code, _, stderr := in.run("retry", deadReference, "FFFF-222A"); code != exitFailed || in.find(deadReference).State != outbox.StateDead {
		t.Errorf("one unknown: %d %q", code, stderr)
	}
	const one = "1 mail is due now; a running server sends at once.\n"
	if got := in.says("retry", deadReference, deadReference, in.find(deadReference).ID); got != one || in.find(deadReference).State != outbox.StateWaiting {
		t.Errorf("%q", got)
	}
	if got := in.says("retry", "--all"); got != one || in.find(parkedReference).State != outbox.StateWaiting {
		t.Errorf("%q", got)
	}
	if code, _, stderr := in.run("retry", "--all"); code != exitFailed || stderr != "There is no mail to send again.\n" {
		t.Errorf("all again: %d %q", code, stderr)
	}
	stop := in.work(store, p)
	defer stop()
	for _, reference := range []string{deadReference, parkedReference} {
		testkit.Eventually(in.t, reference+" is sent", func() bool { return in.find(reference).State == outbox.StateSent })
	}
	// The one that waits is not due yet. The provider lets it through now, and
	// nobody but retry says so.
	if record := in.find(waitingReference); record.State != outbox.StateWaiting {
		t.Errorf("%+v", record)
	}
	in.says("retry", waitingReference)
	testkit.Eventually(in.t, "the waiting one is sent", func() bool { return in.find(waitingReference).State == outbox.StateSent })
	for _, reference := range []string{sentReference, waitingReference, parkedReference, deadReference} {
		if n := p.count(reference); n != 1 {
			t.Errorf("%s was sent %d times", reference, n)
		}
	}
	if n := p.count(suspectReference); n != 0 {
		t.Errorf("the suspect was sent %d times", n)
	}
}

func releasedSuspectsAreSent(t *testing.T, in mailbag) {
	store, p := in.seed()
	stop := in.work(store, p)
	defer stop()
	if got := in.says("release", suspectReference, sentReference); got != "1 submission was released; a running server sends the mails at once.\n" {
		t.Errorf("%q", got)
	}
	testkit.Eventually(in.t, "it is sent", func() bool { return in.find(suspectReference).State == outbox.StateSent })
	if record := in.find(suspectReference); record.Released != "honeypot" || record.Suspect != "" {
		t.Errorf("%+v", record)
	}
	if code, stdout, stderr := in.run("release", suspectReference); code != exitFailed || stdout != "" || stderr != "None of these is held as suspect.\n" {
		t.Errorf("again: %d %q %q", code, stdout, stderr)
	}
}

func deleteErasesWhatIsNamed(t *testing.T, in mailbag) {
	in.seed()
	if code, _, stderr := in.run("delete", deadReference); code != exitUsage || !strings.Contains(stderr, "--yes") {
		t.Errorf("without a terminal: %d %q", code, stderr)
	}
	if code, _, stderr := in.run("delete", deadReference, "FFFF-222A", "--yes"); code != exitFailed || !strings.Contains(stderr, "FFFF-222A") {
		t.Errorf("one unknown: %d %q", code, stderr)
	}
	if got := in.references(); len(got) != 5 {
		t.Fatalf("left: %q", got)
	}
	if got := in.says("delete", deadReference, suspectReference, "--yes"); got != "2 submissions were deleted.\n" {
		t.Errorf("%q", got)
	}
	if got := in.says("delete", "--email", "Anna@Example.com", "--yes"); got != "2 submissions were deleted.\n" {
		t.Errorf("%q", got)
	}
	if got := in.references(); !slices.Equal(got, []string{parkedReference}) {
		t.Errorf("left: %q", got)
	}
	if code, stdout, stderr := in.run("delete", "--email", "anna@example.com", "--yes"); code != exitFailed || stdout != "" || stderr != "Nothing of anna@example.com is stored.\n" {
		t.Errorf("again: %d %q %q", code, stdout, stderr)
	}
	if _, stdout, stderr := in.run("delete", parkedReference, "--yes"); stdout != "1 submission was deleted.\n" || stderr != "Not all of it was delivered: 1 parked.\n" {
		t.Errorf("what was not delivered: %q %q", stdout, stderr)
	}
	if code, stdout, stderr := in.run("list"); code != exitOK || stdout != "" || stderr != "Nothing was sent yet.\n" {
		t.Errorf("list: %d %q %q", code, stdout, stderr)
	}
}

// parseCSV reads with the rules of RFC 4180. The reader of encoding/csv takes
// CRLF within quotes for LF, so a lone CR is what it keeps.
func parseCSV(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return rows
}
