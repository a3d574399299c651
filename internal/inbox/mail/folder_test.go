package mail_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"

	ours "github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/site"
)

func TestAFolderKeepsEachMailOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "var", "mail")
	folder := ours.NewFolder(dir)
	bundle := sampleBundle(t, greenTheme, "Évenlight", "/", "")
	bundle.Site.Mail.From = "Évenlight <hello@evenlight.example>"
	form := bookingForm()
	m := compose(t, bundle, form, submission(form, "name", "Ada Lövelace 👩‍🚀", "email", "ada@example.com", "service", "discovery-call", "date", "2026-11-24", "time", "9:00 AM", "message", strings.Repeat("long ", 500)))[0]
	m.Subject = "Größe " + m.Subject
	key := "contact/" + sampleID
	for range 3 {
		if err := folder.Reserve(t.Context()); err != nil {
			t.Fatal(err)
		}
		id, err := folder.Send(t.Context(), key, m)
		if err != nil || id != "contact-"+sampleID+".eml" {
			t.Fatalf("id %q, error %v", id, err)
		}
	}
	if _, err := folder.Send(t.Context(), "confirmation/"+sampleID, m); err != nil {
		t.Fatal(err)
	}
	for _, odd := range []string{"../../etc/passwd", "contact/..", "a/b/c", "A key", strings.Repeat("k", 300), "contact-" + sampleID} {
		if _, err := folder.Send(t.Context(), odd, m); err != nil {
			t.Errorf("%q: %v", odd, err)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 8 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	for _, file := range files {
		info, err := file.Info()
		if err != nil || info.Mode() != 0o600 || !strings.HasSuffix(file.Name(), ".eml") {
			t.Errorf("%s has mode %v, error %v", file.Name(), info.Mode(), err)
		}
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has mode %v, error %v", info.Mode(), err)
	}
	content, err := os.ReadFile(filepath.Join(dir, "contact-"+sampleID+".eml"))
	if err != nil {
		t.Fatal(err)
	}
	readBack(t, content, m)
}

// readBack reads a mail as a mail program does.
func readBack(t *testing.T, content []byte, want site.Message) {
	t.Helper()
	got, err := mail.ReadMessage(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	decoder := new(mime.WordDecoder)
	subject, err := decoder.DecodeHeader(got.Header.Get("Subject"))
	if err != nil || subject != want.Subject {
		t.Errorf("subject %q, error %v", subject, err)
	}
	from, err1 := got.Header.AddressList("From")
	to, err2 := got.Header.AddressList("To")
	reply, err3 := got.Header.AddressList("Reply-To")
	if errors.Join(err1, err2, err3) != nil || from[0].String() != mustAddress(t, want.From) || len(to) != len(want.To) || reply[0].Address != want.ReplyTo {
		t.Errorf("from %v to %v, reply to %v", from, to, reply)
	}
	if _, err := got.Header.Date(); err != nil || got.Header.Get("Auto-Submitted") != "auto-generated" {
		t.Errorf("headers %v, error %v", got.Header, err)
	}
	parts := map[string]string{}
	collect(t, got.Header.Get("Content-Type"), got.Body, parts)
	if unix(parts["text/plain"]) != want.Text || unix(parts["text/html"]) != want.HTML {
		t.Error("text or HTML is another")
	}
	if parts["text/calendar"] != string(want.Attachments[0].Content) {
		t.Errorf("the calendar file is %q", parts["text/calendar"])
	}
	for line := range strings.SplitSeq(string(content), "\r\n") {
		if len(line) > 998 {
			t.Errorf("a line of %d characters", len(line))
		}
	}
}

func collect(t *testing.T, contentType string, body io.Reader, parts map[string]string) {
	t.Helper()
	kind, parameters, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(kind, "multipart/") {
		content, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		parts[kind] = string(content)
		return
	}
	reader := multipart.NewReader(body, parameters["boundary"])
	for {
		part, err := reader.NextPart() // which decodes quoted-printable
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		var content io.Reader = part
		if strings.EqualFold(part.Header.Get("Content-Transfer-Encoding"), "base64") {
			content = decodeBase64(part)
		}
		collect(t, part.Header.Get("Content-Type"), content, parts)
	}
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mail")
	folder := ours.NewFolder(dir)
	m := site.Message{From: "a@example.com", To: []string{"b@example.com"}, Subject: "x", Text: "x"}
	var why *site.DeliveryError
	bad := m
	bad.To = []string{"nobody"}
	if _, err := folder.Send(t.Context(), "contact/1", bad); !errors.As(err, &why) || why.Fate != site.FateDead {
		t.Errorf("a mail to nobody: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := folder.Send(ctx, "contact/1", m); !errors.As(err, &why) || why.Fate != site.FateRetry {
		t.Errorf("when stopped: %v", err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := folder.Send(t.Context(), "contact/1", m); !errors.As(err, &why) || why.Fate != site.FateRetry || strings.Contains(why.Reason, dir) {
		t.Errorf("with a file in its place: %v", err)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := folder.Send(t.Context(), "contact/1", m); err != nil {
		t.Errorf("once it can be made: %v", err)
	}
}

func decodeBase64(encoded io.Reader) io.Reader { return base64.NewDecoder(base64.StdEncoding, encoded) }

func unix(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

func mustAddress(t *testing.T, written string) string {
	t.Helper()
	parsed, err := mail.ParseAddress(written)
	if err != nil {
		t.Fatal(err)
	}
	return parsed.String()
}

func TestAFolderForgetsWhatWasErased(t *testing.T) {
	dir := t.TempDir()
	folder := ours.NewFolder(dir)
	m := site.Message{From: "a@example.com", To: []string{"b@example.com"}, Subject: "x", Text: "x"}
	for _, key := range []string{"contact/gone", "confirmation/gone", "contact/gone/again", "appointment/gone-1", "appointment/gone-12", "appointment/gone-12/again", "contact/kept", "digest/1"} {
		if _, err := folder.Send(t.Context(), key, m); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := folder.Forget([]string{"gone", "../mail"}); err != nil {
			t.Error(err)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 2 || left[0].Name() != "contact-kept.eml" || left[1].Name() != "digest-1.eml" {
		t.Errorf("left %v", left)
	}
}

// TestAnEncodedWordThatWasTypedIsShownAsTyped reads the file as a mail program does.
func TestAnEncodedWordThatWasTypedIsShownAsTyped(t *testing.T) {
	const typed = "=?utf-8?Q?You_won_1,000_dollars?="
	bundle := sampleBundle(t, greenTheme, "Evenlight", "/", "")
	form := messageForm()
	form.Mail.Subject = "Message from {name}"
	m := compose(t, bundle, form, submission(form, "name", typed, "email", "ada@example.com", "message", "Hello"))[0]
	dir := t.TempDir()
	name, err := ours.NewFolder(dir).Send(t.Context(), "contact/1", m)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	read, err := mail.ReadMessage(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	shown, err := new(mime.WordDecoder).DecodeHeader(read.Header.Get("Subject"))
	if want := "Message from " + typed; err != nil || strings.ReplaceAll(shown, "\u2060", "") != want {
		t.Errorf("the subject %q is shown as %q, %v", read.Header.Get("Subject"), shown, err)
	}
}
