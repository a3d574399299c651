package site

func init() { registerSection[Entries]("entries") }

// Entries shows the newest entries of a collection; of events those that come next.
//
// A new entry is shown wherever its collection is, as soon as it is there.
//
//	sections:
//	  - entries: {title: News, from: /blog}
type Entries struct {
	Heading
	// The path of the collection, such as /blog; of another site with its id first, such as bakery:/blog. Left out, on the index.yaml of a collection: that one.
	From Text `yaml:"from" json:"-"`
	// How many entries at most. Left out: 3.
	Limit int `yaml:"limit" json:"-" validate:"omitempty,min=1,max=24"`
	// Only entries with this tag.
	Tag string `yaml:"tag" json:"-"`
	// Links below the entries.
	Actions []Link `yaml:"actions" json:"actions,omitempty"`

	Items []*EntryCard `yaml:"-" json:"items"`
}
