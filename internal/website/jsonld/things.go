package jsonld

// The things of schema.org that a graph may hold, with the properties that content can
// give. Types are written as schema.org writes them.

type graph struct {
	Context string `json:"@context"`
	Graph   []any  `json:"@graph"`
}

// ref points to a thing of the same graph.
type ref struct {
	ID string `json:"@id"`
}

type business struct {
	Type    string         `json:"@type"`
	ID      string         `json:"@id"`
	Name    string         `json:"name"`
	URL     string         `json:"url"`
	Slogan  string         `json:"slogan,omitempty"`
	Logo    *imageObject   `json:"logo,omitempty"`
	Image   string         `json:"image,omitempty"`
	Email   string         `json:"email,omitempty"`
	Phone   string         `json:"telephone,omitempty"`
	Address *postalAddress `json:"address,omitempty"`
	Hours   []openingHours `json:"openingHoursSpecification,omitempty"`
	SameAs  []string       `json:"sameAs,omitempty"`
}

type imageObject struct {
	Type   string `json:"@type"`
	URL    string `json:"url"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
}

type postalAddress struct {
	Type       string `json:"@type"`
	Street     string `json:"streetAddress"`
	City       string `json:"addressLocality"`
	Region     string `json:"addressRegion,omitempty"`
	PostalCode string `json:"postalCode,omitempty"`
	Country    string `json:"addressCountry"`
}

type openingHours struct {
	Type   string   `json:"@type"`
	Days   []string `json:"dayOfWeek"`
	Opens  string   `json:"opens"`
	Closes string   `json:"closes"`
}

type webSite struct {
	Type      string `json:"@type"`
	ID        string `json:"@id"`
	URL       string `json:"url"`
	Name      string `json:"name"`
	Language  string `json:"inLanguage"`
	Publisher ref    `json:"publisher"`
}

type webPage struct {
	Type        string       `json:"@type"`
	ID          string       `json:"@id"`
	URL         string       `json:"url"`
	Name        string       `json:"name"`
	Description string       `json:"description,omitempty"`
	Language    string       `json:"inLanguage"`
	Site        ref          `json:"isPartOf"`
	About       *ref         `json:"about,omitempty"`
	Breadcrumb  *ref         `json:"breadcrumb,omitempty"`
	Image       *imageObject `json:"primaryImageOfPage,omitempty"`
	Modified    string       `json:"dateModified,omitempty"`
	Questions   []question   `json:"mainEntity,omitempty"`
}

type question struct {
	Type   string `json:"@type"`
	Name   string `json:"name"`
	Answer answer `json:"acceptedAnswer"`
}

type answer struct {
	Type string `json:"@type"`
	Text string `json:"text"`
}

type breadcrumbs struct {
	Type  string     `json:"@type"`
	ID    string     `json:"@id"`
	Items []listItem `json:"itemListElement"`
}

type listItem struct {
	Type     string `json:"@type"`
	Position int    `json:"position"`
	Name     string `json:"name"`
	Item     string `json:"item,omitempty"`
}

type article struct {
	Type        string `json:"@type"`
	ID          string `json:"@id"`
	Headline    string `json:"headline"`
	Description string `json:"description,omitempty"`
	Image       string `json:"image,omitempty"`
	Published   string `json:"datePublished"`
	Modified    string `json:"dateModified,omitempty"`
	Author      any    `json:"author"` // a person, or the business
	Publisher   ref    `json:"publisher"`
	Language    string `json:"inLanguage"`
	Page        ref    `json:"mainEntityOfPage"`
	Keywords    string `json:"keywords,omitempty"`
}

type person struct {
	Type   string   `json:"@type"`
	Name   string   `json:"name"`
	Role   string   `json:"jobTitle,omitempty"`
	Image  string   `json:"image,omitempty"`
	SameAs []string `json:"sameAs,omitempty"`
}

type event struct {
	Type        string `json:"@type"`
	ID          string `json:"@id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Image       string `json:"image,omitempty"`
	URL         string `json:"url"`
	Starts      string `json:"startDate"`
	Ends        string `json:"endDate,omitempty"`
	Status      string `json:"eventStatus"`
	Attendance  string `json:"eventAttendanceMode"`
	Place       place  `json:"location"`
	Organizer   ref    `json:"organizer"`
}

type place struct {
	Type    string         `json:"@type"`
	Name    string         `json:"name,omitempty"`
	Address *postalAddress `json:"address"`
}

type jobPosting struct {
	Type         string `json:"@type"`
	ID           string `json:"@id"`
	Title        string `json:"title"`
	Description  string `json:"description"`
	URL          string `json:"url"`
	Posted       string `json:"datePosted"`
	ValidThrough string `json:"validThrough,omitempty"`
	Organization ref    `json:"hiringOrganization"`
	Place        place  `json:"jobLocation"`
}

type application struct {
	Type        string   `json:"@type"`
	ID          string   `json:"@id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Category    string   `json:"applicationSubCategory,omitempty"`
	Features    []string `json:"featureList,omitempty"`
	Author      ref      `json:"author"`
}

type service struct {
	Type        string `json:"@type"`
	ID          string `json:"@id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Provider    ref    `json:"provider"`
	Offers      any    `json:"offers"` // one offer, or some
}

type offer struct {
	Type     string     `json:"@type"`
	Price    string     `json:"price"`
	Currency string     `json:"priceCurrency"`
	URL      string     `json:"url"`
	Per      *unitPrice `json:"priceSpecification,omitempty"`
}

type unitPrice struct {
	Type     string `json:"@type"`
	Price    string `json:"price"`
	Currency string `json:"priceCurrency"`
	// How long one price lasts: 1 of the unit code (UN/CEFACT): MON, ANN.
	Duration int    `json:"billingDuration"`
	Unit     string `json:"unitCode"`
}
