package contact

import (
	"cmp"
	"math/big"
	"regexp"

	"github.com/evenlight/marquee/internal/site"
)

// numberPattern is what browsers send of a number: digits with a point, no
// spaces, and no exponent that would take time to compute.
var numberPattern = regexp.MustCompile(`^-?[0-9]{1,15}(\.[0-9]{1,9})?$`)

// checkNumber returns what is said of a number that does not fit. Steps are
// counted from the least value, as browsers count them (HTML, section 4.10.5.3.8).
func (r *request) checkNumber(field *site.Field, typed string, misfit func(func(*site.Checks) site.Text) (site.Text, bool)) (site.Text, bool) {
	value, isNumber := new(big.Rat).SetString(typed)
	if !isNumber || !numberPattern.MatchString(typed) {
		return misfit(func(c *site.Checks) site.Text { return c.Number })
	}
	least := big.NewRat(int64(field.Min), 1)
	if value.Cmp(least) < 0 {
		return misfit(func(c *site.Checks) site.Text { return c.TooLow })
	}
	if field.Max > 0 && value.Cmp(big.NewRat(int64(field.Max), 1)) > 0 {
		return misfit(func(c *site.Checks) site.Text { return c.TooHigh })
	}
	step, isNumber := new(big.Rat).SetString(cmp.Or(field.Step, "1"))
	if isNumber && step.Sign() > 0 && !new(big.Rat).Quo(value.Sub(value, least), step).IsInt() {
		return misfit(func(c *site.Checks) site.Text { return c.Step })
	}
	return "", true
}
