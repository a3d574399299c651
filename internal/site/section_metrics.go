package site

func init() { registerSection[Metrics]("metrics") }

// Metrics shows figures.
type Metrics struct {
	Heading
	Items []Metric `yaml:"items" json:"items" validate:"required,min=1"`
}

// Metric is one figure and what it counts.
type Metric struct {
	Icon Icon `yaml:"icon" json:"icon,omitempty"`
	// The figure, such as 20+.
	Value Text `yaml:"value" json:"value" validate:"required"`
	// What it counts.
	Label Text `yaml:"label" json:"label" validate:"required"`
	Text  Text `yaml:"text" json:"text,omitempty"`
}
