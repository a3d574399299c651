package main

import (
	"fmt"
	"time"

	"github.com/evenlight/marquee/internal/tools/scaffold"
)

type newCommand struct {
	Site  newSiteCommand  `cmd:"" help:"Start a new sub-site: a folder with everything it needs."`
	Page  newPageCommand  `cmd:"" help:"Start a new page of a site."`
	Entry newEntryCommand `cmd:"" help:"Start a new entry of a collection, such as a blog."`
}

type newSiteCommand struct {
	contentFlags
	ID   string `arg:"" help:"Name of the folder, such as bakery."`
	Name string `help:"Name that visitors read. Default: made from the id." placeholder:"NAME"`
	Path string `help:"Where the site lives. Default: /websites/ID, and / with a host." placeholder:"PATH"`
	Host string `help:"A domain of its own, such as bakery.example.com." placeholder:"HOST"`
}

type newPageCommand struct {
	contentFlags
	Site string `arg:"" help:"Folder of the site, such as business."`
	Path string `arg:"" help:"Path of the page below the site, such as /services/logo-design."`
}

type newEntryCommand struct {
	contentFlags
	Site       string `arg:"" help:"Folder of the site, such as business."`
	Collection string `arg:"" help:"Path of the collection, such as /blog."`
	Title      string `arg:"" help:"Title of the entry."`
	Slug       string `help:"Last part of its address. Default: made from the title." placeholder:"SLUG"`
	YAML       bool   `help:"Write YAML, for sections, instead of Markdown." name:"yaml"`
}

// Run writes the entry's file.
func (c newEntryCommand) Run(p *Program, chosen *choices) error {
	config := newContentConfig(chosen)
	if err := chosen.err(); err != nil {
		return err
	}
	files, err := scaffold.NewEntry(config.Dir, c.Site, c.Collection, c.Title, scaffold.EntryOptions{Slug: c.Slug, YAML: c.YAML, Now: time.Now()})
	return p.written(files, err)
}

// Run writes the site's folder.
func (c newSiteCommand) Run(p *Program, chosen *choices) error {
	config := newContentConfig(chosen)
	if err := chosen.err(); err != nil {
		return err
	}
	files, err := scaffold.NewSite(config.Dir, c.ID, scaffold.Options{Path: c.Path, Host: c.Host, Name: c.Name})
	if err := p.written(files, err); err != nil {
		return err
	}
	fmt.Fprintf(p.Stderr, "\nWhile marquee serve runs, it is at http://%s.localhost:8080. Begin with %s/site.yaml.\n", c.ID, c.ID)
	return nil
}

// Run writes the page's file.
func (c newPageCommand) Run(p *Program, chosen *choices) error {
	config := newContentConfig(chosen)
	if err := chosen.err(); err != nil {
		return err
	}
	files, err := scaffold.NewPage(config.Dir, c.Site, c.Path)
	return p.written(files, err)
}

func (p *Program) written(files []string, err error) error {
	for _, file := range files {
		fmt.Fprintln(p.Stdout, file)
	}
	return err
}
