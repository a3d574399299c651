package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/evenlight/marquee/internal/tools/schema"
)

type schemaCommand struct {
	Dir string `arg:"" optional:"" help:"Folder to write into, such as content/.schemas. Left out, the names are printed."`
}

// Help implements kong.HelpProvider.
func (schemaCommand) Help() string {
	return `Editors with YAML support complete and check content with these schemas.

Examples:
  marquee schema
  marquee schema content/.schemas`
}

// Run writes the schemas.
func (c schemaCommand) Run(p *Program) error {
	schemas, err := schema.JSONSchemas()
	if err != nil {
		return err
	}
	if c.Dir != "" {
		if err := os.MkdirAll(c.Dir, 0o755); err != nil {
			return fmt.Errorf("make folder: %w", err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		if c.Dir == "" {
			fmt.Fprintln(p.Stdout, name+".json")
			continue
		}
		file := filepath.Join(c.Dir, name+".json")
		if err := os.WriteFile(file, schemas[name], 0o644); err != nil {
			return fmt.Errorf("write schema: %w", err)
		}
		fmt.Fprintln(p.Stdout, file)
	}
	return nil
}
