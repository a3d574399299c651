package site

import (
	"strings"
	"unicode"
)

func init() {
	registerField(FieldKind{
		Name: "tel", Keys: []string{"min", "max", "placeholder"}, Typing: Signs, MaxLength: 40, Complete: completeLength,
		Check: func(_ *Field, value string, words *Checks) Text {
			if !validPhone(value) {
				return words.Phone
			}
			return ""
		},
		Link: func(value string) string {
			if number := dialled(value); number != "" {
				return "tel:" + number
			}
			return ""
		},
		Input: inputOf("tel"),
	})
}

// validPhone takes what people write on cards: digits of any script, extensions, numbers spelled as words. The
// shortest number anywhere has three digits.
func validPhone(typed string) bool {
	digits := 0
	for _, r := range typed {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r), unicode.Is(unicode.M, r), unicode.Is(unicode.Zs, r), unicode.Is(unicode.Pd, r):
		case strings.ContainsRune("+().,/#*:;'’&[]_~·•−", r):
		default:
			return false
		}
	}
	return digits >= 3
}

// dialled returns the digits of a phone number with its leading plus; empty where there are other signs than people
// write numbers with.
func dialled(typed string) string {
	number := strings.NewReplacer(" ", "", "-", "", ".", "", "/", "", "(", "", ")", "", "\u00a0", "").Replace(typed)
	digits := strings.TrimPrefix(number, "+")
	if strings.Trim(digits, "0123456789") != "" || len(number) < 5 || len(number) > 16 {
		return ""
	}
	return number
}
