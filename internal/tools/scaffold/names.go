package scaffold

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/slug"
)

const (
	// maxName is how long one part of a path may be; file systems end at 255 bytes.
	maxName = 100
	// maxDepth is how many parts the path of a page may have; the content loader reads no deeper.
	maxDepth = 12
)

func checkName(what, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("the %s is empty", what)
	case len(name) > maxName:
		return fmt.Errorf("the %s %s is longer than %d characters", what, shorten(name), maxName)
	case !slug.Pattern.MatchString(name):
		return fmt.Errorf("the %s %s cannot be used: "+
			"take small letters a to z, digits and single hyphens, such as my-page", what, shorten(name))
	}
	return nil
}

// hostName is a domain as browsers send it.
var hostName = regexp.MustCompile(`^([a-z0-9]+(-+[a-z0-9]+)*\.)*[a-z0-9]+(-+[a-z0-9]+)*$`)

func checkHost(host string) error {
	if host != "" && (len(host) > 253 || !hostName.MatchString(host)) {
		return fmt.Errorf("the host %s cannot be used: "+
			"write the name alone in small letters, such as bakery.example.com", shorten(host))
	}
	return nil
}

// checkSitePath refuses what no sub-site can live at; / takes a host of its own.
func checkSitePath(sitePath, host string) error {
	rest, rooted := strings.CutPrefix(sitePath, "/")
	switch {
	case !rooted:
		return fmt.Errorf("the path %s must begin with /", shorten(sitePath))
	case rest == "" && host != "":
		return nil
	case rest == "":
		return errors.New("the path / belongs to the main site: choose one below it, or a host with --host")
	}
	parts := strings.Split(rest, "/")
	if err := checkParts(sitePath, parts); err != nil {
		return err
	}
	if site.IsReserved(sitePath) {
		return fmt.Errorf("the path %s cannot be used: the server itself answers below /%s", sitePath, parts[0])
	}
	return nil
}

func checkParts(whole string, parts []string) error {
	if len(parts) > maxDepth {
		return fmt.Errorf("the path %s has more than %d parts", shorten(whole), maxDepth)
	}
	for _, part := range parts {
		if err := checkName("part of the path", part); err != nil {
			return err
		}
	}
	return nil
}

func checkText(what, text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return fmt.Errorf("the %s is empty", what)
	case utf8.RuneCountInString(text) > maxName:
		return fmt.Errorf("the %s is longer than %d characters", what, maxName)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("the %s %s holds a character that cannot be shown", what, shorten(text))
	case strings.Contains(text, "{{"):
		return fmt.Errorf("the %s %s may not refer to facts", what, shorten(text))
	}
	return nil
}

func shorten(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		text = string(runes[:60]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

func words(name string) string {
	parts := strings.Split(name, "-")
	for i, part := range parts {
		parts[i] = strings.ToUpper(part[:1]) + part[1:]
	}
	return strings.Join(parts, " ")
}

// pagePath returns the part of an address below the site: "" for its first page, or parts with slashes between them.
func pagePath(sitePath, address string) (string, error) {
	below := strings.TrimPrefix(address+"/", strings.TrimSuffix(sitePath, "/")+"/")
	below = strings.TrimPrefix(strings.TrimSuffix(below, "/"), "/")
	below = strings.TrimSuffix(below, "/")
	if below == "" {
		if strings.Trim(address, "/") == "" && address != "/" {
			return "", errors.New("the page needs a path, such as /about")
		}
		return "", nil
	}
	parts := strings.Split(below, "/")
	switch {
	case slices.Contains(parts, "index"):
		return "", fmt.Errorf("the path %s cannot be used: "+
			"leave out index, which is no part of an address", shorten(address))
	case slices.Contains(parts, "404"):
		return "", errors.New("404 is the page for unknown paths: copy pages/404.yaml of the main site instead")
	}
	return below, checkParts(address, parts)
}

// known is what must be known of a site.yaml, or of the index of a collection. The rest of the file is for the checker.
type known struct {
	Path, TimeZone, Language, Kind string
	Hosted                         bool
}

func read(content fs.FS, name string) (found known, err error) {
	data, err := fs.ReadFile(content, name)
	if err != nil {
		return found, fmt.Errorf("read %s: %w", name, err)
	}
	at, err := yamldoc.Texts(name, data)
	if err != nil {
		return found, fmt.Errorf("read %s: %w", name, err)
	}
	return known{
		Path: at("path"), TimeZone: at("timeZone"), Language: at("language"), Kind: at("collection.kind"),
		Hosted: cmp.Or(at("hosts"), at("hosts[0]")) != "",
	}, nil
}

// findSite returns the settings and the folder of a site: business, or business/de of business.de, which is business
// in German.
func findSite(content fs.FS, site string) (settings known, dir string, err error) {
	id, tag, translated := strings.Cut(site, ".")
	if err := checkName("site id", cmp.Or(id, site)); err != nil {
		return known{}, "", err
	}
	if translated && !locale.IsTag(tag) {
		return known{}, "", fmt.Errorf("there is no site %s: %s is no tag of a language", shorten(site), shorten(tag))
	}
	name := id + "/site.yaml"
	settings, err = read(content, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("there is no site %s: it would have a file %s", id, name)
	case err == nil && !strings.HasPrefix(settings.Path, "/"):
		err = fmt.Errorf("%s does not say where the site lives: add a line such as path: /websites/%s", name, id)
	case err == nil && translated:
		settings, err = translatedSite(content, id, tag, settings)
	}
	return settings, path.Join(id, tag), err
}

// findPlace returns the settings and the folder of a site, and the part of the address of a page below it.
func findPlace(content fs.FS, site, address string) (settings known, dir, below string, err error) {
	settings, dir, err = findSite(content, site)
	if err == nil {
		below, err = pagePath(settings.Path, address)
	}
	return settings, dir, below, err
}

// translatedSite returns the settings of a site in the folder of a language, which may have no site.yaml.
func translatedSite(content fs.FS, id, tag string, original known) (known, error) {
	if _, err := fs.Stat(content, path.Join(id, tag)); err != nil {
		return known{}, fmt.Errorf("there is no folder %s/%s: begin it with marquee new language %s %s", id, tag, id, tag)
	}
	own, err := read(content, path.Join(id, tag, "site.yaml"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return known{}, err
	}
	usual := path.Join(original.Path, tag)
	if own.Hosted {
		usual = "/"
	}
	original.Path, original.Language = cmp.Or(own.Path, usual), cmp.Or(own.Language, tag)
	return original, nil
}

func owners(content fs.FS) (map[string]string, error) {
	names, err := fs.Glob(content, "*/site.yaml")
	found := map[string]string{}
	for _, name := range names {
		id := path.Dir(name)
		if strings.HasPrefix(id, ".") || strings.HasPrefix(id, "_") {
			continue
		}
		settings, err := read(content, name)
		if err != nil {
			return nil, err
		}
		if settings.Path != "" && (id == "main" || !settings.Hosted) {
			found[path.Clean(settings.Path)] = id
		}
	}
	return found, err
}

func kindOf(content fs.FS, site, dir, below string) (string, error) {
	pages := path.Join(dir, "pages")
	kinds := map[string]string{}
	// What cannot be read is for the checker to report.
	_ = fs.WalkDir(content, pages, func(name string, _ fs.DirEntry, err error) error {
		if base := path.Base(name); err != nil || base != "index.yaml" && (!yamldoc.IsMarkdown(base) || !strings.HasPrefix(base, "index.")) {
			return err
		}
		if index, err := read(content, name); err == nil && index.Kind != "" {
			kinds[strings.TrimPrefix(path.Dir(name), pages)] = index.Kind
		}
		return nil
	})
	if kind := kinds[strings.TrimSuffix("/"+below, "/")]; kind != "" {
		return kind, nil
	}
	if others := slices.Sorted(maps.Keys(kinds)); len(others) > 0 {
		return "", fmt.Errorf("the site %s has no collection /%s, but %s", site, below, strings.Join(others, ", "))
	}
	return "", fmt.Errorf("the site %s has no collection /%s: it would have a file %s with a line such as "+
		"collection: {kind: article}", site, below, path.Join(pages, below, "index.yaml"))
}
