package yamldoc

import (
	"reflect"
	"testing"

	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/site"
)

func TestATranslationFollowsItsOriginal(t *testing.T) {
	places := reflect.TypeFor[site.Collection[site.Location]]()
	const (
		shop     = "shop:\n  name: Shop\n  exceptions:\n"
		original = shop + "    - {date: 2026-12-24, reason: Eve}\n    - {date: 2026-12-25, reason: Christmas}\n"
		laden    = "# Zeiten\nshop:\n  name: Laden # hier\n  exceptions:\n"
		german   = laden + "    - {date: 2026-12-24, reason: Heiligabend}\n    - {date: 2026-12-25, reason: Weihnachten}\n"
	)
	for name, test := range map[string]struct{ before, own, after, want string }{
		"a word":          {original, german, shop + "    - {date: 2026-12-24, reason: X}\n    - {date: 2026-12-25, reason: Christmas}\n", german},
		"an item":         {original, german, shop + "    - {date: 2026-12-25, reason: Christmas}\n", laden + "    - {date: 2026-12-25, reason: Weihnachten}\n"},
		"it is back":      {shop + "    - {date: 2026-12-25, reason: Christmas}\n", laden + "    - {date: 2026-12-25, reason: Weihnachten}\n", original, german},
		"another is new":  {shop + "    - {date: 2026-12-25, reason: Christmas}\n", laden + "    - {date: 2026-12-25, reason: Weihnachten}\n", shop + "    - {date: 2026-12-24, reason: Half}\n    - {date: 2026-12-25, reason: Christmas}\n", laden + "    - {date: 2026-12-25, reason: Weihnachten}\n"},
		"another day":     {original, german, shop + "    - {date: 2026-12-23, reason: Eve}\n    - {date: 2026-12-25, reason: Christmas}\n", laden + "    - {date: 2026-12-23, reason: Heiligabend}\n    - {date: 2026-12-25, reason: Weihnachten}\n"},
		"no day yet":      {original, german, shop + "    - {date: '', reason: Eve}\n    - {date: 2026-12-25, reason: Christmas}\n", laden + "    - {date: \"\", reason: Heiligabend}\n    - {date: 2026-12-25, reason: Weihnachten}\n"},
		"days swapped":    {original, german, shop + "    - {date: 2026-12-25, reason: Eve}\n    - {date: 2026-12-24, reason: Christmas}\n", german},
		"a day twice":     {original, german, shop + "    - {date: 2026-12-25, reason: Eve}\n    - {date: 2026-12-25, reason: Christmas}\n", laden + "    - {date: 2026-12-25, reason: Heiligabend}\n    - {date: 2026-12-25, reason: Weihnachten}\n"},
		"no day twice":    {shop + "    - {date: 2026-12-25, reason: Eve}\n    - {date: 2026-12-25, reason: Christmas}\n", laden + "    - {date: 2026-12-25, reason: Heiligabend}\n    - {date: 2026-12-25, reason: Weihnachten}\n", original, german},
		"another order":   {original, german, shop + "    - {date: 2026-12-25, reason: Christmas}\n    - {date: 2026-12-24, reason: Eve}\n", german},
		"all items":       {original, german, shop[:len(shop)-len("  exceptions:\n")], "# Zeiten\nshop:\n  name: Laden # hier\n"},
		"an empty list":   {original, german, "shop:\n  name: Shop\n  exceptions: []\n", "# Zeiten\nshop:\n  name: Laden # hier\n"},
		"the list again":  {"shop:\n  name: Shop\n  exceptions: []\n", "shop:\n  name: Laden\n", original, "shop:\n  name: Laden\n" + german[len("# Zeiten\nshop:\n  name: Laden # hier\n"):]},
		"the entry":       {original, german + "market: {name: Markt}\n", "", "# Zeiten\nmarket: {name: Markt}\n"},
		"what it has not": {original, laden + "    - {date: 2030-01-01, reason: Später}\n", shop + "    - {date: 2026-12-25, reason: Christmas}\n", laden + "    - {date: 2030-01-01, reason: Später}\n"},
		"a text":          {original, german, "shop:\n  exceptions:\n    - {date: 2026-12-24, reason: Eve}\n    - {date: 2026-12-25, reason: Christmas}\n", german},
	} {
		published := Pair{[]byte(original), []byte(german)}
		got, err := Follow("main/de/locations.yaml", plan.Of(places), published, Pair{[]byte(test.before), []byte(test.own)}, []byte(test.after), nil)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, test.want)
		}
	}
}

// Items without a key are those of the same place.
func TestATranslationFollowsPlaces(t *testing.T) {
	const (
		app      = "app:\n  features:\n"
		one, two = "    - {title: One, text: First}\n", "    - {title: Two, text: Second}\n"
		eins     = "    - {title: Eins}\n"
		zwei     = "    - {title: Zwei}\n"
	)
	published := Pair{[]byte(app + one + two), []byte(app + eins + zwei)}
	for name, test := range map[string]struct{ before, own, after, want string }{
		"gone":            {one + two, eins + zwei, two, zwei},
		"back":            {two, zwei, one + two, eins + zwei},
		"new":             {one + two, eins + zwei, one + "    - {title: New}\n" + two, eins + "    - {}\n" + zwei},
		"moved":           {one + two, eins + zwei, two + one, zwei + eins},
		"not built alike": {one + two, eins, two, eins},
	} {
		got, err := Follow("main/de/products.yaml", plan.Of(reflect.TypeFor[site.Collection[site.Product]]()), published,
			Pair{[]byte(app + test.before), []byte(app + test.own)}, []byte(app+test.after), nil)
		if err != nil || string(got) != app+test.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, app+test.want)
		}
	}
}
