package content

import (
	"fmt"
	"slices"

	"github.com/evenlight/marquee/internal/site"
)

// The stylesheet lights the parts of so many tiles and messages, counted from the first:
// legend.css and repair.css have a rule for each.
const mostLegend, mostRepair = 12, 6

// fillTiles finds the parts that the tiles light.
func (s *scope) fillTiles(tiles *site.Tiles, at *place) {
	for i, tile := range tiles.Items {
		if s.hasPart(tiles.Scene, "scene", tile.Part, at.child("items").item(i).child("part")) {
			s.warnUnlit(i, mostLegend, "tiles", at.child("items").item(i).child("part"))
			tiles.Steps = withStep(tiles.Steps, tile.Part, i+1)
		}
	}
}

// completeChat returns the chat with the parts that its messages light. The chat itself stays
// as it is, because it may be the one that was parsed.
func (s *scope) completeChat(chat *site.Chat, at *place) *site.Chat {
	made := *chat
	for i, message := range chat.Messages {
		for j, part := range message.Parts {
			if s.hasPart(chat.Drawing, "drawing", part, at.child("messages").item(i).child("parts").item(j)) {
				s.warnUnlit(i, mostRepair, "messages", at.child("messages").item(i).child("parts").item(j))
				made.Steps = withStep(made.Steps, part, i+1)
			}
		}
	}
	return &made
}

// warnUnlit warns where a tile or a message stands too far back to light its part.
func (s *scope) warnUnlit(i, most int, what string, at *place) {
	if i >= most {
		s.warn(at, "unlit-part", fmt.Sprintf("This part is not lit: only those of the first %d %s are.", most, what), "Move it further up, or remove this line.")
	}
}

// withStep adds a part, unless an earlier step lights it.
func withStep(steps map[string]int, part string, step int) map[string]int {
	if steps == nil {
		steps = map[string]int{}
	}
	if _, earlier := steps[part]; !earlier {
		steps[part] = step
	}
	return steps
}

// hasPart says whether a drawing, which stands beside the part under a key, has it, and reports a part that it does not have.
func (s *scope) hasPart(drawing *site.Drawing, key, part string, at *place) bool {
	switch {
	case part == "": // which is reported already, where it must not be
	case drawing == nil:
		s.at(at, "part-without-drawing", fmt.Sprintf("There is no drawing that could have the part %q.", part),
			fmt.Sprintf("Name one under %s, or remove this line.", key))
	case drawing.URL == "": // which is reported already
	case len(drawing.Parts) == 0:
		s.at(at, "unknown-part", fmt.Sprintf("The drawing %q has no parts.", drawing.Name), "Take one that has some, such as house, or remove this line.")
	case !slices.Contains(drawing.Parts, part):
		s.at(at, "unknown-part", fmt.Sprintf("The drawing %q has no part %q.", drawing.Name, part), didYouMean(part, drawing.Parts, knownAre(drawing.Parts)))
	default:
		return true
	}
	return false
}

// tileAnchors returns the anchors of tiles that light a part.
func tileAnchors(tiles *site.Tiles, at *place, yield func(id string, at *place)) {
	for i, tile := range tiles.Items {
		if tile.Part != "" && tiles.Scene != nil {
			yield(tile.Part, at.child("items").item(i).child("part"))
		}
	}
}
