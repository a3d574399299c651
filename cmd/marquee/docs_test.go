package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// Files that the documentation names, and where its links lead: a document that
// sends people to what is gone is worse than none.
func TestTheDocumentationNamesWhatIsThere(t *testing.T) {
	const root = "../.."
	inText := regexp.MustCompile("`((?:cmd|docs|internal|web)/[A-Za-z0-9_./-]+)`")
	link := regexp.MustCompile(`\]\(([^)#:"]+)(?:#[^)]*)?\)`)
	example := regexp.MustCompile(`^(/|images/|files/)`)
	recipe := regexp.MustCompile(`(?i)exhibition|supplier`) // what the recipes add
	exact := regexp.MustCompile(`docs/(flows|develop)/|README\.md$`)
	documents, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(filepath.Join(root, "docs"), func(name string, entry fs.DirEntry, err error) error {
		if filepath.Ext(name) == ".md" {
			documents = append(documents, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		check := func(name, within string) {
			checked++
			if _, err := os.Stat(filepath.Join(within, name)); err != nil {
				t.Errorf("%s names %s, which is not there", document, name)
			}
		}
		for _, found := range link.FindAllSubmatch(text, -1) {
			if !example.Match(found[1]) { // which shows how a link of a page is written
				check(string(found[1]), filepath.Dir(document))
			}
		}
		if !exact.MatchString(filepath.ToSlash(document)) {
			continue // elsewhere names may be examples
		}
		for _, found := range inText.FindAllSubmatch(text, -1) {
			if !recipe.Match(found[1]) {
				check(string(found[1]), root)
			}
		}
	}
	if checked < 40 {
		t.Errorf("only %d names were found to check", checked)
	}
}
