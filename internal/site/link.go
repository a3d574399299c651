package site

// LinkKind tells templates how to draw a link, so that they hold no rule of their own.
type LinkKind string

// The kinds of link.
const (
	LinkPage        LinkKind = "page"        // a page of the same site: the client navigates
	LinkSite        LinkKind = "site"        // a page of another site: the browser navigates
	LinkFile        LinkKind = "file"        // a file of the folder files: the browser shows or saves it
	LinkAnchor      LinkKind = "anchor"      // an anchor on the same page
	LinkExternal    LinkKind = "external"    // another website: opens in a new tab, without opener
	LinkContact     LinkKind = "contact"     // mailto: or tel:
	LinkPlaceholder LinkKind = "placeholder" // no target: drawn, and marked as not available
)

// Link is a link or a button. Without `to` it is a placeholder.
type Link struct {
	// The words of the link.
	Label Text `yaml:"label" json:"label" validate:"required"`
	// Where it leads: a path (/about), an anchor (#products), both, a page below another site (bakery:/about), a file
	// (files/price-list.pdf), or an address with https:, http:, mailto: or tel:.
	To Text `yaml:"to" json:"-"`
	// How a button looks.
	Style string `yaml:"style" json:"style,omitempty" validate:"omitempty,oneof=primary secondary ghost text"`
	// Icon beside the words.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// A hint shown on hover and focus.
	Hint Text `yaml:"hint" json:"hint,omitempty"`

	// The resolved target; empty for a placeholder.
	Href string `yaml:"-" json:"href,omitempty"`
	// Kind and size of a file, such as PDF, 340 KB.
	File string `yaml:"-" json:"file,omitempty"`
	// What the target is.
	Kind LinkKind `yaml:"-" json:"kind"`
}
