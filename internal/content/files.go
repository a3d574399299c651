package content

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// The folder files of a site holds what visitors get as it is: documents, films, sound,
// archives. They are read beside the pictures, and are pictures to everything that only
// asks whether bytes have changed; their bytes are never in memory.
const filesFolder = "files"

const (
	maxFile     = 200 << 20 // bytes of one file
	maxCaptions = 2 << 20
)

// isFile tells whether a path, below its site, lies in the folder.
func isFile(below string) bool {
	return below == filesFolder || strings.HasPrefix(below, filesFolder+"/")
}

// readFile finds out what a file of the folder files is, unless its bytes are those of the one before.
func (l *Loader) readFile(ctx context.Context, tree fs.FS, name string, e entry, before *picture) *picture {
	made := &picture{path: name}
	if e.size > maxFile {
		made.code, made.message = "large-file", fmt.Sprintf("The file %s is larger than %d MB.", name, maxFile>>20)
		made.hint = "Make it smaller, or link to a service that is made for files of this size."
		return made
	}
	var known *blob
	if before != nil {
		known = before.blob
	}
	found, err := l.readBlob(ctx, tree, name, e, known, fileHead, func(b *blob, head []byte) {
		made.blob, made.hash = b, b.sum
		made.examineFile(tree, head)
	})
	switch {
	case err != nil || e.err != nil:
		made.blob = nil
		made.code, made.message = "unreadable-file", fmt.Sprintf("The file %s cannot be read.", name)
	case found == known:
		return before
	}
	return made
}

func (p *picture) examineFile(tree fs.FS, head []byte) {
	found, message, hint := typeOfFile(p.path, head)
	if message != "" {
		p.code, p.message, p.hint = "refused-file", message, hint
		return
	}
	p.format = format{strings.ToLower(strings.TrimPrefix(path.Ext(p.path), ".")), found.contentType}
	p.offered = !found.shown
	switch p.format.contentType {
	case "video/mp4", "video/webm":
		p.measure(tree)
	case "text/vtt; charset=utf-8":
		if p.blob.size > maxCaptions {
			p.code, p.message = "large-file", fmt.Sprintf("The captions %s are larger than %d MB.", p.path, maxCaptions>>20)
		}
	}
	p.url = strings.Replace(p.address(p.hash[:], ""), "/images/", "/files/", 1) + "." + p.format.extension
	if slugify(stem(path.Base(p.path))) == "" { // a name in letters that no address has
		p.url = strings.Replace(p.url, "/image-", "/file-", 1)
	}
}

// measure finds out how large a film is shown. One that does not tell is shown all the same.
func (p *picture) measure(tree fs.FS) {
	opened, err := p.blob.openIn(tree, p.blob.seen.Load().stamp)
	if err != nil {
		return
	}
	read := readMP4
	if p.format.contentType == "video/webm" {
		read = readWebM
	}
	found := read(seekingReaderAt{opened}, p.blob.size)
	p.width, p.height, p.codec, p.place = found.width, found.height, found.codec, found.place
	if err := opened.Close(); err != nil {
		p.code, p.message = "unreadable-file", fmt.Sprintf("The file %s cannot be read.", p.path)
	}
}

// seekingReaderAt reads anywhere in a file that one goroutine uses.
type seekingReaderAt struct{ io.ReadSeeker }

func (r seekingReaderAt) ReadAt(into []byte, at int64) (int, error) {
	if _, err := r.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(r, into)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}

// file returns the file at a path, or what is wrong with it.
func (t *parsedTree) file(name string) *picture {
	switch found := t.pictures[name]; {
	case found != nil:
		return found
	case t.names.folders[name] != nil:
		return &picture{path: name, code: "unreadable-file", message: below(name) + " is a folder, not a file."}
	}
	hint := ""
	var names []string
	for _, e := range t.names.folders[path.Dir(name)] {
		if !isHidden(e.name) && !e.isFolder {
			names = append(names, e.name)
		}
	}
	dir := path.Dir(below(name)) + "/"
	if near, found := yamldoc.Nearest(path.Base(name), names); found {
		hint = fmt.Sprintf("Did you mean %q?", dir+near)
	} else if same := slices.IndexFunc(names, func(other string) bool { return stem(other) == stem(path.Base(name)) }); same >= 0 {
		hint = fmt.Sprintf("Did you mean %q?", dir+names[same])
	} else if len(names) == 0 {
		hint = "Save it there, below the folder of the site."
	}
	return &picture{path: name, code: "missing-file", message: fmt.Sprintf("There is no file %s.", name), hint: hint}
}

// isFilePath tells whether somebody wrote the path of a file of the folder files.
func isFilePath(src string) bool {
	return strings.HasPrefix(src, filesFolder+"/") && fs.ValidPath(src) && !strings.Contains(src, `\`)
}

// media finds a file by the path that content has for it, such as files/tour.mp4; nil
// where there is none, or it is none of the types.
func (s *scope) media(src string, at *place, what, types string) *picture {
	if src == "" { // then the decoder has said so
		return nil
	}
	if !isFilePath(src) {
		hint := fmt.Sprintf("Save it in the folder files, and write its path, such as files/%s.", path.Base(strings.ReplaceAll(src, `\`, "/")))
		if strings.Contains(src, "youtu") || strings.Contains(src, "vimeo.com") {
			hint = "A film at YouTube or Vimeo is shown by the section embed."
		}
		s.at(at, "bad-file-path", fmt.Sprintf("%q is no file of the folder files.", shortened(src)), hint)
		return nil
	}
	found := s.resolver.tree.file(path.Join(s.owner.id, src))
	s.deps.useFile(found)
	switch {
	case found.code != "":
		s.at(at, found.code, found.message, found.hint)
		return nil
	case !strings.HasPrefix(found.format.contentType, types):
		s.at(at, "wrong-file", fmt.Sprintf("The file %s %s.", src, what), "")
		return nil
	}
	return found
}

// toFile judges a link to a file of the folder files of a site.
func (j linkValidator) toFile(of *siteState, src string) {
	src, fragment, hasFragment := strings.Cut(src, "#") // such as #page=2 of a PDF
	if !fs.ValidPath(src) || strings.ContainsAny(src, `\?`) {
		j.report("bad-link", fmt.Sprintf("%q is no file of the folder files.", src), "Write its path as it is in the folder, such as files/price-list.pdf.")
		return
	}
	found := j.resolver.tree.file(path.Join(of.id, src))
	if j.resolver.options.Drafts || j.window.contains(j.resolver.now) {
		j.deps.useFile(found)
	} else { // in a section to come: the file is checked, and not served yet
		j.deps.pictures = append(j.deps.pictures, found)
	}
	if found.code != "" {
		j.report(found.code, found.message, found.hint)
		return
	}
	j.set(site.LinkFile, found.url)
	if hasFragment && !hasBlank(fragment) {
		j.link.Href += "#" + fragment
	}
	j.link.File = fmt.Sprintf("%s, %s", strings.ToUpper(found.format.extension), sizeInWords(found.blob.size))
}

// sizeInWords says how much a visitor has to load, in whole units, rounded up.
func sizeInWords(bytes int64) string {
	if kilo := (bytes + 999) / 1000; kilo < 1000 {
		return fmt.Sprintf("%d KB", kilo)
	}
	return fmt.Sprintf("%d MB", (bytes+999_999)/1_000_000)
}

// fillVideo makes the addresses of a film and its captions.
func (s *scope) fillVideo(body *site.Video, at *place) {
	if film := s.media(body.Src, at.child("src"), "is no film", "video/"); film != nil {
		body.URL, body.ContentType, body.Width, body.Height = film.url, film.format.contentType, film.width, film.height
		if film.codec == "hvc1" || film.codec == "hev1" {
			s.warn(at.child("src"), "film-codec", "This film is coded as HEVC, which many browsers do not play.",
				"Save it as H.264; on an iPhone, choose Settings, Camera, Formats, Most Compatible for new films.")
		}
		if film.place {
			s.warn(at.child("src"), "film-place", "This film says where it was made, and everybody can read that.",
				"If nobody shall know, export it again without its location: phones offer that where they share a film.")
		}
	}
	if body.Captions == "" && !s.file.broken && !s.file.doc.HasEmpty(at.path("captions")) {
		s.warn(at, "no-captions", "The film has no captions: what is said, for people who do not hear it.", "Add captions: files/….vtt, or captions: \"\" where nothing is said.")
	}
	if body.Captions == "" {
		return
	}
	if captions := s.media(body.Captions, at.child("captions"), "holds no captions", "text/vtt"); captions != nil {
		body.CaptionsURL = captions.url
	}
}

// warnFiles reports files that no page leads to, and those among them that nobody could get.
func (r *resolver) warnFiles(s *siteState, used map[*picture]bool) {
	var all []string
	for name, file := range r.tree.pictures {
		if strings.HasPrefix(name, s.id+"/"+filesFolder+"/") && !used[file] && (r.complete || file.code != "") {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	for _, name := range all {
		if file := r.tree.pictures[name]; file.code != "" {
			s.deps.name(name, file.code, file.hint, "%s", file.message)
			continue
		}
		s.deps.add(yamldoc.Problem{
			Severity: yamldoc.Warning, File: name, Code: "unused-file", Message: "Nothing leads to this file, so nobody can get it.",
			Hint: fmt.Sprintf("Link to it with to: %s, or put a _ before its name to set it aside.", below(name)),
		})
	}
}
