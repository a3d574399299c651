// Command generate writes every file that is made from the types of internal/site: TypeScript types, the registry of
// sections, the JSON Schemas for editors, and the pages of the guide for marketers that list all keys.
//
//	go run ./internal/tools/schema/generate          writes the files
//	go run ./internal/tools/schema/generate -check   exits 1 and names those that are stale
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/tools/schema"
)

// schemasFolder is where editors find the JSON Schemas of the content.
const schemasFolder = "content/.schemas"

// guideFolder is the guide for marketers. Its folders of sections and files are generated; its chapters are written by
// hand. A picture of a section, such as pictures/hero.jpg, is shown on the section's page.
const guideFolder = "docs/guide"

// owned are the folders in which all files are generated.
var owned = []string{schemasFolder, guideFolder + "/sections", guideFolder + "/files"}

func main() {
	check := flag.Bool("check", false, "change nothing; exit 1 if a generated file is stale")
	root := flag.String("root", ".", "root folder of the repository")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	files, err := generate(os.DirFS(root))
	if err != nil {
		return err
	}
	if check {
		return compare(root, files)
	}
	return write(root, files)
}

// generate returns the bytes of every generated file by its path in the repository.
func generate(repository fs.FS) (map[string][]byte, error) {
	docs := schema.Docs{Types: map[string]schema.TypeDoc{}}
	domain, err := fs.Sub(repository, "internal/site")
	if err != nil {
		return nil, fmt.Errorf("open internal/site: %w", err)
	}
	if err := readComments(docs, domain); err != nil {
		return nil, fmt.Errorf("read comments of internal/site: %w", err)
	}
	comments, err := json.MarshalIndent(docs, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write comments: %w", err)
	}
	generator := schema.New(docs)
	files := map[string][]byte{
		"internal/tools/schema/docs.gen.json": append(comments, '\n'),
		"web/src/content/types.gen.ts":        generator.TypeScript(),
		"web/src/sections/registry.gen.ts":    schema.Registry(),
	}
	for name, data := range generator.JSONSchemas() {
		files[schemasFolder+"/"+name+".json"] = data
	}
	picture := func(section string) string {
		for _, extension := range []string{".webp", ".jpg", ".png"} {
			name := "pictures/" + section + extension
			if _, err := fs.Stat(repository, guideFolder+"/"+name); err == nil {
				return name
			}
		}
		return ""
	}
	for name, data := range generator.Guide(picture) {
		files[guideFolder+"/"+name] = data
	}
	return files, nil
}

// write writes the files that differ, and removes those that nothing makes any more.
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
// missing, changed, or left over in a folder of ours.
func stale(root string, files map[string][]byte) []string {
	var found []string
	for path, want := range files {
		have, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
		if err != nil || !bytes.Equal(have, want) {
			found = append(found, path)
		}
	}
	for _, folder := range owned {
		leftovers, err := os.ReadDir(filepath.Join(root, filepath.FromSlash(folder)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			found = append(found, folder)
		}
		for _, entry := range leftovers {
			path := folder + "/" + entry.Name()
			if _, made := files[path]; !made {
				found = append(found, path)
			}
		}
	}
	slices.Sort(found)
	return found
}
