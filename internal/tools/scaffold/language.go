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
	"strings"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/locale"
)

// NewLanguage begins a site in another language in the content folder root, and returns the files that it wrote,
// sorted, as paths below root such as business/de/site.yaml. The settings have what the language calls itself, and as
// comments what there is to translate; the first page is a copy of the original's, and a draft.
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
	folder, err := os.OpenRoot(root)
	if err != nil {
		return nil, fmt.Errorf("open content folder: %w", err)
	}
	defer folder.Close()
	settings, _, err := findSite(folder.FS(), site)
	if err != nil {
		return nil, err
	}
	// Its own region is no other language: en of a site in en-US.
	if own := cmp.Or(settings.Language, "en"); strings.HasPrefix(strings.ToLower(own)+"-", tag+"-") {
		return nil, fmt.Errorf("the site %s is in %s already", site, locale.NameIn("en", tag))
	}
	pages := path.Join(site, "pages")
	if err := free(folder.FS(), path.Join(site, tag), path.Join(pages, tag), path.Join(pages, tag+".yaml")); err != nil {
		return nil, err
	}
	original, err := open(folder, path.Join(site, "site.yaml"))
	if err != nil {
		return nil, err
	}
	values := map[string]string{
		"Site": site, "Tag": tag, "Name": locale.Name(tag), "English": locale.NameIn("en", tag),
		"Path": path.Join(settings.Path, tag), "Words": "",
	}
	for _, key := range []string{"tagline", "facts", "announcement", "navigation", "footer", "seo"} { // have most words
		for line := range strings.Lines(original.Lines(key)) {
			values["Words"] += strings.TrimRight("# "+line, " \n") + "\n"
		}
	}
	made, err := fill("language.yaml", values)
	if err != nil {
		return nil, err
	}
	index, err := firstPage(folder, pages, values)
	if err != nil {
		return nil, err
	}
	return place(folder, path.Join(site, tag), []File{{"pages/index.yaml", index}, {"site.yaml", made}})
}

// firstPage returns a copy of the first page of a site as a draft; a small page where there is none in YAML.
func firstPage(folder *os.Root, pages string, values map[string]string) ([]byte, error) {
	page, err := open(folder, path.Join(pages, "index.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return fill("page.yaml", map[string]string{
			"Schema": "../../../.schemas/page.json", "Path": values["Path"], "Home": values["Path"], "Title": values["Name"],
		})
	}
	if err != nil {
		return nil, err
	}
	// A former path of the original leads there, and not to its translation.
	if err := errors.Join(page.Remove("draft"), page.Remove("aliases")); err != nil {
		return nil, err
	}
	values["Page"] = strings.TrimLeft(begins.ReplaceAllString(string(page.Bytes()), ""), "\n")
	return fill("language-page.yaml", values)
}

// begins are lines that stand before all others of a file.
var begins = regexp.MustCompile(`(?m)^(?:---.*|# yaml-language-server:.*)\n`)

// open returns an editor of a file, with the line ends of Unix.
func open(folder *os.Root, name string) (*yamldoc.Editor, error) {
	data, err := folder.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return yamldoc.NewEditor(name, bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), nil)
}
