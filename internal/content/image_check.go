package content

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// image resolves a picture of the site's folder.
func (s *scope) image(made *site.Image, at *place) {
	made.Alt = s.text(made.Alt, at.child("alt"))
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
func (s *scope) show(found *picture, made *site.Image) {
	shown := found.in(made.Slot, made.Focus)
	s.deps.use(found, shown.files)
	made.URL, made.Width, made.Height = shown.url, shown.width, shown.height
	if shown.set.Sizes != "" {
		made.Srcset, made.Type = shown.set.Srcset, shown.set.Type
		made.Sizes = cmp.Or(sizesUnder[s.shown.raw.Theme.Background][made.Slot], shown.set.Sizes)
	}
}

// showNarrow gives an image the addresses of what phones show instead. It is chosen for
// them, so it keeps its own ratio.
func (s *scope) showNarrow(found *picture, made *site.Image) {
	slot := site.SlotProse
	if made.Slot == "" {
		slot = ""
	}
	shown := found.in(slot, "")
	s.deps.use(found, shown.files)
	shown.set.Sizes = "92vw"
	made.Narrow = &shown.set
}

// imageFile finds a picture by the name that content has for it; nil where there is
// none, or it is not good.
func (s *scope) imageFile(src string, at *place) *picture {
	if src == "" { // then the decoder has said so
		return nil
	}
	switch clean := path.Clean(src); {
	case strings.Contains(src, "://"), strings.HasPrefix(src, "//"):
		s.at(at, "bad-image-path", "A picture is a file of the site, not an address.", "Save it in the folder images.")
		return nil
	case !fs.ValidPath(src) || strings.Contains(src, `\`) || clean != src || !strings.HasPrefix(src, "images/"):
		s.at(at, "bad-image-path", fmt.Sprintf("%q is no file of the folder images.", src), s.meantImage(src))
		return nil
	}
	found := s.resolver.tree.picture(path.Join(s.owner.id, src))
	if found.code != "" {
		s.at(at, found.code, found.message, found.hint)
		return nil
	}
	return found
}

// meantImage proposes the picture that was meant by a path that does not begin with images/.
func (s *scope) meantImage(src string) string {
	for _, candidate := range []string{strings.TrimPrefix(src, "/"), strings.TrimPrefix(src, "./"), "images/" + path.Base(strings.ReplaceAll(src, `\`, "/"))} {
		if strings.HasPrefix(candidate, "images/") && fs.ValidPath(candidate) && s.resolver.tree.names.isFile(path.Join(s.owner.id, candidate)) {
			return fmt.Sprintf("Did you mean %q?", candidate)
		}
	}
	return "Write it such as images/team.webp."
}

// checkImageUse checks that a picture fits its place.
func (s *scope) checkImageUse(made *site.Image, found *picture, at *place) {
	src := at.child("src")
	where := at.String()
	preview := s.file == s.owner.file && where == "seo.image" || s.page != nil && where == "image"
	switch {
	case s.file == s.owner.file && where == "mark":
		if found.format != formatSVG {
			s.at(src, "wrong-format", "The mark of a site must be an SVG.", "")
		}
	case s.file == s.owner.file && where == "favicon":
		if found.format != formatSVG && found.format != formatPNG && found.format != formatICO {
			s.at(src, "wrong-format", "The favicon must be an SVG, PNG or ICO.", "")
		}
	case preview:
		if found.format == formatSVG || found.format == formatICO {
			s.warn(src, "wrong-format", "Link previews do not show pictures of this kind.", "Use a PNG or JPEG, 1200 by 630 pixels.")
		}
	case at.pictureSlot() == site.SlotLogo && found.opaque:
		s.warn(src, "opaque-logo", fmt.Sprintf("The logo %s has no transparent background, so it shows as a plain box.", made.Src), "Save it as an SVG, or as a PNG with a transparent background.")
	case named(at.pictureSlot()): // the name beside it says who or what it shows
	case made.Alt == "" && !s.file.doc.HasEmpty(at.path("alt")) && !s.owner.isDecoration(made.Src):
		hint := `Add alt, or alt: "" for pure decoration.`
		if !s.file.broken && s.owner.images.out.Get(made.Src) == nil {
			hint = fmt.Sprintf("Write it once in images.yaml, such as %s: {alt: What it shows}; or alt: \"\" for pure decoration.", made.Src)
		}
		s.warn(at, "no-alt", "The picture has no alt: what it shows, for people who do not see it.", hint)
	}
}

// named tells whether pictures of a slot stand beside the name of what they show.
func named(slot site.Slot) bool { return slot == site.SlotPortrait || slot == site.SlotLogo }
