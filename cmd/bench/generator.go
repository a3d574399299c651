package main

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed template
var templates embed.FS

// generator writes sub-sites whose pages have the shape of the shipped ones
// and words of their own. The same numbers give the same files.
type generator struct {
	words  []string
	random *rand.Rand
	site   *template.Template
	page   *template.Template
}

var generatedIcons = []string{"image", "type", "ruler", "accessibility", "search", "sparkles", "clock", "mail"}

func newGenerator() (*generator, error) {
	words, err := templates.ReadFile("template/words.txt")
	if err != nil {
		return nil, fmt.Errorf("read words: %w", err)
	}
	g := &generator{words: strings.Fields(string(words))}
	functions := template.FuncMap{
		"words": g.phrase, "sentence": g.sentence, "icons": g.icons,
		"title": func(text string) string { return strings.ToUpper(text[:1]) + text[1:] },
	}
	parse := func(name string) *template.Template {
		if err != nil {
			return nil
		}
		var parsed *template.Template
		parsed, err = template.New(name).Delims("<<", ">>").Funcs(functions).ParseFS(templates, "template/"+name)
		return parsed
	}
	g.site, g.page = parse("site.yaml"), parse("page.yaml")
	if err != nil {
		return nil, fmt.Errorf("read templates: %w", err)
	}
	return g, nil
}

// generated is a sub-site that was written.
type generated struct {
	// Addresses of its pages, its landing page first, and their files below the
	// content folder.
	paths, files []string
}

// writeSite writes a sub-site of so many pages below the content folder. Its
// pages lie in folders of a hundred.
func (g *generator) writeSite(content, id, path string, number, pages int) (generated, error) {
	var made generated
	for n := range pages {
		name := "index"
		switch {
		case n > 0 && pages > 100:
			name = fmt.Sprintf("part-%03d/page-%05d", n/100, n)
		case n > 0:
			name = fmt.Sprintf("page-%05d", n)
		}
		made.files = append(made.files, id+"/pages/"+name+".yaml")
		made.paths = append(made.paths, strings.TrimSuffix(path+"/"+name, "/index"))
	}
	g.seed(number, 0)
	err := g.write(filepath.Join(content, id, "site.yaml"), g.site, map[string]any{
		"Path": path, "Hue": number * 47 % 360, "First": made.paths[min(1, pages-1)], "Last": made.paths[pages-1],
	})
	for n, file := range made.files {
		if err != nil {
			return generated{}, err
		}
		g.seed(number, n+1)
		err = g.write(filepath.Join(content, file), g.page, map[string]any{"Site": path, "Next": made.paths[(n+1)%pages]})
	}
	return made, err
}

func (g *generator) write(file string, text *template.Template, values map[string]any) error {
	var filled strings.Builder
	if err := text.Execute(&filled, values); err != nil {
		return fmt.Errorf("fill %s: %w", file, err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("make folder of %s: %w", file, err)
	}
	if err := os.WriteFile(file, []byte(filled.String()), 0o644); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}

// seed makes the words that follow depend on the two numbers alone.
func (g *generator) seed(site, page int) {
	g.random = rand.New(rand.NewPCG(uint64(site), uint64(page)))
}

func (g *generator) phrase(count int) string {
	var picked []string
	for range count {
		picked = append(picked, g.words[g.random.IntN(len(g.words))])
	}
	return strings.Join(picked, " ")
}

func (g *generator) sentence(count int) string {
	text := g.phrase(count)
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

func (g *generator) icons(count int) []string {
	var picked []string
	for range count {
		picked = append(picked, generatedIcons[g.random.IntN(len(generatedIcons))])
	}
	return picked
}
