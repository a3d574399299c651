package pages

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
	"github.com/evenlight/marquee/internal/website/typography"
)

// render renders the page and hands it to the cache. The caller holds p.rendering.
func (s *Store) render(ctx context.Context, p *page, key Key) (*site.Representation, error) {
	data, err := pageData(p)
	if err != nil {
		return nil, err
	}
	// One visitor's hurry must not end the work that others wait for.
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), renderLimit)
	defer cancel()
	root, err := s.renderRoot(limited, p.location(), data)
	if err != nil {
		return nil, err
	}
	r := &site.Representation{
		Status: http.StatusOK, ContentType: htmlType, CacheControl: site.Revalidated, Site: p.site.ID,
		Link: link(p.site), Policy: p.content.Head.Policy.String(), Body: s.shell(p, root, data).render(),
	}
	if p.path == "" {
		r.Status = http.StatusNotFound
	}
	encoding.Prepare(r, encoding.Fast)
	if s.options.Cache != nil {
		s.options.Cache.Put(key, encoding.Pack(r))
	}
	return r, nil
}

func (s *Store) renderRoot(ctx context.Context, path string, data []byte) (string, error) {
	started := time.Now()
	root, err := s.options.Renderer.Render(ctx, path, data)
	if s.options.Rendered != nil {
		s.options.Rendered(time.Since(started), err)
	}
	return root, err
}

// pageData returns all that the templates need for a page, the answer of
// GET /api/pages, with the quotation marks of its language. It is made when it is needed:
// kept for every page it would be most of what a large website holds.
func pageData(p *page) ([]byte, error) {
	data, err := json.Marshal(struct {
		Site *site.Site `json:"site"`
		Page *site.Page `json:"page"`
	}{typography.Set(p.site.Language, p.site), typography.Set(p.site.Language, p.content)})
	if err != nil {
		return nil, fmt.Errorf("encode page %s: %w", p.location(), err)
	}
	return data, nil
}

// keyOf hashes the whole document without the root element, and all that the
// root element is rendered from. So whatever comes to stand in a document
// changes its key, whether somebody thinks of the key or not.
func (s *Store) keyOf(p *page) (Key, error) {
	if known := p.key.Load(); known != nil {
		return *known, nil
	}
	data, err := pageData(p)
	if err != nil {
		return Key{}, err
	}
	h := sha256.New()
	for _, part := range []string{storedFormat, s.options.Identity, p.location(), p.path, s.shell(p, "", data).text()} {
		fmt.Fprintf(h, "%d %s", len(part), part)
	}
	key := Key(h.Sum(nil))
	p.key.Store(&key)
	return key, nil
}

func (s *Store) shell(p *page, root string, data []byte) shellData {
	return shellData{Site: p.site, Head: p.content.Head, Page: p.content, Client: s.options.Client, Root: root, Data: data}
}

// link is the header that has the stylesheet fetched before the document is read.
func link(owner *site.Site) string {
	return "<" + owner.Assets.Stylesheet + ">; rel=preload; as=style"
}

// recall takes a page out of the cache; nil when it is not there.
func (s *Store) recall(key Key) *site.Representation {
	if s.options.Cache == nil {
		return nil
	}
	value := s.options.Cache.Get(key)
	if value == nil {
		return nil
	}
	r, err := encoding.Unpack(value)
	if err != nil {
		// The checksum was right, so a program of ours wrote it, but not as this one does.
		s.options.Logger.Warn("page in the render cache could not be decoded; it is rendered again", "error", err)
		return nil
	}
	s.recalled.Add(1)
	return r
}
