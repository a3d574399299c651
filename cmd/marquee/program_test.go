package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/gofiber/fiber/v3"

	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/testkit/postgrestest"
)

// asProgram makes the test binary behave as marquee, for tests that need a
// process of its own.
const asProgram = "MARQUEE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		if err := os.Unsetenv(asProgram); err != nil {
			panic(err)
		}
		main()
	}
	if os.Getenv(asBareFiber) != "" {
		if err := serveBareFiber(os.Args[1], os.Args[2], os.Args[3]); err != nil {
			panic(err)
		}
	}
	forget, err := testkit.UseMemory()
	if err != nil {
		panic(err)
	}
	if shared, err = os.MkdirTemp("", "marquee-shared-"); err != nil {
		panic(err)
	}
	code := testkit.RunServerTests(m)
	if err := errors.Join(postgrestest.RemoveShared(), os.RemoveAll(shared), forget()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// asBareFiber makes the test binary behave as a Fiber handler that only sends a file.
const asBareFiber = "MARQUEE_TEST_AS_BARE_FIBER"

// serveBareFiber sends a file until a signal ends it. The arguments are an address, the file, and
// the size of the buffer to write with.
func serveBareFiber(address, file, buffer string) error {
	page, err := os.ReadFile(file)
	size, err2 := strconv.Atoi(buffer)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	app := fiber.New(fiber.Config{WriteBufferSize: size})
	app.Get("/", func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, "text/html; charset=utf-8")
		c.Set(fiber.HeaderContentEncoding, "gzip")
		return c.Send(page)
	})
	app.Get("/metrics", func(c fiber.Ctx) error {
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return c.SendString(fmt.Sprintf("go_memstats_mallocs_total %d\n", memory.Mallocs))
	})
	return app.Listen(address, fiber.ListenConfig{DisableStartupMessage: true})
}

// shared holds what programs of earlier tests had made: pages that were rendered, photos in their widths, and
// stylesheets and sprites that were compressed, each by the hash of what it was made of. Most tests look at the same.
var shared string

// newData returns a data folder that shares with other tests what a program makes anew where it is lost. Tests of what
// is kept there, and of what finds it, have t.TempDir instead.
func newData(t testing.TB) string {
	t.Helper()
	data := t.TempDir()
	if err := os.Mkdir(filepath.Join(data, "cache"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"assets", "cache/images", "cache/pages"} {
		made := filepath.Join(shared, folder)
		if err := errors.Join(os.MkdirAll(made, 0o755), os.Symlink(made, filepath.Join(data, folder))); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// shipped is the content that this repository ships.
const shipped = "../../content"

// fixture is the content for tests that look at words and addresses, so that an
// edit of what is shipped turns none of them red.
const fixture = "../../internal/testkit/content"

// copyOfContent returns a folder with the fixture, which a test may change.
func copyOfContent(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "content")
	if err := os.CopyFS(dir, os.DirFS(fixture)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func writeFile(t testing.TB, file string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// childEnvironment is the environment for the program in a process of its own:
// that of the test without what configures the program or the test, and with more entries.
func childEnvironment(more ...string) []string {
	return append(slices.DeleteFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, prefix) }), more...)
}

func run(t *testing.T, env map[string]string, arguments ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err testkit.Log
	program := Program{Stdout: &out, Stderr: &err, Environment: env}
	code = program.Run(t.Context(), arguments)
	return code, out.String(), err.String()
}

// website is the whole program, serving a content folder on a free port.
type website struct {
	t       testing.TB
	url     string
	admin   string
	content string
	log     *testkit.Log
	client  *http.Client
}

func boot(t testing.TB, content string, arguments ...string) *website {
	t.Helper()
	w := &website{t: t, content: content, log: &testkit.Log{}, client: &http.Client{
		Transport:     &http.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	ctx, cancel := context.WithCancel(context.Background())
	listening := make(chan [2]string, 1)
	ended := make(chan int, 1)
	program := Program{Stdout: io.Discard, Stderr: w.log, Listening: func(public, admin string) { listening <- [2]string{public, admin} }}
	go func() {
		ended <- program.Run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", content, "--data", newData(t)}, arguments...))
	}()
	select {
	case addresses := <-listening:
		w.url, w.admin = "http://"+addresses[0], "http://"+addresses[1]
	case code := <-ended:
		cancel()
		t.Fatalf("the program ended with %d:\n%s", code, w.log)
	}
	t.Cleanup(func() {
		w.client.CloseIdleConnections()
		cancel()
		if code := <-ended; code != exitOK {
			t.Errorf("the program ended with %d:\n%s", code, w.log)
		}
	})
	return w
}

type reply struct {
	status int
	header http.Header
	body   string
}

func (w *website) get(path string) reply {
	w.t.Helper()
	return w.fetch(w.url + path)
}

// operate asks the admin address.
func (w *website) operate(path string) reply {
	w.t.Helper()
	return w.fetch(w.admin + path)
}

func (w *website) fetch(address string) reply {
	w.t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, address, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.do(request)
}

func (w *website) do(request *http.Request) reply {
	w.t.Helper()
	return answerTo(w.t, w.client, request)
}

// answerTo returns the whole answer to a request; there must be one.
func answerTo(t testing.TB, client *http.Client, request *http.Request) reply {
	t.Helper()
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{response.StatusCode, response.Header, string(body)}
}

// until asks until the answer fits, and returns how long that took.
func (w *website) until(path, what string, fits func(reply) bool) time.Duration {
	w.t.Helper()
	return w.eventually(path+" "+what, func() bool { return fits(w.get(path)) })
}

// untilOperators is until for the admin address.
func (w *website) untilOperators(path, what string, fits func(body string) bool) {
	w.t.Helper()
	w.eventually(path+" "+what, func() bool { return fits(w.operate(path).body) })
}

// eventually is [testkit.Eventually], with the log where it never comes.
func (w *website) eventually(what string, holds func() bool) time.Duration {
	w.t.Helper()
	defer func() {
		if w.t.Failed() {
			w.t.Logf("log:\n%s", w.log)
		}
	}()
	return testkit.Eventually(w.t, what, holds)
}

func (w *website) save(file, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.content, file), []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *website) read(file string) string {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join(w.content, file))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

func TestBadConfigurationIsRefusedWhole(t *testing.T) {
	code, _, stderr := run(t, map[string]string{
		"MARQUEE_ADMIN_HOSTS": "http://marquee:9090", "MARQUEE_DRAIN_DELAY": "soon",
		"MARQUEE_DRAFTS": "perhaps", "MARQUEE_TRUSTED_PROXIES": "10.0.0.0/8,everybody", "MARQUEE_BASE_URL": "evenlight.example",
	}, "serve", "--addr", "eighty", "--admin-addr", ":123456", "--content", "/no/such/folder")
	if code != exitUsage {
		t.Errorf("exit code %d, want %d", code, exitUsage)
	}
	for _, want := range []string{"perhaps", "everybody", `"http://marquee:9090"`, `"soon"`, `"evenlight.example"`, `"eighty"`, `":123456"`, "/no/such/folder"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("nothing is said of %s:\n%s", want, stderr)
		}
	}
}

func TestAnAddressInUseIsNamed(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	code, _, stderr := run(t, nil, "serve", "--content", fixture, "--addr", taken.Addr().String())
	if code != exitUsage || !strings.Contains(stderr, taken.Addr().String()) || !strings.Contains(stderr, "--addr") {
		t.Errorf("exit code %d:\n%s", code, stderr)
	}
}

func TestWrongCommandLines(t *testing.T) {
	for _, arguments := range [][]string{{"serv"}, {"serve", "--adress", ":80"}, {"new"}, {"new", "page"}} {
		if code, _, stderr := run(t, nil, arguments...); code != exitUsage || stderr == "" {
			t.Errorf("%v: exit code %d, says %q", arguments, code, stderr)
		}
	}
}

func TestEveryMistakeIsALineThatSaysWhoSpeaks(t *testing.T) {
	for _, arguments := range [][]string{
		{"init", "there", "--trade", "butcher", "--character", "loud"},
		{"serve", "--content", fixture, "--log", "xml", "--log-level", "loud"},
	} {
		if _, _, stderr := run(t, nil, arguments...); strings.Count("\n"+stderr, "\nmarquee: ") != 2 {
			t.Errorf("%v says\n%s", arguments, stderr)
		}
	}
}

func TestAValueOutOfAFewIsTakenInAnyCase(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "content")
	for _, arguments := range [][]string{
		{"init", dir, "--trade", "Bakery", "--character", "WARM"},
		{"config", "--content", dir, "--log", "JSON", "--log-level", "Info", "--cdn-ttl", "Off"},
		{"submissions", "list", "--state", "Sent", "--data", t.TempDir()},
	} {
		if code, _, stderr := run(t, nil, arguments...); code != exitOK {
			t.Errorf("%v ended with %d:\n%s", arguments, code, stderr)
		}
	}
	settings, err := os.ReadFile(filepath.Join(dir, "main", "site.yaml"))
	says := func(words string) bool { return strings.Contains(string(settings), words) }
	if err != nil || !says("character: warm") || !says("Bread and cake") {
		t.Errorf("%v, init wrote\n%s", err, settings)
	}
}

func TestEveryCommandHasHelpWithAnExample(t *testing.T) {
	for _, command := range []string{
		"serve", "check", "new site", "new page", "new language", "translations", "schema", "export", "doctor", "backup", "restore",
		"licenses", "config", "version", "studio", "studio invite", "studio link", "studio people", "studio remove",
	} {
		code, stdout, _ := run(t, nil, append(strings.Fields(command), "--help")...)
		if code != exitOK || !strings.Contains(stdout, "Example") || !strings.Contains(stdout, "marquee "+command) {
			t.Errorf("%s --help: exit code %d\n%s", command, code, stdout)
		}
	}
	if code, stdout, _ := run(t, nil, "--help"); code != exitOK || !strings.Contains(stdout, "Serve the website") {
		t.Errorf("--help: exit code %d\n%s", code, stdout)
	}
}

func TestVersionAndSchema(t *testing.T) {
	if code, stdout, _ := run(t, nil, "version"); code != exitOK || !strings.HasPrefix(stdout, "marquee ") {
		t.Errorf("version: %d %q", code, stdout)
	}
	dir := filepath.Join(t.TempDir(), "schemas")
	if code, _, stderr := run(t, nil, "schema", dir); code != exitOK {
		t.Fatalf("schema: %d %s", code, stderr)
	}
	for _, name := range []string{"site", "page", "legal", "products", "plans", "industries", "forms"} {
		data, err := os.ReadFile(filepath.Join(dir, name+".json"))
		if err != nil || !json.Valid(data) {
			t.Errorf("%s.json: %v", name, err)
		}
	}
}

func TestShippedContentHasNoErrors(t *testing.T) {
	code, stdout, stderr := run(t, nil, "check", "--content", shipped)
	if code != exitOK {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}

func TestNamesOfFilesDoNotDriveTheTerminal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "x\x1b[31m"), 0o700); err != nil {
		t.Skip(err)
	}
	code, stdout, _ := run(t, nil, "check", "--content", dir)
	if code != exitFailed || strings.Contains(stdout, "\x1b") || !strings.Contains(stdout, `x\x1b[31m`) {
		t.Errorf("exit code %d: %q", code, stdout)
	}
	if _, _, stderr := run(t, nil, "check", "--content", "no\x1b[31m"); strings.Contains(stderr, "\x1b") || stderr == "" {
		t.Errorf("an error: %q", stderr)
	}
}

func TestCheckAsJSON(t *testing.T) {
	dir := copyOfContent(t)
	if err := os.WriteFile(filepath.Join(dir, "main/pages/about.yaml"), []byte("titel: About\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, _ := run(t, nil, "check", "--json", "--content", dir)
	var report struct {
		Errors   int
		Problems []struct {
			File, Message, Severity string
			Line, Column            int
		}
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || code != exitFailed || report.Errors == 0 {
		t.Fatalf("exit code %d, %v\n%s", code, err, stdout)
	}
	found := false
	for _, p := range report.Problems {
		found = found || (p.File == "main/pages/about.yaml" && p.Line == 1 && p.Column == 1 && p.Severity == "error" && strings.Contains(p.Message, "titel"))
	}
	if !found {
		t.Errorf("the unknown key is not named:\n%s", stdout)
	}
}

func TestNewSiteAndPageAreLiveAtOnce(t *testing.T) {
	w := boot(t, copyOfContent(t), "--drafts")
	if code, stdout, stderr := run(t, nil, "new", "site", "bakery", "--content", w.content); code != exitOK || !strings.Contains(stdout, "bakery/site.yaml") {
		t.Fatalf("new site: %d\n%s%s", code, stdout, stderr)
	}
	w.until("/websites/bakery", "is not live", func(r reply) bool { return r.status == 200 })
	if code, _, stderr := run(t, nil, "new", "page", "bakery", "/cakes/wedding", "--content", w.content); code != exitOK {
		t.Fatalf("new page: %d\n%s", code, stderr)
	}
	w.until("/websites/bakery/cakes/wedding", "is not live", func(r reply) bool { return r.status == 200 })
	if code, _, stderr := run(t, nil, "new", "site", "bakery", "--content", w.content); code != exitFailed || !strings.Contains(stderr, "bakery") {
		t.Errorf("a second bakery: %d %s", code, stderr)
	}
}

func TestServeRefusesToStartWithBadContent(t *testing.T) {
	dir := copyOfContent(t)
	if err := os.WriteFile(filepath.Join(dir, "main/site.yaml"), []byte("name: [\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := run(t, nil, "serve", "--addr", "127.0.0.1:0", "--admin-addr", "127.0.0.1:0", "--content", dir, "--data", t.TempDir())
	if code != exitFailed || !strings.Contains(stderr, "main/site.yaml:1") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}

func sitemapPaths(w *website) []string {
	var paths []string
	for _, part := range strings.Split(w.get("/sitemap.xml").body, "<loc>")[1:] {
		address, _, _ := strings.Cut(part, "<")
		u, err := url.Parse(address)
		if err != nil {
			w.t.Fatal(err)
		}
		paths = append(paths, u.Path)
	}
	return paths
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestLinesOfOtherProgramsSayWhatToType types what people try, and then what they are told.
func TestLinesOfOtherProgramsSayWhatToType(t *testing.T) {
	for typed, want := range map[string]string{
		"start": "Type: marquee serve\n", "run dev": "Type: marquee serve\n", "serve --port 8080": "Type: marquee serve --addr :8080\n",
		"serve -p 80": "Type: marquee serve --addr :80\n", "check content": "Type: marquee check --content content\n",
		"serve site": "Type: marquee serve --content site\n", "build": "Type: marquee export DIR\n", "help check": "Type: marquee check --help\n",
		"help": "Type: marquee --help\n", `new entry /blog Hello`: `Type: marquee new entry main /blog "Hello"`, "new post Hello": "marquee new entry main /blog",
		"new page /services": "Type: marquee new page main /services\n", "submissions reply 4NAB-VK8G": "marquee submissions show 4NAB-VK8G has",
		"reload": "what is saved is live", "lint": "Type: marquee check\n", "invite": "unexpected argument invite",
	} {
		code, _, stderr := run(t, nil, strings.Fields(typed)...)
		if code != exitUsage || !strings.Contains(stderr, want) || strings.Contains(stderr, "did you mean \"retry\"") {
			t.Errorf("marquee %s ends with %d: %s", typed, code, stderr)
		}
		if line, found := strings.CutPrefix(want, "Type: marquee "); found && !strings.HasPrefix(line, "--") {
			var cli commands
			parser, err := kong.New(&cli, kong.Exit(func(int) {}), kong.Writers(io.Discard, io.Discard), kong.BindTo(t.Context(), (*context.Context)(nil)))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(strings.Fields(strings.ReplaceAll(line, `"`, ""))); err != nil {
				t.Errorf("what is to be typed is refused: %s: %v", line, err)
			}
		}
	}
}
