package main

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/inbox/uploads"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

// sentMail is a sender that remembers the last mail.
type sentMail struct {
	outbox.Sender
	last site.Message
}

func (s *sentMail) Send(_ context.Context, _ string, m site.Message) (string, error) {
	s.last = m
	return "1", nil
}

func TestAMailBringsItsFiles(t *testing.T) {
	const id = "01937b1e-6f3a-7c4e-9d52-3f1a8b7c6d5e"
	files := uploads.NewFolder(t.TempDir())
	up, err := files.Receive("notes.txt", 100, strings.NewReader("Two eggs."))
	if err != nil {
		t.Fatal(err)
	}
	if err := files.Keep(id, []site.Upload{up}); err != nil {
		t.Fatal(err)
	}
	var sent sentMail
	sender := attaching{&sent, files, slog.New(slog.DiscardHandler)}
	m := site.Message{Text: "Hello", Attachments: []site.Attachment{
		{Name: "booking.ics", Content: []byte("BEGIN")},
		{Name: "notes.txt", Upload: id + "/1.txt"},
		{Name: "gone.txt", Upload: id + "/2.txt"},
		{Name: "passwd", Upload: "../../etc/passwd"},
	}}
	if _, err := sender.Send(t.Context(), "key", m); err != nil {
		t.Fatal(err)
	}
	got := sent.last.Attachments
	if len(got) != 2 || string(got[0].Content) != "BEGIN" || got[1].Name != "notes.txt" || string(got[1].Content) != "Two eggs." || got[1].Upload != "" {
		t.Errorf("%+v", got)
	}
	if m.Attachments[1].Upload == "" {
		t.Error("the stored mail was changed, and the next attempt has no files")
	}
}

func TestErasingASubmissionErasesItsFiles(t *testing.T) {
	const id = "01937b1e-6f3a-7c4e-9d52-3f1a8b7c6d5e"
	data := newData(t)
	files := uploads.NewFolder(data)
	up, err := files.Receive("notes.txt", 100, strings.NewReader("Two eggs."))
	if err != nil {
		t.Fatal(err)
	}
	if err := files.Keep(id, []site.Upload{up}); err != nil {
		t.Fatal(err)
	}
	if err := forget(data, []string{id}); err != nil {
		t.Fatal(err)
	}
	if content, err := files.Read(id + "/1.txt"); err == nil {
		t.Errorf("it still says %q", content)
	}
}

func TestHealthSaysThatFilesHaveNoRoom(t *testing.T) {
	const limit = 16 << 20
	logger := slog.New(slog.DiscardHandler)
	store, err := outbox.Open(outbox.Config{
		Dir: t.TempDir(), Quota: limit, Beside: func() int64 { return limit * 8 / 10 }, Logger: logger,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	testkit.Eventually(t, "room is measured", func() bool { return store.Room().Used > 0 })
	ready, detail := health{store: store}.FormsReady()
	if forms := detail.(formsHealth); !ready || !strings.Contains(forms.Reason, "no room for more files") {
		t.Errorf("%t, %+v", ready, forms)
	}
	if left := store.Room().ForFiles(); left != 0 {
		t.Errorf("%d bytes are left for files", left)
	}
}
