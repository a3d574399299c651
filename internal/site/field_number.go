package site

import (
	"cmp"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

func init() {
	registerField(FieldKind{
		Name: "number", Keys: []string{"min", "max", "step", "placeholder"}, Typing: Signs,
		Complete: completeNumber,
		Words: func(f *Field, words *Checks) FieldChecks {
			checks := FieldChecks{Format: words.Number, TooLow: words.TooLow, Step: words.Step}
			if f.Max > 0 {
				checks.TooHigh = words.TooHigh
			}
			return checks
		},
		Value: func(l Locale, typed string) string {
			text := strings.TrimSpace(typed)
			if digits, known := l.ParseNumber(text); known {
				return digits
			}
			if text != "" {
				return "NaN" // or it might be read another way than it was meant
			}
			return ""
		},
		Check: checkNumber,
		Answer: func(l Locale, _ *Field, value string) (text string, chosen bool) {
			if _, err := strconv.ParseFloat(value, 64); err != nil {
				return value, false
			}
			if strings.Contains(value, ".") { // else it may be a year, which has no groups
				value = l.Number(value)
			}
			return value, true
		},
	})
}

// stepPattern is a step as people write it; it is more than nothing.
var stepPattern = regexp.MustCompile(`^[0-9]{1,9}(\.[0-9]{1,6})?$`)

func completeNumber(f *Field) (wrong []Mistake) {
	if f.Max != 0 && f.Min > f.Max {
		words := fmt.Sprintf("At least %d and at most %d: no number is both.", f.Min, f.Max)
		wrong = append(wrong, Mistake{"min", "bad-range", words, ""})
	}
	if f.Step != "" {
		step, isNumber := new(big.Rat).SetString(f.Step)
		if !isNumber || !stepPattern.MatchString(f.Step) || step.Sign() == 0 {
			words := fmt.Sprintf("%q cannot be how far numbers lie apart.", f.Step)
			wrong = append(wrong, Mistake{"step", "bad-step", words, "Write a number above 0, such as 5 or 0.5."})
		}
	}
	return wrong
}

// numberPattern is a number as ParseNumber returns it: no exponent, which would take time to compute.
var numberPattern = regexp.MustCompile(`^-?[0-9]{1,15}(\.[0-9]{1,9})?$`)

// checkNumber counts steps from the least value, as browsers do (HTML, section 4.10.5.3.8).
func checkNumber(f *Field, typed string, words *Checks) Text {
	value, isNumber := new(big.Rat).SetString(typed)
	if !isNumber || !numberPattern.MatchString(typed) {
		return words.Number
	}
	least := big.NewRat(int64(f.Min), 1)
	switch {
	case value.Cmp(least) < 0:
		return words.TooLow
	case f.Max > 0 && value.Cmp(big.NewRat(int64(f.Max), 1)) > 0:
		return words.TooHigh
	}
	step, isNumber := new(big.Rat).SetString(cmp.Or(f.Step, "1"))
	if isNumber && step.Sign() > 0 && !new(big.Rat).Quo(value.Sub(value, least), step).IsInt() {
		return words.Step
	}
	return ""
}
