package look_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"

	"github.com/evenlight/marquee/internal/site"
)

const repository = "../../.."

var slotInTSX = regexp.MustCompile(`\b(?:data-)?slot(?:=|': ?|: ?)[{]?["']([a-z]+)["']`)

// sources returns the TSX of the web part as one text.
func sources(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := fs.WalkDir(os.DirFS(repository), "web/src", func(name string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".tsx") && !strings.Contains(name, ".test.") {
			data, readErr := os.ReadFile(filepath.Join(repository, name))
			all.Write(data)
			return readErr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// layouts of samples, of whose names their classes are made.
var layouts = []string{"arch", "columns", "menu", "table"}

func TestEverySlotIsMarkedAndEveryMarkIsASlot(t *testing.T) {
	text := sources(t)
	marked := map[string]bool{}
	for _, found := range slotInTSX.FindAllStringSubmatch(text, -1) {
		marked[found[1]] = true
	}
	marked["item"] = marked["item"] || strings.Contains(text, "'item'")
	guide, err := os.ReadFile(filepath.Join(repository, "docs/guide/looks.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(site.Slots) {
		t.Error("site.Slots is not sorted")
	}
	for _, slot := range site.Slots {
		if !regexp.MustCompile(`(?m)^\| ` + "`" + slot + "`" + ` \| \S.* \|$`).Match(guide) {
			t.Errorf("the guide does not say what the slot %s marks", slot)
		}
		if !marked[slot] {
			t.Errorf("no component marks data-slot=%q", slot)
		}
	}
	for slot := range marked {
		if !slices.Contains(site.Slots, slot) {
			t.Errorf("data-slot=%q is not in site.Slots", slot)
		}
	}
	for _, class := range site.LookClasses {
		if !strings.Contains(string(guide), "`."+class+"`") {
			t.Errorf("the guide lacks .%s", class)
		}
		made := strings.HasPrefix(class, "sample-") && slices.Contains(layouts, strings.TrimPrefix(class, "sample-"))
		if !made && !regexp.MustCompile(`\b`+class+`\b`).MatchString(text) {
			t.Errorf("no component has the class %s", class)
		}
	}
}

func TestEveryCustomPropertyOfTheGuideIsOneOfTheEngine(t *testing.T) {
	guide, err := os.ReadFile(filepath.Join(repository, "docs/guide/looks.md"))
	theme, err2 := os.ReadFile(filepath.Join(repository, "web/src/styles/theme.css"))
	scenes, err3 := os.ReadFile(filepath.Join(repository, "web/src/styles/scenes.css"))
	if err := errors.Join(err, err2, err3); err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(--[a-z-]+)`").FindAllStringSubmatch(string(guide), -1)
	if len(named) < 40 {
		t.Fatalf("the guide names %d custom properties", len(named))
	}
	for _, found := range named {
		if !regexp.MustCompile(found[1] + `\b[^-]`).MatchString(string(theme) + string(scenes)) {
			t.Errorf("no style sheet has %s", found[1])
		}
	}
}

// Attributes that a look may ask for beside slots and sections: states, and what content says.
var attributes = []string{
	"data-section", "data-slot", "data-look", "data-layout", "data-lead", "data-shape", "data-part", "data-side",
	"data-current", "data-featured", "data-highlight", "data-step", "aria-current", "aria-selected", "open",
}

func TestShippedLooksRelyOnTheContractAlone(t *testing.T) {
	sheets, err := filepath.Glob(filepath.Join(repository, "content/*/look/*.css"))
	more, err2 := filepath.Glob(filepath.Join(repository, "content/*/look/sections/*.css"))
	if sheets = append(sheets, more...); err != nil || err2 != nil || len(sheets) < 20 {
		t.Fatalf("%d sheets: %v, %v", len(sheets), err, err2)
	}
	for _, name := range sheets {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, selector := range selectors(data) {
			for _, strange := range outside(selector) {
				t.Errorf("%s: %q in %q is no part of the contract", strings.TrimPrefix(name, repository), strange, selector)
			}
		}
	}
}

// oneAxis matches what clips one axis alone, as CSS and as a utility.
var oneAxis = regexp.MustCompile(`overflow-(x|y|inline|block)(-|:\s*)clip|overflow:\s*(clip visible|visible clip)`)

// TestNothingIsClippedOnOneAxisAlone: the other axis of such a clip is unbounded, and WebKit paints nothing of an
// element with one that lies on a layer of its own (https://bugs.webkit.org/show_bug.cgi?id=295662).
func TestNothingIsClippedOnOneAxisAlone(t *testing.T) {
	read := 0
	for _, root := range []string{"web/src", "content", "examples", "internal/testkit/content"} {
		err := filepath.WalkDir(filepath.Join(repository, root), func(name string, _ fs.DirEntry, err error) error {
			if err != nil || !slices.Contains([]string{".css", ".tsx"}, filepath.Ext(name)) {
				return err
			}
			read++
			data, err := os.ReadFile(name)
			if found := oneAxis.Find(data); found != nil {
				t.Errorf("%s: with %q WebKit may leave out what is in it. Write overflow: clip, with room beyond its edges",
					strings.TrimPrefix(name, repository), found)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 150 {
		t.Errorf("%d files were read", read)
	}
}

// selectors returns what stands before the blocks of rules.
func selectors(data []byte) (found []string) {
	lexer := css.NewLexer(parse.NewInputBytes(data))
	var prelude strings.Builder
	keyframes, depth := 0, 0
	for {
		kind, token := lexer.Next()
		switch kind {
		case css.ErrorToken:
			return found
		case css.CommentToken:
		case css.LeftBraceToken:
			depth++
			text := strings.TrimSpace(prelude.String())
			if strings.HasPrefix(text, "@keyframes") {
				keyframes = depth
			} else if !strings.HasPrefix(text, "@") && keyframes == 0 {
				found = append(found, text)
			}
			prelude.Reset()
		case css.RightBraceToken:
			if depth == keyframes {
				keyframes = 0
			}
			depth--
			prelude.Reset()
		case css.SemicolonToken:
			prelude.Reset()
		default:
			prelude.Write(token)
		}
	}
}

// outside returns the parts of a selector that the contract does not name.
func outside(selector string) (strange []string) {
	lexer := css.NewLexer(parse.NewInputString(selector))
	var before css.TokenType
	var sign string
	inAttribute := false
	for {
		kind, token := lexer.Next()
		text := string(token)
		switch {
		case kind == css.ErrorToken:
			return strange
		case kind == css.HashToken:
			strange = append(strange, text)
		case kind == css.LeftBracketToken:
			inAttribute = true
		case kind == css.RightBracketToken:
			inAttribute = false
		case kind != css.IdentToken:
		case inAttribute && before == css.LeftBracketToken && !slices.Contains(attributes, text):
			strange = append(strange, "["+text+"]")
		case inAttribute, before == css.ColonToken:
		case before == css.DelimToken && sign == ".":
			if !slices.Contains(site.LookClasses, text) {
				strange = append(strange, "."+text)
			}
		case !slices.Contains([]string{"main", "html", "body", "even", "odd", "n"}, text):
			strange = append(strange, text)
		}
		before, sign = kind, text
	}
}
