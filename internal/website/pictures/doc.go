// Package pictures draws what stands for a page outside of its own window: the
// picture of link previews, and the icons of a site.
//
// # The picture of a page
//
// A PNG of 1200x630 pixels, under 100 KB, in one layout: the site's mark and name, the
// title in its display font, a first sentence and the page's address, in its colours. A
// title is set as large as it fits without a word being torn; one that is too long even at
// the smallest size ends in an ellipsis.
//
// # The icons of a site
//
// They are drawn from the mark: for the home screens of phones, for the web
// manifest, and as favicon.ico for what does not show SVG. A mark that is a
// tile of its own (the edges have one colour) fills the icon; any other stands
// on the theme's background.
//
// # Letters
//
// Glyphs come from the fonts of the web build (fonts.json and the WOFF2 files
// it names), shaped as a browser does. A letter that the site's font lacks is
// taken from another family, at last from the Go fonts, which know Greek and
// Cyrillic. Signs that no font has are left out, such as emoji; a line with
// letters that no font has gives way to the next best words, so that nobody
// sees boxes or torn words.
//
// # Marks
//
// Marks come from people. What a mark may hold is bounded before anything is
// drawn ([sanitize]); one that cannot be drawn is replaced by the first letter
// of the site's name.
//
// # Bytes
//
// The same inputs give the same bytes, on every machine of one architecture.
// The address of a picture holds a hash of the inputs, so it is known before
// anything is drawn. [Index] attaches addresses to pages and sites, and draws a
// picture when somebody asks for it.
package pictures
