// Package export writes a website as static files, for file servers and CDNs.
//
// # Names
//
// The canonical path of a page has no slash at its end, so a page is written as
// <path>.html, and / as index.html. Hosts that look for the extension (nginx
// and Caddy with try_files; Cloudflare Pages, Netlify, GitHub Pages and Firebase
// by themselves) then answer the canonical path at once. The other custom,
// <path>/index.html, makes nearly every host redirect to the path with a slash:
// each link of the website would cost a redirect, and the address in the browser
// would not be the one that the page calls canonical. Both together would leave
// it to each host which one is the page.
//
//	/                      index.html
//	/about                 about.html
//	not found              404.html, and <path>/404.html for each sub-site
//	former paths           <path>.html, which leads on, and a line in _redirects
//	data of /about         api/page-data/about.json, of / api/page-data/index.json
//	/assets/… /files/… /images/… /og/…, sitemap.xml, robots.txt, llms.txt, favicon.ico
//	                       under their own names
//	security headers, caching
//	                       _headers (with _redirects: Cloudflare, Netlify); what one page
//	                       may do beyond them (a video, a frame), all of its host may
//
// All this is written once more for each site with hosts of its own, into the folder
// _hosts/<the first of its hosts>: a whole website, for a virtual host to point at. Sites
// without hosts are at the top.
//
// Whatever gets smaller has compressed siblings, .gz and .br. They are made at
// one fixed level here, because what a server sends depends on how long it has
// been running: the same content always gives the same files. Only files of the
// web build have the siblings that they were built with.
//
// The client asks for /api/pages?path=…, which is no file. A host that maps the
// query to api/page-data gives it the data; on any other host /api/pages must
// answer 404, upon which the client has the browser load the whole page. That is
// why no file or folder has that name.
//
// # What happens to the folder
//
// The file .marquee-export.json lists what was written, with hashes. A file is
// written only where its bytes differ, so the others have their old times. Files
// that are listed and not needed any more are removed, unless somebody changed
// them since. No other file is ever removed, and none is replaced unless Force
// is set. A folder that holds something, but no list, is taken with Force only.
//
// # When it ends early
//
// Every file is written beside its place and then renamed: at any moment there
// is the old one or the new one. Pages come after the files that they need, and
// nothing is removed before everything else is there. Before the first change
// the list takes up all names that are going to be written, without hashes; so
// after an interruption, a full disk or a loss of power the next run knows what
// is its own and completes the work. Where it still can, an export that ends
// early adds the hashes of what it has written, which is not made again then.
// Nothing is forced to the disk file by file: what a loss of power left half is
// different, hence written again.
package export
