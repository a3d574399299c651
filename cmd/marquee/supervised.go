package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/inbox/submissions"
)

// supervisor tells who started the program how it is, where that is systemd
// (Type=notify), and hears signals that do not end it.
type supervisor struct {
	logger   *slog.Logger
	watchdog time.Duration // within which it wants to hear; zero for never
	hangup   chan os.Signal
	log      io.Writer
	terminal bool // whether the log goes to one, which may be closed
}

// newSupervisor listens from now on: a signal while the program starts does not end it.
func newSupervisor(log io.Writer, logger *slog.Logger) *supervisor {
	s := &supervisor{logger: logger, hangup: make(chan os.Signal, 1), log: log, terminal: submissions.IsTerminal(log)}
	var err error
	if s.watchdog, err = daemon.SdWatchdogEnabled(true); err != nil {
		logger.Warn("the watchdog is off", "error", err)
	}
	signal.Notify(s.hangup, syscall.SIGHUP)
	return s
}

func (s *supervisor) close() { signal.Stop(s.hangup) }

// tell sends a state as sd_notify(3) describes it; nobody may be there to hear.
func (s *supervisor) tell(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		s.logger.Warn("systemd does not hear", "error", err)
	}
}

// run has the content looked at with every SIGHUP, and tells the watchdog that the program lives
// as long as it answers, until the context ends. Where the terminal was closed, it calls stop.
func (s *supervisor) run(ctx context.Context, stop func(), source *content.Source, sockets sockets) {
	status := func() string {
		return fmt.Sprintf("\nSTATUS=serving revision %s at %s", source.Status().Revision, sockets.public.Addr())
	}
	s.tell(daemon.SdNotifyReady + status())
	defer s.tell(daemon.SdNotifyStopping + "\nSTATUS=finishing what is under way")

	var watched <-chan time.Time
	if s.watchdog > 0 {
		watched = time.Tick(s.watchdog / 2) // as sd_watchdog_enabled(3) recommends
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.hangup:
			if s.terminal && !submissions.IsTerminal(s.log) {
				stop()
				continue
			}
			s.logger.Info("SIGHUP: looking at the content again")
			s.tell(daemon.SdNotifyReloading + "\n" + daemon.SdNotifyMonotonicUsec())
			source.Reload(ctx)
			s.tell(daemon.SdNotifyReady + status())
		case <-watched:
			if err := s.answers(ctx, sockets); err != nil {
				s.logger.Error("the program does not answer itself; the watchdog is not told that it lives",
					"error", err)
				continue
			}
			s.tell(daemon.SdNotifyWatchdog + status())
		}
	}
}

// answers returns no error where both addresses answer, whatever they say, as it would be to anybody outside.
func (s *supervisor) answers(ctx context.Context, sockets sockets) error {
	ctx, cancel := context.WithTimeout(ctx, s.watchdog/3)
	defer cancel()
	for path, at := range map[string]net.Listener{"/robots.txt": sockets.public, "/livez": sockets.admin} {
		response, err := request(ctx, at.Addr().String(), path)
		if err != nil {
			return fmt.Errorf("ask for %s: %w", path, err)
		}
		response.Body.Close()
	}
	return nil
}
