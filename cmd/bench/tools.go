package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
)

// tool is a program that a group cannot do without.
type tool struct {
	name string
	// Where it may be: paths, or names that are looked up.
	places []string
	// What to do when it is nowhere.
	advice string
}

const debianAdvice = "apt-get install wrk nginx caddy"

var (
	wrkTool   = tool{"wrk", []string{"wrk"}, debianAdvice}
	nginxTool = tool{"nginx", []string{"nginx", "/usr/sbin/nginx"}, debianAdvice}
	caddyTool = tool{"caddy", []string{"caddy"}, debianAdvice}
	goTool    = tool{"go", []string{"go"}, "https://go.dev/doc/install"}
	nodeTool  = tool{"node", []string{"node"}, "apt-get install nodejs"}

	lighthouseTool = tool{"lighthouse", []string{"node_modules/.bin/lighthouse"}, "run make setup, which installs what package.json names"}
	chromiumTool   = tool{"chromium", []string{"chromium", "chromium-browser", "google-chrome"}, "apt-get install chromium"}
)

// toolbox is where the tools were found, by name.
type toolbox map[string]string

// find looks for the tools and returns a sentence for each that is nowhere.
func (b *toolbox) find(needed []tool) (lacks []string) {
	if *b == nil {
		*b = toolbox{}
	}
	for _, t := range needed {
		if (*b)[t.name] != "" {
			continue
		}
		place := slices.IndexFunc(t.places, func(place string) bool {
			found, err := exec.LookPath(place)
			(*b)[t.name] = found
			return err == nil
		})
		if place < 0 {
			(*b)[t.name] = ""
			lacks = append(lacks, fmt.Sprintf("%s is not installed: %s", t.name, t.advice))
		}
	}
	return lacks
}

// contentFolder refuses what cannot be the content.
func contentFolder(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return refusal{fmt.Sprintf("the content folder %s is not there: run bench at the root of the repository, or name it with --content", dir)}
	}
	if !info.IsDir() {
		return refusal{fmt.Sprintf("the content folder %s is a file", dir)}
	}
	return nil
}
