//go:build !race

package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/database"
	"github.com/evenlight/marquee/internal/studio/people"
	"github.com/evenlight/marquee/internal/testkit"
)

// edited is a content folder, a data folder, and what a server knows of the people who edit.
type edited struct {
	t             *testing.T
	content, data string
	store         *people.Store
}

func newEdited(t *testing.T) *edited {
	t.Helper()
	e := &edited{t: t, content: copyOfContent(t), data: t.TempDir()}
	e.open()
	return e
}

func (e *edited) open() {
	e.t.Helper()
	db, err := database.Open(e.t.Context(), e.data)
	if err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() {
		if err := db.Close(); err != nil {
			e.t.Error(err)
		}
	})
	if e.store, err = people.Open(e.t.Context(), db, time.Now); err != nil {
		e.t.Fatal(err)
	}
}

func (e *edited) arguments(arguments ...string) []string {
	all := append([]string{"studio"}, arguments...)
	if arguments[0] == "invite" || arguments[0] == "link" {
		all = append(all, "--content", e.content)
	}
	return append(all, "--data", e.data)
}

func (e *edited) run(arguments ...string) (stdout, stderr string) {
	e.t.Helper()
	code, stdout, stderr := run(e.t, nil, e.arguments(arguments...)...)
	if code != exitOK {
		e.t.Fatalf("studio %v: exit code %d\n%s%s", arguments, code, stdout, stderr)
	}
	return stdout, stderr
}

// join uses up a link that a command printed, which must begin with an address.
func (e *edited) join(link, base string) people.Session {
	e.t.Helper()
	token, is := strings.CutPrefix(strings.TrimSuffix(link, "\n"), base+"/studio/join/")
	made, err := e.store.Join(e.t.Context(), token, "Firefox on\x1b[31m a phone\n")
	if !is || err != nil {
		e.t.Fatalf("the link %q: %v", link, err)
	}
	return made
}

func (e *edited) person(email string) (found people.Person) {
	e.t.Helper()
	all, err := e.store.List(e.t.Context())
	if err != nil {
		e.t.Fatal(err)
	}
	for _, one := range all {
		if one.Email == email {
			found = one
		}
	}
	return found
}

func TestAnInvitationPrintsALinkThatLetsSomebodyIn(t *testing.T) {
	e := newEdited(t)
	stdout, stderr := e.run("invite", "Anna@Example.com")
	if !strings.Contains(stderr, "anna@example.com, owner of all sites") {
		t.Errorf("it says: %s", stderr)
	}
	anna := e.join(stdout, "https://evenlight.example")
	if anna.Person.Role != people.RoleOwner {
		t.Errorf("the first one is %s", anna.Person.Role)
	}
	stdout, _ = e.run("invite", "ben@example.com", "--base-url", "http://localhost:8080")
	if ben := e.join(stdout, "http://localhost:8080"); ben.Person.Role != people.RoleEditor || len(ben.Person.Sites) != 0 {
		t.Errorf("the second one is %+v", ben.Person)
	}

	stdout, _ = e.run("people")
	for _, line := range []string{"anna@example.com  owner", "ben@example.com   editor", `Firefox on\x1b[31m a phone`} {
		if !strings.Contains(stdout, line) || strings.Contains(stdout, "\x1b") {
			t.Errorf("%q is not in\n%s", line, stdout)
		}
	}
	stdout, _ = e.run("remove", "ANNA@example.com")
	if _, ok, err := e.store.Session(t.Context(), anna.Token); ok || err != nil || !strings.Contains(stdout, "anna@example.com") {
		t.Errorf("she is signed in: %v, %v\n%s", ok, err, stdout)
	}
}

func TestWhoIsInvitedAgainKeepsWhatIsNotSaid(t *testing.T) {
	e := newEdited(t)
	for _, c := range []struct {
		arguments []string
		role      people.Role
		sites     string
	}{
		{[]string{"invite", "anna@example.com", "--role", "Writer", "--site", "creative,business"}, people.RoleWriter, "business creative"},
		{[]string{"invite", "anna@example.com", "--role", "owner"}, people.RoleOwner, "business creative"},
		{[]string{"link", " anna@example.com"}, people.RoleOwner, "business creative"},
		{[]string{"invite", "anna@example.com", "--site", "creative"}, people.RoleOwner, "creative"},
		{[]string{"invite", "anna@example.com", "--site", "creative", "--site", "main"}, people.RoleOwner, "creative main"},
		{[]string{"invite", "anna@example.com"}, people.RoleOwner, "creative main"},
		{[]string{"invite", "anna@example.com", "--all-sites", "--role", "inbox"}, people.RoleInbox, ""},
	} {
		e.run(c.arguments...)
		if p := e.person("anna@example.com"); p.Role != c.role || strings.Join(p.Sites, " ") != c.sites {
			t.Errorf("after %v she is %s of %v", c.arguments, p.Role, p.Sites)
		}
	}
}

func TestTheLinkLeadsToTheHostOfTheirSite(t *testing.T) {
	e := newEdited(t)
	twoHosts(t, e.content)
	stdout, _ := e.run("invite", "anna@example.com", "--site", "bakery,business")
	e.join(stdout, "https://bakery.example")
	stdout, _ = e.run("invite", "anna@example.com", "--site", "business")
	e.join(stdout, "https://evenlight.example")
	e.run("invite", "anna@example.com", "--site", "bakery")

	// What is wrong with the content, or gone of it, keeps nobody out who was invited.
	if err := os.RemoveAll(filepath.Join(e.content, "bakery")); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := run(t, nil, e.arguments("link", "anna@example.com")...)
	if code != exitFailed || !strings.Contains(stderr, "--base-url") { // a page links to bakery
		t.Errorf("exit code %d: %s", code, stderr)
	}
	stdout, _ = e.run("link", "anna@example.com", "--base-url", "https://www.example.com")
	e.join(stdout, "https://www.example.com")
}

func TestWhatIsWrongInACommandOfStudioIsSaid(t *testing.T) {
	e := newEdited(t)
	e.run("invite", "anna@example.com")
	for _, c := range []struct {
		arguments []string
		code      int
		says      string
	}{
		{[]string{"invite", "anna"}, exitUsage, `"anna" is no mail address`},
		{[]string{"invite", "Anna <anna@example.com>"}, exitUsage, "no mail address"},
		{[]string{"invite", "anna@example.com", "--role", "admin"}, exitUsage, "--role"},
		{[]string{"invite", "anna@example.com", "--site", "bakery"}, exitUsage, `no site "bakery"`},
		{[]string{"invite", "anna@example.com", "--site", "main", "--all-sites"}, exitUsage, "together"},
		{[]string{"link", "ben@example.com"}, exitFailed, "--data"},
		{[]string{"remove", "ben@example.com"}, exitFailed, "--data"},
		{[]string{"remove", ""}, exitFailed, "--data"},
	} {
		code, stdout, stderr := run(t, nil, e.arguments(c.arguments...)...)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: exit code %d, %q, %s", c.arguments, code, stdout, stderr)
		}
	}
	if p := e.person("anna@example.com"); p.Role != people.RoleOwner || len(p.Sites) > 0 {
		t.Errorf("what was refused made her %+v", p)
	}
	if code, _, stderr := run(t, nil, "studio", "people", "--data", t.TempDir()); code != exitFailed || !strings.Contains(stderr, "--data") {
		t.Errorf("another data folder: exit code %d, %s", code, stderr)
	}
}

func TestCommandsOfStudioWorkBesideTheServer(t *testing.T) {
	e := newEdited(t)
	stdout, _ := e.run("invite", "anna@example.com")
	in := e.join(stdout, "https://evenlight.example")
	program, env := binary()
	var running []*exec.Cmd
	for _, arguments := range [][]string{
		{"invite", "ben@example.com"}, {"invite", "carl@example.com"}, {"invite", "anna@example.com", "--role", "writer"}, {"people"},
	} {
		command := exec.CommandContext(t.Context(), program, e.arguments(arguments...)...)
		command.Env = childEnvironment(env...)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, command)
	}
	for range 20 { // while the server does something, too
		if err := e.store.End(t.Context(), "anna@example.com", "none"); err != nil {
			t.Error(err)
		}
	}
	for _, command := range running {
		if err := command.Wait(); err != nil {
			t.Errorf("%v: %v", command.Args, err)
		}
	}
	if p := e.person("carl@example.com"); p.Role != people.RoleEditor || e.person("ben@example.com").Email == "" {
		t.Errorf("carl is %+v", p)
	}
	if one, ok, err := e.store.Session(t.Context(), in.Token); err != nil || !ok || one.Person.Role != people.RoleWriter {
		t.Errorf("anna is %+v, %v, %v", one.Person, ok, err)
	}
}

// oneMail is a sender that takes a mail.
type oneMail struct {
	reserved bool
	key      string
	sent     site.Message
	fails    error
}

func (s *oneMail) Reserve(context.Context) error { s.reserved = true; return nil }

func (s *oneMail) Send(_ context.Context, key string, m site.Message) (string, error) {
	s.key, s.sent = key, m
	return "id", s.fails
}

func TestTheMailWithACodeLeadsWhereTheContentSays(t *testing.T) {
	revision := &site.Revision{Sites: []*site.Bundle{
		{Site: &site.Site{ID: "main", Name: "Evenlight", Path: "/", BaseURL: "https://evenlight.example", Email: "hello@evenlight.example"}},
		{Site: &site.Site{ID: "shop", Name: "Shop", Path: "/", Space: "shop.example", BaseURL: "https://shop.example"}},
		{Site: &site.Site{ID: "bare", Name: "Bare", Path: "/", Space: "bare.example"}},
	}}
	for space, want := range map[string]string{
		"": "https://evenlight.example/studio/sign-in?code=012345", "shop.example": "https://shop.example/studio/sign-in?code=012345",
		"attack.example": "https://evenlight.example/studio/sign-in?code=012345", "bare.example": "",
	} {
		sender := &oneMail{}
		send := newLetterSender("Studio <studio@evenlight.example>", func() *site.Revision { return revision }, sender)
		if err := send(t.Context(), space, people.CodeMail("anna@example.com", "012345", "de")); err != nil {
			t.Fatal(err)
		}
		m := sender.sent
		if m.From != "Studio <studio@evenlight.example>" || strings.Join(m.To, " ") != "anna@example.com" || !sender.reserved ||
			!strings.HasPrefix(sender.key, "code/") || m.Subject != "012345 ist Ihr Code" || strings.Contains(m.HTML, "attack") {
			t.Errorf("%q: %+v", space, m)
		}
		for _, body := range []string{m.HTML, m.Text} {
			if !strings.Contains(body, "012345 ist Ihr Code") || !strings.Contains(body, want) || want == "" && strings.Contains(body, "code=") {
				t.Errorf("%q: it does not lead to %q\n%s", space, want, body)
			}
		}
	}
	failed := errors.New("the provider is away")
	send := newLetterSender("", func() *site.Revision { return revision }, &oneMail{fails: failed})
	if err := send(t.Context(), "", people.CodeMail("anna@example.com", "012345", "en")); !errors.Is(err, failed) {
		t.Errorf("it says %v", err)
	}
}

func TestADatabaseThatCannotBeReadLeavesStudioOutAndNothingElse(t *testing.T) {
	for _, table := range []string{"journal", "session"} { // of the drafts, of the people
		e, log := &edited{t: t, data: t.TempDir()}, &testkit.Log{}
		db, err := database.Open(t.Context(), e.data)
		if err == nil {
			_, err = db.ExecContext(t.Context(), "CREATE TABLE "+table+" (unknown TEXT)")
			err = errors.Join(err, db.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		config := serveConfig{Studio: "on"}
		config.Data = e.data
		source := content.NewSource(t.TempDir(), nil, log.Logger(), time.Now, nil)
		studio := openEditing(t.Context(), config, log.Logger())
		studio.prepare(t.Context(), source, nil)
		err = studio.serve(t.Context(), &config, &parts{}, nil)
		if err = errors.Join(err, studio.Close()); err != nil || config.Front.Studio != nil {
			t.Errorf("%s: %v, %v", table, config.Front.Studio, err)
		}
		if !strings.Contains(log.String(), "left out") {
			t.Errorf("%s: the log does not say why:\n%s", table, log)
		}
	}
}
