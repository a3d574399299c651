package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

// passing makes the node take its public address from a socket that the test
// holds, as systemd holds it, and passes to one process after the other.
func passing(t testing.TB, n *node) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n.address = ln.Addr().String()
	tcp, ok := ln.(*net.TCPListener)
	if !ok {
		t.Fatalf("%T", ln)
	}
	if n.passed, err = tcp.File(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.passed.Close(); err != nil {
			t.Error(err)
		}
	})
	// The test's own copy is not needed: the socket lives as long as the file.
	if err := ln.Close(); err != nil {
		t.Fatal(err)
	}
}

// restarts is few in make test, and more in make audit.
func restarts() int {
	if os.Getenv("MARQUEE_AUDIT") != "" {
		return 20
	}
	return 3
}

// TestARestartWithAPassedSocketFailsNoRequest restarts the program again and again
// while visitors load pages, over new connections and over those that stay, and send forms.
func TestARestartWithAPassedSocketFailsNoRequest(t *testing.T) {
	t.Parallel()
	n := newNode(t, newData(t), "MARQUEE_RATE_LIMIT=off")
	passing(t, n)
	n.start()
	ctx, goHome := context.WithCancel(t.Context())
	var (
		visitors sync.WaitGroup
		answered [3]atomic.Int64 // by what visitors do
		failures = make(chan string, 1000)
	)
	visit := func(what int, transport *http.Transport, request func(i int) (*http.Request, error)) {
		client := &http.Client{Transport: transport, Timeout: time.Minute}
		defer client.CloseIdleConnections()
		for i := 0; ctx.Err() == nil; i++ {
			asked, err := request(i)
			if err != nil {
				t.Error(err)
				return
			}
			response, err := client.Do(asked)
			if err == nil {
				_, err = io.Copy(io.Discard, response.Body)
				response.Body.Close()
				if response.StatusCode != http.StatusOK {
					err = fmt.Errorf("status %d", response.StatusCode)
				}
			}
			if err != nil {
				failures <- fmt.Sprintf("%s %s: %v", asked.Method, asked.URL.Path, err)
				return
			}
			answered[what].Add(1)
		}
	}
	page := func(int) (*http.Request, error) { return http.NewRequest(http.MethodGet, n.url("/about"), nil) }
	for range 2 {
		visitors.Go(func() { visit(0, &http.Transport{DisableKeepAlives: true}, page) })
		visitors.Go(func() { visit(1, &http.Transport{}, page) })
	}
	visitors.Go(func() {
		visit(2, &http.Transport{DisableKeepAlives: true}, func(i int) (*http.Request, error) {
			body := encoded(t, message(fmt.Sprint("restart-", i)))
			request, err := http.NewRequest(http.MethodPost, n.url("/api/send-contact-email"), strings.NewReader(body))
			if err == nil {
				request.Header.Set("Content-Type", asJSON)
				request.Header.Set("Sec-Fetch-Site", "same-origin")
			}
			return request, err
		})
	})
	for range restarts() {
		for what := range answered { // all kinds work before the next restart
			before := answered[what].Load()
			testkit.Eventually(t, "visitors are served", func() bool { return answered[what].Load() > before+3 || len(failures) > 0 })
		}
		n.stop(syscall.SIGTERM)
		n.start()
	}
	goHome()
	visitors.Wait()
	close(failures)
	for failure := range failures {
		t.Error(failure)
	}
	t.Logf("%d requests on new connections, %d on connections that stay, %d forms", answered[0].Load(), answered[1].Load(), answered[2].Load())
}

// TestAMailThatHangsHoldsUpNoRestart has a provider that takes a mail and never answers.
func TestAMailThatHangsHoldsUpNoRestart(t *testing.T) {
	t.Parallel()
	provider := standIn(t, resendtest.ByAttempt(resendtest.Stall))
	n := newNode(t, newData(t), "RESEND_API_KEY="+provider.Key(), "RESEND_BASE_URL="+provider.BaseURL(), "MARQUEE_RATE_LIMIT=off")
	n.start()
	visitor := &instance{website: &website{t: t, url: n.url(""), client: http.DefaultClient}}
	testkit.Eventually(t, "the form is taken", func() bool { return visitor.postJSON(message("hanging")).status == http.StatusOK })
	testkit.Eventually(t, "the mails are on their way", func() bool { return len(provider.Requests()) >= 2 })
	began := time.Now()
	n.stop(syscall.SIGTERM)
	ended := time.Since(began)
	n.start()
	response, err := http.Get(n.url("/about"))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	t.Logf("ended after %s, served again after %s", ended, time.Since(began))
	if !strings.Contains(n.log.String(), "sends that hung were cut") { // which is said after a second
		t.Errorf("it took %s to end while a mail hangs; log:\n%s", ended, n.log)
	}
	testkit.Eventually(t, "the mails are tried again", func() bool { return len(provider.Requests()) >= 4 })
	for _, mail := range provider.Sent() {
		if mail.Delivered != 1 {
			t.Errorf("%s arrived %d times", mail.Key, mail.Delivered)
		}
	}
}

// TestSystemdIsToldHowItIs listens where systemd does.
func TestSystemdIsToldHowItIs(t *testing.T) {
	t.Parallel()
	name := t.TempDir() + "/notify"
	systemd, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer systemd.Close()
	heard := make(chan string)
	go func() {
		defer close(heard)
		for buffer := make([]byte, 4096); ; {
			n, err := systemd.Read(buffer)
			if err != nil {
				return
			}
			heard <- string(buffer[:n])
		}
	}()
	until := func(want string) string {
		t.Helper()
		limit := time.After(10 * time.Minute)
		for {
			select {
			case said := <-heard:
				if strings.Contains(said, want) {
					return said
				}
			case <-limit:
				t.Fatalf("systemd does not hear %s", want)
			}
		}
	}
	n := newNode(t, newData(t), "NOTIFY_SOCKET="+name, "WATCHDOG_USEC=5000000")
	n.start()
	if said := until("READY=1"); !strings.Contains(said, "STATUS=serving revision ") {
		t.Errorf("it says %q", said)
	}
	until("WATCHDOG=1")
	if err := n.process.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if said := until("RELOADING=1"); !strings.Contains(said, "MONOTONIC_USEC=") {
		t.Errorf("it says %q", said)
	}
	until("READY=1")
	if err := n.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	until("STOPPING=1")
	n.drained.Wait()
	if err := n.process.Wait(); err != nil {
		t.Error(err)
	}
	n.process = nil
}

func TestPassedSocketsAreToldApart(t *testing.T) {
	t.Parallel()
	file := func(name string, network string) *os.File {
		t.Helper()
		var holder interface{ File() (*os.File, error) }
		if network == "udp" {
			conn, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			holder = conn
		} else {
			ln, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
			if err != nil {
				t.Fatal(err)
			}
			defer ln.Close()
			holder = ln
		}
		copied, err := holder.File()
		if err != nil {
			t.Fatal(err)
		}
		fd, err := syscall.Dup(int(copied.Fd()))
		if err != nil {
			t.Fatal(err)
		}
		copied.Close()
		return os.NewFile(uintptr(fd), name)
	}
	s, err := takeSockets([]*os.File{file("admin", "tcp"), file("marquee.socket", "tcp")})
	if err != nil || s.public == nil || s.admin == nil {
		t.Errorf("%+v, %v", s, err)
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
	if s, err := takeSockets(nil); err != nil || s.public != nil {
		t.Errorf("%+v, %v", s, err)
	}
	for want, files := range map[string][]*os.File{
		`"web" is one too many`:   {file("http", "tcp"), file("web", "tcp")},
		`"admin" is one too many`: {file("admin", "tcp"), file("admin", "tcp")},
		`"web" is not one that`:   {file("web", "udp")},
		`"gone" is not one that`:  {os.NewFile(987, "gone")},
	} {
		s, err := takeSockets(files)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
		if err := s.close(); err != nil {
			t.Error(err)
		}
	}
}

// TestTheEndIsAnnouncedAsLongAsAsked sees pages while /readyz says that it ends.
func TestTheEndIsAnnouncedAsLongAsAsked(t *testing.T) {
	t.Parallel()
	n := newNode(t, newData(t), "MARQUEE_DRAIN_DELAY=10m")
	admin := n.start()
	if err := n.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "/readyz says that it ends", func() bool {
		response, err := http.Get("http://" + admin + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		return err == nil && response.StatusCode == http.StatusServiceUnavailable && bytes.Contains(body, []byte(`"draining": true`))
	})
	response, err := http.Get(n.url("/about"))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK || !response.Close {
		t.Errorf("status %d, close %v", response.StatusCode, response.Close)
	}
	n.stop(syscall.SIGKILL)
}
