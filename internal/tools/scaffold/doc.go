// Package scaffold writes new content: a whole site, one page, or one entry.
//
// # A first site
//
// [NewMain] writes the main site of a website that has none yet, into an empty
// folder: first page, about, contact with its form, privacy policy, not-found
// page, and all words of the interface. Its words are those of no particular
// company and stay out of search engines until somebody has made them their own.
//
// # A new site
//
// [NewSite] writes a folder that is complete and valid at once: settings,
// pages, plans, a form, two legal documents and a mark, with comments that
// teach the format. Its words are a neutral text to be replaced; they live in
// the folder starter/site of this package, not in Go. What a site shares with its
// company (base URL, words of the interface) is left out: it comes from the
// main site.
//
// # A new page
//
// [NewPage] writes a small page as a draft, so that its placeholder words are
// not live before somebody has written better ones.
//
// # A new entry
//
// [NewEntry] writes an entry of a collection, such as a blog: a Markdown text with its
// keys before it, of today, under a name made of its title. It is a draft, too.
//
// # Nothing is overwritten, nothing is half done
//
// Names are checked before anything is touched. Everything is written under a
// hidden name, which the content loader passes over, and moved to its place by
// one rename: a running server sees all of it or nothing. A file or folder that
// exists is an error. All access goes through [os.Root], so neither a name nor
// a symbolic link leads out of the content folder.
package scaffold
