package main

import (
	"context"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"text/template"
	"time"
)

var (
	//go:embed template/words.txt
	wordsText string
	//go:embed template/site.yaml
	siteText string
	//go:embed template/page.yaml
	pageText string
)

var generatedIcons = []string{"image", "type", "ruler", "accessibility", "search", "sparkles", "clock", "mail"}

// pageName returns the name of a generated page, which lies in a folder of a
// hundred. Page 0 is the landing page of its sub-site.
func pageName(n int) string {
	if n == 0 {
		return "index"
	}
	return fmt.Sprintf("part-%03d/page-%05d", n/100, n)
}

// pagePath returns the address of a generated page.
func pagePath(n int) string { return strings.TrimSuffix("/made/"+pageName(n), "/index") }

// writeTemplate writes files from a template, each with words of its own, the same
// every time. The template is given the number of the page, and has the functions
// words, title, sentence, icons and path.
func writeTemplate(text string, files []string) error {
	random := rand.New(rand.NewPCG(1, 1))
	pick := func(from []string, count int) []string {
		picked := make([]string, count)
		for i := range picked {
			picked[i] = from[random.IntN(len(from))]
		}
		return picked
	}
	all := strings.Fields(wordsText)
	words := func(count int) string { return strings.Join(pick(all, count), " ") }
	title := func(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
	page, err := template.New("page").Delims("<<", ">>").Funcs(template.FuncMap{
		"words": words, "title": title, "path": pagePath,
		"sentence": func(count int) string { return title(words(count)) + "." },
		"icons":    func(count int) []string { return pick(generatedIcons, count) },
	}).Parse(text)
	if err != nil {
		return fmt.Errorf("read template: %w", err)
	}
	for n, file := range files {
		var filled strings.Builder
		if err := page.Execute(&filled, n); err != nil {
			return fmt.Errorf("fill %s: %w", file, err)
		}
		if err := writeFile(file, []byte(filled.String())); err != nil {
			return err
		}
	}
	return nil
}

// writePages writes the sub-site /made of so many pages, which have the shape of
// the shipped ones.
func writePages(content string, pages int) error {
	if err := writeFile(filepath.Join(content, "made/site.yaml"), []byte(siteText)); err != nil {
		return err
	}
	files := make([]string, pages)
	for n := range files {
		files[n] = filepath.Join(content, "made/pages", pageName(n)+".yaml")
	}
	return writeTemplate(pageText, files)
}

// hugoPage is a page of some paragraphs.
var hugoPage = "---\ntitle: <<words 4>>\n---\n" + strings.Repeat("## <<words 4>>\n\n<<sentence 30>>\n\n", 12)

// hugoBuilds measures how long hugo takes for as many pages with the simplest
// templates, in milliseconds; it returns none where hugo is not installed.
func (b *bench) hugoBuilds(ctx context.Context) (took []float64, err error) {
	hugo, found := b.find("hugo")
	if !found {
		return nil, nil
	}
	root := filepath.Join(b.dir, "hugo")
	for name, text := range map[string]string{
		"hugo.toml":                    "baseURL = 'https://example.com/'\ntitle = 'Bench'\n",
		"layouts/_default/single.html": "<!doctype html><html><head><title>{{ .Title }}</title></head><body><h1>{{ .Title }}</h1>{{ .Content }}</body></html>\n",
		"layouts/_default/list.html":   "<!doctype html><html><head><title>{{ .Title }}</title></head><body><h1>{{ .Title }}</h1></body></html>\n",
	} {
		if err := writeFile(filepath.Join(root, name), []byte(text)); err != nil {
			return nil, err
		}
	}
	files := make([]string, b.Pages)
	for n := range files {
		files[n] = filepath.Join(root, fmt.Sprintf("content/part-%03d/page-%05d.md", n/100, n))
	}
	if err := writeTemplate(hugoPage, files); err != nil {
		return nil, err
	}
	for n := range b.Starts {
		began := time.Now()
		if _, err := output(ctx, hugo, "--source", root, "--destination", fmt.Sprintf("public-%d", n), "--quiet"); err != nil {
			return nil, err
		}
		took = append(took, millisecondsSince(began))
	}
	return took, nil
}
