// Package assets holds the files that pages need: the built client, fonts,
// icons, and one stylesheet and one icon sprite per site.
//
// # Where they come from
//
// The web build leaves a folder (package web embeds it):
//
//	client/.vite/manifest.json  which file is the entry, what it needs
//	client/assets/*             scripts, stylesheets, fonts, drawings; hashed names
//	server/server.js            the bundle that package render runs
//	inline-sources.json         what the content security policy allows inline
//	icons.json                  name -> inner SVG of every Lucide icon
//	fonts.json                  family -> font faces and fallback
//
// # What is made here
//
// A site's stylesheet is the built CSS as far as its background and its pages need
// it, the font faces of its two families and its theme as custom properties. Its sprite holds the icons that its content
// uses. Both carry the hash of their bytes in the name and never change; sites
// that look alike share them. They are made when somebody asks for them, and made
// again where too much was made since. The last few of each site can be asked
// for, for pages of earlier revisions that are still open somewhere.
package assets

import (
	"crypto/sha512"
	"encoding/base64"
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

// Prefix is where all assets live.
const Prefix = "/assets/"

const (
	entryName  = "src/entry-client.tsx"
	schemeName = "src/start/scheme.ts"
)

// Library gives assets by their address. It is safe for concurrent use.
type Library struct {
	// Returns a generated file that an earlier start made, or nil; compressing one takes 0.1 s.
	Made func(address string) *site.Representation

	entry     Entry
	styles    styles
	icons     map[string]string
	iconNames []string
	drawings  map[string]site.Drawing
	fonts     map[string]Font
	dist      fs.FS
	built     map[string]string // files of the client in dist, by address

	mu        sync.RWMutex
	generated map[string]*generated   // by address
	versions  map[string][]*generated // by site and kind, the oldest first

	ready  *lru.Cache[string, *site.Representation] // files that were asked for, by address
	making singleflight.Group
}

// Entry is what starts the client.
type Entry struct {
	// Address of the module that starts it.
	Script string
	// Subresource integrity of the script: "sha384-…".
	Integrity string
	// Addresses of the modules that it imports at once.
	Preloads []string
	// Address and integrity of the script that puts on the look that a visitor chose,
	// on sites with a switch. It is no module.
	Scheme, SchemeIntegrity string
}

// manifestChunk is an entry of Vite's manifest.json (vite.dev/guide/backend-integration).
type manifestChunk struct {
	File    string   `json:"file"`
	IsEntry bool     `json:"isEntry"`
	Imports []string `json:"imports"`
	CSS     []string `json:"css"`
	Assets  []string `json:"assets"`
}

// NewLibrary reads the built web folder.
func NewLibrary(dist fs.FS) (*Library, error) {
	l := &Library{
		dist: dist, built: map[string]string{}, drawings: map[string]site.Drawing{},
		generated: map[string]*generated{}, versions: map[string][]*generated{},
	}
	err := errors.Join(
		l.listBuilt(), l.readManifest(dist),
		readJSON(dist, "icons.json", &l.icons), readJSON(dist, "fonts.json", &l.fonts),
	)
	if err != nil {
		return nil, notBuilt(err)
	}
	for name := range l.icons {
		l.iconNames = append(l.iconNames, name)
	}
	slices.Sort(l.iconNames)
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

func (l *Library) readManifest(dist fs.FS) error {
	var manifest map[string]manifestChunk
	if err := readJSON(dist, "client/.vite/manifest.json", &manifest); err != nil {
		return err
	}
	if err := l.readDrawings(manifest); err != nil {
		return err
	}
	var entry manifestChunk
	for name, chunk := range manifest {
		switch {
		case chunk.IsEntry && strings.HasSuffix(name, entryName):
			entry = chunk
		case chunk.IsEntry && strings.HasSuffix(name, schemeName):
			l.entry.Scheme = "/" + chunk.File
			l.entry.SchemeIntegrity = l.integrity(l.entry.Scheme)
		}
	}
	if entry.File == "" {
		return fmt.Errorf("manifest.json has no entry %s", entryName)
	}
	l.entry.Script = "/" + entry.File
	l.entry.Integrity = l.integrity(l.entry.Script)
	seen := map[string]bool{}
	var walk func(chunk manifestChunk)
	walk = func(chunk manifestChunk) {
		for _, name := range chunk.Imports {
			if imported := manifest[name]; !seen[name] && imported.File != "" {
				seen[name] = true
				l.entry.Preloads = append(l.entry.Preloads, "/"+imported.File)
				walk(imported)
			}
		}
	}
	walk(entry)
	return l.readStyles(dist, manifest)
}

// integrity returns the subresource integrity of a built script, empty for none.
func (l *Library) integrity(address string) string {
	script := l.Built(address)
	if script == nil {
		return ""
	}
	sum := sha512.Sum384(script.Body)
	return "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
}

func (l *Library) listBuilt() error {
	entries, err := fs.ReadDir(l.dist, "client/assets")
	for _, entry := range entries {
		switch path.Ext(entry.Name()) {
		case ".map", ".css", ".gz", ".br":
			continue
		}
		l.built[Prefix+entry.Name()] = path.Join("client/assets", entry.Name())
	}
	return err
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
	asset := unchanging(contentType(file), data)
	encoding.Tag(asset)
	// The web build leaves compressed siblings beside scripts, so that they cost no compression here.
	asset.Gzip, asset.Brotli = readOptional(l.dist, file+".gz"), readOptional(l.dist, file+".br")
	return asset
}

// readOptional returns the bytes of a file, nil where there is none.
func readOptional(dist fs.FS, name string) []byte {
	data, err := fs.ReadFile(dist, name)
	if err != nil {
		return nil
	}
	return data
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	case ".svg":
		return "image/svg+xml"
	case ".avif":
		return "image/avif"
	case ".json":
		return "application/json"
	}
	return "application/octet-stream"
}

// Entry returns what starts the client.
func (l *Library) Entry() Entry { return l.entry }

// ServerBundle returns the script that package render runs. It stands beside
// the library, because compiling it takes the longest of all that starts.
func ServerBundle(dist fs.FS) ([]byte, error) {
	bundle, err := fs.ReadFile(dist, "server/server.js")
	if err != nil {
		return nil, notBuilt(err)
	}
	return bundle, nil
}

// InlineSources returns what the web build notes of inline scripts and styles:
// JSON of the hash sources for the content security policy.
func InlineSources(dist fs.FS) ([]byte, error) {
	sources, err := fs.ReadFile(dist, "inline-sources.json")
	if err != nil {
		return nil, notBuilt(err)
	}
	return sources, nil
}

func notBuilt(err error) error {
	return fmt.Errorf("the web client is not built into this program, run `make build`: %w", err)
}

// Get returns the asset at an address such as /assets/entry-1a2b.js, or nil.
func (l *Library) Get(address string) *site.Representation {
	if ready, known := l.ready.Get(address); known {
		return ready
	}
	if _, built := l.built[address]; built {
		return l.get(address, func() *site.Representation { return l.Built(address) })
	}
	l.mu.RLock()
	file := l.generated[address]
	l.mu.RUnlock()
	if file == nil {
		return nil
	}
	return l.get(address, func() *site.Representation {
		if l.Made != nil {
			if made := l.Made(address); made != nil {
				return made
			}
		}
		made := unchanging(file.mediaType, file.make())
		encoding.Prepare(made, encoding.Lasting)
		return made
	})
}

// get returns a file that is made now where it is not in memory.
func (l *Library) get(address string, make func() *site.Representation) *site.Representation {
	ready, _, _ := l.making.Do(address, func() (any, error) {
		if ready, known := l.ready.Get(address); known {
			return ready, nil
		}
		made := make()
		if made != nil {
			l.ready.Add(address, made)
		}
		return made, nil
	})
	return ready.(*site.Representation)
}

// BuiltNames returns the addresses of all files of the web build.
func (l *Library) BuiltNames() []string { return slices.Collect(maps.Keys(l.built)) }

// Symbol implements site.Icons.
func (l *Library) Symbol(name site.Icon) (string, bool) {
	svg, known := l.icons[string(name)]
	return svg, known
}

// Names implements site.Icons.
func (l *Library) Names() []string { return l.iconNames }

var _ site.Icons = (*Library)(nil)

// Fonts returns the families that a theme may name, sorted.
func (l *Library) Fonts() []string {
	names := make([]string, 0, len(l.fonts))
	for name := range l.fonts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
