package yamldoc

import (
	"flag"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/evenlight/marquee/internal/site"
)

var update = flag.Bool("update", false, "write the expected problems of testdata anew")

// target returns a new value of the type that a file of that name holds.
func target(file string) any {
	switch path.Base(file) {
	case "site.yaml":
		return new(site.Site)
	case "products.yaml":
		return new(site.Collection[site.Product])
	case "plans.yaml":
		return new(site.Collection[site.Plan])
	case "industries.yaml":
		return new(site.Collection[site.Industry])
	case "forms.yaml":
		return new(site.Collection[site.Form])
	case "blocks.yaml":
		return new(site.Collection[site.Section])
	case "terms.yaml", "privacy.yaml":
		return new(site.Legal)
	}
	return new(site.Page)
}

// TestProblems compares the whole text of the problems of every bad edit in testdata.
func TestProblems(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	cases := 0
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		expected := map[string]string{}
		var inputs []txtar.File
		for _, f := range archive.Files {
			if folder, found := strings.CutSuffix(f.Name, "/problems"); found {
				expected[folder] = string(f.Data)
			} else {
				inputs = append(inputs, f)
			}
		}
		archive.Files = nil
		for _, input := range inputs {
			cases++
			folder, file, _ := strings.Cut(input.Name, "/")
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar")+"/"+folder, func(t *testing.T) {
				doc, problems := Decode("main/"+file, nil, input.Data, target(file))
				if doc == nil || len(problems) == 0 {
					t.Fatal("accepted without a problem")
				}
				var text strings.Builder
				for _, p := range problems {
					// A new section type is no new sentence.
					text.WriteString(strings.Replace(p.String(), strings.Join(sectionNames(), ", "), "(all types of sections)", 1) + "\n")
					checkWording(t, p)
				}
				if *update {
					archive.Files = append(archive.Files, input, txtar.File{Name: folder + "/problems", Data: []byte(text.String())})
				} else if text.String() != expected[folder] {
					t.Errorf("problems are\n%s\nwant\n%s", text.String(), expected[folder])
				}
			})
		}
		if *update {
			if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if cases < 40 {
		t.Errorf("only %d kinds of bad edit are tested", cases)
	}
}

// Words of programmers and of the library, which no problem may contain.
var jargon = regexp.MustCompile(`(?i)\b(unmarshal|mapping|sequence|scalar|node|token|struct|string|slice|null pointer|interface|reflect|site\.[A-Z]\w*|int|bool|nil|panic|goccy|flow|parser)\b`)

// checkWording holds every problem against the rules of its kind: plain
// words, one sentence, a place inside the file.
func checkWording(t *testing.T, p Problem) {
	t.Helper()
	words := p.Message + " " + p.Hint
	// What was typed may hold any word.
	words = regexp.MustCompile("`[^`]*`|\"[^\"]*\"|\\bsite\\.yaml\\b").ReplaceAllString(words, "…")
	if found := jargon.FindString(words); found != "" {
		t.Errorf("%q is no word for marketers: %s", found, p)
	}
	if p.Code == "" || p.Severity == "" || !strings.HasSuffix(p.Message, ".") {
		t.Errorf("incomplete problem: %#v", p)
	}
	if p.Line > 0 && (p.Column < 1 || p.Column > len([]rune(p.Source))+1) {
		t.Errorf("column %d is outside of its line: %s", p.Column, p)
	}
}
