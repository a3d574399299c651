//go:build audit

package main

import (
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

// packages are what make package wrote.
func packages(t *testing.T) (folder, deb, rpm string) {
	t.Helper()
	folder, err := filepath.Abs("../../bin/packages")
	if err != nil {
		t.Fatal(err)
	}
	find := func(pattern string) string {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || len(found) != 1 {
			t.Fatalf("there is not one %s in %s (run make package): %v %v", pattern, folder, found, err)
		}
		return found[0]
	}
	return folder, find("*.deb"), find("*.rpm")
}

func shell(t *testing.T, dir, script string, arguments ...string) string {
	t.Helper()
	command := exec.Command("sh", append([]string{"-ec", script, "sh"}, arguments...)...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return string(out)
}

func TestBothPackagesHoldTheSame(t *testing.T) {
	audited(t, "dpkg-deb", "rpm2cpio", "cpio")
	_, deb, rpm := packages(t)
	list := func(dir string) (all []string) {
		err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				info, err := entry.Info()
				all = append(all, fmt.Sprint(info.Mode(), " ", name))
				return err
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	one, other := t.TempDir(), t.TempDir()
	shell(t, one, `dpkg-deb -x "$1" .`, deb)
	shell(t, other, `rpm2cpio "$1" | cpio -idm --quiet --no-absolute-filenames`, rpm)
	if a, b := list(one), list(other); !slices.Equal(a, b) || len(a) < 15 {
		t.Errorf("the .deb has\n%s\nand the .rpm\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
}

// The program is started out of the package with what the unit says: its command line, its
// environment, a passed socket, and somebody who waits to hear that it is ready.
func TestThePackageStartsAsTheUnitSays(t *testing.T) {
	audited(t, "dpkg-deb", "systemd-analyze")
	_, deb, _ := packages(t)
	root := t.TempDir()
	shell(t, root, `dpkg-deb -x "$1" .`, deb)
	unit, socket := filepath.Join(root, "usr/lib/systemd/system/marquee.service"), filepath.Join(root, "usr/lib/systemd/system/marquee.socket")
	verify := `mkdir verify && for unit in marquee.service marquee.socket; do sed "s#/usr/bin/marquee#$1/usr/bin/marquee#" "usr/lib/systemd/system/$unit" >"verify/$unit"; done
		systemd-analyze verify --man=no verify/marquee.service verify/marquee.socket 2>&1 | grep -i marquee || true`
	if out := shell(t, root, verify, root); out != "" {
		t.Errorf("systemd says:\n%s", out)
	}
	rated := shell(t, root, `systemd-analyze security --offline=yes "$1" 2>&1 | tail -n 2`, unit)
	if !regexp.MustCompile(`exposure level for marquee.service: [01]\.\d`).MatchString(rated) {
		t.Errorf("the service is exposed: %s", rated)
	}

	options := unitOptions(t, unit)
	if listens := unitOptions(t, socket)["ListenStream"]; !slices.Equal(listens, []string{"127.0.0.1:8080"}) {
		t.Errorf("the socket listens on %q", listens)
	}
	environment := slices.Clone(options["Environment"])
	for _, file := range options["EnvironmentFile"] {
		for line := range strings.Lines(readFile(t, filepath.Join(root, file))) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				environment = append(environment, line)
			}
		}
	}
	state := filepath.Join(root, "var/lib", options["StateDirectory"][0])
	content := filepath.Join(root, "srv/marquee/content")
	for i, line := range environment {
		environment[i] = strings.NewReplacer("/var/lib/marquee", state, "/srv/marquee/content", content).Replace(line)
	}
	for _, folder := range []string{state, filepath.Dir(content)} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	command := strings.Fields(options["ExecStart"][0])
	program := filepath.Join(root, command[0])
	shell(t, root, `env -u MARQUEE_AUDIT -u MARQUEE_BINARY "$1" init "$2"`, program, content)

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	passed, err := listener.(*net.TCPListener).File()
	if err = errors.Join(err, listener.Close()); err != nil {
		t.Fatal(err)
	}
	supervisor, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "notify"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer supervisor.Close()
	// systemd tells the process its own id, which a shell knows before it becomes the program.
	started := exec.Command("sh", append([]string{"-c", `LISTEN_PID=$$ exec "$0" "$@"`, program}, command[1:]...)...)
	started.Env = append(environment, "LISTEN_FDS=1", "NOTIFY_SOCKET="+supervisor.LocalAddr().String(), "MARQUEE_ADMIN_ADDR=127.0.0.1:0", "PATH="+os.Getenv("PATH"))
	started.ExtraFiles = []*os.File{passed}
	startServer(t, listener.Addr().String(), started)
	states := make([]byte, 4096)
	for said := ""; !strings.Contains(said, "READY=1"); {
		n, err := supervisor.Read(states)
		if err != nil {
			t.Fatal(err)
		}
		said = string(states[:n])
	}
	v := newVisitor(t, "http://www.example.com", listener.Addr().String())
	v.expect("/", http.StatusOK)
	v.expect("/assets/gone.css", http.StatusNotFound)
	v.forms()
	if info, err := os.Stat(filepath.Join(state, "marquee.db")); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the database is %v, %v", info, err)
	}
}

// unitOptions reads a unit of systemd: the values of each key, in order.
func unitOptions(t *testing.T, file string) map[string][]string {
	t.Helper()
	options := map[string][]string{}
	for line := range strings.Lines(readFile(t, file)) {
		if key, value, found := strings.Cut(strings.TrimSpace(line), "="); found && !strings.HasPrefix(key, "#") {
			options[key] = append(options[key], value)
		}
	}
	return options
}

// inACopyOfThisMachine runs a script of testdata as root of a copy of this machine, which is thrown
// away, and looks for what it has to say.
func inACopyOfThisMachine(t *testing.T, script string, wants ...string) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("a copy of this machine's root needs root: sudo make audit")
	}
	folder, _, _ := packages(t)
	script, err := filepath.Abs(filepath.Join("testdata", script))
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("sh", script, folder, t.TempDir())
	command.Env = childEnvironment("LC_ALL=C.UTF-8")
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := command.CombinedOutput()
	if err != nil {
		t.Errorf("%v", err)
	}
	for _, want := range wants {
		if !strings.Contains(string(out), "\n== "+want+"\n") {
			t.Errorf("it is not said: %s", want)
		}
	}
	if t.Failed() {
		t.Logf("%s", out)
	}
}

func TestPackagesAreInstalledUpgradedAndRemoved(t *testing.T) {
	audited(t, "unshare", "dpkg", "rpm", "runuser")
	inACopyOfThisMachine(t, "install.sh",
		"user /var/lib/marquee:/usr/sbin/nologin",
		"env 640 root marquee",
		"check /srv/marquee/content: 0 errors, 1 warning",
		"config 1",
		"settings \"https://www.example.com\" Ann & Co $HOME `id`",
		"as marquee",
		"upgraded # changed kept nobody shall see this 640 root marquee",
		"purged  kept",
		"rpm 640 root marquee /srv/marquee/content: 0 errors, 1 warning",
		"rpm-upgraded # changed /usr/bin/marquee",
		"rpm-erased  main",
	)
}

// The unit with all that it forbids, under systemd itself.
func TestTheServiceUnderSystemd(t *testing.T) {
	audited(t, "unshare", "dpkg", "curl", "pivot_root")
	inACopyOfThisMachine(t, "systemd.sh",
		"installed active active",
		"page 200",
		"form 303",
		"reloaded active",
		"restarted 60 200",
		"hung active 1",
		"misconfigured failed 2",
		"mended active",
		"upgraded active active",
		"removed inactive inactive",
	)
}

// The image's root is made by hand as the last stage of the Dockerfile says, because a
// machine that runs tests seldom has Docker: a folder in which only /data can be written.
func TestTheImageServesAndSendsMail(t *testing.T) {
	audited(t)
	if os.Getuid() != 0 {
		t.Skip("running in a root of its own needs root: sudo make audit")
	}
	built := os.Getenv("MARQUEE_BINARY")
	if built == "" {
		t.Fatal("MARQUEE_BINARY names no program: make audit does")
	}
	image := lastStage(t, deployed(t, "Dockerfile"))
	root := t.TempDir()
	provider := resendtest.NewHandler(resendtest.Config{})
	resend := httptest.NewTLSServer(provider)
	defer resend.Close()
	for from, to := range image.copies {
		target := filepath.Join(root, to)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			t.Fatal(err)
		}
		switch from {
		case "/out/marquee":
			shell(t, root, `install -m 0755 "$1" "$2"`, built, target)
		case "/etc/ssl/certs/ca-certificates.crt":
			certificates := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: resend.Certificate().Raw})
			if err := os.WriteFile(target, certificates, 0o644); err != nil {
				t.Fatal(err)
			}
		case "/out/data":
			shell(t, root, `install -d -m 0755 -o 65532 -g 65532 "$1"`, target)
		default:
			t.Fatalf("nobody knows what %s is", from)
		}
	}
	content := filepath.Join(root, "content")
	if err := os.CopyFS(content, os.DirFS(fixture)); err != nil {
		t.Fatal(err)
	}
	// t.TempDir is for its owner alone; what is inside must be readable for the user of the image.
	shell(t, root, `chmod 0755 "$1" && chmod -R a+rX "$1/content"`, root)

	address, admin := freeAddress(t), freeAddress(t)
	environment := append(image.environment, "MARQUEE_ADDR="+address, "MARQUEE_ADMIN_ADDR="+admin,
		"RESEND_API_KEY="+resendtest.DefaultKey, "RESEND_BASE_URL="+resend.URL)
	inside := func(arguments ...string) *exec.Cmd {
		command := exec.Command(arguments[0], arguments[1:]...)
		command.Path, command.Env, command.Dir = arguments[0], environment, "/"
		command.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: image.user, Gid: image.user}}
		return command
	}
	if out, err := inside(image.health...).CombinedOutput(); err == nil {
		t.Errorf("before it is started, it is healthy: %s", out)
	}
	startServer(t, address, inside(image.command...))
	testkit.Eventually(t, "healthy", func() bool { return inside(image.health...).Run() == nil })
	v := newVisitor(t, "http://www.example.com", address)
	v.expect("/", http.StatusOK)
	v.forms()
	testkit.Eventually(t, "mail by TLS", func() bool { return len(provider.Sent()) > 0 })
	written := shell(t, root, `find . -path ./content -prune -o -path ./data -prune -o -user 65532 -print`)
	if written != "" {
		t.Errorf("it wrote outside of /data:\n%s", written)
	}
}

// stage is what the last part of a Dockerfile makes.
type stage struct {
	copies          map[string]string
	environment     []string
	user            uint32
	command, health []string
}

func lastStage(t *testing.T, dockerfile string) (s stage) {
	t.Helper()
	_, last, found := strings.Cut(dockerfile, "\nFROM scratch\n")
	if !found {
		t.Fatal("the image is not made from nothing")
	}
	words := func(list string) (all []string) {
		for _, match := range regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(list, -1) {
			all = append(all, match[1])
		}
		return all
	}
	s.copies = map[string]string{}
	var entry, command []string
	for line := range strings.Lines(last) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		fields := strings.Fields(rest)
		switch name {
		case "COPY":
			s.copies[fields[len(fields)-2]] = fields[len(fields)-1]
		case "ENV":
			s.environment = append(s.environment, fields...)
		case "USER":
			var group uint32
			if n, err := fmt.Sscanf(rest, "%d:%d", &s.user, &group); n != 2 || err != nil || group != s.user {
				t.Fatalf("the user is %q", rest)
			}
		case "ENTRYPOINT":
			entry = words(rest)
		case "CMD":
			command = words(rest)
		case "HEALTHCHECK":
			_, list, _ := strings.Cut(rest, "CMD ")
			s.health = words(list)
		}
	}
	s.command = append(entry, command...)
	if s.user == 0 || len(s.command) == 0 || len(s.health) == 0 {
		t.Fatalf("the image has no user, command or health check: %+v", s)
	}
	return s
}
