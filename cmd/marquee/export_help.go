package main

// Help implements kong.HelpProvider.
func (exportCommand) Help() string {
	return `Writes the whole website as static files, for any file server or CDN: pages, assets, pictures,
redirects, sitemap, _headers and _redirects (Cloudflare, Netlify), and .gz and .br beside all that
gets smaller. A second export writes what has changed and removes what is gone; files that no export
wrote are never removed. Content with errors is not exported (exit code 1).

A page is a file with .html, and its address has none: /about is about.html. Cloudflare, Netlify,
GitHub Pages and Firebase find it by themselves. Dates and scheduled pages are those of the moment;
the last line says until when they are right.

Examples:
  marquee export dist
  marquee export dist --base-url https://www.example.com --quiet

nginx (the map stands beside server, and gives the client the data that it asks for):
  map $arg_path $page_data {
      "/"                          /api/page-data/index.json;
      "~^(?<page>(/[a-z0-9-]+)+)$" /api/page-data$page.json;
      default                      /api/page-data/none;
  }
  server {
      root /srv/dist;
      charset utf-8;
      gzip_static on;
      error_page 404 /404.html;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      location = /api/send-contact-email { proxy_pass http://127.0.0.1:8080; }
      location = /api/pages { try_files $page_data =404; }
      location ~ ^/(assets|images|og)/ { add_header Cache-Control "public, max-age=31536000, immutable"; }
      location / {
          if ($arg_sent) { proxy_pass http://127.0.0.1:8080; }
          try_files $uri $uri.html $uri/index.html =404;
      }
  }

Caddy:
  www.example.com {
      root * /srv/dist
      @forms path /api/send-contact-email
      @sent query sent=*
      @hashed path /assets/* /images/* /og/*
      header @hashed Cache-Control "public, max-age=31536000, immutable"
      handle @forms {
          reverse_proxy 127.0.0.1:8080
      }
      handle @sent {
          reverse_proxy 127.0.0.1:8080
      }
      handle /api/pages {
          try_files /api/page-data{query.path}.json /api/page-data{query.path}index.json
          file_server
      }
      handle {
          try_files {path} {path}.html {path}/index.html
          file_server {
              precompressed br gzip
          }
      }
      handle_errors {
          rewrite * /404.html
          file_server
      }
  }

S3 and the like answer exact names only. Before CloudFront, a function adds the extension:
  aws s3 sync dist s3://BUCKET --delete --exclude ".marquee-export*" --exclude "*.gz" --exclude "*.br"
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
