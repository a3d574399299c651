package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/slug"
)

// maxName is how long one part of a path may be; file systems end at 255 bytes.
const maxName = 100

// reserved are first parts of paths that the server answers itself.
var reserved = []string{"api", "assets", "files", "images", "og", "studio"}

// checkName refuses what cannot be part of an address.
func checkName(what, name string) error {
	switch {
	case name == "":
		return fmt.Errorf("the %s is empty", what)
	case len(name) > maxName:
		return fmt.Errorf("the %s %s is longer than %d characters", what, shorten(name), maxName)
	case !slug.Pattern.MatchString(name):
		return fmt.Errorf("the %s %s cannot be used: take small letters a to z, digits and single hyphens, such as my-page",
			what, shorten(name))
	}
	return nil
}

// hostName is a domain as browsers send it.
var hostName = regexp.MustCompile(`^([a-z0-9]+(-+[a-z0-9]+)*\.)*[a-z0-9]+(-+[a-z0-9]+)*$`)

// checkHost refuses what can be no domain; none is fine.
func checkHost(host string) error {
	if host != "" && (len(host) > 253 || !hostName.MatchString(host)) {
		return fmt.Errorf("the host %s cannot be used: write the name alone in small letters, such as bakery.example.com", shorten(host))
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
	if err := checkParts(sitePath, strings.Split(rest, "/")); err != nil {
		return err
	}
	if first, _, _ := strings.Cut(rest, "/"); slices.Contains(reserved, first) {
		return fmt.Errorf("the path %s cannot be used: the server itself answers below /%s", sitePath, first)
	}
	return nil
}

// checkParts refuses parts of a path that are too many or cannot be used.
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

// checkText refuses names that cannot be shown on one line.
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

// shorten writes what was typed in quotes, and not more of it than one line.
func shorten(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		text = string(runes[:60]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// words makes a name of a slug: fine-cakes becomes Fine Cakes.
func words(name string) string {
	parts := strings.Split(name, "-")
	for i, part := range parts {
		parts[i] = strings.ToUpper(part[:1]) + part[1:]
	}
	return strings.Join(parts, " ")
}

// sitePathLine is the line of site.yaml that says where the site lives. It is
// all that is needed of the file, which may be broken in any other line.
var sitePathLine = regexp.MustCompile(`(?m)^path:[ \t]*["']?(/[^\s"'#]*)`)

// pathOf returns where a site of the content folder lives.
func pathOf(content fs.FS, id string) (string, error) {
	name := path.Join(id, "site.yaml")
	data, err := fs.ReadFile(content, name)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	found := sitePathLine.FindSubmatch(data)
	if found == nil {
		return "", fmt.Errorf("%s does not say where the site lives: add a line such as path: /websites/%s", name, id)
	}
	return string(found[1]), nil
}

// hostsLine tells that a site has hosts of its own.
var hostsLine = regexp.MustCompile(`(?m)^hosts:`)

// siteAt returns the id of the site that lives at the path where the main site
// does, or "".
func siteAt(content fs.FS, sitePath string) string {
	names, err := fs.Glob(content, "*/site.yaml")
	if err != nil {
		return ""
	}
	for _, name := range names {
		id := path.Dir(name)
		if strings.HasPrefix(id, ".") || strings.HasPrefix(id, "_") {
			continue
		}
		// A site that cannot be read is for the checker to report.
		taken, err := pathOf(content, id)
		data, _ := fs.ReadFile(content, name)
		if err == nil && path.Clean(taken) == path.Clean(sitePath) && (id == "main" || !hostsLine.Match(data)) {
			return id
		}
	}
	return ""
}
