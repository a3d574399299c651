// Lint is go vet with the analyzers of staticcheck added to its own (golang.org/x/tools/go/analysis/suite/vet), so that
// packages are loaded once, and those that did not change are not analyzed again. The Makefile says how it runs.
package main

import (
	"slices"

	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/analysis/unitchecker"
	"honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/stylecheck"
	"honnef.co/go/tools/unused"
)

func main() {
	analyzers := slices.Clone(vet.Suite)
	for _, checks := range [][]*lint.Analyzer{simple.Analyzers, staticcheck.Analyzers, stylecheck.Analyzers, {unused.Analyzer}} {
		for _, check := range checks {
			if !check.Doc.NonDefault {
				analyzers = append(analyzers, check.Analyzer)
			}
		}
	}
	unitchecker.Main(analyzers...)
}
