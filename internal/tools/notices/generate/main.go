// Command generate writes the licences of everything that Marquee contains and others wrote.
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
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const target = "internal/tools/notices/notices.gen.txt"

var (
	// shipped matches packages needed only to build, parts of which are in the
	// finished program: fonts, icons and the base of the styles.
	shipped = regexp.MustCompile(`^(@fontsource-variable/.+|lucide-static|tailwindcss)$`)
	// typesOnly matches packages of which nothing is in the bundle.
	typesOnly = regexp.MustCompile(`^(@types/.+|csstype)$`)
	// licenceFile matches the names that licences and notices have by custom.
	licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)`)
)

func main() {
	check := flag.Bool("check", false, "change nothing; exit 1 if the file is stale")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "generate notices:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	// Folders by the name of what they hold, and its version.
	folders := map[string]string{}
	if err := addModules(folders); err != nil {
		return fmt.Errorf("list Go modules: %w", err)
	}
	if err := addPackages(folders); err != nil {
		return fmt.Errorf("list npm packages: %w", err)
	}
	text, err := notices(folders)
	if err != nil {
		return err
	}
	if !check {
		return os.WriteFile(target, text, 0o644)
	}
	current, err := os.ReadFile(target)
	if err == nil && !bytes.Equal(current, text) {
		err = fmt.Errorf("%s is stale: run make generate", target)
	}
	return err
}

// addModules adds Go itself and the modules linked into the program on the systems that it is built for.
func addModules(folders map[string]string) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	folders["Go standard library"] = strings.TrimSpace(string(root))
	const format = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}	{{.Dir}}{{end}}{{end}}`
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-tags", "nodynamic", "-deps", "-f", format, "./cmd/marquee")
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH=amd64")
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(out)) {
			if name, dir, found := strings.Cut(strings.TrimSpace(line), "\t"); found {
				folders[name] = dir
			}
		}
	}
	return nil
}

// addPackages adds the packages of which something is in the browser bundle, from the lock file: those of
// "dependencies" with what they need, and the few that ship fonts, icons and styles.
func addPackages(folders map[string]string) error {
	lock, err := os.ReadFile("package-lock.json")
	if err != nil {
		return err
	}
	var locked struct {
		Packages map[string]struct {
			Version   string
			Dev, Peer bool
		}
	}
	if err := json.Unmarshal(lock, &locked); err != nil {
		return err
	}
	for dir, entry := range locked.Packages {
		_, name, found := strings.Cut(dir, "node_modules/")
		if found && !typesOnly.MatchString(name) && (!entry.Dev && !entry.Peer || shipped.MatchString(name)) {
			folders[name+" "+entry.Version] = dir
		}
	}
	return nil
}

// notices returns the text for all folders in the order of their names. One without a
// licence file is an error: somebody must look.
func notices(folders map[string]string) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("Marquee contains parts of the following packages, under their licences.\n")
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		entries, err := os.ReadDir(folders[name])
		if err != nil {
			return nil, fmt.Errorf("look for the licence of %s: %w", name, err)
		}
		fmt.Fprintf(&out, "\n%s\n%s\n\n", strings.Repeat("=", 72), name)
		empty := out.Len()
		for _, entry := range entries {
			if entry.IsDir() || !licenceFile.MatchString(entry.Name()) || filepath.Ext(entry.Name()) == ".go" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(folders[name], entry.Name()))
			if err != nil {
				return nil, err
			}
			out.Write(bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
			out.WriteByte('\n')
		}
		if out.Len() == empty {
			return nil, fmt.Errorf("%s has no licence file in %s", name, folders[name])
		}
	}
	return out.Bytes(), nil
}
