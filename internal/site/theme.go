package site

// Theme is the look of a site.
type Theme struct {
	// Whether text is light on dark (dark) or dark on light (light). With auto the site follows the device of each
	// visitor: it has a light and a dark look.
	Scheme string `yaml:"scheme" json:"scheme" validate:"required,oneof=dark light auto"`
	// The palette: all of it, or from one colour. With scheme auto it may be the light or the dark one; the other one is
	// made from it.
	Colors Colors `yaml:"colors" json:"colors" validate:"required"`
	// The dark look, where colors is the light one: for scheme auto, and for sites with a switch.
	Dark *OtherScheme `yaml:"dark" json:"dark,omitempty"`
	// The light look, where colors is the dark one: for scheme auto, and for sites with a switch.
	Light *OtherScheme `yaml:"light" json:"light,omitempty"`
	// Whether the bar at the top has a button by which visitors choose between light and dark. Their choice is kept on
	// their device, which a privacy policy may have to say.
	Switch bool `yaml:"switch" json:"switch,omitempty"`
	// The two fonts.
	Fonts Fonts `yaml:"fonts" json:"fonts" validate:"required"`
	// How titles are set.
	Type *TypeStyle `yaml:"type" json:"type,omitempty"`
	// How much room there is around things.
	Density string `yaml:"density" json:"density,omitempty" validate:"omitempty,oneof=compact regular roomy"`
	// A design that goes with any palette and any fonts, from the size of titles to the footer. What the words above and
	// below say wins over it; without one the site has the plain design.
	Character string `yaml:"character" json:"character,omitempty" validate:"omitempty,oneof=quiet warm bold"`
	// How round corners are.
	Radius string `yaml:"radius" json:"radius" validate:"omitempty,oneof=none small medium large"`
	// What is drawn behind the page.
	Background string `yaml:"background" json:"background" validate:"omitempty,oneof=plain dots lines"`
}

// OtherScheme is the second look of a site that has a light and a dark one.
type OtherScheme struct {
	// Its palette. Colours that are left out are made from those of theme.colors.
	Colors OtherColors `yaml:"colors" json:"colors"`
}

// TypeStyle says how titles are set.
type TypeStyle struct {
	// How bold titles are. Inter, Geist and Sora have nothing lighter than regular.
	Weight string `yaml:"weight" json:"weight,omitempty" validate:"omitempty,oneof=light regular medium bold heavy"`
	// How close the letters of titles stand.
	Tracking string `yaml:"tracking" json:"tracking,omitempty" validate:"omitempty,oneof=wide normal tight tighter"`
	// How large titles are.
	Size string `yaml:"size" json:"size,omitempty" validate:"omitempty,oneof=small medium large"`
}

// Colors is a palette. A colour is written #rrggbb or oklch(L C H).
type Colors struct {
	// One colour of the brand, from which those are made that are not written: primary is this colour or near to it, and
	// all text can be read.
	From string `yaml:"from" json:"-" validate:"omitempty,color"`
	// Behind the page.
	Background string `yaml:"background" json:"background" validate:"required_without=From,color"`
	// Behind cards and fields.
	Surface string `yaml:"surface" json:"surface" validate:"required_without=From,color"`
	// Headings and text.
	Text string `yaml:"text" json:"text" validate:"required_without=From,color"`
	// Text of less weight.
	Muted string `yaml:"muted" json:"muted" validate:"required_without=From,color"`
	// Lines and borders.
	Line string `yaml:"line" json:"line" validate:"required_without=From,color"`
	// Buttons and links.
	Primary string `yaml:"primary" json:"primary" validate:"required_without=From,color"`
	// Text on primary.
	OnPrimary string `yaml:"onPrimary" json:"onPrimary" validate:"required_without=From,color"`
	// Highlights and the far end of gradients.
	Accent string `yaml:"accent" json:"accent" validate:"required_without=From,color"`
}

// OtherColors is the palette of the second look. A colour is written #rrggbb or oklch(L C H); those that are left out
// are made from theme.colors.
type OtherColors struct {
	// The colour of this look, where it is not that of theme.colors.
	From string `yaml:"from" json:"-" validate:"omitempty,color"`
	// Behind the page.
	Background string `yaml:"background" json:"background" validate:"omitempty,color"`
	// Behind cards and fields.
	Surface string `yaml:"surface" json:"surface" validate:"omitempty,color"`
	// Headings and text.
	Text string `yaml:"text" json:"text" validate:"omitempty,color"`
	// Text of less weight.
	Muted string `yaml:"muted" json:"muted" validate:"omitempty,color"`
	// Lines and borders.
	Line string `yaml:"line" json:"line" validate:"omitempty,color"`
	// Buttons and links.
	Primary string `yaml:"primary" json:"primary" validate:"omitempty,color"`
	// Text on primary.
	OnPrimary string `yaml:"onPrimary" json:"onPrimary" validate:"omitempty,color"`
	// Highlights and the far end of gradients.
	Accent string `yaml:"accent" json:"accent" validate:"omitempty,color"`
}

// Fonts names the two fonts of a site, out of the families that Marquee serves itself and those of the site.
type Fonts struct {
	// Font of headings.
	Display string `yaml:"display" json:"display" validate:"required"`
	// Font of text.
	Text string `yaml:"text" json:"text" validate:"required"`
	// Fonts of your own, out of the folder fonts.
	Families []FontFamily `yaml:"families" json:"-" validate:"omitempty,dive"`
}

// FontFamily is a font of the site's own: the files of the folder fonts that belong together.
type FontFamily struct {
	// What display and text call it, such as Bakery Sans.
	Name string `yaml:"name" json:"name" validate:"required,max=60"`
	// Its files, such as fonts/bakery-sans.woff2. Weight and style are read from each file; a variable font needs one
	// file.
	Files []string `yaml:"files" json:"files" validate:"required,min=1,max=12,dive,required"`
	// What it looks like, so that something similar stands in while it loads.
	Kind string `yaml:"kind" json:"kind,omitempty" validate:"omitempty,oneof=sans-serif serif monospace"`

	// What was found in the files.
	Faces []FontFace `yaml:"-" json:"-"`
	// Fonts of visitors' systems that take the same room.
	Fallbacks []FontFallback `yaml:"-" json:"-"`
}

// FontFace is one file of a family, as a stylesheet says it.
type FontFace struct {
	URL          string `json:"url"`
	Weight       string `json:"weight"`
	Style        string `json:"style"`
	UnicodeRange string `json:"unicodeRange"`
	Preload      bool   `json:"preload"` // whether pages load it first
}

// FontFallback changes the metrics of an installed font.
type FontFallback struct {
	Name string `json:"name"` // family name, which the faces of one font share
	// 400 or 700: synthetic bold letters would have the widths of upright ones.
	Weight string `json:"weight"`
	// The names under which systems have the font, or one of the same metrics.
	Local           []string `json:"local"`
	SizeAdjust      string   `json:"sizeAdjust"`
	AscentOverride  string   `json:"ascentOverride"`
	DescentOverride string   `json:"descentOverride"`
	LineGapOverride string   `json:"lineGapOverride"`
}

// HasBoth tells whether the site has a light and a dark look. Then [Theme.Light] and [Theme.Dark] hold all colours of
// both.
func (t Theme) HasBoth() bool { return t.Light != nil && t.Dark != nil }

// First is the scheme of [Theme.Colors]: light or dark. Whoever can show one look only, such as a picture or a mail,
// shows this one.
func (t Theme) First() string {
	switch {
	case t.Scheme != "auto":
		return t.Scheme
	case t.Dark != nil && Colors(t.Dark.Colors) == t.Colors:
		return "dark"
	}
	return "light"
}
