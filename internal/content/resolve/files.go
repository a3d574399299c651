package resolve

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
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
	if _, below := s.resolver.holder(src, s.owner); !isFilePath(below, tree.FilesFolder) {
		name := path.Base(strings.ReplaceAll(src, `\`, "/"))
		hint := fmt.Sprintf("Save it in the folder files, and write its path, such as files/%s.", name)
		if strings.Contains(src, "youtu") || strings.Contains(src, "vimeo.com") {
			hint = "A film at YouTube or Vimeo is shown by the section embed."
		}
		s.noFile(src, tree.FilesFolder, "bad-file-path", hint, at)
		return nil
	}
	found := s.resolver.mediaFile(src, s.owner)
	s.deps.UseFile(found)
	switch {
	case found.Code != "":
		s.badFile(found, src, at)
		return nil
	case !strings.HasPrefix(found.Type.ContentType, types):
		s.at(at, "wrong-file", "", "The file %s %s.", src, what)
		return nil
	}
	return found
}

// holder returns the site that a picture or file is of, and its path below the folder of that: main:images/team.jpg is
// one of main, in the language of who names it. What names no other site is one of the site itself.
func (r *resolver) holder(src string, from *outline.Site) (of *outline.Site, below string) {
	if id, below, named := strings.Cut(src, ":"); named {
		if of := r.Named(id, from); of != nil {
			return of, below
		}
	}
	return from, src
}

// mediaFile returns a picture or file by the name that a site has for it, or what is wrong with it.
func (r *resolver) mediaFile(src string, from *outline.Site) *media.File {
	of, below := r.holder(src, from)
	return r.Tree.MediaFile(path.Join(of.Folder, below))
}

// badFile reports what is wrong with a picture or file that content names.
func (s *scope) badFile(found *media.File, src string, at *outline.Place) {
	_, below := s.resolver.holder(src, s.owner)
	hint := inSite(src, below, s.proposed(found, below))
	if hint == "" && strings.HasPrefix(found.Code, "missing-") {
		hint = "Save it there."
		for _, other := range s.resolver.Sites {
			if has := s.resolver.Tree.Find(path.Join(other.ID, below)); has != nil && has.Code == "" {
				hint = fmt.Sprintf("The site %s has one: write %s:%s.", other.ID, other.ID, below)
			}
		}
	}
	s.at(at, found.Code, hint, "%s", found.Message)
}

// proposed returns the hint of a missing file. A file of another name that the content names as well is not the one
// that is meant: it may be of another person.
func (s *scope) proposed(found *media.File, below string) string {
	near := strings.TrimSuffix(strings.TrimPrefix(found.Hint, `Did you mean "`), `"?`)
	stem := func(name string) string { return strings.ToLower(strings.TrimSuffix(name, path.Ext(name))) }
	if stem(near) != stem(below) && s.file.Doc.Says(near) {
		return ""
	}
	return found.Hint
}

// inSite puts what a name has before its last part, which is the site, before the name that a hint proposes.
func inSite(written, last, hint string) string {
	if !strings.HasPrefix(hint, "Did you mean") {
		return hint
	}
	return strings.Replace(hint, `"`, `"`+strings.TrimSuffix(written, last), 1)
}

func isFilePath(src, folder string) bool {
	return strings.HasPrefix(src, folder+"/") && fs.ValidPath(src) && !strings.Contains(src, `\`)
}

// noFile reports a path that is none of a folder of files, and what may be meant by it.
func (s *scope) noFile(src, folder, code, hint string, at *outline.Place) {
	id, below, named := strings.Cut(src, ":")
	if named && isFilePath(below, folder) {
		s.refers(at, id, "unknown-reference", text.Meant(id, s.resolver.SiteIDs), "There is no site %q.", id)
		return
	}
	of, below := s.resolver.holder(src, s.owner)
	name := strings.TrimLeft(below, "./")
	for _, meant := range []string{path.Join(of.Folder, name), path.Join(of.Folder, folder, name), name} {
		if in, rest, _ := strings.Cut(meant, "/"); s.resolver.Tree.Find(meant) != nil && isFilePath(rest, folder) {
			if in != s.owner.Folder {
				rest = in + ":" + rest
			}
			hint = fmt.Sprintf("Did you mean %q?", rest)
		}
	}
	s.at(at, code, hint, "%q is no file of the folder %s.", text.Shortened(src), folder)
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

// warnFiles reports the files of the folder files that nothing leads to, unless that may be in a file with errors.
func (r *resolver) warnFiles() {
	used, complete := map[string]bool{}, !tree.HasError(r.Tree.Problems)
	for _, deps := range r.AllDependencies() {
		for _, file := range deps.Media {
			used[file.Path] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Tree.Media)) {
		s, file := r.ByID[tree.FolderOf(name)], r.Tree.Media[name]
		switch {
		case s == nil || s.File == nil || used[name] || media.KindOf(path.Dir(tree.Below(name))) != media.Download:
		case file.Code != "":
			s.Deps.Name(name, file.Code, file.Hint, "%s", file.Message)
		case complete:
			s.Deps.WarnName(name, "unused-file",
				fmt.Sprintf("Link to it with to: %s, or put a _ before its name to set it aside.", tree.Below(name)),
				"Nothing leads to this file, so nobody can get it.")
		}
	}
}
