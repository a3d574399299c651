package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/coding"
	"github.com/evenlight/marquee/internal/site"
)

// keepVersions is how many stylesheets and sprites of a site are kept: the
// newest, and those of the revisions before. A stylesheet takes about 150 KB
// with its codings.
const keepVersions = 32

// Dress makes the stylesheet and the sprite of a site and returns their addresses.
func (l *Library) Dress(bundle *site.Bundle) site.Assets {
	id := bundle.Site.ID
	css, preload := l.theme(bundle.Site.Theme)
	return site.Assets{
		Stylesheet: l.keep(id, ".css", "text/css; charset=utf-8", css),
		Sprite:     l.keep(id+"-icons", ".svg", "image/svg+xml", l.sprite(bundle.Icons)),
		Fonts:      preload,
	}
}

func (l *Library) sprite(icons []site.Icon) []byte {
	var out strings.Builder
	out.WriteString(`<svg xmlns="http://www.w3.org/2000/svg">`)
	for _, name := range icons {
		// Unknown names were reported when the content was checked.
		if drawing, known := l.icons[string(name)]; known {
			fmt.Fprintf(&out, `<symbol id=%q viewBox="0 0 24 24">%s</symbol>`, name, drawing)
		}
	}
	out.WriteString(`</svg>`)
	return []byte(out.String())
}

// keep stores a generated file under its name and hash, and returns its address.
func (l *Library) keep(name, extension, mediaType string, data []byte) string {
	sum := sha256.Sum256(data)
	address := Prefix + name + "-" + hex.EncodeToString(sum[:5]) + extension
	versions := name + extension
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.generated[address] == nil {
		l.generated[address] = coding.NewLazy(unchanging(mediaType, data), coding.Thorough)
	}
	// What is in use again, such as after an undo, is the newest again.
	kept := slices.DeleteFunc(l.versions[versions], func(other string) bool { return other == address })
	kept = append(kept, address)
	if len(kept) > keepVersions {
		delete(l.generated, kept[0])
		kept = kept[1:]
	}
	l.versions[versions] = kept
	return address
}

// unchanging describes bytes that never change under their address.
func unchanging(mediaType string, data []byte) *site.Representation {
	return &site.Representation{Status: http.StatusOK, ContentType: mediaType, CacheControl: immutable, Body: data}
}
