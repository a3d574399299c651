// Package export writes a website as static files, for file servers and CDNs.
//
// # Names
//
// The canonical path of a page has no slash at its end, so a page is written as
// <path>.html, and / as index.html. Hosts that look for the extension (nginx
// and Caddy with try_files; Cloudflare Pages, Netlify, GitHub Pages and Firebase
// by themselves) then answer the canonical path at once. A folder with an
// index.html would make nearly every host redirect to the path with a slash.
//
//	/                      index.html
//	/about                 about.html, and about.md as Markdown
//	not found              404.html, and <path>/404.html for each sub-site
//	former paths           a line in _redirects, and <path>.html, which leads on, unless
//	                       another file has that name
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
// Whatever gets smaller has compressed siblings, .gz and .br, made at one fixed level:
// the same content always gives the same files. Files of the web build have the siblings
// that they were built with.
//
// The client asks for /api/pages?path=…, which is no file. A host that maps the
// query to api/page-data gives it the data; on any other host /api/pages must
// answer 404, upon which the client has the browser load the whole page. That is
// why no file or folder has that name.
//
// # What happens to the folder
//
// The file .marquee-export.json lists what was written, with hashes. Every file is
// written beside its place and then renamed, and only where its bytes differ. Pages come
// after the files that they need, and nothing is removed before everything else is there.
// Files that are listed and not needed any more are removed, unless somebody changed them
// since. No other file is ever replaced or removed: a folder without a list must be empty,
// but for names that begin with a dot.
//
// Before the first change the list takes up all names that are going to be written,
// without hashes. So after an interruption the next export knows what is its own, and
// completes the work.
package export
