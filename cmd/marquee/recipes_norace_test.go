//go:build !race

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evenlight/marquee/deploy"
	"github.com/evenlight/marquee/internal/website/server"
)

// The headers of a build stand in the recipes as they are, for hosts that serve its
// files without the program. Where they changed, copy what is printed.
func TestRecipesSendTheHeadersOfTheServer(t *testing.T) {
	inline, err := inlineSources()
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, header := range server.SecurityHeaders(inline, nil) {
		name, value := header[0], header[1]
		count++
		if line := fmt.Sprintf("    add_header %s \"%s\" always;\n", name, value); !strings.Contains(deploy.StaticNginx, line) {
			t.Errorf("deploy/static/nginx.conf lacks\n%s", line)
		}
		if line := fmt.Sprintf("\t\t%s \"%s\"\n", name, value); !strings.Contains(deploy.StaticCaddy, line) {
			t.Errorf("deploy/static/Caddyfile lacks\n%s", line)
		}
	}
	if count < 5 {
		t.Errorf("only %d headers", count)
	}
}

func TestExportHelpHasTheRecipes(t *testing.T) {
	_, help, _ := run(t, nil, "export", "--help")
	for _, want := range []string{"try_files $uri $uri.html", "precompressed br gzip", "aws s3 sync"} {
		if !strings.Contains(help, want) {
			t.Errorf("marquee export --help does not say %q", want)
		}
	}
}
