package resolve

import (
	"cmp"
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

func (s *scope) image(made *site.Image, at *outline.Place) {
	made.Alt = s.set(made.Alt, at.Child("alt"))
	made.Slot = at.PictureSlot()
	of, below := s.resolver.holder(norm.NFC.String(made.Src), s.owner) // as keys of images.yaml are
	if note := of.Made.Images.Get(below); note != nil {
		made.Credit = note.Credit
		made.Focus = cmp.Or(made.Focus, note.Focus)
		if made.Alt == "" && !s.file.Doc.HasEmpty(at.Path("alt")) {
			made.Alt = note.Alt
		}
	}
	if found := s.imageFile(made.Src, at.Child("src")); found != nil {
		s.show(found, made)
		s.checkImageUse(made, found, at)
	}
	if found := s.imageFile(made.Phone, at.Child("phone")); found != nil {
		s.showNarrow(found, made)
	}
}

// show gives an image the addresses of its picture, and notes that they are in use.
func (s *scope) show(found *media.File, made *site.Image) {
	shown := found.In(made.Slot, made.Focus)
	s.deps.Use(found, shown.Files)
	made.URL, made.Width, made.Height = shown.URL, shown.Width, shown.Height
	if shown.Set.Sizes != "" {
		made.Srcset, made.Type = shown.Set.Srcset, shown.Set.Type
		made.Sizes = shown.Set.Sizes
	}
	if s.deps.Lead == "" && made.Slot != site.SlotPreview {
		s.deps.Lead = made.Shown()
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
	s.deps.Use(found, shown.Files)
	shown.Set.Sizes = media.PhoneSizes
	made.Narrow = &shown.Set
}

// imageFile returns a picture by the name that content has for it; nil where there is none, or
// something is wrong with it.
func (s *scope) imageFile(src string, at *outline.Place) *media.File {
	if src == "" { // the decoder has reported it where it must not be
		return nil
	}
	if strings.Contains(src, "://") || strings.HasPrefix(src, "//") {
		s.at(at, "bad-image-path", "Save it in the folder images.", "A picture is a file of the site, not an address.")
		return nil
	}
	if _, below := s.resolver.holder(src, s.owner); !isFilePath(below, "images") {
		s.noFile(src, "images", "bad-image-path", exampleImage, at)
		return nil
	}
	found := s.resolver.mediaFile(src, s.owner)
	if found.Code != "" {
		s.badFile(found, src, at)
		return nil
	}
	return found
}

const exampleImage = "Write its path in the folder of the site, such as images/team.webp."

func (s *scope) checkImageUse(made *site.Image, found *media.File, at *outline.Place) {
	src, where, slot := at.Child("src"), at.String(), at.PictureSlot()
	of, below := s.resolver.holder(norm.NFC.String(made.Src), s.owner)
	ofSite := s.file == s.owner.File
	isDrawing := found.Type == media.SVG || found.Type == media.ICO
	switch {
	case ofSite && where == "mark":
		if found.Type != media.SVG {
			s.at(src, "wrong-format", "", "The mark of a site must be an SVG.")
		}
	case ofSite && where == "favicon":
		if !isDrawing && found.Type != media.PNG {
			s.at(src, "wrong-format", "", "The favicon must be an SVG, PNG or ICO.")
		}
	case ofSite && where == "seo.image" || s.page != nil && where == "image":
		if isDrawing {
			s.warn(src, "wrong-format", "Use a PNG or JPEG, 1200 by 630 pixels.",
				"Link previews do not show pictures of this kind.")
		}
	case slot == site.SlotLogo && found.Opaque:
		s.warn(src, "opaque-logo", "Save it as an SVG, or as a PNG with a transparent background.",
			"The logo %s has no transparent background, so it shows as a plain box.", made.Src)
	case slot == site.SlotPortrait || slot == site.SlotLogo: // the name beside it says who or what it shows
	case made.Alt == "" && !s.file.Doc.HasEmpty(at.Path("alt")) && !of.IsDecoration(below):
		hint := `Add alt, or alt: "" for pure decoration.`
		if !s.file.Broken && of.Made.Images.Get(below) == nil {
			notes := "images.yaml"
			if of != s.owner {
				notes = of.Folder + "/" + notes
			}
			hint = "Write it once in " + notes + ", such as " + below +
				`: {alt: What it shows}; or alt: "" for pure decoration.`
		}
		s.warn(at, "no-alt", hint, "The picture has no alt: what it shows, for people who do not see it.")
	}
}

// checkNote looks for the picture that a note of images.yaml is about.
func (s *scope) checkNote(src string, _ *site.ImageNote) {
	if !isFilePath(src, "images") {
		s.atKey(src, "bad-image-path", exampleImage, "%q is no file of the folder images.", src)
		return
	}
	found := s.resolver.Tree.MediaFile(path.Join(s.owner.Folder, src))
	if found.Code == "missing-image" {
		s.atKey(outline.At(src).String(), found.Code, s.proposed(found, src), "%s", found.Message)
	}
}
