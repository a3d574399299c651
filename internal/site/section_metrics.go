package site

func init() { registerSection[Metrics]("metrics") }

// Metrics shows figures.
//
// Use it for figures that are true and can be proven: years, people, places.
//
//	sections:
//	  - metrics:
//	      title: In Figures
//	      items: [{value: '4', label: Bakers}, {value: '1974', label: First Oven}]
type Metrics struct {
	Heading
	// The figures, in order.
	Items []Metric `yaml:"items" json:"items" validate:"required,min=1"`
}

// Metric is one figure and what it counts.
type Metric struct {
	// The drawing of the figure.
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The figure, such as 20+.
	Value Text `yaml:"value" json:"value" validate:"required"`
	// What it counts.
	Label Text `yaml:"label" json:"label" validate:"required"`
	// A sentence or two about it.
	Text Text `yaml:"text" json:"text,omitempty"`
}
