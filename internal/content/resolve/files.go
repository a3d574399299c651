package resolve

import (
	"fmt"
	"path"
	"strings"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// download returns a file by the path that content has for it, such as files/tour.mp4; nil
// where there is none, or its type is another one.
func (s *scope) download(src string, at *outline.Place, what, types string) *media.File {
	if src == "" { // the decoder has reported it where it must not be
		return nil
	}
	if !isFilePath(src, tree.FilesFolder) {
		name := path.Base(strings.ReplaceAll(src, `\`, "/"))
		hint := fmt.Sprintf("Save it in the folder files, and write its path, such as files/%s.", name)
		if strings.Contains(src, "youtu") || strings.Contains(src, "vimeo.com") {
			hint = "A film at YouTube or Vimeo is shown by the section embed."
		}
		s.at(at, "bad-file-path", hint, "%q is no file of the folder files.", text.Shortened(src))
		return nil
	}
	found := s.resolver.Tree.MediaFile(path.Join(s.owner.Folder, src))
	s.deps.UseFile(found)
	switch {
	case found.Code != "":
		s.at(at, found.Code, found.Hint, "%s", found.Message)
		return nil
	case !strings.HasPrefix(found.Type.ContentType, types):
		s.at(at, "wrong-file", "", "The file %s %s.", src, what)
		return nil
	}
	return found
}

func (s *scope) fillVideo(body *site.Video, at *outline.Place) {
	src := at.Child("src")
	if film := s.download(body.Src, src, "is no film", "video/"); film != nil {
		body.URL, body.ContentType, body.Width, body.Height = film.URL, film.Type.ContentType, film.Width, film.Height
		if film.Codec == "hvc1" || film.Codec == "hev1" {
			s.warn(src, "film-codec",
				"Save it as H.264; on an iPhone, choose Settings, Camera, Formats, Most Compatible for new films.",
				"This film is coded as HEVC, which many browsers do not play.")
		}
		if film.TellsPlace {
			s.warn(src, "film-place",
				"If nobody shall know, export it again without its location: phones offer that where they share a film.",
				"This film says where it was made, and everybody can read that.")
		}
	}
	if body.Captions == "" && !s.file.Broken && !s.file.Doc.HasEmpty(at.Path("captions")) {
		s.warn(at, "no-captions", "Add captions: files/….vtt, or captions: \"\" where nothing is said.",
			"The film has no captions: what is said, for people who do not hear it.")
	}
	if captions := s.download(body.Captions, at.Child("captions"), "holds no captions", "text/vtt"); captions != nil {
		body.CaptionsURL = captions.URL
	}
}
