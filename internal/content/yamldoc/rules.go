package yamldoc

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"

	"github.com/evenlight/marquee/internal/site"
)

// rules are the `validate` tag of a field, taken apart. What a file can tell
// better than a Go value (whether a key is there at all, and beside which
// others) is decided here; everything else is left to the validator.
type rules struct {
	required        bool
	requiredWithout string // Go name of the field without which this one is needed
	excludedWith    string // Go name of the field beside which this one must not stand
	check           string // tag for the value itself
	each            string // tag for every item of the value
}

func parseRules(tag string) rules {
	var r rules
	value, each, _ := strings.Cut(tag, "dive")
	var check []string
	for rule := range strings.SplitSeq(strings.Trim(value, ","), ",") {
		name, param, _ := strings.Cut(rule, "=")
		switch name {
		case "required":
			r.required = true
		case "required_without":
			r.requiredWithout = param
		case "excluded_with":
			r.excludedWith = param
		case "omitempty", "":
			// Rules are asked only for keys that are in the file.
		default:
			check = append(check, rule)
		}
	}
	r.check, r.each = strings.Join(check, ","), strings.Trim(each, ",")
	return r
}

var (
	slugPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	// A colour is #rrggbb, or oklch with lightness (0 to 1, or percent), chroma and hue.
	colorPattern = regexp.MustCompile(`^(#[0-9a-fA-F]{6}|oklch\( *(0|1|0?\.[0-9]+|1\.0+|[0-9]{1,2}(\.[0-9]+)?%|100%) +[0-9]*\.?[0-9]+ +[0-9]{1,3}(\.[0-9]+)? *\))$`)
)

var validate = newValidate()

func newValidate() *validator.Validate {
	v := validator.New()
	for name, pattern := range map[string]*regexp.Regexp{
		"slug": slugPattern, "amount": site.AmountPattern, "color": colorPattern, "focus": site.FocusPattern, "origin": site.OriginPattern,
	} {
		register(v, name, pattern.MatchString)
	}
	register(v, "business", func(text string) bool { return slices.Contains(site.BusinessTypes(), text) })
	register(v, "hours", func(text string) bool {
		_, ok := site.ParseHours(text)
		return ok
	})
	register(v, "day", func(text string) bool {
		_, err := time.Parse(time.DateOnly, text)
		return err == nil
	})
	return v
}

func register(v *validator.Validate, rule string, holds func(string) bool) {
	if err := v.RegisterValidation(rule, func(f validator.FieldLevel) bool { return holds(f.Field().String()) }); err != nil {
		panic(fmt.Sprintf("document: register rule %s: %v", rule, err))
	}
}

// violation is a rule that a value breaks.
type violation struct{ rule, param string }

// broken asks the validator for the first rule of the tag that the value
// breaks. A tag that the validator does not understand makes it panic: that
// becomes the violation "unknown", for a revision must never end the process.
func broken(value any, tag string) (v violation, found bool) {
	defer func() {
		if recover() != nil {
			v, found = violation{rule: "unknown", param: tag}, true
		}
	}()
	err := validate.Var(value, tag)
	if err == nil {
		return violation{}, false
	}
	var failed validator.ValidationErrors
	if !errors.As(err, &failed) || len(failed) == 0 {
		return violation{rule: "unknown", param: tag}, true
	}
	return violation{rule: failed[0].Tag(), param: failed[0].Param()}, true
}

// words says what is wrong with a value, and what to do.
func (v violation) words(subject, typed string, s *shape) (code, message, hint string) {
	quoted := quoteShort(typed)
	if s.form == formText && typed == "" {
		return "empty-text", subject + " is empty.", "Give it a value, or remove the line."
	}
	switch v.rule {
	case "oneof":
		choices := strings.Fields(v.param)
		message = fmt.Sprintf("%s cannot be %s: it is %s.", subject, quoted, oneOf(choices))
		if near, ok := Nearest(typed, choices); ok {
			hint = didYouMean(near)
		}
		return "unknown-choice", message, hint
	case "slug":
		return "bad-name", fmt.Sprintf("%s cannot be %s.", subject, quoted),
			"Use small letters a to z, digits and single hyphens, such as `" + slugExample(typed) + "`."
	case "amount":
		return "bad-amount", fmt.Sprintf("%s cannot be %s.", subject, quoted),
			"Write digits only, with two digits after the point if any: 2499 or 49.99."
	case "color":
		return "bad-color", fmt.Sprintf("%s is not a colour: %s.", subject, quoted),
			`Write "#1a2b3c" in quotes, or oklch(0.7 0.15 250).`
	case "focus":
		return "bad-focus", fmt.Sprintf("%s is no place in a picture: %s.", subject, quoted),
			"Write how far it is from the left and from the top, such as 62% 30%."
	case "day":
		return "bad-day", fmt.Sprintf("%s is no day of the calendar: %s.", subject, quoted), "Write year, month and day, such as 2026-11-01."
	case "business":
		message, hint = fmt.Sprintf("%s cannot be %s: schema.org knows no such kind of business.", subject, quoted), "Write one such as Bakery, Restaurant, ProfessionalService or Organization."
		if near, ok := Nearest(typed, site.BusinessTypes()); ok {
			hint = didYouMean(near)
		}
		return "unknown-business", message, hint
	case "origin":
		return "bad-origin", fmt.Sprintf("%s is not the address of a website: %s.", subject, quoted),
			"Write it without a path, such as https://app.example.com, or \"*\" in quotes for all."
	case "hours":
		return "bad-hours", fmt.Sprintf("%s cannot be read as opening hours: %s.", subject, quoted),
			"Write days and times, such as Mo-Fr 09:00-17:00 or Sa,Su 10:00-13:00; the days are Mo, Tu, We, Th, Fr, Sa and Su."
	case "iso3166_1_alpha2":
		return "bad-country", fmt.Sprintf("%s is not a country: %s.", subject, quoted), "Write its two capital letters, such as US, DE, or GB for the United Kingdom."
	case "iso4217":
		return "bad-currency", fmt.Sprintf("%s is not a currency: %s.", subject, quoted),
			"Write its three capital letters, such as USD or EUR."
	case "timezone":
		return "bad-time-zone", fmt.Sprintf("%s is not a time zone: %s.", subject, quoted),
			"Write a region and a city, such as America/New_York."
	case "bcp47_language_tag":
		return "bad-language", fmt.Sprintf("%s is not a language: %s.", subject, quoted),
			"Write its short name, such as en or de-CH."
	case "http_url":
		return "bad-address", fmt.Sprintf("%s is not a web address: %s.", subject, quoted),
			"Write all of it, such as https://www.example.com."
	case "email":
		return "bad-email", fmt.Sprintf("%s is not a mail address: %s.", subject, quoted),
			"Write it as name@example.com."
	case "startswith":
		return "bad-start", fmt.Sprintf("%s must begin with %s.", subject, v.param), ""
	case "contains":
		return "missing-part", fmt.Sprintf("%s must contain %s.", subject, v.param), ""
	case "min", "max":
		return v.rangeWords(subject, s)
	}
	return "broken-rule", fmt.Sprintf("%s cannot be checked, because its rule is faulty.", subject),
		"This is a mistake in Marquee, not in your file."
}

func (v violation) rangeWords(subject string, s *shape) (code, message, hint string) {
	bound := map[string]string{"min": "at least", "max": "at most"}[v.rule]
	switch s.form {
	case formList:
		things := "items"
		if v.param == "1" {
			things = "item"
		}
		if v.rule == "max" {
			return "bad-count", fmt.Sprintf("%s takes at most %s %s.", subject, v.param, things), "Remove some of them."
		}
		return "bad-count", fmt.Sprintf("%s needs %s %s %s.", subject, bound, v.param, things),
			"Begin each item on a line of its own with a hyphen and a space."
	case formNumber:
		return "bad-number", fmt.Sprintf("%s must be %s %s.", subject, bound, v.param), ""
	}
	return "bad-length", fmt.Sprintf("%s must have %s %s characters.", subject, bound, v.param), ""
}
