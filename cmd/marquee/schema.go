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

// Run writes the schemas, or prints their names.
func (c schemaCommand) Run(p *Program) error {
	if c.Dir != "" {
		files, err := writeSchemas(c.Dir)
		return p.written(files, err)
	}
	for _, name := range slices.Sorted(maps.Keys(schema.Embedded().JSONSchemas())) {
		fmt.Fprintln(p.Stdout, name+".json")
	}
	return nil
}

// writeSchemas writes the schemas into a folder and returns their files, sorted.
func writeSchemas(dir string) (files []string, err error) {
	schemas := schema.Embedded().JSONSchemas()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make folder: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		file := filepath.Join(dir, name+".json")
		if err := os.WriteFile(file, schemas[name], 0o644); err != nil {
			return files, fmt.Errorf("write schema: %w", err)
		}
		files = append(files, file)
	}
	return files, nil
}

func describeAPI() (description, index []byte, err error) { return schema.Embedded().OpenAPI() }
