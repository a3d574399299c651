package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// maxDepth is how many parts the path of a page may have; the content loader
// reads no deeper.
const maxDepth = 12

// NewPage writes a new page of a site in the content folder root, and returns
// the file that it wrote as a path below root. The page's path is given as
// visitors see it, such as /websites/bakery/cakes, or as its part below the
// site, such as cakes.
//
// It is an error if there is no such site, if there is such a page already, or
// if the path is no good address; then nothing is written.
func NewPage(root, site, address string) ([]string, error) {
	folder, sitePath, err := openSite(root, site)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	below, err := pagePath(sitePath, address)
	if err != nil {
		return nil, err
	}
	name, err := pageFile(folder, site, below)
	if err != nil {
		return nil, err
	}
	full := path.Join("/", sitePath, below)
	data, err := fill("page.yaml", map[string]string{
		"Schema": strings.Repeat("../", strings.Count(name, "/")) + ".schemas/page.json",
		"Path":   full,
		"Home":   path.Join("/", sitePath),
		"Title":  words(path.Base(full)),
	})
	if err != nil {
		return nil, err
	}
	if _, err := place(folder, name, []file{{data: data}}); err != nil {
		return nil, err
	}
	return []string{name}, nil
}

// openSite opens the content folder, and returns the path at which a site of it lives.
// Whoever opens the folder closes it.
func openSite(root, site string) (folder *os.Root, sitePath string, err error) {
	if err := checkName("site id", site); err != nil {
		return nil, "", err
	}
	if folder, err = os.OpenRoot(root); err != nil {
		return nil, "", fmt.Errorf("open content folder: %w", err)
	}
	if sitePath, err = pathOf(folder.FS(), site); err == nil {
		return folder, sitePath, nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("there is no site %s: it would have a file %s/site.yaml", site, site)
	}
	return nil, "", errors.Join(err, folder.Close())
}

// pagePath returns the part of an address below the site: "" for its first
// page, or parts with slashes between them.
func pagePath(sitePath, address string) (string, error) {
	below := address
	if rest, inside := strings.CutPrefix(address+"/", strings.TrimSuffix(sitePath, "/")+"/"); inside {
		below = rest
	}
	below = strings.TrimSuffix(strings.TrimPrefix(below, "/"), "/")
	if below == "" {
		if strings.Trim(address, "/") == "" && address != "/" {
			return "", errors.New("the page needs a path, such as /about")
		}
		return "", nil
	}
	parts := strings.Split(below, "/")
	switch {
	case slices.Contains(parts, "index"):
		return "", fmt.Errorf("the path %s cannot be used: leave out index, which is no part of an address", shorten(address))
	case slices.Contains(parts, "404"):
		return "", errors.New("404 is the page for unknown paths: copy pages/404.yaml of the main site instead")
	}
	return below, checkParts(address, parts)
}

// pageFile returns where the page is written: in its own folder where there is
// one (services/index.yaml), or as a file (services.yaml).
func pageFile(folder *os.Root, site, below string) (string, error) {
	base := path.Join(site, "pages", below)
	info, err := folder.Stat(base)
	switch {
	case err == nil && !info.IsDir():
		return "", fmt.Errorf("%s is in the way: it is no folder", base)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("look for %s: %w", base, err)
	}
	index := path.Join(base, "index.yaml")
	if err := free(folder, index); err != nil {
		return "", err
	}
	if below == "" {
		return index, nil
	}
	if err := free(folder, base+".yaml"); err != nil {
		return "", err
	}
	if info != nil {
		return index, nil
	}
	return base + ".yaml", nil
}
