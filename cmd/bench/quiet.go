package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// quiet is how much of the processors others may use on a machine that does
// nothing else: its own housekeeping.
const quiet = 0.05

// lookAround is how long bench does nothing to see what others do.
const lookAround = 2 * time.Second

// surroundings are what the machine does besides, at one moment.
type surroundings struct {
	// Processes that ran or wanted to, on average of the last minute; -1 where it
	// is not known. After a run it is mostly the run itself.
	Load float64 `json:"load"`
	// Share of all processors that others used while bench did nothing.
	Others float64 `json:"others"`
}

// look waits a moment, doing nothing, and says what others did.
func look(ctx context.Context) (surroundings, error) {
	before, err := processorTimes()
	if err != nil {
		return surroundings{}, err
	}
	pause := time.NewTimer(lookAround)
	defer pause.Stop()
	select {
	case <-pause.C:
	case <-ctx.Done():
		return surroundings{}, ctx.Err()
	}
	after, err := processorTimes()
	if err != nil {
		return surroundings{}, err
	}
	return surroundings{Load: loadAverage(), Others: busyShare(before, after)}, nil
}

// quiet reports whether others did next to nothing.
func (s surroundings) quiet() bool { return s.Others <= quiet }

// String shows them in one line.
func (s surroundings) String() string {
	return fmt.Sprintf("load %.1f, others use %.0f %% of the processors", s.Load, 100*s.Others)
}

// ticks are times of all processors since the machine started.
type ticks struct{ busy, all float64 }

func busyShare(before, after ticks) float64 {
	if after.all <= before.all {
		return 0
	}
	return (after.busy - before.busy) / (after.all - before.all)
}

func processorTimes() (ticks, error) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return ticks{}, fmt.Errorf("read processor times: %w", err)
	}
	return parseTicks(string(text))
}

// parseTicks reads the first line of /proc/stat (proc_stat(5)).
func parseTicks(text string) (ticks, error) {
	first, _, _ := strings.Cut(text, "\n")
	fields := strings.Fields(first)
	if len(fields) < 9 || fields[0] != "cpu" {
		return ticks{}, fmt.Errorf("read processor times: %q is none of the kernel's", first)
	}
	var t ticks
	// user nice system idle iowait irq softirq steal; what follows is counted in user already.
	for i, field := range fields[1:9] {
		spent, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return ticks{}, errors.Join(errors.New("read processor times"), err)
		}
		t.all += spent
		if i != 3 && i != 4 {
			t.busy += spent
		}
	}
	return t, nil
}

// loadAverage returns the load of the last minute, -1 where it is not known.
func loadAverage() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return -1
	}
	first, _, _ := strings.Cut(string(text), " ")
	load, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return -1
	}
	return load
}
