package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evenlight/marquee/internal/tools/notices"
)

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(p *Program) error {
	_, err := fmt.Fprintln(p.Stdout, "marquee", version())
	return err
}

// build is what the program was built from.
type build struct {
	// Version of the module, such as v1.2.3; of Go; and the commit. Each may be empty.
	version, goVersion, revision string
}

func readBuild() (b build) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.version, b.goVersion = info.Main.Version, info.GoVersion
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			b.revision = setting.Value
		}
	}
	return b
}

// version is the module's version, or the commit that the program was built from.
func version() string {
	b := readBuild()
	if b.version == "" || b.version == "(devel)" {
		b.version = b.revision
	}
	return cmp.Or(b.version, "(devel)") + " " + cmp.Or(b.goVersion, "unknown")
}

// buildCollector says in /metrics what the program was built from.
func buildCollector() prometheus.Collector {
	b := readBuild()
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "marquee_build_info", Help: "What the program was built from; the value is 1.",
		ConstLabels: prometheus.Labels{"version": cmp.Or(b.version, "(devel)"), "goversion": b.goVersion, "revision": b.revision},
	})
	info.Set(1)
	return info
}

type licensesCommand struct{}

// Run prints the notices.
func (licensesCommand) Run(p *Program) error {
	_, err := io.WriteString(p.Stdout, notices.Text)
	return err
}
