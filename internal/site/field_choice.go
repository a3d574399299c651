package site

import (
	"cmp"
	"slices"
	"strings"
)

func init() {
	registerField(FieldKind{Name: "select", Keys: []string{"options", "placeholder"}, Choices: true, Check: checkChoice})
	registerField(FieldKind{Name: "time", Keys: []string{"options", "placeholder"}, Choices: true, Check: checkChoice})
	registerField(FieldKind{
		Name: "radio", Keys: []string{"options"}, Choices: true, Check: checkChoice,
		Missing: func(_ *Field, words *Checks) Text { return words.Option },
	})
	registerField(FieldKind{
		Name: "checkbox", Keys: []string{"options", "link"}, Check: checkChoice,
		Missing: func(f *Field, words *Checks) Text {
			if f.TakesMany() {
				return words.Option
			}
			return words.Tick
		},
		Answer: func(_ Locale, f *Field, value string) (text string, chosen bool) {
			if !f.TakesMany() {
				return tick, true
			}
			return answerOptions(f, value)
		},
	})
}

// Ticked is what a checkbox without options sends when it is ticked.
const Ticked = "yes"

// tick stands before what was ticked, and needs no word.
const tick = "\u2713"

// TakesMany reports whether several of the options may be chosen: the value has one of them on each line.
func (f *Field) TakesMany() bool { return f.Type == "checkbox" && len(f.Options) > 0 }

// checkChoice takes one of the options, or several of them, each once, where the field takes many.
func checkChoice(f *Field, value string, words *Checks) Text {
	values := []string{value}
	if f.TakesMany() {
		values = linesOf(value)
	}
	for i, one := range values {
		isOption := slices.ContainsFunc(f.Options, func(o Option) bool { return o.Value == one })
		isBox := f.Type == "checkbox" && !f.TakesMany() && one == Ticked
		if !isOption && !isBox || slices.Contains(values[:i], one) {
			return words.Option
		}
	}
	return ""
}

// Answer writes the value of a field as people read it, and reports whether that is free of what somebody typed, other
// than digits.
func (f *Field) Answer(l Locale, value string) (text string, chosen bool) {
	answer := f.Kind().Answer
	switch {
	case strings.TrimSpace(value) == "":
		return value, false
	case answer != nil:
		return answer(l, f, value)
	case len(f.Options) > 0:
		return answerOptions(f, value)
	}
	return value, false
}

func answerOptions(f *Field, value string) (text string, chosen bool) {
	all := linesOf(value)
	chosen = true
	for i, one := range all {
		at := slices.IndexFunc(f.Options, func(o Option) bool { return o.Value == one })
		chosen = chosen && at >= 0
		if at >= 0 {
			all[i] = cmp.Or(string(f.Options[at].Label), one)
		}
		if f.TakesMany() {
			all[i] = tick + " " + all[i]
		}
	}
	return strings.Join(all, "\n"), chosen
}

func linesOf(value string) []string {
	return strings.Split(strings.ReplaceAll(value, "\r\n", "\n"), "\n")
}
