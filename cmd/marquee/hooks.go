package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// hooks is the environment, of which content may name HOOK_… (site.Webhook).
type hooks map[string]string

// address returns the address of a webhook, from NAME or from the file that
// NAME_FILE names. A file is read with each attempt, so that it may be replaced.
func (h hooks) address(name string) (string, error) {
	if value := strings.TrimSpace(h[name]); value != "" || h[name+fileSuffix] == "" {
		return value, nil
	}
	return readSecret(h[name+fileSuffix])
}

func (h hooks) has(name string) bool {
	value, err := h.address(name)
	return err == nil && value != ""
}

// twice returns the variables that are set themselves and by a file.
func (h hooks) twice() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		if (site.Webhook{URL: "$" + name}).Variable() != "" && h[name] != "" && h[name+fileSuffix] != "" {
			names = append(names, name)
		}
	}
	return names
}

// printed lists the variables that content may name, for "marquee config".
func (h hooks) printed() (lines []printedSetting) {
	for _, variable := range slices.Sorted(maps.Keys(h)) {
		name, isFile := strings.CutSuffix(variable, fileSuffix)
		if h[variable] == "" || (site.Webhook{URL: "$" + name}).Variable() == "" {
			continue
		}
		line := printedSetting{Name: name, Value: hidden, Origin: "environment", Source: variable}
		if isFile {
			line.Origin, line.Source = "file", variable+"="+h[variable]
		}
		lines = append(lines, line)
	}
	return lines
}

// wantsEvents reports whether a form has a webhook that is signed.
func wantsEvents(revision *site.Revision) bool {
	if revision == nil {
		return false
	}
	for _, bundle := range revision.Sites {
		for _, form := range bundle.Forms.All() {
			for _, hook := range form.Webhooks {
				if hook.Format == "json" {
					return true
				}
			}
		}
	}
	return false
}
