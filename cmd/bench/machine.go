package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// usedProcessors is how many processors all figures are for.
const usedProcessors = 2

// bound tells a bench that was started again not to do so once more.
const bound = "BENCH_BOUND"

// bindToTwo leaves two of the processors that this process may use to it and
// to all that it starts. On a larger machine it starts the program anew.
func bindToTwo() error {
	if runtime.NumCPU() == usedProcessors {
		return nil
	}
	if runtime.NumCPU() < usedProcessors {
		return refusal{"the targets are for two processors; this machine lets bench use one"}
	}
	if os.Getenv(bound) != "" {
		return refusal{"taskset did not bind bench to two processors"}
	}
	taskset, err := exec.LookPath("taskset")
	if err != nil {
		return refusal{"the targets are for two processors, and taskset is not installed: apt-get install util-linux"}
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return fmt.Errorf("find two processors: %w", err)
	}
	two, err := firstTwo(string(status))
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find bench: %w", err)
	}
	arguments := append([]string{"taskset", "-c", two, program}, os.Args[1:]...)
	return fmt.Errorf("bind bench to two processors: %w", syscall.Exec(taskset, arguments, append(os.Environ(), bound+"=yes")))
}

var allowedProcessors = regexp.MustCompile(`(?m)^Cpus_allowed_list:\s*(\S+)$`)

// firstTwo reads /proc/PID/status and returns the first two processors of the
// process, as taskset takes them.
func firstTwo(status string) (string, error) {
	match := allowedProcessors.FindStringSubmatch(status)
	if match == nil {
		return "", errors.New("find two processors: the kernel does not list them")
	}
	var found []string
	for _, part := range strings.Split(match[1], ",") {
		from, to, isRange := strings.Cut(part, "-")
		first, err := strconv.Atoi(from)
		last := first
		if err == nil && isRange {
			last, err = strconv.Atoi(to)
		}
		if err != nil {
			return "", fmt.Errorf("find two processors in %q: %w", match[1], err)
		}
		for cpu := first; cpu <= last && len(found) < usedProcessors; cpu++ {
			found = append(found, strconv.Itoa(cpu))
		}
	}
	return strings.Join(found, ","), nil
}

var resident = regexp.MustCompile(`(?m)^VmRSS:\s+(\d+) kB$`)

// residentMemory reads /proc/PID/status and returns bytes.
func residentMemory(status string) (float64, error) {
	match := resident.FindStringSubmatch(status)
	if match == nil {
		return 0, errors.New("the kernel names no resident memory")
	}
	kilobytes, err := strconv.ParseFloat(match[1], 64)
	return kilobytes * 1024, err
}

// parseStat reads /proc/PID/stat (proc_pid_stat(5)): the process group, and
// the time in user and kernel mode.
func parseStat(text string) (group int, worked time.Duration, err error) {
	// The name stands in parentheses and may have blanks and parentheses itself.
	end := strings.LastIndexByte(text, ')')
	fields := strings.Fields(text[end+1:])
	if end < 0 || len(fields) < 13 {
		return 0, 0, fmt.Errorf("read processor time: %q is too short", text)
	}
	group, err = strconv.Atoi(fields[2])
	user, err2 := strconv.ParseInt(fields[11], 10, 64)
	kernel, err3 := strconv.ParseInt(fields[12], 10, 64)
	// Linux counts in hundredths of a second wherever Go runs.
	return group, time.Duration(user+kernel) * 10 * time.Millisecond, errors.Join(err, err2, err3)
}

// about says where and how the figures were made.
type about struct {
	When       time.Time         `json:"when"`
	Took       string            `json:"took"`
	Processor  string            `json:"processor"`
	Processors int               `json:"processors"`
	System     string            `json:"system"`
	Go         string            `json:"go"`
	Program    string            `json:"program"`
	Commit     string            `json:"commit"`
	Tools      map[string]string `json:"tools"`
	// What the machine did besides, before the first measurement and after the last.
	Before surroundings `json:"before"`
	After  surroundings `json:"after"`
}

// describe says where and how this run measured. Names of machines, people and
// folders are no part of it.
func (b *bench) describe(ctx context.Context, before, after surroundings) about {
	a := about{
		When: b.started.UTC().Truncate(time.Second), Took: time.Since(b.started).Round(time.Second).String(),
		Processor: "unknown", Processors: processors(), System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(),
		Commit: commit(ctx), Tools: map[string]string{}, Before: before, After: after,
	}
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if match := regexp.MustCompile(`(?m)^model name\s*:\s*(.+)$`).FindSubmatch(info); match != nil {
			a.Processor = string(match[1])
		}
	}
	// The program says which commit it is; what it does not say stays empty.
	if version, err := output(ctx, b.Binary, "version"); err == nil {
		a.Program = strings.TrimSpace(version)
	}
	for name, question := range map[string]string{"nginx": "-v", "wrk": "-v", "caddy": "version", "lighthouse": "--version"} {
		if place := b.tools[name]; place != "" {
			// nginx and wrk answer on the error output, and wrk with an exit code.
			answer, err := exec.CommandContext(ctx, place, question).CombinedOutput()
			if text, _, _ := strings.Cut(strings.TrimSpace(string(answer)), "\n"); text != "" || err == nil {
				a.Tools[name] = text
			}
		}
	}
	return a
}

// commit names the commit of the working tree, and says whether it was changed
// since; empty outside of a repository.
func commit(ctx context.Context) string {
	head, err := output(ctx, "git", "rev-parse", "--short=12", "HEAD")
	if err != nil {
		return ""
	}
	changed, err := output(ctx, "git", "status", "--porcelain", "--untracked-files=no")
	if err != nil || strings.TrimSpace(changed) != "" {
		return strings.TrimSpace(head) + ", changed"
	}
	return strings.TrimSpace(head)
}

func (a about) print(w io.Writer) {
	fmt.Fprintf(w, "\n%s · commit %s · %s · %d processors · %s · %s · took %s\nbefore: %s; after: %s\n\n",
		a.When.Format(time.RFC3339), a.Commit, a.Processor, a.Processors, a.Program, a.Go, a.Took, a.Before, a.After)
	if !a.quiet() {
		fmt.Fprintf(w, "%s\n\n", busyWarning)
	}
}

const busyWarning = "THE MACHINE WAS BUSY with other things: times are longer than they need be, and only ratios mean something."

// quiet reports whether the machine did nothing besides, as far as was looked.
func (a about) quiet() bool { return a.Before.quiet() && a.After.quiet() }
