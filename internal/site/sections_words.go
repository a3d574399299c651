package site

func init() {
	registerSection[Hero]("hero")
	registerSection[Prose]("prose")
	registerSection[Quote]("quote")
	registerSection[Split]("split")
	registerSection[FAQ]("faq")
	registerSection[Steps]("steps")
	registerSection[Timeline]("timeline")
	registerSection[Checklist]("checklist")
	registerSection[Comparison]("comparison")
	registerSection[Tabs]("tabs")
	registerSection[Guarantee]("guarantee")
	registerSection[CallToAction]("cta")
}

// Hero opens a page: the page's one main title, and what to do first.
//
// Every page begins with one, and has one only: its title is the title of the whole page.
//
//	sections:
//	  - hero:
//	      title: Bread Worth Getting Up For
//	      text: Baked every morning, two streets from the station.
type Hero struct {
	// Anchor of the section.
	ID string `yaml:"id" json:"id,omitempty" validate:"omitempty,slug"`
	// A few words above the title.
	Eyebrow Text `yaml:"eyebrow" json:"eyebrow,omitempty"`
	// The main title of the page.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two below the title.
	Text Text `yaml:"text" json:"text,omitempty"`
	// The buttons.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
	// Short points below the buttons.
	Points []Text `yaml:"points" json:"points,omitempty"`
	// How much room it takes: tall for landing pages, short for pages below them, full with its picture from edge to edge
	// of the window above the words.
	Size string `yaml:"size" json:"size,omitempty" validate:"omitempty,oneof=tall short full"`
	// A small drawn scene beside the words.
	Preview *Preview `yaml:"preview" json:"preview,omitempty"`
	// Shows the preview of this product instead of one of its own.
	Product Ref `yaml:"product" json:"-"`
	// A picture beside the words.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"hero"`
	// A drawn object beside the words, such as parcel. A preview of a short hero lies on it; where there is an image,
	// it is left out.
	Drawing *Drawing `yaml:"drawing" json:"drawing,omitempty"`
	// A poster composed of these shapes, to the edge of the window: the first one leads, and all may stand more than
	// once.
	Poster []string `yaml:"poster" json:"poster,omitempty" validate:"omitempty,max=6,dive,oneof=arch eye leaf disc column"`
}

// Full tells whether the hero shows its picture from edge to edge of the window.
func (h *Hero) Full() bool { return h.Size == "full" && h.Image != nil }

// Prose is running text.
//
// Use it for what has to be explained in sentences. Headings, lists, links, pictures and tables are written in
// Markdown.
//
//	sections:
//	  - prose:
//	      title: Our Flour
//	      markdown: |
//	        We mill **twice a week**, and know the farmers by name.
type Prose struct {
	Heading
	// The text, as Markdown.
	Markdown Markdown `yaml:"markdown" json:"markdown" validate:"required"`
}

// Quote is one sentence with room around it.
//
// Use it where a page shall breathe. For what customers say, take testimonials.
//
//	sections:
//	  - quote: {text: Bread needs time and nothing else.}
type Quote struct {
	// Anchor of the section.
	ID string `yaml:"id" json:"id,omitempty" validate:"omitempty,slug"`
	// The sentence, without quotation marks.
	Text Text `yaml:"text" json:"text" validate:"required"`
	// Whose words they are.
	Source Text `yaml:"source" json:"source,omitempty"`
	// A portrait of who said it.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"portrait"`
}

// Split is a picture and words side by side.
//
// Use it to tell something with a picture beside it. Several in a row look best with the picture on changing sides.
//
//	sections:
//	  - split:
//	      title: Who We Are
//	      markdown: Four bakers, **one oven**, and a lot of patience.
//	      image: {src: images/team.jpg, alt: Our team in front of the oven}
type Split struct {
	Heading
	// The words, as Markdown.
	Markdown Markdown `yaml:"markdown" json:"markdown"`
	// The picture.
	Image *Image `yaml:"image" json:"image" validate:"required" slot:"half"`
	// On which side of the words the picture stands on a wide screen. Left out: right.
	Side string `yaml:"side" json:"side,omitempty" validate:"omitempty,oneof=left right"`
	// Short points below the words.
	Points []Text `yaml:"points" json:"points,omitempty"`
	// The buttons.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
}

// FAQ is questions with their answers, which open on demand.
//
// Use it for what people really ask. A link such as /prices#can-i-cancel opens the answer, and search engines are told
// the questions.
//
//	sections:
//	  - faq:
//	      title: Questions
//	      items: [{question: Can I cancel?, answer: Any month.}]
type FAQ struct {
	Heading
	// The questions, in order.
	Items []Question `yaml:"items" json:"items" validate:"required,min=1"`
}

// Question is one question with its answer.
type Question struct {
	// Anchor of the question: a link to it opens the answer. Left out, it is made from the question.
	ID string `yaml:"id" json:"id" validate:"omitempty,slug"`
	// The question.
	Question Text `yaml:"question" json:"question" validate:"required"`
	// The answer, as Markdown.
	Answer Markdown `yaml:"answer" json:"answer" validate:"required"`
}

// Steps is a process, one step after the other.
//
// Use it to say how something goes on: from the order to the table.
//
//	sections:
//	  - steps:
//	      title: How It Works
//	      items: [{title: Choose a Box}, {title: We Bake}, {title: You Collect}]
type Steps struct {
	Heading
	// The steps, in order.
	Items []Step `yaml:"items" json:"items" validate:"required,min=1"`
}

// Step is one step of a process.
type Step struct {
	// The drawing of the step.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The step in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
	// A picture below the words, 3:2.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"card"`
}

// Timeline is what happened when, such as the years of a company.
//
// Use it for the story of a company, or for what is planned.
//
//	sections:
//	  - timeline:
//	      title: Fifty Years
//	      items:
//	        - {date: '1974', title: The First Oven}
//	        - {date: '2024', title: A Second Shop, text: In the old mill.}
type Timeline struct {
	Heading
	// What happened, in order.
	Items []Moment `yaml:"items" json:"items" validate:"required,min=1"`
}

// Moment is one entry of a timeline.
type Moment struct {
	// When it was, in any words, such as 2024 or Spring 2025.
	Date Text `yaml:"date" json:"date" validate:"required"`
	// What happened.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
}

// Checklist is a list of things that are included or true, with an optional card beside it.
//
// Use it to show at a glance what a customer gets.
//
//	sections:
//	  - checklist:
//	      title: In Every Box
//	      items: [A loaf of sourdough, Six rolls, Something sweet]
type Checklist struct {
	Heading
	// What is on the list, in order.
	Items []Text `yaml:"items" json:"items" validate:"required,min=1"`
	// A card beside the list.
	Aside *Aside `yaml:"aside" json:"aside,omitempty"`
}

// Aside is a card beside a list.
type Aside struct {
	// The drawing of the note.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The note in a few words.
	Title Text `yaml:"title" json:"title" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
	// Links below it.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
}

// Comparison is a table that compares a few things, such as plans, row by row.
//
// Use it where people have to choose. On a phone each row becomes a card of its own; with more than three columns the
// table is scrolled sideways.
//
//	sections:
//	  - comparison:
//	      title: Which Box?
//	      columns: [Weekly, Family]
//	      highlight: Family
//	      rows:
//	        - {label: Loaves, values: ['1', '3']}
//	        - {label: Delivery, values: [false, true]}
type Comparison struct {
	Heading
	// What is compared: the titles of the columns.
	Columns []Text `yaml:"columns" json:"columns" validate:"required,min=1,max=6"`
	// The title of the column that stands out.
	Highlight Text `yaml:"highlight" json:"highlight,omitempty"`
	// The rows, from top to bottom.
	Rows []ComparisonRow `yaml:"rows" json:"rows" validate:"required,min=1"`
}

// ComparisonRow is one row of a table that compares.
type ComparisonRow struct {
	// What the row is about.
	Label Text `yaml:"label" json:"label" validate:"required"`
	// Says more about it, in smaller letters.
	Text Text `yaml:"text" json:"text,omitempty"`
	// One value for each column, in their order: words, or true and false, which are shown as signs.
	Values []Text `yaml:"values" json:"values" validate:"required,min=1"`
}

// Tabs is a few views that share one place; the first one is open.
//
// Use it for views of which people want one. Browsers without scripts show all of them.
//
//	sections:
//	  - tabs:
//	      title: How to Order
//	      items:
//	        - {label: Online, markdown: Choose a box until six in the evening.}
//	        - {label: By phone, markdown: Call us from seven on.}
type Tabs struct {
	Heading
	// The tabs, from left to right.
	Items []Tab `yaml:"items" json:"items" validate:"required,min=1"`
}

// Tab is one view among tabs.
type Tab struct {
	// The words of the tab, best one or two.
	Label Text `yaml:"label" json:"label" validate:"required"`
	// Title of the view. Left out, there is none: the label says it.
	Title Text `yaml:"title" json:"title,omitempty"`
	// The words, as Markdown.
	Markdown Markdown `yaml:"markdown" json:"markdown"`
	// Short points below the words.
	Points []Text `yaml:"points" json:"points,omitempty"`
	// A picture beside the words.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"half"`
	// The buttons.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
}

// Guarantee is a promise with weight, such as money back.
//
// Use it beside prices, for a promise that you keep without discussion.
//
//	sections:
//	  - guarantee: {icon: shield-check, title: Fresh or Free, text: A loaf that is not fresh costs nothing.}
type Guarantee struct {
	Heading
	// The drawing beside the words.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// Its terms, each in a few words.
	Points []Text `yaml:"points" json:"points,omitempty"`
	// The buttons.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`
}

// CallToAction closes a page: one wish, and the buttons that fulfil it.
//
// Use it once, at the end of a page. What many pages end with can be a block.
//
//	sections:
//	  - cta:
//	      title: Bread on Your Table
//	      actions: [{label: Order a Box, to: /, style: primary}]
type CallToAction struct {
	Heading
	// The buttons.
	Actions []Link `yaml:"actions" json:"actions" validate:"required,min=1"`
	// Small print below the buttons.
	Note Text `yaml:"note" json:"note,omitempty"`
}
