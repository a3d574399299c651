// Package outline finds out which sites, pages and collections a tree describes, where each of them lives, and when.
// What is on the pages is no matter of it.
//
// Sites with the same hosts share a space ([site.Revision]), which the first of them names; that of the main site is
// empty. Sites without hosts live where the main site does, which is the site at / without hosts, or else the folder
// main. A path in a text belongs to the space of the site that says it. A site without recipients or sender has those
// of the main site.
//
// A folder of pages whose index.yaml says `collection` is a collection; all other pages below it are its entries, but
// for those of a nearer one. What pages show of each other (lists, neighbours, related entries, the section entries)
// is put together when all are made. Lists beyond the first page, and those of tags, are pages without a file.
//
// # Time
//
// A revision is right from the moment for which it was made until its ValidUntil: the next midnight of a site that
// shows the day or the year, or the next moment at which a page appears or goes. A moment without a zone is on the
// clock of the site in whose folder it is written.
//
// The passing of time alone turns no good tree bad: a link to a page that is not there yet, or is there later than the
// link, is an error now; a link to a page that ends is a warning, and the link has no target once the page is gone.
// The same holds for sections that are there for a time, and links to their anchors.
package outline
