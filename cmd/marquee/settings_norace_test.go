//go:build !race

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestATypoInTheNameOfASettingIsRefused: who writes MARQUEE_ADRR believes that it counts.
func TestATypoInTheNameOfASettingIsRefused(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"MARQUEE_ADRR":            "did you mean MARQUEE_ADDR?",
		"MARQUEE_TRUSTED_PROXY":   "did you mean MARQUEE_TRUSTED_PROXIES?",
		"MARQUEE_DATABASE_URL":    "did you mean DATABASE_URL?",
		"MARQUEE_ADDR_FILE":       "did you mean MARQUEE_ADDR? Only secrets come from files",
		"marquee_content":         "did you mean MARQUEE_CONTENT?",
		"MARQUEE_PORT":            "there is no such setting",
		"MARQUEE_":                "there is no such setting",
		"MARQUEE_WHATEVER_IT_MAY": "there is no such setting",
	} {
		for _, command := range [][]string{{"serve"}, {"check"}, {"export", t.TempDir()}, {"new", "page", "main", "/x"}, {"submissions", "list"}, {"config"}} {
			code, _, stderr := run(t, map[string]string{name: "8080", "MARQUEE_DATA": t.TempDir()}, command...)
			if code != exitUsage || !strings.Contains(stderr, name+": ") || !strings.Contains(stderr, want) {
				t.Errorf("%s with %s: exit code %d: %s", command, name, code, stderr)
			}
		}
	}
}

// TestWhatKubernetesSetsForAServiceIsNoTypo: a service called marquee puts these into every container beside it.
func TestWhatKubernetesSetsForAServiceIsNoTypo(t *testing.T) {
	t.Parallel()
	code, _, stderr := run(t, map[string]string{
		"MARQUEE_SERVICE_HOST": "10.0.0.1", "MARQUEE_SERVICE_PORT": "80", "MARQUEE_SERVICE_PORT_HTTP": "80",
		"MARQUEE_PORT": "tcp://10.0.0.1:80", "MARQUEE_PORT_80_TCP": "tcp://10.0.0.1:80", "MARQUEE_PORT_80_TCP_PROTO": "tcp",
		"MARQUEE_PORT_80_TCP_PORT": "80", "MARQUEE_PORT_80_TCP_ADDR": "10.0.0.1",
		"MARQUEE_ADMIN_SERVICE_HOST": "10.0.0.2", "MARQUEE_ADMIN_PORT": "tcp://10.0.0.2:9090",
	}, "config", "--content", fixture)
	if code != exitOK {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestWhereAValueComesFrom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	key := filepath.Join(dir, "key")
	if err := os.WriteFile(key, []byte("re_hunter2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{
		"MARQUEE_ADDR": "", "PORT": "8081", "MARQUEE_DATA": dir, "MARQUEE_CACHE_SIZE": "8", "MARQUEE_DRAFTS": "on",
		"RESEND_API_KEY_FILE": key, "DATABASE_URL": "postgres://me:hunter2@db.example/inbox?sslpassword=hunter2&sslmode=require",
	}
	code, stdout, stderr := run(t, env, "config", "--json", "--content", fixture, "--cache-size", "7", "--drafts=false")
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var answer struct {
		Settings []printedSetting
		Problems []string
	}
	if err := json.Unmarshal([]byte(stdout), &answer); err != nil {
		t.Fatal(err)
	}
	want := map[string]printedSetting{
		"--addr":            {Value: ":8081", Origin: "environment", Source: "PORT"},
		"--data":            {Value: dir, Origin: "environment", Source: "MARQUEE_DATA"},
		"--cache-size":      {Value: "7", Origin: "flag", Source: "--cache-size"},
		"--drafts":          {Value: "false", Origin: "flag", Source: "--drafts"},
		"--admin-addr":      {Value: "127.0.0.1:9090", Origin: "default"},
		"RESEND_API_KEY":    {Value: "***", Origin: "file", Source: "RESEND_API_KEY_FILE=" + key},
		"DATABASE_URL":      {Value: "postgres://db.example/***", Origin: "environment", Source: "DATABASE_URL"},
		"MARQUEE_MAIL_FROM": {Origin: "default"},
	}
	for _, line := range answer.Settings {
		if expected, asked := want[line.Name]; asked {
			expected.Name, expected.Without = line.Name, lookupByName(t, line.Name).without
			if line != expected {
				t.Errorf("%+v, want %+v", line, expected)
			}
			delete(want, line.Name)
		}
	}
	if len(want) > 0 || len(answer.Problems) > 0 {
		t.Errorf("missing %v, problems %q", want, answer.Problems)
	}
	_, table, _ := run(t, env, "config", "--content", fixture)
	if strings.Contains(stdout+table, "hunter2") || !strings.Contains(table, "RESEND_API_KEY_FILE="+key) {
		t.Errorf("a secret is printed, or not where it comes from:\n%s%s", stdout, table)
	}
}

// TestAFlagWithHelpOfItsOwnIsNoSetting: another command may have a flag of that name, which means something else.
func TestAFlagWithHelpOfItsOwnIsNoSetting(t *testing.T) {
	t.Parallel()
	_, stdout, _ := run(t, nil, "translations", "--help")
	if help := strings.Join(strings.Fields(stdout), " "); strings.Contains(help, "MARQUEE_STRICT") ||
		!strings.Contains(help, "--strict Exit with code 1 if a text is missing") {
		t.Errorf("the help of --strict is that of another command:\n%s", stdout)
	}
	parser := kong.Must(&struct {
		Drafts bool
		Strict bool `help:"Look twice."`
	}{})
	parsed, err := parser.Parse([]string{"--drafts", "--strict"})
	if err != nil {
		t.Fatal(err)
	}
	if c := newChoices(parsed, nil); !c.isOn("drafts") || c.isOn("strict") {
		t.Errorf("the flags choose %v", c.flags)
	}
}

func lookupByName(t *testing.T, name string) setting {
	t.Helper()
	for _, s := range settings {
		if s.name() == name {
			return s
		}
	}
	t.Fatalf("no setting is called %s", name)
	return setting{}
}

func TestAFileWithASecretIsCheckedAndNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for want, env := range map[string]map[string]string{
		"no such file":      {"RESEND_API_KEY_FILE": filepath.Join(dir, "none")},
		"is a folder":       {"RESEND_API_KEY_FILE": dir},
		"is empty":          {"RESEND_API_KEY_FILE": file("empty", "\n")},
		"more than one":     {"RESEND_API_KEY_FILE": file("lines", "re_hunter2\nre_hunter2\n")},
		"is no text":        {"RESEND_API_KEY_FILE": file("binary", "\xff\xfe\x00")},
		"bytes":             {"RESEND_API_KEY_FILE": file("large", strings.Repeat("hunter2", 10_000))},
		"both set":          {"RESEND_API_KEY_FILE": file("key", "re_1"), "RESEND_API_KEY": "re_hunter2"},
		"DATABASE_URL_FILE": {"DATABASE_URL_FILE": file("url", "mysql://u:hunter2@h/d\r\n")},
	} {
		code, stdout, stderr := run(t, env, "serve", "--content", fixture, "--data", dir, "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0")
		if code != exitUsage || !strings.Contains(stderr, want) || !strings.Contains(stderr, "_FILE") {
			t.Errorf("%q: exit code %d, %s", want, code, stderr)
		}
		if strings.Contains(stdout+stderr, "hunter2") {
			t.Errorf("%q: a secret is printed: %s", want, stderr)
		}
	}
}

func TestSecretsInsideAValueAreMasked(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"https://me:hunter2@mail.example/x":        "https://mail.example/***",
		"https://hunter2@mail.example/":            "https://mail.example/***",
		"https://h.example/x?api_key=hunter2&to=a": "https://h.example/***",
		"https://h.example/x":                      "https://h.example/x",
		"postgres://me:hunter2%zz@h/d":             "***",
		"plain":                                    "plain",
		"":                                         "",
	} {
		if got := masked(setting{}, value); got != want {
			t.Errorf("%q is printed as %q, want %q", value, got, want)
		}
	}
	for value, want := range map[string]string{
		"host=h password=hunter2":           "***",
		"https://hooks.example/T0/hunter2":  "https://hooks.example/***",
		"smtp://me:hunter2@mail.example:25": "smtp://mail.example:25/***",
		"smtp://me:12/hunter2@mail.example": "***",
		"smtp://me:12?hunter2@mail.example": "***",
		"postgres://me:12#hunter2@h/d":      "***",
	} {
		if got := masked(setting{secret: true}, value); got != want {
			t.Errorf("the secret %q is printed as %q, want %q", value, got, want)
		}
	}
}

// TestSettingsAreWhole holds the table together with the documentation and the flags.
func TestSettingsAreWhole(t *testing.T) {
	t.Parallel()
	operate, err := os.ReadFile("../../docs/operate.md")
	if err != nil {
		t.Fatal(err)
	}
	_, help, _ := run(t, nil, "serve", "--help")
	seen := map[string]bool{}
	for _, s := range settings {
		documented := "| "
		if s.flag != "" {
			documented += "`--" + s.flag + "` "
			if !strings.Contains(help, "--"+s.flag) {
				t.Errorf("%s is no flag of serve", s.name())
			}
		}
		if documented += "| `" + s.values()[0] + "`"; !strings.Contains(string(operate), documented) {
			t.Errorf("docs/operate.md has no line %q", documented)
		}
		if !strings.Contains(help, s.values()[0]) {
			t.Errorf("serve --help does not name %s", s.values()[0])
		}
		for _, name := range append(s.names(), s.name()) {
			if seen[name] && name != s.values()[0] {
				t.Errorf("%s stands twice in the table", name)
			}
			seen[name] = true
		}
	}
	if code, stdout, _ := run(t, nil, "--version"); code != exitOK || !strings.HasPrefix(stdout, "marquee ") {
		t.Errorf("--version: %d %q", code, stdout)
	}
}
