// Package feed writes the feeds of a collection: Atom (RFC 4287) and JSON Feed 1.1
// (jsonfeed.org).
//
// An entry goes whole into a feed: its Markdown, and the words and pictures of its
// sections. They are written as HTML from the same nodes that templates get, so that
// nothing can stand there that no page could show; all addresses are absolute, because
// nobody knows where a feed is read.
package feed
