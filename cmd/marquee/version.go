package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
)

type versionCommand struct{}

// Help implements kong.HelpProvider.
func (versionCommand) Help() string { return "Example:\n  marquee version" }

// Run prints the version.
func (versionCommand) Run(p *Program) error {
	_, err := fmt.Fprintln(p.Stdout, "marquee", version())
	return err
}

// version is the module's version, or the commit that the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	name := info.Main.Version
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" && (name == "" || name == "(devel)") {
			name = setting.Value
		}
	}
	return cmp.Or(name, "(devel)") + " " + info.GoVersion
}
