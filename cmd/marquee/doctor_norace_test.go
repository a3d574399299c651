//go:build !race

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/testkit/postgrestest"
	"github.com/evenlight/marquee/internal/testkit/smtptest"
)

// diagnosis is what the doctor says.
type diagnosis struct {
	t        *testing.T
	code     int
	text     string
	Findings []finding
}

// examined runs the doctor on a machine whose DNS knows nothing.
func examined(t *testing.T, env map[string]string, arguments ...string) diagnosis {
	t.Helper()
	return examinedFrom(t, internet{TXT: fakeDNS{}.lookupTXT}, env, arguments...)
}

func examinedFrom(t *testing.T, outside internet, env map[string]string, arguments ...string) diagnosis {
	t.Helper()
	var out, log testkit.Log
	defaults := map[string]string{"MARQUEE_CONTENT": fixture, "MARQUEE_DATA": filepath.Join(t.TempDir(), "var"), "MARQUEE_ADMIN_ADDR": "127.0.0.1:1"}
	maps.Copy(defaults, env)
	program := Program{Stdout: &out, Stderr: &log, Environment: defaults, Internet: outside}
	d := diagnosis{t: t, code: program.Run(t.Context(), append([]string{"doctor", "--json"}, arguments...))}
	d.text = out.String() + log.String()
	if err := json.Unmarshal([]byte(out.String()), &d); err != nil {
		t.Fatalf("%v\n%s", err, d.text)
	}
	failed := slices.ContainsFunc(d.Findings, func(f finding) bool { return f.Level == problem })
	if want := map[bool]int{true: exitFailed, false: exitOK}[failed]; d.code != want {
		t.Errorf("exit code %d, want %d", d.code, want)
	}
	for _, f := range d.Findings {
		if (f.Level == problem) && f.Advice == "" || f.Level == fine && f.Advice != "" {
			t.Errorf("%+v: what is wrong says what to do, and nothing else does", f)
		}
	}
	return d
}

// says checks that a look has a finding of a level with these words.
func (d diagnosis) says(check string, want level, words ...string) {
	d.t.Helper()
	for _, f := range d.Findings {
		if f.Check == check && f.Level == want && !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(f.Message+" "+f.Advice, word) }) {
			return
		}
	}
	d.t.Errorf("%s: no %s about %q:\n%s", check, want, words, d.text)
}

func TestTheDoctorFindsNothingWrongWithARunningServer(t *testing.T) {
	t.Parallel()
	server := newMailServer(t, smtptest.Config{User: "marquee", Password: "hunter2"})
	h := openReady(t, opening{})
	d := examined(t, map[string]string{
		"MARQUEE_DATA": h.data, "MARQUEE_ADMIN_ADDR": strings.TrimPrefix(h.admin, "http://"), "MARQUEE_TRUSTED_PROXIES": "127.0.0.1",
		"SMTP_URL": "smtp://marquee:hunter2@" + server.Addr(), "MARQUEE_MAIL_FROM": "Evenlight <hello@evenlight.dev>",
	})
	for _, check := range []string{"configuration", "data folder", "disk", "database", "mail", "sender", "webhooks", "proxy", "server"} {
		d.says(check, fine)
	}
	for _, f := range d.Findings {
		if f.Level == problem {
			t.Errorf("%+v", f)
		}
	}
	if sent := server.Sent(); len(sent) > 0 {
		t.Error("a mail was sent")
	}
	wrong := examined(t, map[string]string{"SMTP_URL": "smtp://marquee:wrong@" + server.Addr()})
	wrong.says("mail", problem, "user or password is refused")
}

func TestTheDoctorNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		env   map[string]string
		check string
		want  level
		words []string
	}{
		"Configuration":  {map[string]string{"MARQUEE_ADDR": "x", "MARQUEE_ADRR": "y"}, "configuration", problem, []string{"did you mean MARQUEE_ADDR?"}},
		"NoContent":      {map[string]string{"MARQUEE_CONTENT": "/no/such/folder"}, "content", problem, []string{"/no/such/folder"}},
		"Captured":       {nil, "mail", warning, []string{"captured", "SMTP_URL"}},
		"SMTPRefused":    {map[string]string{"SMTP_URL": "smtp://u:hunter2@127.0.0.1:1"}, "mail", problem, []string{"refused"}},
		"Reserved":       {map[string]string{"MARQUEE_MAIL_FROM": "a@site.example"}, "sender", warning, []string{"for examples"}},
		"AllProxies":     {map[string]string{"MARQUEE_TRUSTED_PROXIES": "::/0"}, "proxy", problem, []string{"::/0"}},
		"NoProxy":        {map[string]string{"MARQUEE_BASE_URL": "https://www.site.example"}, "proxy", warning, []string{"--trusted-proxies"}},
		"NoServer":       {nil, "server", warning, []string{"127.0.0.1:1"}},
		"NoDatabaseHost": {map[string]string{"DATABASE_URL": "postgres://u:hunter2@127.0.0.1:1/x"}, "database", problem, []string{"check that the server runs"}},
		"NotDurable":     {map[string]string{"DATABASE_URL": "postgres://u:hunter2@127.0.0.1:1/x?synchronous_commit=off"}, "configuration", problem, []string{"synchronous_commit=off"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := examined(t, c.env)
			d.says(c.check, c.want, c.words...)
			if strings.Contains(d.text, "hunter2") {
				t.Errorf("a secret is printed:\n%s", d.text)
			}
		})
	}
}

func TestTheDoctorLooksAtFolders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "marquee.db"), []byte(strings.Repeat("this is no database\n", 400)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	d := examined(t, map[string]string{"MARQUEE_DATA": dir})
	d.says("data folder", warning, "mode 0777", "chmod 0700")
	d.says("database", problem, "marquee.db", "put back a backup")
	broken := copyOfContent(t)
	if err := os.WriteFile(filepath.Join(broken, "main/site.yaml"), []byte("name: [\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	examined(t, map[string]string{"MARQUEE_CONTENT": broken}).says("content", problem, "error", "marquee check")
}

func TestTheDoctorLooksAtPostgreSQL(t *testing.T) {
	t.Parallel()
	server := postgrestest.Must(t, "full_page_writes=off")
	database := server.Pooler(t).URL(server.Database(t))
	d := examined(t, map[string]string{"DATABASE_URL": database})
	d.says("database", fine, "through a pooler", "synchronous_commit is on")
	d.says("database", warning, "full_page_writes")
	careless := postgrestest.Must(t, "fsync=off")
	examined(t, map[string]string{"DATABASE_URL": careless.Database(t)}).says("database", problem, "fsync = on")
}

func TestTheDoctorAsksResend(t *testing.T) {
	t.Parallel()
	answer := `{"object": "list", "data": [{"name": "evenlight.dev", "status": "verified"}, {"name": "slow.dev", "status": "pending"}]}`
	status := http.StatusOK
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != "/domains" || r.Header.Get("Authorization") != "Bearer re_hunter2" {
			t.Errorf("asked for %s %s", r.Method, r.URL)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		if _, err := io.WriteString(w, answer); err != nil {
			t.Error(err)
		}
	}))
	defer provider.Close()
	ask := func(sender string) diagnosis {
		t.Helper()
		d := examined(t, map[string]string{"RESEND_API_KEY": "re_hunter2", "RESEND_BASE_URL": provider.URL, "MARQUEE_MAIL_FROM": sender})
		if strings.Contains(d.text, "hunter2") {
			t.Errorf("the key is printed:\n%s", d.text)
		}
		return d
	}
	ask("a@evenlight.dev").says("mail", fine, "sends for evenlight.dev")
	ask("a@mail.evenlight.dev").says("mail", fine, "sends for mail.evenlight.dev")
	ask("a@slow.dev").says("mail", problem, "slow.dev", "pending")
	ask("a@other.dev").says("mail", problem, "other.dev", "resend.com/domains")
	status, answer = http.StatusUnauthorized, `{"statusCode": 401, "name": "restricted_api_key", "message": "This API key is restricted to only send emails"}`
	ask("a@evenlight.dev").says("mail", fine, "only send")
	status, answer = http.StatusUnauthorized, `{"statusCode": 401, "name": "invalid_api_key", "message": "API key is invalid"}`
	ask("a@evenlight.dev").says("mail", problem, "RESEND_API_KEY")
}

func TestTheDoctorNamesWebhooksThatAreNotSet(t *testing.T) {
	t.Parallel()
	dir := copyOfContent(t)
	forms := filepath.Join(dir, "main/forms.yaml")
	text, err := os.ReadFile(forms)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "contact:\n", "contact:\n  webhooks: [{url: $HOOK_SALES}, {url: $HOOK_CHAT, format: slack}]\n", 1)
	if err := os.WriteFile(forms, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	d := examined(t, map[string]string{"MARQUEE_CONTENT": dir, "HOOK_CHAT": "https://chat.example/hunter2"})
	d.says("webhooks", problem, "contact", "main", "$HOOK_SALES")
	d.says("webhooks", fine, "2 webhooks")
	d.says("webhooks", problem, "MARQUEE_WEBHOOK_SECRET")
	if plain := examined(t, map[string]string{"MARQUEE_CONTENT": dir, "HOOK_CHAT": "http://chat.example/hunter2"}); !strings.Contains(plain.text, "HOOK_CHAT") {
		t.Errorf("an address without encryption is no problem:\n%s", plain.text)
	}
	if strings.Contains(d.text, "HOOK_CHAT") || strings.Contains(d.text, "hunter2") {
		t.Error(d.text)
	}
}

// TestTheDoctorWaitsForNobody has others take connections and never say a word.
func TestTheDoctorWaitsForNobody(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	silent := listener.Addr().String()
	begun := time.Now()
	d := examined(t, map[string]string{
		"DATABASE_URL": fmt.Sprintf("postgres://u@%s/x?sslmode=disable", silent), "SMTP_URL": "smtp://u:p@" + silent, "MARQUEE_ADMIN_ADDR": silent,
	})
	if took := time.Since(begun); took > time.Minute {
		t.Errorf("it took %s", took)
	}
	for _, check := range []string{"database", "mail", "server"} {
		d.says(check, problem)
	}
}

func TestTheDoctorPrintsForPeople(t *testing.T) {
	t.Parallel()
	code, stdout, _ := run(t, map[string]string{"MARQUEE_DATA": filepath.Join(t.TempDir(), "var"), "MARQUEE_ADMIN_ADDR": "127.0.0.1:1"}, "doctor", "--content", fixture)
	if code != exitOK || !strings.Contains(stdout, "-> set RESEND_API_KEY or SMTP_URL") || !strings.Contains(stdout, "0 problems") {
		t.Errorf("exit code %d:\n%s", code, stdout)
	}
}

// fakeDNS has texts by name.
type fakeDNS map[string]string

func (f fakeDNS) lookupTXT(_ context.Context, name string) ([]string, error) {
	if f[name] == "broken" {
		return nil, &net.DNSError{Err: "server misbehaving", Name: name}
	}
	return []string{f[name]}, nil
}

// TestTheDoctorAsksForTheWebsite has a proxy on the loopback that stands for the internet.
func TestTheDoctorAsksForTheWebsite(t *testing.T) {
	t.Parallel()
	answer := func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Host == "www.bread.dev" && r.TLS != nil:
			w.Header().Set("X-Content-Revision", "r1")
		case r.Host == "www.bread.dev", r.Host == "bread.dev":
			http.Redirect(w, r, "https://www.bread.dev"+r.URL.Path, http.StatusMovedPermanently)
		}
	}
	plain, secure := httptest.NewServer(http.HandlerFunc(answer)), httptest.NewTLSServer(http.HandlerFunc(answer))
	defer plain.Close()
	defer secure.Close()
	transport := secure.Client().Transport.(*http.Transport)
	transport.TLSClientConfig.ServerName = "example.com" // whom the certificate of tests is for
	var meeting sync.WaitGroup                           // of all that is asked for www.bread.dev, so that none waits for another
	meeting.Add(3)
	together := true
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if together {
			meeting.Done()
			meeting.Wait()
		}
		if strings.Contains(address, "nowhere") {
			return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: address, IsNotFound: true}}
		}
		to := map[bool]string{true: secure.Listener.Addr().String(), false: plain.Listener.Addr().String()}[strings.HasSuffix(address, ":443")]
		return (&net.Dialer{}).DialContext(ctx, network, to)
	}
	outside := internet{HTTP: transport, TXT: fakeDNS{}.lookupTXT}
	env := func(base string) map[string]string { return map[string]string{"MARQUEE_BASE_URL": base} }

	d := examinedFrom(t, outside, env("https://www.bread.dev"))
	d.says("domains", fine, "https://www.bread.dev shows this website", "days")
	d.says("domains", fine, "http://www.bread.dev leads there")
	d.says("domains", fine, "https://bread.dev leads there")
	together = false
	d = examinedFrom(t, outside, env("https://other.dev"))
	d.says("domains", problem, "https://other.dev is answered by another program", "A and AAAA")
	d.says("domains", warning, "http://other.dev does not lead to https://other.dev", "proxy")
	d.says("domains", warning, "https://www.other.dev does not lead")
	examinedFrom(t, outside, env("https://nowhere.dev")).says("domains", problem, "https://nowhere.dev has no address", "A record")
	strict := transport.Clone()
	strict.TLSClientConfig.ServerName = ""
	examinedFrom(t, internet{strict, outside.TXT}, env("https://www.bread.dev")).says("domains", problem, "cannot be reached", "certificate")
	examined(t, nil).says("domains", fine, "no site has an address")
}

func TestTheDoctorLooksForRecordsOfMail(t *testing.T) {
	t.Parallel()
	dns := fakeDNS{"bread.dev": "v=spf1 include:mail.example -all", "_dmarc.bread.dev": "v=DMARC1; p=none", "_dmarc.slow.dev": "broken"}
	ask := func(sender string) diagnosis {
		t.Helper()
		return examinedFrom(t, internet{TXT: dns.lookupTXT}, map[string]string{"SMTP_URL": "smtp://u:p@127.0.0.1:1", "MARQUEE_MAIL_FROM": sender})
	}
	d := ask("a@bread.dev")
	d.says("mail records", fine, "SPF at bread.dev")
	d.says("mail records", fine, "DMARC at _dmarc.bread.dev")
	d = ask("a@mail.bread.dev")
	d.says("mail records", warning, "SPF at mail.bread.dev", "provider")
	d.says("mail records", fine, "DMARC at _dmarc.bread.dev")
	d = ask("a@slow.dev")
	d.says("mail records", warning, "DNS does not say", "DMARC")
	if text := ask("a@site.example").text; strings.Contains(text, "mail records") {
		t.Errorf("a domain for examples is looked for:\n%s", text)
	}
	resend := examinedFrom(t, internet{TXT: fakeDNS{"resend._domainkey.bread.dev": "p=MIGf"}.lookupTXT}, map[string]string{
		"RESEND_API_KEY": "re_x", "RESEND_BASE_URL": "http://127.0.0.1:1", "MARQUEE_MAIL_FROM": "a@bread.dev",
	})
	resend.says("mail records", fine, "DKIM at resend._domainkey.bread.dev")
	resend.says("mail records", warning, "no TXT record for DMARC", "p=none")
}
