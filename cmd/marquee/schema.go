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
	schemas, err := schema.JSONSchemas()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		fmt.Fprintln(p.Stdout, name+".json")
	}
	return err
}

// describeAPI returns the API in OpenAPI, and the list of what there is.
func describeAPI() (description, index []byte, err error) {
	docs, err := schema.EmbeddedDocs()
	if err != nil {
		return nil, nil, err
	}
	return schema.New(docs).OpenAPI()
}

// writeSchemas writes the schemas into a folder and returns their files, sorted.
func writeSchemas(dir string) (files []string, err error) {
	schemas, err := schema.JSONSchemas()
	if err != nil {
		return nil, err
	}
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
