package site

import (
	_ "embed" // the kinds of business
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Business says what kind of business a site belongs to, and where people find it. Search engines show it beside their
// results; visitors read it where a page says so.
//
//	# site.yaml
//	business:
//	  type: Bakery
//	  address: {street: 12 Mill Lane, city: Little Wexham, postalCode: WX1 2AB, country: GB}
//	  hours: ['Tu-Su 07:00-13:00']
type Business struct {
	// What kind it is, as schema.org names it: Bakery, Restaurant, Dentist, LegalService, ProfessionalService,
	// Organization and many more. Left out: LocalBusiness where there is an address, else Organization.
	Type string `yaml:"type" validate:"omitempty,business"`
	// Where people come to. A business at a place needs one.
	Address *PostalAddress `yaml:"address"`
	// Phone number, beginning with that of the country, such as +44 1632 960100. Left out, the site's.
	Phone Text `yaml:"phone"`
	// When it is open, as days and times: Mo-Fr 09:00-17:00, or Sa,Su 10:00-13:00. A time after midnight belongs to the
	// day before: Fr 18:00-02:00.
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

// OpeningHours are times at which a business is open on some days of the week.
type OpeningHours struct {
	Days []string // the days, as schema.org names them: Monday
	// From and until, as 09:00. Until is before from where it is open over midnight.
	Opens, Closes string
}

var (
	weekdays     = []string{"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"}
	weekdayNames = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

	hoursPattern = regexp.MustCompile(
		`^(\S+) +((?:[01]?[0-9]|2[0-3]):[0-5][0-9])-((?:[01]?[0-9]|2[0-3]):[0-5][0-9]|24:00)$`)
	hoursSigns = regexp.MustCompile(`\s*([-–,])\s*`) // a dash is what many programs make of a hyphen
)

// ParseHours reads opening hours such as "Mo-Fr 09:00-17:00", "Mo,We 14:00-18:00" or "Fr-Su 18:00-02:00"; it reports
// whether they are some. Spaces around signs, dashes and a time such as 9:00 are taken, too.
func ParseHours(text string) (OpeningHours, bool) {
	text = strings.ReplaceAll(hoursSigns.ReplaceAllString(strings.TrimSpace(text), "$1"), "–", "-")
	found := hoursPattern.FindStringSubmatch(text)
	if found == nil {
		return OpeningHours{}, false
	}
	hours := OpeningHours{Opens: fmt.Sprintf("%05s", found[2]), Closes: fmt.Sprintf("%05s", found[3])}
	if hours.Closes == "24:00" {
		hours.Closes = "23:59"
	}
	for part := range strings.SplitSeq(found[1], ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, to := slices.Index(weekdays, first), slices.Index(weekdays, last)
		if from < 0 || to < 0 {
			return OpeningHours{}, false
		}
		for day := from; ; day = (day + 1) % len(weekdays) {
			hours.Days = append(hours.Days, weekdayNames[day])
			if day == to {
				break
			}
		}
	}
	once := slices.Compact(slices.Sorted(slices.Values(hours.Days)))
	return hours, len(once) == len(hours.Days) && hours.Opens != hours.Closes
}
