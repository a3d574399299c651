package site

import "testing"

func TestATextIsRareByWhatItHoldsAtAnyDepth(t *testing.T) {
	usual := Node{Kind: "list", Children: []Node{{Kind: "item", Children: []Node{{Kind: "text", Text: "Said"}}}}}
	if usual.Rare() {
		t.Error("a list is rare")
	}
	for _, inner := range []Node{{Kind: "quote"}, {Kind: "code"}, {Kind: "note"}, {Kind: "item", Task: "done"}} {
		if !(Node{Kind: "list", Children: []Node{{Kind: "item", Children: []Node{inner}}}}).Rare() {
			t.Errorf("a list with %+v is usual", inner)
		}
	}
}
