package schema

import (
	"regexp"
	"strconv"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/slug"
)

const (
	// A day, with a time where the site's midnight is not meant, with a zone where its clock is not.
	momentPattern = `^\d{4}-\d{2}-\d{2}([T ]\d{1,2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$`
	refPattern    = `^([a-z0-9]+(-[a-z0-9]+)*/)?[a-z0-9]+(-[a-z0-9]+)*$`
)

// patterns are the rules that a regular expression can state.
var patterns = map[string]string{
	"slug":    slug.Pattern.String(),
	"amount":  site.AmountPattern.String(),
	"iso4217": `^[A-Z]{3}$`,
	"focus":   site.FocusPattern.String(),
	"color":   `^(#[0-9a-fA-F]{6}|oklch\([^()]+\))$`,
}

// formats are the rules that have a name in JSON Schema.
var formats = map[string]string{"day": "date", "http_url": "uri", "email": "email"}

// withRules adds to a schema what the words of a validate tag say. Words that
// JSON Schema cannot state are left to the checker.
func withRules(schema jsonSchema, r rules) jsonSchema {
	if choices := r.choices(); len(choices) > 0 {
		schema.Type, schema.Enum = "string", choices
	}
	if r.has("required") && schema.Type != "array" && schema.Enum == nil {
		schema.MinLength = new(1)
	}
	for word, parameter := range r.words {
		switch word {
		case "startswith":
			schema.Pattern = "^" + regexp.QuoteMeta(parameter)
		case "contains":
			schema.Pattern = regexp.QuoteMeta(parameter)
		case "min", "max":
			limit(&schema, word, parameter)
		}
		if pattern, known := patterns[word]; known {
			schema.Pattern = pattern
		}
		if format, known := formats[word]; known {
			schema.Format = format
		}
	}
	return schema
}

// limit adds min or max in the word that fits the schema's type.
func limit(schema *jsonSchema, word, parameter string) {
	number, err := strconv.Atoi(parameter)
	if err != nil {
		return // a limit that is no whole number is left to the checker
	}
	least, most := &schema.MinLength, &schema.MaxLength
	switch schema.Type {
	case "array":
		least, most = &schema.MinItems, &schema.MaxItems
	case "integer", "number":
		least, most = &schema.Minimum, &schema.Maximum
	}
	if word == "min" {
		*least = &number
		return
	}
	*most = &number
}
