// Package assets holds the files that pages need: the built client, fonts, icons, and one stylesheet and one icon
// sprite per site. What the web build leaves is listed in package web, which embeds it.
//
// A site's stylesheet is the built CSS as far as its background and its pages need it, the font faces of its two
// families and its theme as custom properties. Its sprite holds the icons that its content uses. Both carry the hash
// of their bytes in the name and never change; sites that look alike share them. The last few of each site can be
// asked for, for pages of earlier revisions that are still open somewhere.
package assets

import (
	"cmp"
	"crypto/sha256"
	"crypto/sha512"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

const (
	// Prefix is where all assets live.
	Prefix = "/assets/"

	// How many stylesheets and sprites of a site are kept: the newest, and those of the
	// revisions before. What is kept is how to make them.
	keepVersions = 32
	// How many files that were asked for stay in memory, stylesheets of about 150 KB each
	// among them. The others are made again when somebody asks, in a tenth of a second.
	readyFiles = 100
)

// Library gives assets by their address. It is safe for concurrent use.
type Library struct {
	// Returns a generated file that an earlier start made, or nil; compressing one takes 0.1 s.
	Made func(address string) *site.Representation

	entry  site.Client
	styles *styles
	icons  map[string]string
	former map[string]string // icons by former names
	fields *site.Drawing
	fonts  map[string]func() Font
	dist   fs.FS
	built  map[string]string // files of the client in dist, by address

	mu       sync.Mutex
	versions map[string][]generated // by site and kind, the oldest first

	ready  *lru.Cache[string, *site.Representation] // files that were asked for, by address
	making singleflight.Group
}

//go:embed speculation.json
var speculation []byte

// Speculation is the address of the rules by which browsers fetch a page when a link to it is pressed, until the client
// answers clicks (wicg.github.io/nav-speculation).
var Speculation = address("speculation", speculation, ".json")

type generated struct {
	address, mediaType string
	make               func() []byte
}

// NewLibrary reads the built web folder.
func NewLibrary(dist fs.FS) (*Library, error) {
	l := &Library{
		dist: dist, built: map[string]string{}, versions: map[string][]generated{},
	}
	files, err := fs.ReadDir(dist, "client/assets")
	for _, file := range files {
		if !slices.Contains([]string{".map", ".css", ".gz", ".br"}, path.Ext(file.Name())) {
			l.built[Prefix+file.Name()] = path.Join("client/assets", file.Name())
		}
	}
	manifest := map[string]chunk{}
	fields, missing := fs.ReadFile(dist, "fields.svg")
	l.fields = &site.Drawing{Name: "field", Data: fields}
	err = errors.Join(
		err, missing, readJSON(dist, "icons.json", &l.icons), readJSON(dist, "former-icons.json", &l.former), l.readFonts(),
		readJSON(dist, "client/.vite/manifest.json", &manifest),
	)
	if err == nil {
		err = l.readEntry(manifest)
	}
	if err == nil {
		l.styles, err = readStyles(dist, manifest)
	}
	if err != nil {
		return nil, notBuilt(err)
	}
	l.ready, err = lru.New[string, *site.Representation](readyFiles)
	return l, err
}

func readJSON(dist fs.FS, name string, into any) error {
	data, err := fs.ReadFile(dist, name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("parse %s: %w", name, err)
	}
	return nil
}

func notBuilt(err error) error {
	return fmt.Errorf("the web client is not built into this program, run `make build`: %w", err)
}

// ServerBundle returns the script that package render runs. It stands beside
// the library, because compiling it takes the longest of all that starts.
func ServerBundle(dist fs.FS) ([]byte, error) { return readBuilt(dist, "server/server.js") }

// InlineSources returns what the web build notes of inline scripts and styles:
// JSON of the hash sources for the content security policy.
func InlineSources(dist fs.FS) ([]byte, error) { return readBuilt(dist, "inline-sources.json") }

func readBuilt(dist fs.FS, name string) ([]byte, error) {
	data, err := fs.ReadFile(dist, name)
	if err != nil {
		return nil, notBuilt(err)
	}
	return data, nil
}

// chunk is an entry of Vite's manifest.json (vite.dev/guide/backend-integration).
type chunk struct {
	File string `json:"file"`
}

func (l *Library) readEntry(manifest map[string]chunk) error {
	const entryName, schemeName = "src/entry-client.ts", "src/start/scheme.ts"
	entry, known := manifest[entryName]
	if !known {
		return fmt.Errorf("manifest.json has no entry %s", entryName)
	}
	l.entry.Script, l.entry.Integrity = "/"+entry.File, l.integrity("/"+entry.File)
	if scheme, known := manifest[schemeName]; known {
		l.entry.Scheme, l.entry.SchemeIntegrity = "/"+scheme.File, l.integrity("/"+scheme.File)
	}
	return nil
}

func (l *Library) integrity(address string) string {
	script := l.Built(address)
	if script == nil {
		return ""
	}
	sum := sha512.Sum384(script.Body)
	return "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Entry returns what starts the client.
func (l *Library) Entry() site.Client { return l.entry }

// mediaTypes of files by their endings.
var mediaTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json",
	".woff2": "font/woff2", ".svg": "image/svg+xml", ".avif": "image/avif",
}

// Built reads a file of the web build, of which nothing stays in memory; nil where there is none.
func (l *Library) Built(address string) *site.Representation {
	file, known := l.built[address]
	if !known {
		return nil
	}
	data, err := fs.ReadFile(l.dist, file)
	if err != nil {
		return nil
	}
	asset := site.Unchanging(cmp.Or(mediaTypes[path.Ext(file)], "application/octet-stream"), data)
	encoding.Tag(asset)
	// The web build leaves compressed siblings beside scripts, so that they cost no compression here.
	asset.Gzip, _ = fs.ReadFile(l.dist, file+".gz")
	asset.Brotli, _ = fs.ReadFile(l.dist, file+".br")
	return asset
}

// BuiltNames returns the addresses of all files of the web build.
func (l *Library) BuiltNames() []string { return slices.Collect(maps.Keys(l.built)) }

// Get returns the asset at an address such as /assets/entry-1a2b.js, or nil.
func (l *Library) Get(address string) *site.Representation {
	if ready, known := l.ready.Get(address); known {
		return ready
	}
	ready, _, _ := l.making.Do(address, func() (any, error) {
		made := l.make(address)
		if made != nil {
			l.ready.Add(address, made)
		}
		return made, nil
	})
	return ready.(*site.Representation)
}

func (l *Library) make(address string) *site.Representation {
	if _, built := l.built[address]; built {
		return l.Built(address)
	}
	if address == Speculation {
		return site.Unchanging("application/speculationrules+json", speculation)
	}
	file := l.find(address)
	if file.make == nil {
		return nil
	}
	if l.Made != nil {
		if made := l.Made(address); made != nil {
			return made
		}
	}
	made := site.Unchanging(file.mediaType, file.make())
	encoding.Prepare(made, encoding.Lasting)
	return made
}

func (l *Library) find(address string) generated {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, kept := range l.versions {
		for _, file := range kept {
			if file.address == address {
				return file
			}
		}
	}
	return generated{}
}

// Attach returns the addresses of the stylesheet and the sprite of a site. They are made when somebody asks for them.
func (l *Library) Attach(bundle *site.Bundle) site.Assets {
	// Without these, the bundle itself would be kept as long as the files.
	id, theme, parts, samples, icons := bundle.Site.ID, bundle.Site.Theme, bundle.StyleParts, bundle.Samples, bundle.Icons
	look := bundle.Look.CSS(parts)
	sheet := func() []byte {
		sheet := append(l.styles.of(theme, parts), l.theme(theme, samples)...)
		if look == "" {
			return sheet
		}
		// A layer that is named last comes last: a look wins over all that the engine draws.
		return fmt.Appendf(sheet, "@layer look{%s}\n", look)
	}
	return site.Assets{
		Stylesheet: l.keep(id, "theme", ".css", mediaTypes[".css"], sheet),
		Sprite:     l.keep(id, "icons", ".svg", mediaTypes[".svg"], func() []byte { return l.sprite(icons) }),
		Mark:       inlined(bundle, bundle.Site.Mark),
		Favicon:    inlined(bundle, bundle.Site.Favicon),
		Fonts:      l.preloads(theme),
		Backdrops:  bundle.Look.Pictures,
	}
}

func inlined(bundle *site.Bundle, picture *site.Image) string {
	if picture == nil {
		return ""
	}
	return bundle.Files[picture.URL].Inlined(picture.URL)
}

// keep makes a file the newest of a site and lets go of the oldest; it returns the file's address.
func (l *Library) keep(id, kind, ending, mediaType string, make func() []byte) string {
	at := address(kind, make(), ending)
	l.mu.Lock()
	defer l.mu.Unlock()
	// What is in use again, such as after an undo, is the newest again.
	same := func(file generated) bool { return file.address == at }
	kept := append(slices.DeleteFunc(l.versions[id+ending], same), generated{at, mediaType, make})
	l.versions[id+ending] = slices.Delete(kept, 0, max(0, len(kept)-keepVersions))
	return at
}

// address returns that of a generated file, with the hash of its bytes.
func address(kind string, data []byte, ending string) string {
	sum := sha256.Sum256(data)
	return Prefix + kind + "-" + hex.EncodeToString(sum[:5]) + ending
}

func (l *Library) sprite(icons []site.Icon) []byte {
	out := []byte(`<svg xmlns="http://www.w3.org/2000/svg">`)
	for _, name := range icons {
		// Unknown names were reported when the content was checked.
		if drawing, known := l.icons[string(name)]; known {
			out = fmt.Appendf(out, `<symbol id=%q viewBox="0 0 24 24">%s</symbol>`, name, drawing)
		}
	}
	return append(out, `</svg>`...)
}

var _ site.Icons = (*Library)(nil)

func (l *Library) Symbol(name site.Icon) (string, bool) {
	svg, known := l.icons[string(name)]
	return svg, known
}

func (l *Library) Names() []string { return slices.Sorted(maps.Keys(l.icons)) }

func (l *Library) Former(name site.Icon) (string, bool) {
	today, known := l.former[strings.ToLower(string(name))]
	return today, known
}

// Fields returns the drawings for large cards: each is a part.
func (l *Library) Fields() *site.Drawing { return l.fields }

// Fonts returns the families that a theme may name, sorted.
func (l *Library) Fonts() []string { return slices.Sorted(maps.Keys(l.fonts)) }
