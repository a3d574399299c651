package main

import (
	"io"

	"github.com/evenlight/marquee/internal/tools/notices"
)

type licensesCommand struct{}

// Help implements kong.HelpProvider.
func (licensesCommand) Help() string { return "Example:\n  marquee licenses | less" }

// Run prints the notices.
func (licensesCommand) Run(p *Program) error {
	_, err := io.WriteString(p.Stdout, notices.Text)
	return err
}
