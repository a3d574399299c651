package yamldoc

import "testing"

func TestPlacesOfAFile(t *testing.T) {
	const file = "title: A\nsections:\n  - hero:\n      title: Größe und mehr\n      actions: [{label: Go, to: /x}]\n" +
		"  - cards:\n      items:\n        - [a, b]\n"
	at := Places("main/pages/x.yaml", []byte(file))
	for _, c := range []struct {
		line, column int
		path         string
	}{
		{1, 1, "title"},
		{1, 8, "title"},
		{2, 1, "sections"},
		{3, 5, "sections[0].hero"},
		{4, 14, "sections[0].hero.title"},
		{4, 20, "sections[0].hero.title"},
		{5, 18, "sections[0].hero.actions[0].label"},
		{5, 29, "sections[0].hero.actions[0].to"},
		{8, 12, "sections[1].cards.items[0][0]"},
		{8, 15, "sections[1].cards.items[0][1]"},
		{99, 1, ""},
		{0, 0, ""},
	} {
		if path := at(c.line, c.column); path != c.path {
			t.Errorf("line %d, column %d: %q, want %q", c.line, c.column, path, c.path)
		}
	}
	if path := Places("main/x.yaml", []byte("a: ["))(1, 1); path != "" {
		t.Errorf("a file that cannot be read has %q", path)
	}
}
