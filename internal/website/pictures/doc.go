// Package pictures draws what stands for a page outside of its own window: the
// picture of link previews, and the icons of a site.
//
// # The picture of a page
//
// A PNG of 1200x630 pixels, under 100 KB, in one layout and in the site's colours and
// fonts: mark and name, the title as large as it fits, a first sentence and the page's
// address. A title that is too long even at the smallest size ends in an ellipsis.
//
// # The icons of a site
//
// They are drawn from the favicon or the mark: for the home screens of phones, for the
// web manifest, and as favicon.ico for what does not show SVG. A mark that is a tile of
// its own (the edges have one colour) fills the icon; any other stands on the theme's
// background. Instead of a mark that cannot be drawn, the first letter of the site's
// name is.
//
// # Letters
//
// A letter that the site's font lacks is taken from Inter, then from the Go font, which
// knows Greek and Cyrillic. Signs that no font has are left out, such as emoji; words
// with letters that no font has give way to the next best ones: the site's name for a
// title. Nobody sees boxes.
//
// # Bytes
//
// The same inputs give the same bytes, on every machine of one architecture. The address
// of a picture holds a hash of the inputs, so it is known before anything is drawn.
package pictures
