//go:build !race

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Content arrives as a whole new tree: a link is swapped, and the former tree is gone.
func TestContentArrivesByASwappedLink(t *testing.T) {
	for name, layout := range map[string]struct {
		// The link that is swapped, what it points at, and where the content is; below one folder.
		link, tree, content, below string
		links                      map[string]string // further links
	}{
		"a release":   {link: "current", tree: "releases/", content: "current"},
		"git-sync":    {link: "current", tree: ".worktrees/", content: "current/site/content", below: "/site/content"},
		"a ConfigMap": {link: "..data", tree: "..", content: ".", links: map[string]string{"main": "..data/main", "business": "..data/business", "creative": "..data/creative"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			place := func(version string) string {
				tree := layout.tree + version
				into := filepath.Join(root, tree+layout.below)
				if err := os.CopyFS(into, os.DirFS(fixture)); err != nil {
					t.Fatal(err)
				}
				about := filepath.Join(into, "main/pages/about.yaml")
				text := strings.Replace(readFile(t, about), "title: ", "title: "+version+" ", 1)
				if err := os.WriteFile(about, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				return tree
			}
			swap := func(to string) {
				next := filepath.Join(root, "next")
				if err := os.Symlink(to, next); err != nil {
					t.Fatal(err)
				}
				if err := os.Rename(next, filepath.Join(root, layout.link)); err != nil {
					t.Fatal(err)
				}
			}
			before := place("First")
			swap(before)
			for from, to := range layout.links {
				if err := os.Symlink(to, filepath.Join(root, from)); err != nil {
					t.Fatal(err)
				}
			}
			w := boot(t, filepath.Join(root, layout.content))
			for _, version := range []string{"Second", "Third"} {
				now := place(version)
				swap(now)
				if err := os.RemoveAll(filepath.Join(root, before)); err != nil {
					t.Fatal(err)
				}
				before = now
				w.until("/about", "is of the tree "+version, func(r reply) bool { return strings.Contains(r.body, "<title>"+version+" ") })
			}
		})
	}
}
