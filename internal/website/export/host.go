package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// host is what is exported for one set of hosts.
type host struct {
	plan *plan
	// The name of the space ([site.Revision]), and where its files go, with a slash
	// at the end; both are empty for the main site's.
	space, folder string
	sites         []*site.Bundle
}

// addresses returns those of all assets, images and pictures, sorted.
func (h host) addresses(built []string) ([]string, error) {
	all := slices.Clone(built)
	var problems []error
	for _, bundle := range h.sites {
		made := bundle.Site.Assets
		all = append(all, made.Stylesheet, made.Sprite, made.TouchIcon, made.Icon, made.Manifest)
		all = append(all, made.Fonts...)
		for address := range bundle.Files {
			all = append(all, address)
		}
		for _, page := range bundle.Pages {
			base := strings.TrimSuffix(page.Head.Canonical, page.Path)
			if address, ours := strings.CutPrefix(page.Head.Image, base); ours && strings.HasPrefix(address, "/og/") {
				all = append(all, address)
			}
		}
		icons, err := h.iconsOf(made.Manifest)
		if err != nil {
			problems = append(problems, fmt.Errorf("read %s: %w", made.Manifest, err))
		}
		all = append(all, icons...)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(address string) bool { return address == "" }), errors.Join(problems...)
}

// iconsOf returns the addresses of the icons that a web app manifest names.
func (h host) iconsOf(address string) ([]string, error) {
	if address == "" {
		return nil, nil
	}
	manifest := h.plan.website.Asset(address)
	if manifest == nil {
		return nil, errMissing
	}
	var content struct {
		Icons []struct {
			Source string `json:"src"`
		} `json:"icons"`
	}
	if err := json.Unmarshal(manifest.Body, &content); err != nil {
		return nil, err
	}
	var addresses []string
	for _, icon := range content.Icons {
		addresses = append(addresses, icon.Source)
	}
	return addresses, nil
}

var errMissing = errors.New("it is not there")

func (h host) fileItem(address string) item {
	return item{name: h.folder + strings.TrimPrefix(address, "/"), address: h.space + address, hashed: true, make: func(context.Context) (*site.Representation, error) {
		return expect(h.plan.website.Asset(address), http.StatusOK)
	}}
}

// large returns a file that is too large for memory, or nil.
func (h host) large(address string) *site.File {
	for _, bundle := range h.sites {
		if file, found := bundle.Files[address]; found && file.Open != nil {
			return &file
		}
	}
	return nil
}

func (h host) pageItem(at string) item {
	return item{name: h.folder + htmlFile(at), address: h.space + at, make: func(ctx context.Context) (*site.Representation, error) {
		return expect(h.plan.website.Page(ctx, h.space+at), http.StatusOK)
	}}
}

func (h host) dataItem(at string) item {
	name := "api/page-data/index.json"
	if at != "/" {
		name = "api/page-data" + at + ".json"
	}
	return item{name: h.folder + name, address: "the data of " + h.space + at, make: func(ctx context.Context) (*site.Representation, error) {
		return expect(h.plan.website.PageData(ctx, h.space+at), http.StatusOK)
	}}
}

func (h host) markdownItem(at string) item {
	path := site.MarkdownPath(at)
	return item{name: h.folder + strings.TrimPrefix(path, "/"), address: h.space + path, make: func(context.Context) (*site.Representation, error) {
		return expect(h.plan.website.Document(h.space+path), http.StatusOK)
	}}
}

// notFoundItem asks for a path that no page can have: it has no meaning on the web.
func (h host) notFoundItem(scope string) item {
	below := strings.TrimSuffix(scope, "/")
	return item{name: h.folder + strings.TrimPrefix(below+"/404.html", "/"), address: "the not-found page of " + h.space + scope, make: func(ctx context.Context) (*site.Representation, error) {
		return expect(h.plan.website.Page(ctx, h.space+below+"/\x00"), http.StatusNotFound)
	}}
}

func (h host) ready(name string, r *site.Representation, how siblings) item {
	return item{name: h.folder + name, address: h.space + "/" + name, siblings: how, make: func(context.Context) (*site.Representation, error) { return r, nil }}
}
