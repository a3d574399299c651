// Package feed writes the feeds of a collection: Atom (RFC 4287) and JSON Feed 1.1
// (jsonfeed.org).
//
// An entry goes whole into a feed: its Markdown, and the words and pictures of its
// sections, as package markdown writes them, made HTML. No HTML of an author is in it, and all
// addresses are absolute, because nobody knows where a feed is read.
package feed
