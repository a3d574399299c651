package schema

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func generated(t *testing.T) string {
	t.Helper()
	return string(Embedded().TypeScript())
}

func TestTypesLookLikeHandwrittenOnes(t *testing.T) {
	types := generated(t)
	for _, want := range []string{
		`/**
 * PageData is all that the templates need to draw a page: the answer of
 * GET /api/pages, and the data inside every HTML document.
 */
export interface PageData {
  site: Site;
  page: Page;
  /** What a form of the page shows besides itself, where the page answers a native form post. */
  form?: FormState;
}
`, `/** Accepted is the answer to a form whose submission is stored. */
export interface Accepted {
  /** The submission's id. */
  id: string;
  /** Its short name for people, such as K7M3-9QXA. */
  reference: string;
}
`, `/** Checklist is a list of things that are included or true, with an optional card beside it. */
export interface Checklist extends Heading {
  /** What is on the list, in order. */
  items: string[];
  /** A card beside the list. */
  aside?: Aside;
}
`, `/** LegalIntro is what stands before the first section of a legal document. */
export interface LegalIntro {
  /** The words before the first part. */
  markdown: Node[];
}
`, `export type LinkKind = 'page' | 'site' | 'file' | 'anchor' | 'external' | 'contact' | 'placeholder';
`,
		"\n  | ({ type: 'cta' } & CallToAction)\n",
		"\n  template: 'page' | 'legal' | 'not-found';\n",
		"\n  layout?: 'grid' | 'bento' | 'list' | 'numbered';\n",
		"\n  /** Least number of characters; for a number the least value. Left out: 0. */\n  min?: number;\n",
		"\n  fields?: Record<string, string>;\n",
		"\n/** The name of a section type. */\nexport type SectionType = Section['type'];\n",
	} {
		if !strings.Contains(types, want) {
			t.Errorf("the types do not contain:\n%s", want)
		}
	}
}

func TestPrivateFieldsHaveNoType(t *testing.T) {
	types := generated(t)
	for _, private := range []string{
		"recipients", "interface Mail", "interface SEO", "interface Checks", "interface FormMail", "publishAt", "notBefore", "dateFormat",
		"mailWords", "checks: Checks", "checks?: Checks", "confirmation", "retentionDays", "minutes:", "minutes?", "invalidForm", "tooMany",
	} {
		if strings.Contains(types, private) {
			t.Errorf("the types tell of %s, which never leaves the process", private)
		}
	}
}

// Every field with a json tag that can be reached from an answer is looked for
// by a walk of its own, so that a type the generator forgets is found.
func TestEveryJSONFieldHasAType(t *testing.T) {
	types := generated(t)
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			walk(typ.Elem())
			return
		case reflect.Struct:
		default:
			return
		}
		if entry, isCollection := entryType(typ); isCollection {
			walk(entry)
			return
		}
		if seen[typ] || kinds[typ] == moment || kinds[typ] == section || kinds[typ] == markdown {
			return
		}
		seen[typ] = true
		body := regexp.MustCompile(`(?s)\nexport interface ` + typ.Name() + ` [^{]*\{.*?\n\}`).FindString(types)
		if body == "" {
			t.Errorf("%s has no interface", typ)
			return
		}
		for f := range typ.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.Anonymous {
				if !strings.Contains(body, "extends "+f.Type.Name()) {
					t.Errorf("%s does not extend %s", typ, f.Type)
				}
				walk(f.Type)
				continue
			}
			if name == "" || name == "-" {
				continue
			}
			if !regexp.MustCompile(`\n  ` + name + `\??: `).MatchString(body) {
				t.Errorf("%s.%s is missing in:%s", typ, name, body)
			}
			walk(f.Type)
		}
	}
	walk(reflect.TypeFor[site.PageData]())
	walk(reflect.TypeFor[site.Accepted]())
	walk(reflect.TypeFor[site.ErrorAnswer]())
	walk(nodeType)
	for _, r := range roots() {
		walk(r.typ)
	}
	for _, name := range site.SectionTypes() {
		walk(sectionBody(name))
	}
	if len(seen) < 40 {
		t.Errorf("only %d types were found: the walk of this test is broken", len(seen))
	}
}

type sample struct {
	Promised []string                                    `yaml:"promised" json:"promised" validate:"required"`
	Least    []string                                    `yaml:"least" json:"least" validate:"min=1"`
	Unsure   []string                                    `yaml:"unsure" json:"unsure" validate:"omitempty,min=1"`
	Computed []*site.Plan                                `yaml:"-" json:"computed"`
	Left     []string                                    `yaml:"left" json:"left,omitempty"`
	Pointer  *site.Submit                                `yaml:"pointer" json:"pointer"`
	Choices  []string                                    `yaml:"choices" json:"choices" validate:"required,dive,oneof=a b"`
	Plans    site.Collection[site.Plan]                  `yaml:"plans" json:"plans"`
	Words    site.Markdown                               `yaml:"words" json:"words"`
	Struct   site.Submit                                 `yaml:"struct" json:"struct,omitempty"`
	Hidden   func()                                      `yaml:"-" json:"-"`
	Texts    map[string][]site.Text                      `yaml:"texts" json:"texts" validate:"required"`
	Facts    site.Collection[site.Collection[site.Fact]] `yaml:"facts" json:"facts"`
}

func TestFieldsAreOptionalOrNullOnlyWhereTheirJSONIs(t *testing.T) {
	w := &typeWriter{Generator: New(Docs{}), named: map[string]reflect.Type{}}
	w.declare(reflect.TypeFor[sample]())
	want := `
export interface sample {
  promised: string[];
  least: string[];
  unsure: string[] | null;
  computed: Plan[];
  left?: string[];
  pointer: Submit | null;
  choices: ('a' | 'b')[];
  plans: Record<string, Plan>;
  words: Node[];
  struct: Submit;
  texts: Record<string, string[]>;
  facts: Record<string, Record<string, string>>;
}
`
	if got := w.out.String(); got != want {
		t.Errorf("got:%s\nwant:%s", got, want)
	}
}

// Link has the name of a type of package site.
type Link struct {
	Label string `json:"label"`
}

type ownJSON struct{ Hidden int }

func (ownJSON) MarshalJSON() ([]byte, error) { return []byte("{}"), nil }

func TestWhatCannotBeDescribedIsRefused(t *testing.T) {
	for name, test := range map[string]struct {
		typ  reflect.Type
		want string
	}{
		"a channel": {reflect.TypeFor[struct {
			C chan int `json:"c"`
		}](), "has no form that others know"},
		"JSON of its own": {reflect.TypeFor[struct {
			O ownJSON `json:"o"`
		}](), "writes its own JSON"},
		"a forgotten tag": {reflect.TypeFor[struct {
			F int `yaml:"f"`
		}](), "has no json tag"},
		"two types, a name": {reflect.TypeFor[struct {
			A Link      `json:"a"`
			B site.Link `json:"b"`
		}](), "same name"},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, test.want) {
					t.Errorf("it panics with %q, want one that says %q", said, test.want)
				}
			}()
			w := &typeWriter{Generator: New(Docs{}), named: map[string]reflect.Type{}}
			w.declare(test.typ)
		})
	}
}

func TestCommentsCannotEndEarly(t *testing.T) {
	w := &typeWriter{}
	w.comment("  ", "one */ two\nthree")
	if want := "  /**\n   * one * / two\n   * three\n   */\n"; w.out.String() != want {
		t.Errorf("got %q, want %q", w.out.String(), want)
	}
}

func TestMarkdownIsAnArrayOfNodes(t *testing.T) {
	for want, markdown := range map[string]site.Markdown{
		`[]`:                               {Source: "words"},
		`[{"kind":"text","text":"a <b>"}]`: {Nodes: []site.Node{{Kind: "text", Text: "a <b>"}}},
	} {
		got, err := json.Marshal(markdown)
		if err != nil {
			t.Fatal(err)
		}
		var plain, expected any
		if err := json.Unmarshal(got, &plain); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(want), &expected); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(plain, expected) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
