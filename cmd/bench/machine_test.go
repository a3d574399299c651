package main

import (
	"testing"
	"time"
)

func TestFirstTwoProcessors(t *testing.T) {
	for list, want := range map[string]string{"0-1": "0,1", "0-63": "0,1", "3,7-9": "3,7", "5": "5", "2,4": "2,4"} {
		got, err := firstTwo("Name:\tbench\nCpus_allowed_list:\t" + list + "\nMems_allowed_list:\t0\n")
		if err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", list, got, err, want)
		}
	}
	for _, status := range []string{"", "Cpus_allowed_list:\tall\n"} {
		if got, err := firstTwo(status); err == nil {
			t.Errorf("%q: %q", status, got)
		}
	}
}

func TestResidentMemory(t *testing.T) {
	got, err := residentMemory("VmHWM:\t   99999 kB\nVmRSS:\t   70312 kB\nRssAnon:\t1 kB\n")
	if err != nil || got != 70312*1024 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := residentMemory("Name:\tkthreadd\n"); err == nil {
		t.Error("a process without memory has some")
	}
}

func TestProcessorTime(t *testing.T) {
	group, worked, err := parseStat("812 (a (strange) name) S 1 811 811 0 -1 4194560 1 2 3 4 150 50 7 8 20 0 1 0 99 0 0\n")
	if err != nil || group != 811 || worked != 2*time.Second {
		t.Errorf("%d, %v, %v", group, worked, err)
	}
	for _, text := range []string{"", "812 (x) S 1", "812 (x) S 1 a 811 0 -1 0 1 2 3 4 b 50 7"} {
		if _, _, err := parseStat(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
