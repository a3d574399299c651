package site

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// Sample is a sketch of a website for an industry: what its window shows. All of it is made up, and the label of the
// section says so.
type Sample struct {
	// How it is laid out: menu has a large picture beside lists, columns a quiet page with its lists side by side, arch
	// a picture in an arch amid lists, and table lists that stand like the days of a week.
	Layout string `yaml:"layout" json:"layout" validate:"required,oneof=menu columns arch table"`
	// The name on its sign. Better one that nobody has, such as Sample Restaurant.
	Name Text `yaml:"name" json:"name" validate:"required"`
	// Words of its bar.
	Navigation []Text `yaml:"navigation" json:"navigation,omitempty" validate:"max=4"`
	// A few words above its title.
	Eyebrow Text `yaml:"eyebrow" json:"eyebrow,omitempty"`
	// Its title.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence below its title.
	Text Text `yaml:"text" json:"text,omitempty"`
	// Words on its button, which leads nowhere.
	Action Text `yaml:"action" json:"action,omitempty"`
	// What it offers: the parts of a menu, fields of work, treatments, the days of a timetable.
	Lists []SampleList `yaml:"lists" json:"lists,omitempty" validate:"max=6"`
	// A line at its foot, such as opening hours.
	Note Text `yaml:"note" json:"note,omitempty"`
	// Its palette. Left out, it has the colours of the site.
	Colors *Colors `yaml:"colors" json:"-"`
	// The font of its titles: one that Marquee brings along, such as Fraunces. Left out, it is that of the site.
	Font string `yaml:"font" json:"-"`
	// How round its corners are. Left out, they are as round as those of the site.
	Radius string `yaml:"radius" json:"-" validate:"omitempty,oneof=none small medium large"`

	// The class that gives it its palette, font and corners; none where they are those of the site.
	Class string `yaml:"-" json:"class,omitempty"`
	// Whether the text of its palette is light on dark.
	Dark bool `yaml:"-" json:"-"`
}

// SampleList is one list of a sample.
type SampleList struct {
	// Its title.
	Title Text `yaml:"title" json:"title,omitempty"`
	// What is in it.
	Items []SampleItem `yaml:"items" json:"items" validate:"required,min=1,max=6"`
}

// SampleItem is one line in a list of a sample.
type SampleItem struct {
	// What it is called.
	Name Text `yaml:"name" json:"name" validate:"required" short:"true"`
	// A few words about it.
	Text Text `yaml:"text" json:"text,omitempty"`
	// A price, a time or a duration.
	Value Text `yaml:"value" json:"value,omitempty"`
}

// StyleClass returns the class for the palette, the font and the corners of a sample, which is one for equal ones; none
// where they are those of the site.
func (s *Sample) StyleClass() string {
	if s.Colors == nil && s.Font == "" && s.Radius == "" {
		return ""
	}
	sum := fnv.New32a()
	fmt.Fprintln(sum, s.Colors, s.Font, s.Radius)
	return fmt.Sprintf("sample-%x", sum.Sum32())
}

// StyledSamples returns a sample for each class that pages show, sorted.
func StyledSamples(pages []*Page) []Sample {
	var all []Sample
	for _, page := range pages {
		for _, section := range page.Sections {
			if industries, ok := section.Body.(*Industries); ok && industries.Layout == LayoutWindows {
				for _, industry := range industries.Items {
					if industry.Sample != nil && industry.Sample.Class != "" {
						all = append(all, *industry.Sample)
					}
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b Sample) int { return strings.Compare(a.Class, b.Class) })
	return slices.CompactFunc(all, func(a, b Sample) bool { return a.Class == b.Class })
}
