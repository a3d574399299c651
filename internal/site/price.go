package site

import (
	"fmt"
	"regexp"
	"strings"
)

// Price is an amount of money, as a plan asks for it.
type Price struct {
	// The amount as digits, such as 49.99 or 2499.
	Amount string `yaml:"amount" json:"amount" validate:"required,amount"`
	// The currency as three letters, such as USD.
	Currency string `yaml:"currency" json:"currency" validate:"required,iso4217"`
	// How often it is paid: month, year or once.
	Period string `yaml:"period" json:"period,omitempty" validate:"omitempty,oneof=month year once"`
	// Whether it is the lowest of several prices.
	From bool `yaml:"from" json:"from,omitempty"`

	// The amount with its sign and separators, such as $2,499.
	Text string `yaml:"-" json:"text"`
	// The words for the period, such as "per month"; empty without a period.
	PeriodText string `yaml:"-" json:"periodText,omitempty"`
}

// AllPrices returns the prices of a plan as it is written: one, or several.
func (p *Plan) AllPrices() []Price {
	if len(p.Prices) > 0 {
		return p.Prices
	}
	return []Price{p.Price}
}

// AmountPattern is what an amount may look like: digits, and at most one point with two decimals.
var AmountPattern = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})(\.[0-9]{2})?$`)

var currencySigns = map[string]string{"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹"}

// Format writes the amount with its currency sign and thousands separators:
// 2499 USD becomes $2,499. A currency without a common sign keeps its letters: CHF 2,499.
func (p Price) Format() string {
	whole, cents, hasCents := strings.Cut(p.Amount, ".")
	var groups []string
	for len(whole) > 3 {
		groups = append([]string{whole[len(whole)-3:]}, groups...)
		whole = whole[:len(whole)-3]
	}
	text := strings.Join(append([]string{whole}, groups...), ",")
	if hasCents {
		text += "." + cents
	}
	if sign, known := currencySigns[p.Currency]; known {
		return sign + text
	}
	return fmt.Sprintf("%s\u00a0%s", p.Currency, text)
}
