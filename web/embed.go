// Package web holds the client of the website: its TypeScript sources, and the
// bundles built from them, embedded so that the program is one file.
//
// # What is in dist
//
//	client/.vite/manifest.json   names of the built files by source file
//	client/.vite/utilities.json  rules of Tailwind's classes, each with the parts of a site that use it
//	client/assets/*              scripts, stylesheet and fonts, with a hash in each name
//	server/server.js             the templates for rendering in the process: globalThis.__ssr.render(url, dataJSON)
//	studio/index.html            the editor's document, which names its scripts and stylesheet
//	studio/assets/*              these, with a hash in each name
//	inline-sources.json          hashes of the inline script and style that React and Sonner bring
//	fields.svg                   drawings for large cards, a symbol each
//	icons.json                   inner SVG of every icon, by name
//	former-icons.json            names of icons by those that they had before; empty for brands, which have none
//	fonts.json                   faces of every font family, by name
//
// `npm run build` makes all of it. A fresh clone holds only a placeholder, so that the package compiles before the
// first build; readers must expect that files are missing.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Dist returns the built files; its root is the folder dist.
func Dist() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		panic("web: " + err.Error()) // only an invalid path can fail, and this one is constant
	}
	return sub
}
