// Package deploy holds what a website is installed, served and watched with: units of
// systemd, packages, an image, configurations of proxies, alerts and a dashboard.
//
// The program prints some of these files, so they stand here once.
package deploy

import _ "embed" // the files

// Configurations that serve an export as static files, for nginx and Caddy.
var (
	//go:embed static/nginx.conf
	StaticNginx string
	//go:embed static/Caddyfile
	StaticCaddy string
)
