package site

import (
	_ "embed" // the kinds of business
	"slices"
	"strings"
)

// Business says what kind of business a site belongs to, and where people find it. Search engines show it beside their
// results; visitors read it where a page says so.
//
//	# site.yaml
//	business:
//	  type: Bakery
//	  profiles: ['https://www.instagram.com/crust']
type Business struct {
	// What kind it is, as schema.org names it: Bakery, Restaurant, Dentist, LegalService, ProfessionalService,
	// Organization and many more. Left out: LocalBusiness where there is an address, else Organization.
	Type string `yaml:"type" validate:"omitempty,business"`
	// Where people come to. A business at a place needs one, here or in locations.yaml.
	Address *PostalAddress `yaml:"address"`
	// Phone number, beginning with that of the country, such as +44 1632 960100. Left out, the site's.
	Phone Text `yaml:"phone"`
	// When it is open, as days and times: Mo-Fr 09:00-17:00, or in quotes 'Mo-Fr 07:30-12:00, 13:30-19:00'. A time after
	// midnight belongs to the day before: Fr 18:00-02:00. Locations of locations.yaml say their own.
	Hours []string `yaml:"hours" validate:"omitempty,dive,hours"`
	// Addresses of its profiles elsewhere, such as https://www.instagram.com/crust.
	Profiles []string `yaml:"profiles" validate:"omitempty,dive,http_url"`
}

// PostalAddress is where a business is.
type PostalAddress struct {
	// Street and number.
	Street Text `yaml:"street" validate:"required"`
	// City, town or village.
	City Text `yaml:"city" validate:"required"`
	// State, county or province, where addresses have one.
	Region Text `yaml:"region"`
	// Postal code.
	PostalCode Text `yaml:"postalCode"`
	// The country as two letters, such as US or DE.
	Country string `yaml:"country" validate:"required,iso3166_1_alpha2"`
}

// codeBehind are countries that write the postal code behind the city; others write it before.
const codeBehind = "AU BR CA EG GB ID IE IN JO JP KR LV MT NZ PK RU SA SG TH TW UA US ZA"

// Lines returns the address as it is written on letters within its country: the street, then the city.
func (a *PostalAddress) Lines() []string {
	city := strings.TrimSuffix(string(a.City+", "+a.Region), ", ")
	if strings.Contains(codeBehind, a.Country) {
		city += " " + string(a.PostalCode)
	} else {
		city = string(a.PostalCode) + " " + city
	}
	return []string{string(a.Street), strings.TrimSpace(city)}
}

// businessTypes are the kinds of business at a place that schema.org knows (LocalBusiness and what is one), and below
// an empty line those of other organizations.
//
//go:embed business_types.txt
var businessTypes string

// BusinessTypes returns all kinds of business, sorted.
func BusinessTypes() []string { return slices.Sorted(slices.Values(strings.Fields(businessTypes))) }

// Kind returns the kind of the business, as schema.org names it.
func (b *Business) Kind() string {
	switch {
	case b.Type != "":
		return b.Type
	case b.Address != nil:
		return "LocalBusiness"
	}
	return "Organization"
}

// IsLocal reports whether people come to such a business.
func (b *Business) IsLocal() bool {
	local, _, _ := strings.Cut(businessTypes, "\n\n")
	return slices.Contains(strings.Fields(local), b.Kind())
}
