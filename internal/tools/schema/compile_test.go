package schema

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// project is a small TypeScript project that holds the generated files.
type project struct {
	t      *testing.T
	folder string
	tsc    string
}

func newProject(t *testing.T) *project {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	p := &project{t: t, folder: t.TempDir(), tsc: filepath.Join(root, "node_modules", ".bin", "tsc")}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("SKIPPED: node is not installed, so the generated TypeScript is NOT checked by its compiler")
	}
	if _, err := os.Stat(p.tsc); err != nil {
		t.Skip("SKIPPED: run npm ci first; without node_modules the generated TypeScript is NOT checked by its compiler")
	}
	react := filepath.Join(root, "node_modules", "@types", "react")
	p.write("tsconfig.json", fmt.Sprintf(`{"compilerOptions": {
		"strict": true, "noEmit": true, "exactOptionalPropertyTypes": true, "noUncheckedIndexedAccess": true,
		"verbatimModuleSyntax": true, "isolatedModules": true, "noUnusedLocals": true,
		"target": "es2022", "module": "esnext", "moduleResolution": "bundler", "types": [], "skipLibCheck": true,
		"paths": {"react": [%q]}}}`, react))
	p.write("content/types.gen.ts", generated(t))
	for _, name := range site.SectionTypes() {
		p.component(sectionBody(name).Name(), sectionBody(name).Name())
	}
	p.write("sections/registry.gen.ts", string(Registry()))
	return p
}

func (p *project) write(path, text string) {
	p.t.Helper()
	target := filepath.Join(p.folder, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(target, []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// component writes the component of a section body that takes the given props.
func (p *project) component(body, props string) {
	p.t.Helper()
	p.write("sections/"+body+"Section.ts", fmt.Sprintf(
		"import type { %[2]s } from '../content/types.gen';\nexport function %[1]sSection(props: %[2]s) {\n  return Object.keys(props).join();\n}\n",
		body, props))
}

func (p *project) compile() (output string, ok bool) {
	p.t.Helper()
	command := exec.Command(p.tsc, "--noEmit", "-p", ".")
	command.Dir = p.folder
	combined, err := command.CombinedOutput()
	return string(combined), err == nil
}

func TestGeneratedTypeScriptCompiles(t *testing.T) {
	p := newProject(t)
	for name, data := range map[string]site.PageData{"full": filler{full: true}.page(), "least": filler{}.page()} {
		literal, err := json.MarshalIndent(data, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		p.write("data/"+name+".ts", "import type { PageData } from '../content/types.gen';\n\nexport const data: PageData = "+string(literal)+";\n")
	}
	if output, ok := p.compile(); !ok {
		t.Errorf("tsc finds:\n%s", output)
	}
}

func TestCompilerProvesTheRegistryComplete(t *testing.T) {
	p := newProject(t)
	p.component("Hero", "Quote")
	output, ok := p.compile()
	if ok || !strings.Contains(output, "registry.gen.ts") {
		t.Errorf("a component with the props of another section compiles:\n%s", output)
	}
	p.component("Hero", "Hero")
	if err := os.Remove(filepath.Join(p.folder, "sections", "QuoteSection.ts")); err != nil {
		t.Fatal(err)
	}
	output, ok = p.compile()
	if ok || !strings.Contains(output, "./QuoteSection") {
		t.Errorf("a registry without a component compiles:\n%s", output)
	}
}

func TestCompilerFindsDataThatTheTypesDoNotAllow(t *testing.T) {
	p := newProject(t)
	p.write("data/wrong.ts", `import type { Section } from '../content/types.gen';

export const unknownType: Section = { type: 'carousel', title: 'x' };
export const unknownKey: Section = { type: 'quote', text: 'x', texts: 'y' };
export const missing: Section = { type: 'quote' };
`)
	output, ok := p.compile()
	for _, line := range []string{"wrong.ts(3,", "wrong.ts(4,", "wrong.ts(5,"} {
		if ok || !strings.Contains(output, line) {
			t.Errorf("the compiler says nothing about %s:\n%s", line, output)
		}
	}
}
