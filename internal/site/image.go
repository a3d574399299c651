package site

import (
	"regexp"
	"strings"
)

// Image is a picture from the site's images folder. It is written as the name of its file alone, such as
// images/team.jpg, or with the keys below.
//
// The tag `slot` of a field says where its pictures stand, and with that their widths and ratio: see [Slot].
type Image struct {
	// File below the site's folder, such as images/team.jpg: JPEG, PNG, WebP, GIF or SVG. Another site's is written with
	// its id first: main:images/team.jpg.
	Src string `yaml:"src" json:"-" validate:"required" short:"true"`
	// What the picture shows, for people who do not see it. Left out, what images.yaml says of the file. Empty for pure
	// decoration.
	Alt Text `yaml:"alt" json:"alt"`
	// What stays in sight where the picture is cropped, from the left and from the top, such as 62% 30%. Left out, what
	// images.yaml says, or else the middle.
	Focus string `yaml:"focus" json:"-" validate:"omitempty,focus"`
	// Another file that phones show instead, such as images/tall.jpg.
	Phone string `yaml:"phone" json:"-"`

	// Where it stands.
	Slot Slot `yaml:"-" json:"-"`
	// Address of the file, or of one of its versions that every browser can show.
	URL string `yaml:"-" json:"url"`
	// Size in pixels; 0 where the file does not tell.
	Width  int `yaml:"-" json:"width,omitempty"`
	Height int `yaml:"-" json:"height,omitempty"`
	// Addresses of the picture in its widths, for browsers to choose from. Empty where there is only url.
	Srcset string `yaml:"-" json:"srcset,omitempty"`
	// How wide it is shown, for the choice.
	Sizes string `yaml:"-" json:"sizes,omitempty"`
	// Media type of what srcset lists, where browsers that do not know it take url.
	Type string `yaml:"-" json:"type,omitempty"`
	// What phones show instead.
	Narrow *ImageSource `yaml:"-" json:"phone,omitempty"`
	// Who made it, where images.yaml says so.
	Credit Text `yaml:"-" json:"credit,omitempty"`
}

// Shown tells the picture from the same one in another width: its address, and how wide it is shown.
func (i *Image) Shown() string { return strings.TrimSpace(i.URL + " " + i.Sizes) }

// FocusPattern is how the focus of a picture is written.
var FocusPattern = regexp.MustCompile(`^(100|[0-9]{1,2})% +(100|[0-9]{1,2})%$`)

// ImageNote is what images.yaml says of a picture, once for all places that show it. It is found there under the name
// of its file, such as images/team.jpg.
type ImageNote struct {
	// What the picture shows, for people who do not see it. Empty for pure decoration.
	Alt Text `yaml:"alt" json:"alt,omitempty"`
	// What stays in sight where the picture is cropped, from the left and from the top, such as 62% 30%. Left out: the
	// middle.
	Focus string `yaml:"focus" json:"focus,omitempty" validate:"omitempty,focus"`
	// Who made it, for those who ask.
	Credit Text `yaml:"credit" json:"credit,omitempty"`
}

// KeyPattern says that entries are named by files, and not by ids.
func (*ImageNote) KeyPattern() string { return "^images/" }

// ImageSource is another picture that stands in for an [Image].
type ImageSource struct {
	// Addresses in its widths.
	Srcset string `json:"srcset"`
	// How wide it is shown, for the choice.
	Sizes string `json:"sizes,omitempty"`
	// Media type of what srcset lists; empty where every browser knows it.
	Type string `json:"type,omitempty"`
	// Size in pixels; 0 where the file does not tell.
	Width  int `json:"width,omitempty"`
	Height int `json:"height,omitempty"`
}

// Slot is a place of a design for pictures, named by the tag `slot` of a field. What stands deeper without a tag of its
// own has that of the field around it.
type Slot string

// The slots.
const (
	SlotFull     Slot = "full"     // from edge to edge of the window
	SlotHero     Slot = "hero"     // beside the words of a hero, at most 8:5
	SlotHalf     Slot = "half"     // half of the width, beside words
	SlotCard     Slot = "card"     // a third of the width, 3:2
	SlotTile     Slot = "tile"     // one of a gallery, square
	SlotPortrait Slot = "portrait" // a face: small and square
	SlotProse    Slot = "prose"    // as wide as a line of text, in its own ratio
	SlotWide     Slot = "wide"     // as wide as the content, in its own ratio
	SlotLogo     Slot = "logo"     // small, in its own ratio, never cropped
	SlotPoster   Slot = "poster"   // before a film of the site plays: its place takes one address
	SlotPreview  Slot = "preview"  // in link previews, 1200 by 630
)

// Drawing is an object of the site's own look, drawn in its colours. It is written as its name alone: parcel is the
// file look/drawings/parcel.svg.
type Drawing struct {
	// Name of the drawing, such as parcel.
	Name string `yaml:"name" json:"name" validate:"required" short:"true"`

	// Address of the file: it holds the symbol base, and one for each part.
	URL string `yaml:"-" json:"url,omitempty"`
	// Size of the space that it is drawn in.
	Width  float64 `yaml:"-" json:"width,omitempty"`
	Height float64 `yaml:"-" json:"height,omitempty"`
	// Names of the parts that can be lit; they stand above the base.
	Parts []string `yaml:"-" json:"parts,omitempty"`

	// Whether it has styles of its own, and so is in no file with others.
	Alone bool `yaml:"-" json:"alone,omitempty"`
	// The bytes of the file, from its root on, with the name of the file and a dot before each id. Its address has their
	// hash.
	Data []byte `yaml:"-" json:"-" private:"true"`
}
