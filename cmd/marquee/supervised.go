package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/term"
)

// supervisor tells who started the program how it is, where that is systemd
// (Type=notify), and hears signals that do not end it.
type supervisor struct {
	logger   *slog.Logger
	watchdog time.Duration // within which it wants to hear; zero for never
	hangup   chan os.Signal
	// Nil where the log goes to no terminal.
	terminal *os.File
}

// newSupervisor listens from now on: a signal while the program starts does not end it.
func newSupervisor(log io.Writer, logger *slog.Logger) *supervisor {
	s := &supervisor{logger: logger, hangup: make(chan os.Signal, 1)}
	var err error
	if s.watchdog, err = daemon.SdWatchdogEnabled(true); err != nil {
		logger.Warn("the watchdog is off", "error", err)
	}
	if file, ok := log.(*os.File); ok && isTerminal(file) {
		s.terminal = file
	}
	signal.Notify(s.hangup, syscall.SIGHUP)
	return s
}

func isTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) }

// close ends what newSupervisor began.
func (s *supervisor) close() { signal.Stop(s.hangup) }

// tell sends a state as sd_notify(3) describes it; nobody may be there to hear.
func (s *supervisor) tell(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		s.logger.Warn("systemd does not hear", "error", err)
	}
}

// run calls reload at every SIGHUP, and tells the watchdog that the program lives
// as long as healthy says so, until the context ends. Where the terminal was
// closed, it calls stop.
func (s *supervisor) run(ctx context.Context, stop func(), status func() string, reload func(context.Context), healthy func(context.Context) error) {
	s.tell(daemon.SdNotifyReady + "\nSTATUS=" + status())
	defer s.tell(daemon.SdNotifyStopping + "\nSTATUS=finishing what is under way")
	// Twice within the time, as sd_watchdog_enabled(3) recommends.
	tick := time.NewTicker(cmp.Or(s.watchdog/2, time.Hour))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.hangup:
			if s.terminal != nil && !isTerminal(s.terminal) {
				stop()
				continue
			}
			s.logger.Info("SIGHUP: looking at the content again")
			s.tell(daemon.SdNotifyReloading + "\n" + daemon.SdNotifyMonotonicUsec())
			reload(ctx)
			s.tell(daemon.SdNotifyReady + "\nSTATUS=" + status())
		case <-tick.C:
			if s.watchdog == 0 {
				continue
			}
			if err := healthy(ctx); err != nil {
				s.logger.Error("the program does not answer itself; the watchdog is not told that it lives", "error", err)
				continue
			}
			s.tell(daemon.SdNotifyWatchdog + "\nSTATUS=" + status())
		}
	}
}

// answers reports whether both addresses answer, whatever they say, as it would
// be to anybody outside.
func (s *supervisor) answers(sockets sockets) func(context.Context) error {
	client := &http.Client{
		Timeout: s.watchdog / 3, Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return func(ctx context.Context) error {
		for _, url := range []string{"http://" + reachable(sockets.public.Addr().String()) + "/robots.txt", "http://" + reachable(sockets.admin.Addr().String()) + "/livez"} {
			request, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
			if err != nil {
				return fmt.Errorf("ask %s: %w", url, err)
			}
			response, err := client.Do(request)
			if err != nil {
				return fmt.Errorf("ask %s: %w", url, err)
			}
			response.Body.Close()
		}
		return nil
	}
}
