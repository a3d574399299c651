package main

import (
	"strings"

	"github.com/evenlight/marquee/deploy"
)

// Help implements kong.HelpProvider.
func (exportCommand) Help() string {
	return `Writes the whole website as static files, for any file server or CDN: pages, assets, pictures,
redirects, sitemap, _headers and _redirects (Cloudflare, Netlify), and .gz and .br beside all that
gets smaller. A second export writes what has changed and removes what is gone; files that no export
wrote are never removed. Stylesheets, scripts and pictures stay for 30 days (--keep), for pages that
are still open or in a cache. Content with errors is not exported (exit code 1).

A page is a file with .html, and its address has none: /about is about.html. Cloudflare, Netlify,
GitHub Pages and Firebase find it by themselves. Dates and scheduled pages are those of the moment;
the last line says until when they are right.

Examples:
  marquee export dist
  marquee export dist --base-url https://www.example.com
  marquee export dist --keep 90d

nginx (deploy/static/nginx.conf):
` + indented(deploy.StaticNginx) + `
Caddy (deploy/static/Caddyfile):
` + indented(deploy.StaticCaddy) + `
Upload what never changes first, then the pages, and delete last: so no page is ever there before the
files that it refers to. rsync, rclone, and the tool of AWS:
  rsync -a --relative --ignore-missing-args dist/./assets dist/./files dist/./images dist/./og HOST:/srv/site/
  rsync -a --delay-updates --delete-after --exclude '.marquee-export*' dist/ HOST:/srv/site/

  rclone copy dist REMOTE --include '/{assets,files,images,og}/**' --header-upload 'Cache-Control: public, max-age=31536000, immutable'
  rclone sync dist REMOTE --exclude '.marquee-export*' --delete-after --header-upload 'Cache-Control: public, max-age=0, must-revalidate'

  aws s3 sync dist s3://BUCKET --exclude '*' --include 'assets/*' --include 'files/*' --include 'images/*' --include 'og/*' --exclude '*.gz' \
    --exclude '*.br' --cache-control 'public, max-age=31536000, immutable'
  aws s3 sync dist s3://BUCKET --exclude 'assets/*' --exclude 'files/*' --exclude 'images/*' --exclude 'og/*' --exclude '.marquee-export*' \
    --exclude '*.gz' --exclude '*.br' --cache-control 'public, max-age=0, must-revalidate'
  aws s3 sync dist s3://BUCKET --exclude '.marquee-export*' --exclude '*.gz' --exclude '*.br' --delete

S3 answers exact names only. Before CloudFront, a function adds the extension:
  function handler(event) {
      var r = event.request;
      if (r.uri === '/') r.uri = '/index.html';
      else if (!r.uri.split('/').pop().includes('.')) r.uri += '.html';
      return r;
  }
Missing files have to answer 404, not 403: allow s3:ListBucket. Without a function, upload each page
a second time under the name without .html, with --content-type text/html.

Forms post to /api/send-contact-email, which is no file: have the host pass this path on to a running
"marquee serve" with the same content (and --trusted-proxies, so that it sees who sends), and pages
with ?sent=, which tell visitors without scripts that their message has arrived. Where /api/pages is
not mapped as above, it has to answer 404: then the browser loads each page whole, and all works.`
}

// indented sets the lines of a file off from the text around it.
func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n"
}
