//go:build !race

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// In a terminal init asks for what no flag has said, until the answer can be used.
func TestInitAsksInATerminal(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "content")
	at := newTerminal(t, 120)
	program := Program{Stdin: at.device, Stdout: at.device, Stderr: at.device}
	ended := make(chan int, 1)
	go func() { ended <- program.Run(t.Context(), []string{"init", dir}) }()
	at.types("butcher\nbakery\nloud\nwarm\nteal\n0f766e\n")
	code, shown := at.rest(ended)
	settings, err := os.ReadFile(filepath.Join(dir, "main", "site.yaml"))
	if err != nil || code != exitOK {
		t.Fatalf("%v, %d:\n%s", err, code, shown)
	}
	for _, words := range []string{
		"Trade: bakery, craft, practice, restaurant, shop, studio, other [other]: ",
		`there is no trade "butcher": it is one of bakery, craft, practice, restaurant, shop, studio, other`,
		`the colour "teal" cannot be read: write it such as #8f3b26`,
	} {
		if !strings.Contains(shown, words) {
			t.Errorf("it does not say %s:\n%s", words, shown)
		}
	}
	want := []string{
		`colors: {from: "#0f766e"}`, "scheme: auto", "character: warm", "display: Fraunces", "tagline: Bread and cake",
	}
	for _, line := range want {
		if !strings.Contains(string(settings), line) {
			t.Errorf("there is no %s in\n%s", line, settings)
		}
	}
}

// What a flag says wrongly, no answer can mend.
func TestInitAsksNothingAfterAWrongFlag(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "content")
	at := newTerminal(t, 120)
	program := Program{Stdin: at.device, Stdout: at.device, Stderr: at.device}
	ended := make(chan int, 1)
	go func() { ended <- program.Run(t.Context(), []string{"init", dir, "--character", "loud"}) }()
	if code, shown := at.rest(ended); code != exitFailed || !strings.Contains(shown, `there is no character "loud"`) {
		t.Errorf("it ended with %d:\n%s", code, shown)
	}
}

func TestInitTakesALookFromFlags(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "content")
	for _, wrong := range [][]string{{"--color", "teal"}, {"--character", "loud"}, {"--trade", "butcher"}} {
		if code, _, stderr := run(t, nil, append([]string{"init", dir}, wrong...)...); code != exitFailed || !strings.Contains(stderr, wrong[1]) {
			t.Errorf("%v ended with %d:\n%s", wrong, code, stderr)
		}
	}
	if code, _, stderr := run(t, nil, "init", dir, "--color", "#ffff00", "--character", "bold"); code != exitOK {
		t.Fatalf("init ended with %d:\n%s", code, stderr)
	}
	if code, _, stderr := run(t, nil, "new", "site", "bakery", "--content", dir, "--color", "b4532a", "--trade", "bakery"); code != exitOK {
		t.Fatalf("new site ended with %d:\n%s", code, stderr)
	}
	code, stdout, _ := run(t, nil, "check", "--content", dir)
	if code != exitOK || !strings.Contains(stdout, "0 errors") || strings.Contains(stdout, "contrast") {
		t.Errorf("check ended with %d:\n%s", code, stdout)
	}
	for file, want := range map[string]string{
		"main/site.yaml": `{from: "#ffff00"}`, "bakery/site.yaml": `{from: "#b4532a"}`,
		"bakery/plans.yaml": "birthday-cake:", "bakery/images/mark.svg": `fill="#ad4d23"`,
	} {
		if data, err := os.ReadFile(filepath.Join(dir, file)); err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%v: there is no %s in %s:\n%s", err, want, file, data)
		}
	}
}
