package site

func init() { registerSection[Comparison]("comparison") }

// Comparison is a table that compares a few things, such as plans, row by row.
//
// Use it where people have to choose. On a phone each row becomes a card of its own; with more than three columns the table is scrolled sideways.
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
