package site

import (
	"fmt"
	"hash/fnv"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Product is an app that the company makes: an entry of products.yaml.
type Product struct {
	// The product's name.
	Name Text `yaml:"name" json:"name" validate:"required"`
	// What it is, in a few words.
	Category Text `yaml:"category" json:"category,omitempty"`
	// One sentence.
	Tagline Text `yaml:"tagline" json:"tagline,omitempty"`
	// Two or three sentences.
	Text Text `yaml:"text" json:"text" validate:"required"`
	// The product's sign.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// What it can do.
	Features []Feature `yaml:"features" json:"features" validate:"required,min=1"`
	// Buttons, such as Try and Learn More.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
	// A small drawn scene that shows the product at work.
	Preview *Preview `yaml:"preview" json:"preview,omitempty"`
	// Whether programs may read it by the API although no page shows it.
	Public bool `yaml:"public" json:"-"`
	// A picture of the product, in the place of the scene.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"half"`

	ID string `yaml:"-" json:"id"`
}

// Feature is one thing that something can do.
type Feature struct {
	// The drawing of the feature.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The feature in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
	// A picture above the words, 3:2.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"card"`
}

// Preview is a small drawn scene. It has exactly one of its parts.
type Preview struct {
	// A conversation.
	Chat *Chat `yaml:"chat" json:"chat,omitempty" validate:"required_without=Example,excluded_with=Example"`
	// An input and what becomes of it.
	Example *Example `yaml:"example" json:"example,omitempty"`
}

// Chat is a conversation between a person and an app.
type Chat struct {
	// Anchor of the scene, such as preview.
	ID string `yaml:"id" json:"id,omitempty" validate:"omitempty,slug"`
	// Title of the window.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// What is said, in order.
	Messages []ChatMessage `yaml:"messages" json:"messages" validate:"required,min=1"`
	// Words in the empty input field.
	Placeholder Text `yaml:"placeholder" json:"placeholder,omitempty"`
	// A drawing of what is talked about. Where messages name parts of it, such as those of a dishwasher, it stands
	// beside them; any other, such as calm, stands instead of the window, and the conversation is written below it.
	Drawing *Drawing `yaml:"drawing" json:"drawing,omitempty"`

	// The message that each part of the drawing is lit by, counted from 1; left out where none names one.
	Steps map[string]int `yaml:"-" json:"steps,omitempty"`
}

// ChatMessage is one thing that is said in a chat.
type ChatMessage struct {
	// Who says it.
	From string `yaml:"from" json:"from" validate:"required,oneof=person app"`
	// The speaker's name.
	Name Text `yaml:"name" json:"name" validate:"required"`
	// What is said.
	Text Text `yaml:"text" json:"text" validate:"required"`
	// The parts of the drawing that it is about, in order, such as [filter, hose]: they are lit.
	Parts []string `yaml:"parts" json:"parts,omitempty" validate:"dive,required"`
}

// Example is an input and what becomes of it.
type Example struct {
	// Anchor of the scene.
	ID string `yaml:"id" json:"id,omitempty" validate:"omitempty,slug"`
	// Title of the window.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// The words above what is typed in.
	InputLabel Text `yaml:"inputLabel" json:"inputLabel" validate:"required"`
	// What is typed in.
	Input Text `yaml:"input" json:"input" validate:"required"`
	// The words above what comes out.
	OutputLabel Text `yaml:"outputLabel" json:"outputLabel" validate:"required"`
	// What comes out.
	Output Text `yaml:"output" json:"output" validate:"required"`
	// Notes in the margin, each on some words of the output.
	Notes []ExampleNote `yaml:"notes" json:"notes,omitempty" validate:"omitempty,max=6"`

	// The output, cut where a note begins or ends; left out where there are no notes.
	Runs []ExampleRun `yaml:"-" json:"runs,omitempty"`
}

// ExampleNote says what some words of an example's output are for.
type ExampleNote struct {
	// The words that it is about, just as they stand in the output.
	Phrase Text `yaml:"phrase" json:"-" validate:"required"`
	// What they are, in a word or two, such as Tone.
	Label Text `yaml:"label" json:"label" validate:"required"`
	// A few words about it.
	Text Text `yaml:"text" json:"text,omitempty"`
}

// ExampleRun is a part of an example's output.
type ExampleRun struct {
	// The words.
	Text Text `yaml:"-" json:"text"`
	// The number of their note, from 1 on; left out where they have none.
	Note int `yaml:"-" json:"note,omitempty"`
}

// Plan is something that can be bought: an entry of plans.yaml.
type Plan struct {
	// The plan's name.
	Name Text `yaml:"name" json:"name" validate:"required"`
	// Its price. A plan with several prices has `prices` instead; then the first of them is the one that texts refer
	// to.
	Price Price `yaml:"price" json:"price" validate:"required_without=Prices,excluded_with=Prices"`
	// The same plan paid in other ways, each with its period: {amount: 49, currency: USD, period: month} and {amount:
	// 490, currency: USD, period: year}.
	Prices []Price `yaml:"prices" json:"prices,omitempty" validate:"omitempty,min=1"`
	// A few words of praise, such as Most Popular.
	Badge Text `yaml:"badge" json:"badge,omitempty"`
	// Says more about the badge, on hover and focus.
	BadgeHint Text `yaml:"badgeHint" json:"badgeHint,omitempty"`
	// One or two sentences.
	Text Text `yaml:"text" json:"text,omitempty"`
	// How long one unit of it takes, such as 30 minutes.
	Duration Text `yaml:"duration" json:"duration,omitempty"`
	// What is in it.
	Includes []Text `yaml:"includes" json:"includes,omitempty"`
	// Small print.
	Note Text `yaml:"note" json:"note,omitempty"`
	// The button.
	Action *Link `yaml:"action" json:"action,omitempty"`
	// Whether it stands out among its neighbours.
	Featured bool `yaml:"featured" json:"featured,omitempty"`
	// Whether programs may read it by the API although no page shows it.
	Public bool `yaml:"public" json:"-"`

	ID string `yaml:"-" json:"id"`
}

// Industry is a kind of client: an entry of industries.yaml.
type Industry struct {
	// What the industry is called.
	Name Text `yaml:"name" json:"name" validate:"required"`
	// A small sign beside the name.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// A large drawing, such as restaurant. Left out: the one that is called like the industry, if there is one.
	Drawing *Drawing `yaml:"drawing" json:"drawing,omitempty"`
	// One or two sentences.
	Text Text `yaml:"text" json:"text,omitempty"`
	// What such a client gets.
	Features []Text `yaml:"features" json:"features,omitempty"`
	// A sketch of a website for such a client, which sections of industries with the layout windows show.
	Sample *Sample `yaml:"sample" json:"sample,omitempty"`
	// Whether programs may read it by the API although no page shows it.
	Public bool `yaml:"public" json:"-"`

	ID string `yaml:"-" json:"id"`
}

// Price is an amount of money, as a plan asks for it. Visitors read it as the language of the site writes it: $2.99, or
// 2,99 €.
type Price struct {
	// The amount as digits, such as 49.99 or 2499.
	Amount string `yaml:"amount" json:"amount" validate:"required,amount"`
	// The currency, such as USD.
	Currency string `yaml:"currency" json:"currency" validate:"required,iso4217"`
	// How often it is paid: month, year or once.
	Period string `yaml:"period" json:"period,omitempty" validate:"omitempty,oneof=month year once"`
	// Whether it is the lowest of several prices.
	From bool `yaml:"from" json:"from,omitempty"`

	// The amount with its sign and separators, as the language writes them, such as $2,499.
	Text string `yaml:"-" json:"text"`
	// The words for the period, such as "per month"; empty without a period.
	PeriodText string `yaml:"-" json:"periodText,omitempty"`
}

// AllPrices returns the prices of a plan as it is written: one, or several.
func (p *Plan) AllPrices() []Price {
	if len(p.Prices) > 0 {
		return p.Prices
	}
	return []Price{p.Price}
}

// AmountPattern is what an amount may look like: digits, and at most one point with two decimals.
var AmountPattern = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})(\.[0-9]{2})?$`)

// Person is somebody of the company, or somebody who writes for it: an entry of people.yaml.
type Person struct {
	// The person's name.
	Name Text `yaml:"name" json:"name" validate:"required"`
	// What the person does, in a few words.
	Role Text `yaml:"role" json:"role,omitempty"`
	// A portrait. It is cut to a square, around its focus.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"portrait"`
	// Two or three sentences.
	Text Text `yaml:"text" json:"text,omitempty"`
	// Where to find the person: a mail address, a profile. One with an icon shows the icon alone, and its label is read
	// out.
	Links []Link `yaml:"links" json:"links,omitempty"`

	ID string `yaml:"-" json:"id,omitempty"`
}

// Testimonial is what somebody says about the company: an entry of testimonials.yaml.
type Testimonial struct {
	// What is said, without quotation marks.
	Text Text `yaml:"text" json:"text" validate:"required"`
	// Who says it.
	Name Text `yaml:"name" json:"name" validate:"required"`
	// Who that is, such as Owner of a bakery.
	Role Text `yaml:"role" json:"role,omitempty"`
	// A portrait of who says it. It is cut to a square, around its focus.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"portrait"`
	// Where it was said, such as a review: with `to` its label is a link, else words alone.
	Source *Link `yaml:"source" json:"source,omitempty"`

	ID string `yaml:"-" json:"id,omitempty"`
}

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
	classes := map[string]Sample{}
	for _, page := range pages {
		for _, section := range page.Sections {
			if industries, ok := section.Body.(*Industries); ok && industries.Layout == LayoutWindows {
				for _, industry := range industries.Items {
					if industry.Sample != nil && industry.Sample.Class != "" {
						classes[industry.Sample.Class] = *industry.Sample
					}
				}
			}
		}
	}
	return slices.SortedFunc(maps.Values(classes), func(a, b Sample) int { return strings.Compare(a.Class, b.Class) })
}
