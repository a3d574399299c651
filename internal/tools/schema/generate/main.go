// Command generate writes every file that is made from the types of
// internal/site: TypeScript types, the registry of sections, the JSON Schemas for
// editors, and the pages of the guide for marketers that list all keys.
//
//	go run ./internal/tools/schema/generate          writes the files
//	go run ./internal/tools/schema/generate -check   exits 1 and names those that are stale
package main

import (
	"flag"
	"fmt"
	"os"
)

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
	if !check {
		return write(root, files)
	}
	return compare(root, files)
}
