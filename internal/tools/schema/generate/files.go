package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/tools/schema"
)

// sources are the folders whose doc comments are read.
var sources = []string{"internal/site", "internal/tools/schema"}

// schemasFolder is where editors find the JSON Schemas of the content. All
// files in it are generated.
const schemasFolder = "content/.schemas"

// generate returns the bytes of every generated file by its path in the repository.
func generate(repository fs.FS) (map[string][]byte, error) {
	var docs schema.Docs
	for _, source := range sources {
		folder, err := fs.Sub(repository, source)
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", source, err)
		}
		if err := readComments(&docs, folder); err != nil {
			return nil, fmt.Errorf("read comments of %s: %w", source, err)
		}
	}
	comments, err := json.MarshalIndent(docs, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write comments: %w", err)
	}
	generator := schema.New(docs)
	types, err := generator.TypeScript()
	if err != nil {
		return nil, fmt.Errorf("make TypeScript types: %w", err)
	}
	schemas, err := generator.JSONSchemas()
	if err != nil {
		return nil, fmt.Errorf("make JSON Schemas: %w", err)
	}
	files := map[string][]byte{
		"internal/tools/schema/docs.gen.json": append(comments, '\n'),
		"web/src/content/types.gen.ts":        types,
		"web/src/sections/registry.gen.ts":    schema.Registry(),
	}
	for name, data := range schemas {
		files[schemasFolder+"/"+name+".json"] = data
	}
	return files, nil
}

// write writes the files that differ, and removes schemas that nothing makes any more.
func write(root string, files map[string][]byte) error {
	for _, path := range stale(root, files) {
		target := filepath.Join(root, filepath.FromSlash(path))
		data, made := files[path]
		if !made {
			if err := os.Remove(target); err != nil {
				return fmt.Errorf("remove %s: %w", path, err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return fmt.Errorf("make folder of %s: %w", path, err)
		}
		if err := os.WriteFile(target, data, 0o644); err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
	}
	return nil
}

// compare returns an error that names the stale files.
func compare(root string, files map[string][]byte) error {
	paths := stale(root, files)
	if len(paths) == 0 {
		return nil
	}
	return fmt.Errorf("stale:\n  %s\nmake them anew with: %s", strings.Join(paths, "\n  "), schema.Command)
}

// stale returns the paths, sorted, whose files differ from what they should be:
// missing, changed, or left over in the folder of schemas.
func stale(root string, files map[string][]byte) []string {
	var found []string
	for path, want := range files {
		have, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		if err != nil || !bytes.Equal(have, want) {
			found = append(found, path)
		}
	}
	leftovers, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(schemasFolder)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		found = append(found, schemasFolder)
	}
	for _, entry := range leftovers {
		path := schemasFolder + "/" + entry.Name()
		if _, made := files[path]; !made {
			found = append(found, path)
		}
	}
	slices.Sort(found)
	return found
}
