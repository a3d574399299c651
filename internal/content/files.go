package content

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// The folder files of a site holds what visitors get as it is: documents, films, sound,
// archives.
const filesFolder = "files"

// download returns a file by the path that content has for it, such as files/tour.mp4; nil
// where there is none, or its type is another one.
func (s *scope) download(src string, at *place, what, types string) *media.File {
	if src == "" { // the decoder has reported it where it must not be
		return nil
	}
	if !isFilePath(src, filesFolder) {
		name := path.Base(strings.ReplaceAll(src, `\`, "/"))
		hint := fmt.Sprintf("Save it in the folder files, and write its path, such as files/%s.", name)
		if strings.Contains(src, "youtu") || strings.Contains(src, "vimeo.com") {
			hint = "A film at YouTube or Vimeo is shown by the section embed."
		}
		s.at(at, "bad-file-path", fmt.Sprintf("%q is no file of the folder files.", text.Shortened(src)), hint)
		return nil
	}
	found := s.resolver.tree.mediaFile(path.Join(s.owner.id, src))
	s.deps.useFile(found)
	switch {
	case found.Code != "":
		s.at(at, found.Code, found.Message, found.Hint)
		return nil
	case !strings.HasPrefix(found.Type.ContentType, types):
		s.at(at, "wrong-file", fmt.Sprintf("The file %s %s.", src, what), "")
		return nil
	}
	return found
}

// toFile validates a link to a file of the folder files of a site.
func (j linkValidator) toFile(of *siteState, src string) {
	src, fragment, hasFragment := strings.Cut(src, "#") // such as #page=2 of a PDF
	if !fs.ValidPath(src) || strings.ContainsAny(src, `\?`) {
		j.report("bad-link", fmt.Sprintf("%q is no file of the folder files.", src),
			"Write its path as it is in the folder, such as files/price-list.pdf.")
		return
	}
	found := j.resolver.tree.mediaFile(path.Join(of.id, src))
	if j.resolver.options.Drafts || j.window.contains(j.resolver.now) {
		j.deps.useFile(found)
	} else { // in a section to come: the file is checked, and not served yet
		j.deps.media = append(j.deps.media, found)
	}
	if found.Code != "" {
		j.report(found.Code, found.Message, found.Hint)
		return
	}
	j.set(site.LinkFile, found.URL)
	if hasFragment && !text.HasBlank(fragment) {
		j.link.Href += "#" + fragment
	}
	j.link.File = fmt.Sprintf("%s, %s", strings.ToUpper(found.Type.Extension), sizeInWords(found.Size))
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
	src := at.child("src")
	if film := s.download(body.Src, src, "is no film", "video/"); film != nil {
		body.URL, body.ContentType, body.Width, body.Height = film.URL, film.Type.ContentType, film.Width, film.Height
		if film.Codec == "hvc1" || film.Codec == "hev1" {
			s.warn(src, "film-codec", "This film is coded as HEVC, which many browsers do not play.",
				"Save it as H.264; on an iPhone, choose Settings, Camera, Formats, Most Compatible for new films.")
		}
		if film.TellsPlace {
			s.warn(src, "film-place", "This film says where it was made, and everybody can read that.",
				"If nobody shall know, export it again without its location: phones offer that where they share a film.")
		}
	}
	if body.Captions == "" && !s.file.broken && !s.file.doc.HasEmpty(at.path("captions")) {
		s.warn(at, "no-captions", "The film has no captions: what is said, for people who do not hear it.",
			"Add captions: files/….vtt, or captions: \"\" where nothing is said.")
	}
	if captions := s.download(body.Captions, at.child("captions"), "holds no captions", "text/vtt"); captions != nil {
		body.CaptionsURL = captions.URL
	}
}

// warnFiles reports files that no page leads to, and those among them that nobody could get.
func (r *resolver) warnFiles(s *siteState, used map[*media.File]bool) {
	var all []string
	for name, file := range r.tree.media {
		if strings.HasPrefix(name, s.id+"/"+filesFolder+"/") && !used[file] && (r.complete || file.Code != "") {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	for _, name := range all {
		if file := r.tree.media[name]; file.Code != "" {
			s.deps.name(name, file.Code, file.Hint, "%s", file.Message)
			continue
		}
		s.deps.add(yamldoc.Problem{
			Severity: yamldoc.Warning, File: name, Code: "unused-file",
			Message: "Nothing leads to this file, so nobody can get it.",
			Hint:    fmt.Sprintf("Link to it with to: %s, or put a _ before its name to set it aside.", below(name)),
		})
	}
}
