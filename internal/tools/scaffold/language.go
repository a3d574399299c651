package scaffold

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/locale"
)

// NewLanguage begins a site in another language in the content folder root, and returns the files that it wrote,
// sorted, as paths below root such as business/de/site.yaml. The settings have what the language calls itself, and as comments
// what there is to translate; the first page is a copy of the original's, and a draft.
//
// It is an error if the tag is none, such as German, if the site is in that language already, or if its folder exists;
// then nothing is written.
func NewLanguage(root, site, tag string) ([]string, error) {
	if !locale.IsTag(tag) {
		hint := "languages have tags such as de or pt-br"
		if meant := locale.TagOf(tag); meant != "" {
			hint = fmt.Sprintf("did you mean %s?", meant)
		}
		return nil, fmt.Errorf("there is no language tag %s: %s", shorten(tag), hint)
	}
	if strings.Contains(site, ".") {
		return nil, fmt.Errorf("the site %s is a translation itself: name the one that it translates", shorten(site))
	}
	folder, settings, _, err := openSite(root, site)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	// Its own region is no other language: en of a site in en-US.
	if own := cmp.Or(settings.Language, "en"); strings.HasPrefix(strings.ToLower(own)+"-", tag+"-") {
		return nil, fmt.Errorf("the site %s is in %s already", site, locale.NameIn("en", tag))
	}
	pages := path.Join(site, "pages")
	for _, name := range []string{path.Join(site, tag), path.Join(pages, tag), path.Join(pages, tag+".yaml")} {
		if err := free(folder, name); err != nil {
			return nil, err
		}
	}
	original, err := fs.ReadFile(folder.FS(), path.Join(site, "site.yaml"))
	if err != nil {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	values := map[string]string{
		"Site": site, "Tag": tag, "Name": locale.Name(tag), "English": locale.NameIn("en", tag),
		"Path": path.Join(settings.Path, tag), "Words": commented(original),
	}
	made, err := fill("language.yaml", values)
	if err != nil {
		return nil, err
	}
	index, err := firstPage(folder, pages, values)
	if err != nil {
		return nil, err
	}
	return place(folder, path.Join(site, tag), []file{{"pages/index.yaml", index}, {"site.yaml", made}})
}

// firstPage returns a copy of the first page of a site as a draft; a small page where there is none in YAML.
func firstPage(folder *os.Root, pages string, values map[string]string) ([]byte, error) {
	original, err := fs.ReadFile(folder.FS(), path.Join(pages, "index.yaml"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fill("page.yaml", map[string]string{
			"Schema": "../../../.schemas/page.json", "Path": values["Path"], "Home": values["Path"], "Title": values["Name"],
		})
	case err != nil:
		return nil, fmt.Errorf("read the first page: %w", err)
	}
	values["Page"] = ""
	for _, part := range topLevel(original) {
		// A former path of the original leads there, and not to its translation.
		if !slices.Contains([]string{"", "draft", "aliases"}, part.key) {
			values["Page"] += part.text
		}
	}
	return fill("language-page.yaml", values)
}

// translatable are the settings that have most of the words of a site.
var translatable = []string{"tagline", "facts", "announcement", "navigation", "footer", "seo"}

// commented returns the settings that have words, each line as a comment.
func commented(settings []byte) string {
	var out strings.Builder
	for _, part := range topLevel(settings) {
		if !slices.Contains(translatable, part.key) {
			continue
		}
		_, text, _ := strings.Cut("\n"+part.text, "\n"+part.key+":") // without the comments above it
		for line := range strings.Lines(part.key + ":" + strings.TrimRight(text, "\n") + "\n") {
			out.WriteString(strings.TrimRight("# "+line, " \n") + "\n")
		}
	}
	return out.String()
}

type part struct{ key, text string }

var topKey = regexp.MustCompile(`^["']?([A-Za-z]+)["']?:`)

// topLevel takes a YAML file apart at its outermost keys. The comments above a key belong to it; the first part, whose
// key is empty, is the comment that begins the file.
func topLevel(data []byte) []part {
	data = bytes.TrimPrefix(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), []byte("\ufeff"))
	parts, above := []part{{}}, ""
	for line := range strings.Lines(strings.TrimRight(string(data), "\n") + "\n") {
		last := &parts[len(parts)-1]
		switch key := topKey.FindStringSubmatch(line); {
		case key != nil:
			parts, above = append(parts, part{key[1], above + line}), ""
		case strings.HasPrefix(line, "---") || line == "\n" && last.key == "" && above == "":
		case line[0] == '#' || line == "\n":
			if above += line; last.key == "" && line == "\n" {
				last.text, above = last.text+above, ""
			}
		default:
			last.text, above = last.text+above+line, ""
		}
	}
	return parts
}
