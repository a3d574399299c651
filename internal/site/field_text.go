package site

import "fmt"

const maxCharacters = 10_000

func init() {
	registerField(FieldKind{
		Name: "text", Keys: []string{"min", "max", "placeholder"}, Typing: Line, MaxLength: 200, Complete: completeLength,
	})
	registerField(FieldKind{
		Name: "textarea", Keys: []string{"min", "max", "placeholder"}, Typing: Lines, MaxLength: 5_000,
		Complete: completeLength,
	})
}

func completeLength(f *Field) []Mistake {
	if f.Min < 0 || max(f.Min, f.Max) > maxCharacters {
		key := "min"
		if f.Max > maxCharacters {
			key = "max"
		}
		words := fmt.Sprintf("A field of type %s has from 0 to %d characters.", f.Type, maxCharacters)
		return []Mistake{{key, "bad-length", words, ""}}
	}
	hint := ""
	if f.Max == 0 {
		f.Max = f.MaxLength()
		hint = "Add a greater max, or take a textarea."
	}
	if f.Min > f.Max {
		words := fmt.Sprintf("At least %d and at most %d characters: no text is both.", f.Min, f.Max)
		return []Mistake{{"min", "bad-range", words, hint}}
	}
	return nil
}
