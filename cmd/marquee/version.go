package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evenlight/marquee/internal/tools/notices"
)

type versionCommand struct{}

func (versionCommand) Run(p *Program) error {
	_, err := fmt.Fprintln(p.Stdout, "marquee", version())
	return err
}

type licensesCommand struct{}

func (licensesCommand) Run(p *Program) error {
	_, err := io.WriteString(p.Stdout, notices.Text)
	return err
}

// readBuild returns what the program was built from: the version of the module, such as
// v1.2.3, that of Go, and the commit. Each may be empty.
func readBuild() (version, goVersion, revision string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", "", ""
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			revision = setting.Value
		}
	}
	return info.Main.Version, info.GoVersion, revision
}

func version() string {
	version, goVersion, revision := readBuild()
	if version == "" || version == "(devel)" {
		version = revision
	}
	return cmp.Or(version, "(devel)") + " " + cmp.Or(goVersion, "unknown")
}

func buildCollector() prometheus.Collector {
	version, goVersion, revision := readBuild()
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "marquee_build_info", Help: "What the program was built from; the value is 1.",
		ConstLabels: prometheus.Labels{
			"version": cmp.Or(version, "(devel)"), "goversion": goVersion, "revision": revision,
		},
	})
	info.Set(1)
	return info
}

// identity names what renders pages: the templates, and the program by its own file, which tells two builds of
// changed files apart.
func identity(bundle []byte) string {
	h := sha256.New()
	h.Write(bundle)
	if info, known := debug.ReadBuildInfo(); known {
		fmt.Fprint(h, info)
	}
	if name, err := os.Executable(); err == nil {
		if file, err := os.Stat(name); err == nil {
			fmt.Fprint(h, file.Size(), file.ModTime().UnixNano())
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
