package studio

import (
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/site"
)

// previewPath begins the addresses of pages with the drafts, and of what these load.
const previewPath = "/studio/preview"

// framePolicy is that of a page in the frame: it runs nothing and sends nothing, and stands in pages of this host
// alone.
const framePolicy = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"media-src 'self'; script-src 'none'; form-action 'none'; frame-ancestors 'self'; base-uri 'none'"

// scripts are those of a page: its starter, and its data for programs.
var scripts = regexp.MustCompile(`(?s)<script\b.*?</script>`)

// loaded are the addresses of files that a page, or a stylesheet, loads: they lead below the preview, since only the
// drafts may have them.
var loaded = func() *strings.Replacer {
	var pairs []string
	for _, folder := range site.FileFolders {
		for _, before := range []string{`"`, `(`, `, `, `&quot;`} {
			pairs = append(pairs, before+folder, before+previewPath+folder)
		}
	}
	return strings.NewReplacer(pairs...)
}()

func (r *request) preview() (any, error) {
	below, id := strings.TrimPrefix(r.URL.Path, previewPath), r.URL.Query().Get("site")
	i := slices.IndexFunc(r.sites, func(one content.WrittenSite) bool {
		return id == one.ID || id == "" && one.Space == r.visit.Space
	})
	if i < 0 || indexOf(r.sites, r.ownerOf(r.sites[i].Space, below)) < 0 {
		return nil, notFound
	}
	var page *site.Representation
	var err error
	if name := r.URL.Query().Get("sample"); name != "" {
		r.of = r.sites[i]
		page, err = r.samplePage(name)
	} else {
		page = r.Preview.Page(r.Context(), r.sites[i].Space+below)
	}
	if err != nil {
		return nil, err
	}
	if page == nil || page.Status >= http.StatusMultipleChoices && page.Status != http.StatusNotFound {
		return nil, notFound
	}
	r.w.Header().Set("Content-Security-Policy", framePolicy)
	r.w.Header().Set("X-Frame-Options", "SAMEORIGIN")
	html := loaded.Replace(string(scripts.ReplaceAll(page.Body, nil)))
	return raw{contentType: page.ContentType, data: []byte(html)}, nil
}

// previewFile answers with what a page in the frame loads, as that page was shown: a page has dozens, and the folder is
// not read for each of them.
func (r *request) previewFile() (any, error) {
	address := strings.TrimPrefix(r.URL.Path, previewPath)
	file := r.Preview.Asset(address)
	if file == nil {
		file = r.Trial.Asset(address)
	}
	if file == nil {
		return nil, notFound
	}
	body := file.Body
	if strings.HasPrefix(file.ContentType, "text/css") {
		body = []byte(loaded.Replace(string(body)))
	}
	// The addresses of files change with their bytes.
	return raw{contentType: file.ContentType, caching: "private, max-age=3600", data: body}, nil
}

// ownerOf returns the site that an address lies in: the nearest one above it.
func (r *request) ownerOf(space, path string) (id string) {
	nearest := -1
	for _, one := range r.edition.Sites() {
		at := strings.TrimSuffix(one.Settings.Path, "/")
		if one.Space == space && len(at) > nearest && strings.HasPrefix(path+"/", at+"/") {
			id, nearest = one.ID, len(at)
		}
	}
	return id
}

// serveApp answers with the page of the editor, whatever its address: its script shows what belongs there.
func (s *Studio) serveApp(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		s.answer(w, r, nil, failure{http.StatusMethodNotAllowed, "method_not_allowed", "This address is read only.", nil})
		return
	}
	data, err := fs.ReadFile(s.App, "index.html")
	s.answer(w, r, raw{contentType: "text/html; charset=utf-8", data: data}, err)
}

// serveBuilt answers with a file of the web build, compressed where the browser takes that.
func (s *Studio) serveBuilt(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/studio/")
	data, err := fs.ReadFile(s.App, name)
	if err != nil {
		s.answer(w, r, nil, notFound)
		return
	}
	w.Header().Set("Vary", "Accept-Encoding")
	if small, err := fs.ReadFile(s.App, name+".br"); err == nil && strings.Contains(r.Header.Get("Accept-Encoding"), "br") {
		w.Header().Set("Content-Encoding", "br")
		data = small
	}
	kind := mime.TypeByExtension(path.Ext(name))
	if path.Ext(name) == ".js" { // whatever the machine says
		kind = "text/javascript; charset=utf-8"
	}
	s.answer(w, r, raw{contentType: kind, caching: "public, max-age=31536000, immutable", data: data}, nil)
}
