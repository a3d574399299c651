package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

const longestPreview = 90 * 24 * time.Hour

type previewLinkCommand struct {
	contentFlags
	dataFlags
	Path   string `arg:"" optional:"" help:"Page to begin with, such as /christmas, or bakery:/christmas of the site bakery. Default: the first page."`
	For    string `default:"14d" help:"How long the link lasts, in days or hours, 90d at most." placeholder:"TIME"`
	AsOf   string `name:"as-of" help:"Show the site at noon of this day, on its own clock." placeholder:"DAY"`
	Revoke bool   `help:"End all links at once, whatever they show, and make none."`
}

func (c previewLinkCommand) Run(ctx context.Context, p *Program, config contentConfig, chosen *choices) error {
	data := chosen.get("data")
	if c.Revoke {
		err := writePreviewKey(data, osfile.WriteDurable)
		if err == nil {
			fmt.Fprintln(p.Stdout, "All preview links have ended.")
		}
		return err
	}
	address, link, err := c.find(ctx, config)
	if err != nil {
		return err
	}
	key, err := readPreviewKey(data)
	if errors.Is(err, fs.ErrNotExist) {
		if err := writePreviewKey(data, osfile.Create); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		key, err = readPreviewKey(data) // another program may have been first
	}
	if err == nil {
		fmt.Fprintf(p.Stdout, "%s?preview=%s\n", address, link.Token(key))
		fmt.Fprintf(p.Stderr, "Until %s, whoever has this address sees what is not published of %s.\n",
			link.Until.Format("2006-01-02 15:04 MST"), link.Site)
	}
	return err
}

// find returns the address of the page, and the link that shows it.
func (c previewLinkCommand) find(ctx context.Context, config contentConfig) (string, site.PreviewLink, error) {
	link := site.PreviewLink{Until: time.Now()}
	lasts, err := time.ParseDuration(c.For)
	if days, is := strings.CutSuffix(c.For, "d"); is {
		lasts, err = time.ParseDuration(days + "h")
		lasts = 24 * min(lasts, longestPreview)
	}
	if err != nil || lasts < time.Hour || lasts > longestPreview {
		return "", link, usageError{fmt.Errorf("--for %q: write days or hours, such as 14d or 36h, at most 90d", c.For)}
	}
	link.Until = link.Until.Add(lasts)

	config.Drafts = true
	revision, _, err := load(ctx, config)
	if err == nil && revision == nil {
		err = fmt.Errorf("the content in %s has errors (marquee check shows them)", config.Dir)
	}
	if err != nil {
		return "", link, err
	}
	id, path, named := strings.Cut(c.Path, ":")
	if !named {
		id, path = revision.Main().Site.ID, c.Path
	}
	bundle := revision.ByID(id)
	if bundle == nil {
		return "", link, usageError{fmt.Errorf("there is no site %q", id)}
	}
	if c.AsOf != "" {
		day, err := time.ParseInLocation(time.DateOnly, c.AsOf, bundle.Site.Location)
		if err != nil {
			return "", link, usageError{fmt.Errorf("--as-of %q: write a day such as 2026-12-24", c.AsOf)}
		}
		link.AsOf, config.Drafts = day.Add(12*time.Hour), false
		var problems []yamldoc.Problem
		if revision, problems, err = loadFrom(ctx, config, tree.Folder(config.Dir), link.AsOf); err != nil {
			return "", link, err
		}
		if revision == nil {
			first := slices.IndexFunc(problems, func(p yamldoc.Problem) bool { return p.Severity == yamldoc.Error })
			return "", link, fmt.Errorf("on that day, the content has an error: %s", problems[first])
		}
	}

	if named { // as links name a page of another site
		path = strings.TrimSuffix(bundle.Site.Path, "/") + path
	}
	path = cmp.Or(path, bundle.Site.Path)
	if home, is := strings.CutSuffix(path, "/"); is && home != "" {
		path = home
	}
	var paths []string
	for _, owner := range revision.In(bundle.Site.Space) {
		for _, page := range owner.Pages {
			if paths = append(paths, page.Path); page.Path != path {
				continue
			}
			if page.Head.Canonical == "" {
				return "", link, errors.New("nobody knows where the website is: give --base-url, or add a baseURL to site.yaml")
			}
			link.Site, _, _ = strings.Cut(owner.Site.ID, ".") // without the tag of a language
			return page.Head.Canonical, link, nil
		}
	}
	advice := "look at the addresses of its pages, or at the day of --as-of, on which there are no drafts"
	if near, found := site.Nearest(path, paths); found {
		advice = "did you mean " + near + "?"
	}
	return "", link, usageError{fmt.Errorf("the preview has no page with the address %s; %s", path, advice)}
}
