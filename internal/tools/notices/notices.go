// Package notices holds the licences of what Marquee contains that others wrote: the Go modules linked into the
// program, the packages in the browser bundle, and the fonts, icons and styles that come with it.
package notices

import _ "embed"

// Text names each package with its version and the text of its licence. Written
// by go run ./internal/tools/notices/generate.
//
//go:embed notices.gen.txt
var Text string
