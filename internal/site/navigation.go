package site

import "time"

// Navigation is the bar at the top of every page. A page may replace parts of it.
type Navigation struct {
	// Where the logo leads. Left out: the first page of the site.
	Home Text `yaml:"home" json:"-"`
	// The links, in order.
	Links []NavigationLink `yaml:"links" json:"links,omitempty"`
	// The button at the end.
	Action *Link `yaml:"action" json:"action,omitempty"`

	// The logo as a link: the site's name, leading home.
	Logo *Link `yaml:"-" json:"logo,omitempty"`
}

// NavigationLink is a link of the bar at the top. With links of its own it opens a menu of them.
type NavigationLink struct {
	Link
	// The links of the menu that it opens, in order. Where the link itself leads somewhere, that is the first line of
	// the menu.
	Links []Link `yaml:"links" json:"links,omitempty" validate:"omitempty,min=1"`
}

// Announcement is a slim line above the bar at the top of every page.
type Announcement struct {
	// What it says, in one short sentence.
	Text Text `yaml:"text" json:"text" validate:"required"`
	// Where it leads. Left out, it leads nowhere.
	To Text `yaml:"to" json:"-"`
	// When it appears, such as 2026-12-01 09:00 on the clock of the site. Left out, it is there at once.
	From *time.Time `yaml:"from" json:"-"`
	// When it goes, such as 2026-12-04 18:00. A day alone is shown to its end. Left out, it stays.
	Until *time.Time `yaml:"until" json:"-"`

	// All of it as a link, where it leads somewhere.
	Link *Link `yaml:"-" json:"link,omitempty"`
}

// Footer is what stands at the end of every page.
type Footer struct {
	// A sentence beside the logo.
	Text Text `yaml:"text" json:"text,omitempty"`
	// Columns of links.
	Columns []FooterColumn `yaml:"columns" json:"columns,omitempty"`
	// The line at the bottom, such as "© {{year}} {{site.name}}. All rights reserved".
	Copyright Text `yaml:"copyright" json:"copyright,omitempty"`
	// Links in the line at the bottom.
	Links []Link `yaml:"links" json:"links,omitempty"`
	// The sites of one company, by their folders, such as main and business: each with its mark, name and tagline. List
	// the site itself, too: it is marked as the one that visitors see.
	SiteIDs []string `yaml:"sites" json:"-" validate:"omitempty,dive,required"`

	// What is shown of these sites.
	Sites []FooterSite `yaml:"-" json:"sites,omitempty"`
}

// FooterSite is a site as the footer of another one shows it.
type FooterSite struct {
	// The name of the site, leading to its first page.
	Link Link `yaml:"-" json:"link"`
	// A few words that say what it is.
	Tagline Text `yaml:"-" json:"tagline,omitempty"`
	// Its mark.
	Mark *Image `yaml:"-" json:"mark,omitempty"`
	// Whether it is the site that shows the footer.
	Current bool `yaml:"-" json:"current,omitempty"`
}

// FooterColumn is one column of links.
type FooterColumn struct {
	// The title above the links.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// The links, from top to bottom.
	Links []Link `yaml:"links" json:"links" validate:"required,min=1"`
}
