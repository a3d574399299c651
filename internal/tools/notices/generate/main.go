// Command generate writes the licences of everything that Marquee contains and
// others wrote.
//
//	go run ./internal/tools/notices/generate          writes internal/tools/notices/notices.gen.txt
//	go run ./internal/tools/notices/generate -check   exits 1 when that file is stale
//
// The modules of the program come from `go list`, the packages of the browser
// bundle from package-lock.json; the texts lie in node_modules.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const target = "internal/tools/notices/notices.gen.txt"

// shipped matches packages needed only to build, parts of which are in the
// finished program: fonts, icons and the base of the styles.
var shipped = regexp.MustCompile(`^(@fontsource-variable/.+|lucide-static|tailwindcss)$`)

// typesOnly matches packages of which nothing is in the bundle.
var typesOnly = regexp.MustCompile(`^(@types/.+|csstype)$`)

// licenceFile matches the names that licences and notices have by custom.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)`)

// dependency is one package that others wrote.
type dependency struct{ name, version, dir string }

func main() {
	check := flag.Bool("check", false, "change nothing; exit 1 if the file is stale")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "generate notices:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	modules, err := goModules()
	if err != nil {
		return fmt.Errorf("list Go modules: %w", err)
	}
	packages, err := npmPackages()
	if err != nil {
		return fmt.Errorf("list npm packages: %w", err)
	}
	text, err := write(slices.Concat(modules, packages))
	if err != nil {
		return err
	}
	if !check {
		return os.WriteFile(target, text, 0o644)
	}
	current, err := os.ReadFile(target)
	if err != nil {
		return err
	}
	if !bytes.Equal(current, text) {
		return fmt.Errorf("%s is stale: run make generate", target)
	}
	return nil
}

// goModules returns Go itself and the modules linked into the program on the
// systems that it is built for.
func goModules() ([]dependency, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	found := map[string]dependency{"Go": {name: "Go standard library", dir: strings.TrimSpace(string(root))}}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-tags", "nodynamic", "-deps", "-f", `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}`, "./cmd/marquee")
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH=amd64")
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(out)) {
			if fields := strings.Fields(line); len(fields) == 3 {
				found[fields[0]] = dependency{fields[0], fields[1], fields[2]}
			}
		}
	}
	modules := make([]dependency, 0, len(found))
	for _, module := range found {
		modules = append(modules, module)
	}
	return modules, nil
}

// npmPackages returns the packages of which something is in the browser bundle,
// from the lock file: those of "dependencies" with what they need, and the few
// that ship fonts, icons and styles.
func npmPackages() ([]dependency, error) {
	lock, err := os.ReadFile("package-lock.json")
	if err != nil {
		return nil, err
	}
	var locked struct {
		Packages map[string]struct {
			Version string
			Dev     bool
			Peer    bool
		}
	}
	if err := json.Unmarshal(lock, &locked); err != nil {
		return nil, err
	}
	var packages []dependency
	for dir, entry := range locked.Packages {
		_, name, found := strings.Cut(dir, "node_modules/")
		if !found || typesOnly.MatchString(name) || ((entry.Dev || entry.Peer) && !shipped.MatchString(name)) {
			continue
		}
		packages = append(packages, dependency{name, entry.Version, dir})
	}
	return packages, nil
}

// write returns the text for all dependencies in the order of their names. A
// package without a licence file is an error: somebody must look.
func write(dependencies []dependency) ([]byte, error) {
	slices.SortFunc(dependencies, func(a, b dependency) int { return strings.Compare(a.name, b.name) })
	var out bytes.Buffer
	out.WriteString("Marquee contains parts of the following packages, under their licences.\n")
	for _, d := range dependencies {
		entries, err := os.ReadDir(d.dir)
		if err != nil {
			return nil, fmt.Errorf("look for the licence of %s: %w", d.name, err)
		}
		fmt.Fprintf(&out, "\n%s\n%s\n\n", strings.Repeat("=", 72), strings.TrimSpace(d.name+" "+d.version))
		written := 0
		for _, entry := range entries {
			if entry.IsDir() || !licenceFile.MatchString(entry.Name()) || filepath.Ext(entry.Name()) == ".go" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(d.dir, entry.Name()))
			if err != nil {
				return nil, err
			}
			out.Write(bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
			out.WriteByte('\n')
			written++
		}
		if written == 0 {
			return nil, fmt.Errorf("%s has no licence file in %s", d.name, d.dir)
		}
	}
	return out.Bytes(), nil
}
