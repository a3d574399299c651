package scaffold

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"text/template"
)

//go:embed starter page.yaml entry.md entry.yaml
var templates embed.FS

// Options are what a new site may be given; the zero value is fine.
type Options struct {
	// Where the site lives. Empty: /websites/ and the id; with a host, its root.
	Path string
	// A domain of its own, such as bakery.example.com. Empty: it lives where the main
	// site does.
	Host string
	// Name of the company or brand. Empty: made from the id.
	Name string
}

// Base stands before the paths of the site's pages.
func (o Options) Base() string { return strings.TrimSuffix(o.Path, "/") }

// NewSite writes a new site into the content folder root, and returns the
// files that it wrote, sorted, as paths below root such as bakery/site.yaml.
// The id is the name of the site's folder.
//
// It is an error if there is no main site to take words from ([NewMain] writes
// one), if the folder exists, if another site lives at the path, or if id or
// path are no good names; then nothing is written.
func NewSite(root, id string, o Options) ([]string, error) {
	if err := checkName("site id", id); err != nil {
		return nil, err
	}
	switch {
	case o.Path == "" && o.Host != "":
		o.Path = "/"
	case o.Path == "":
		o.Path = "/websites/" + id
	}
	if o.Name == "" {
		o.Name = words(id)
	}
	if err := errors.Join(checkHost(o.Host), checkSitePath(o.Path, o.Host), checkText("name", o.Name)); err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("open content folder: %w", err)
	}
	defer folder.Close()
	if siteAt(folder.FS(), "/") == "" {
		return nil, ErrNoMainSite
	}
	if err := free(folder, id); err != nil {
		return nil, err
	}
	if owner := siteAt(folder.FS(), o.Path); owner != "" && o.Host == "" {
		return nil, fmt.Errorf("the path %s is taken by the site %s: choose another with --path", o.Path, owner)
	}
	files, err := starter("site", o)
	if err != nil {
		return nil, err
	}
	return place(folder, id, files)
}

// file is one file to write, below the place it belongs to.
type file struct {
	name string
	data []byte
}

// starter returns the files of a starter site in the order of their names.
func starter(kind string, values any) ([]file, error) {
	var files []file
	top := path.Join("starter", kind)
	err := fs.WalkDir(templates, top, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fill(name, values)
		files = append(files, file{strings.TrimPrefix(name, top+"/"), data})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("fill in the starter site: %w", err)
	}
	return files, nil
}

// fill executes an embedded template. The delimiters are << and >>, because
// {{ }} are facts of the content.
func fill(name string, values any) ([]byte, error) {
	parsed, err := template.New(path.Base(name)).
		Delims("<<", ">>").
		Funcs(template.FuncMap{"quote": quote}).
		Option("missingkey=error").
		ParseFS(templates, name)
	if err != nil {
		return nil, fmt.Errorf("parse %s: %w", name, err)
	}
	var out bytes.Buffer
	if err := parsed.Execute(&out, values); err != nil {
		return nil, fmt.Errorf("fill in %s: %w", name, err)
	}
	return out.Bytes(), nil
}

// quote writes text in double quotes: a JSON string is one of YAML, too.
func quote(text string) (string, error) {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return "", err
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}
