package yamldoc

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-playground/validator/v10"

	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/slug"
)

// A colour is #rrggbb, or oklch with lightness (0 to 1, or percent), chroma and hue.
var colorPattern = regexp.MustCompile(`^(#[0-9a-fA-F]{6}|` +
	`oklch\( *(0|1|0?\.[0-9]+|1\.0+|[0-9]{1,2}(\.[0-9]+)?%|100%) +[0-9]*\.?[0-9]+ +[0-9]{1,3}(\.[0-9]+)? *\))$`)

// Accounts of services become parts of addresses, so nothing else may stand there.
var (
	accountPattern     = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	measurementPattern = regexp.MustCompile(`^G-[A-Z0-9]{4,16}$`)
)

var validate = newValidate()

func newValidate() *validator.Validate {
	v := validator.New()
	for rule, holds := range map[string]func(string) bool{
		"slug": slug.Pattern.MatchString, "color": colorPattern.MatchString, "amount": site.AmountPattern.MatchString,
		"focus": site.FocusPattern.MatchString, "origin": site.OriginPattern.MatchString,
		"embed": site.EmbedPattern.MatchString, "bound": site.BoundPattern.MatchString,
		"business": func(text string) bool { return slices.Contains(site.BusinessTypes(), text) },
		"account":  accountPattern.MatchString, "measurement": measurementPattern.MatchString,
		"host": func(text string) bool {
			parsed, err := url.Parse(text)
			return err == nil && parsed.User == nil && parsed.RawQuery+parsed.Fragment == "" &&
				site.OriginPattern.MatchString(strings.ToLower(strings.TrimRight(text, "/")))
		},
		"hours": func(text string) bool {
			_, ok := site.ParseHours(text)
			return ok
		},
		"times": func(text string) bool {
			_, ok := site.ParseTimes(text)
			return ok
		},
		"day": func(text string) bool {
			_, err := time.Parse(time.DateOnly, text)
			return err == nil
		},
	} {
		err := v.RegisterValidation(rule, func(f validator.FieldLevel) bool { return holds(f.Field().String()) })
		if err != nil {
			panic(fmt.Sprintf("yamldoc: register rule %s: %v", rule, err))
		}
	}
	return v
}

type violation struct{ rule, param string }

// broken asks the validator for the first rule of the tag that the value breaks. It panics for a tag that the validator
// does not understand: a test visits all tags of package site.
func broken(value any, tag string) (v violation, found bool) {
	failed, found := errors.AsType[validator.ValidationErrors](validate.Var(value, tag))
	if found {
		v = violation{rule: failed[0].Tag(), param: failed[0].Param()}
	}
	return v, found
}

// words says what is wrong with a value, and what to do.
func (v violation) words(subject, typed string, s *plan.Type) (code, message, hint string) {
	words := slices.Concat(ruleWords[v.rule], []string{"", "", ""}) // of bounds there are none
	code, hint = words[0], words[2]
	message = fmt.Sprintf(words[1], subject, quoteShort(typed))
	switch {
	case s.IsText() && typed == "":
		return "empty-text", subject + " is empty.", "Give it a value, or remove the line."
	case v.rule == "oneof":
		choices := strings.Fields(v.param)
		last := len(choices) - 1
		listed := strings.TrimPrefix(strings.Join(choices[:last], ", ")+" or "+choices[last], " or ")
		return code, message + ": it is " + listed + ".", text.DidYouMean(typed, choices, "")
	case v.rule == "business":
		return code, message, text.DidYouMean(typed, site.BusinessTypes(), hint)
	case v.rule == "day" && len(typed) > len(time.DateOnly) && dayAndTime.MatchString(typed) && impossible(typed) == "":
		day := typed[:len(time.DateOnly)]
		hint = "Write " + day + "."
		if v.param != "" {
			hint = fmt.Sprintf("Write %s here, and the time at %s.", day, v.param)
		}
		return code, fmt.Sprintf("%s takes a day without a time, not %s.", subject, quoteShort(typed)), hint
	case v.rule == "startswith", v.rule == "contains":
		return code, fmt.Sprintf(words[1], subject, v.param), ""
	case v.rule == "min", v.rule == "max":
		return v.rangeWords(subject, s.Kind)
	}
	return code, message, hint
}

func (v violation) rangeWords(subject string, of plan.Kind) (code, message, hint string) {
	bound := map[string]string{"min": "at least ", "max": "at most "}[v.rule] + v.param
	switch {
	case of == plan.Number:
		return "bad-number", subject + " must be " + bound + ".", ""
	case of != plan.List:
		return "bad-length", subject + " must have " + bound + " characters.", ""
	case v.rule == "max":
		return "bad-count", subject + " takes " + bound + " items.", "Remove some of them."
	case v.param == "1":
		return "bad-count", subject + " needs at least 1 item.", kinds[kindList].hint
	}
	return "bad-count", subject + " needs " + bound + " items.", kinds[kindList].hint
}
