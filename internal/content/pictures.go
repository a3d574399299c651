package content

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// inspect finds out what the files of a tree are that are not YAML, by path. Those that were
// found before are not read again where their stamps are the same.
func (l *Loader) inspect(ctx context.Context, tree fs.FS, names *listing) (map[string]*media.File, error) {
	from := media.Tree{FS: tree}
	if l.options.History != nil {
		from.Kept = l.options.History.Open
	}
	var mu sync.Mutex
	found := map[string]*media.File{}
	note := func(name string, file *media.File) {
		mu.Lock()
		defer mu.Unlock()
		found[name] = file
	}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for dir, entries := range names.folders {
		kind := media.KindOf(below(dir))
		if kind == media.None {
			continue
		}
		for _, e := range entries {
			name := path.Join(dir, e.name)
			switch {
			case e.isFolder, kind == media.Font && !isFont(below(name)):
			case (kind == media.Download || kind == media.WellKnown) && (isHidden(e.name) || isReadme(e.name)):
			case l.media[name].HasStamp(e.stamp):
				note(name, l.media[name])
			default:
				group.Go(func() error {
					if ctx.Err() == nil {
						note(name, from.Inspect(name, l.media[name]))
					}
					return ctx.Err()
				})
			}
		}
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	l.media = found
	return found, nil
}

// mediaFile returns the file at a path, or what is wrong with it.
func (t *parsedTree) mediaFile(name string) *media.File {
	if found := t.media[name]; found != nil {
		return found
	}
	missing, code, what := &media.File{Path: name}, "file", "file"
	if media.KindOf(below(path.Dir(name))) == media.Picture {
		code, what = "image", "picture"
	}
	switch {
	case t.names.folders[name] != nil:
		missing.Problem = media.Problem{Code: "unreadable-" + code, Message: below(name) + " is a folder, not a file."}
	default:
		message := fmt.Sprintf("There is no %s %s.", what, name)
		missing.Problem = media.Problem{Code: "missing-" + code, Message: message, Hint: t.meantFile(name)}
	}
	return missing
}

// meantFile proposes a file of the same folder: the same name with another ending, or a name
// that is written alike. It is written as in the content.
func (t *parsedTree) meantFile(name string) string {
	dir, base := path.Split(name)
	kind := media.KindOf(below(path.Clean(dir)))
	var names, stems []string
	for _, e := range t.names.folders[path.Clean(dir)] {
		if !e.isFolder && !isHidden(e.name) && (kind != media.Picture || isPicture(e.name)) {
			names, stems = append(names, e.name), append(stems, stem(e.name))
		}
	}
	at := slices.Index(stems, stem(base))
	if near, found := yamldoc.Nearest(stem(base), stems); found && at < 0 {
		at = slices.Index(stems, near)
	}
	switch {
	case at >= 0:
		return fmt.Sprintf("Did you mean %q?", below(dir)+names[at])
	case len(names) == 0 && kind == media.Download:
		return "Save it there, below the folder of the site."
	}
	return ""
}

// below returns a path as it is from the folder of its site.
func below(name string) string {
	_, rest, _ := strings.Cut(name, "/")
	return rest
}

func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// image resolves a picture of the site's folder.
func (s *scope) image(made *site.Image, at *place) {
	made.Alt = s.set(made.Alt, at.child("alt"))
	made.Slot = at.pictureSlot()
	note := s.owner.images.out.Get(made.Src)
	if note != nil {
		made.Credit = note.Credit
		made.Focus = cmp.Or(made.Focus, note.Focus)
		if made.Alt == "" && !s.file.doc.HasEmpty(at.path("alt")) {
			made.Alt = note.Alt
		}
	}
	if found := s.imageFile(made.Src, at.child("src")); found != nil {
		s.show(found, made)
		s.checkImageUse(made, found, at)
	}
	if found := s.imageFile(made.Phone, at.child("phone")); found != nil {
		s.showNarrow(found, made)
	}
}

// show gives an image the addresses of its picture, and notes that they are in use.
func (s *scope) show(found *media.File, made *site.Image) {
	shown := found.In(made.Slot, made.Focus)
	s.deps.use(found, shown.Files)
	made.URL, made.Width, made.Height = shown.URL, shown.Width, shown.Height
	if shown.Set.Sizes != "" {
		made.Srcset, made.Type = shown.Set.Srcset, shown.Set.Type
		made.Sizes = cmp.Or(media.SizesUnder[s.shown.raw.Theme.Background][made.Slot], shown.Set.Sizes)
	}
	if s.deps.lead == "" && made.Slot != site.SlotPreview {
		s.deps.lead = made.Shown()
	}
}

// showNarrow gives an image the addresses of what phones show instead. It is chosen for
// them, so it keeps its own ratio.
func (s *scope) showNarrow(found *media.File, made *site.Image) {
	slot := site.SlotProse
	if made.Slot == "" {
		slot = ""
	}
	shown := found.In(slot, "")
	s.deps.use(found, shown.Files)
	shown.Set.Sizes = "92vw"
	made.Narrow = &shown.Set
}

// imageFile returns a picture by the name that content has for it; nil where there is none, or
// something is wrong with it.
func (s *scope) imageFile(src string, at *place) *media.File {
	if src == "" { // the decoder has reported it where it must not be
		return nil
	}
	switch clean := path.Clean(src); {
	case strings.Contains(src, "://"), strings.HasPrefix(src, "//"):
		s.at(at, "bad-image-path", "A picture is a file of the site, not an address.", "Save it in the folder images.")
		return nil
	case !isFilePath(src, "images") || clean != src:
		s.at(at, "bad-image-path", fmt.Sprintf("%q is no file of the folder images.", src), s.meantImage(src))
		return nil
	}
	found := s.resolver.tree.mediaFile(path.Join(s.owner.id, src))
	if found.Code != "" {
		s.at(at, found.Code, found.Message, found.Hint)
		return nil
	}
	return found
}

// isFilePath tells whether somebody wrote the path of a file of a folder, such as files.
func isFilePath(src, folder string) bool {
	return strings.HasPrefix(src, folder+"/") && fs.ValidPath(src) && !strings.Contains(src, `\`)
}

// meantImage proposes the picture that was meant by a path that does not begin with images/.
func (s *scope) meantImage(src string) string {
	base := "images/" + path.Base(strings.ReplaceAll(src, `\`, "/"))
	for _, candidate := range []string{strings.TrimPrefix(src, "/"), strings.TrimPrefix(src, "./"), base} {
		if isFilePath(candidate, "images") && s.resolver.tree.names.isFile(path.Join(s.owner.id, candidate)) {
			return fmt.Sprintf("Did you mean %q?", candidate)
		}
	}
	return "Write it such as images/team.webp."
}

// checkImageUse checks that a picture fits its place.
func (s *scope) checkImageUse(made *site.Image, found *media.File, at *place) {
	src, where, slot := at.child("src"), at.String(), at.pictureSlot()
	ofSite := s.file == s.owner.file
	isDrawing := found.Type == media.SVG || found.Type == media.ICO
	switch {
	case ofSite && where == "mark":
		if found.Type != media.SVG {
			s.at(src, "wrong-format", "The mark of a site must be an SVG.", "")
		}
	case ofSite && where == "favicon":
		if !isDrawing && found.Type != media.PNG {
			s.at(src, "wrong-format", "The favicon must be an SVG, PNG or ICO.", "")
		}
	case ofSite && where == "seo.image" || s.page != nil && where == "image":
		if isDrawing {
			s.warn(src, "wrong-format", "Link previews do not show pictures of this kind.",
				"Use a PNG or JPEG, 1200 by 630 pixels.")
		}
	case slot == site.SlotLogo && found.Opaque:
		message := fmt.Sprintf("The logo %s has no transparent background, so it shows as a plain box.", made.Src)
		s.warn(src, "opaque-logo", message,
			"Save it as an SVG, or as a PNG with a transparent background.")
	case slot == site.SlotPortrait || slot == site.SlotLogo: // the name beside it says who or what it shows
	case made.Alt == "" && !s.file.doc.HasEmpty(at.path("alt")) && !s.owner.isDecoration(made.Src):
		hint := `Add alt, or alt: "" for pure decoration.`
		if !s.file.broken && s.owner.images.out.Get(made.Src) == nil {
			hint = "Write it once in images.yaml, such as " + made.Src +
				`: {alt: What it shows}; or alt: "" for pure decoration.`
		}
		s.warn(at, "no-alt", "The picture has no alt: what it shows, for people who do not see it.", hint)
	}
}

// resolveImages resolves images.yaml, and looks for the files that it speaks of.
func (r *resolver) resolveImages(s *siteState) {
	resolveAll(r, s, &s.images, func(src string, _ *site.ImageNote, scope *scope) {
		if !isFilePath(src, "images") {
			message := fmt.Sprintf("%q is no file of the folder images.", src)
			scope.deps.add(s.images.file.doc.AtKey(src, "bad-image-path", message, scope.meantImage(src)))
			return
		}
		found := r.tree.mediaFile(path.Join(s.id, src))
		if found.Code == "missing-image" {
			scope.deps.add(s.images.file.doc.AtKey((&place{key: src}).String(), found.Code, found.Message, found.Hint))
		}
	})
}

// isDecoration tells whether images.yaml says of a picture that it shows nothing that matters.
func (s *siteState) isDecoration(src string) bool {
	return s.images.file != nil && s.images.file.doc.HasEmpty(src+".alt")
}

// warnImages names the entries of images.yaml whose picture is shown nowhere.
func (r *resolver) warnImages(s *siteState, shown map[*media.File]bool) {
	for src := range s.images.raw.All() {
		if found := r.tree.media[path.Join(s.id, src)]; found == nil || shown[found] {
			continue
		}
		message := fmt.Sprintf("Nothing shows the picture %s.", src)
		warning := s.images.file.doc.AtKey(src, "unused-image", message, "Show it, or remove its entry.")
		warning.Severity = yamldoc.Warning
		s.deps.add(warning)
	}
}
