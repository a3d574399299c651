package check

import (
	"context"
	"sync/atomic"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/outline"
)

type checker struct {
	*outline.Website
	searches atomic.Int64 // for pages that links may have meant
}

// Website gives all links of a resolved website their targets, and notes what is wrong with what
// only all pages together show. The error is for a context that ended.
func Website(ctx context.Context, w *outline.Website) error {
	r := &checker{Website: w}
	if err := outline.EachPage(ctx, r.Pages, r.validatePage); err != nil {
		return err
	}
	for _, s := range r.Sites {
		r.validateLinks(&s.Deps)
		r.validateRedirects(s)
		r.warnSite(s)
		r.warnLanguages(s)
	}
	r.validateUse()
	return ctx.Err()
}

func (r *checker) validateUse() {
	shown := map[*media.File]bool{}
	for _, used := range r.AllDependencies() {
		for _, file := range used.Media {
			shown[file] = true
		}
	}
	for _, s := range r.Sites {
		r.warnFiles(s, shown)
	}
}

func (r *checker) validatePage(p *outline.Page) {
	r.validateLinks(&p.Deps)
	r.warnPage(p)
}

func (r *checker) validateLinks(u *outline.Dependencies) {
	for i := range u.Links {
		r.validateLink(&u.Links[i], u)
	}
}
