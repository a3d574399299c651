package resolve

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

func (s *scope) drawing(made *site.Drawing, at *outline.Place) {
	if made.Name == "" {
		return
	}
	folder := path.Join(s.owner.Folder, media.DrawingFolder)
	found := s.resolver.Tree.Find(path.Join(folder, made.Name+".svg"))
	switch {
	case found != nil && found.Code != "":
		s.at(at, found.Code, found.Hint, "%s", found.Message)
	case found != nil:
		*made = *found.Drawing
		s.deps.UseFile(found)
	default:
		var names []string
		for _, e := range s.resolver.Tree.Names.Folders[folder] {
			names = append(names, strings.TrimSuffix(e.Name, ".svg"))
		}
		hint := "Save it as " + path.Join(media.DrawingFolder, made.Name+".svg") + " in the folder of the site."
		if len(names) > 0 {
			hint = text.Meant(made.Name, names)
		}
		s.at(at, "unknown-drawing", hint, "There is no drawing %q.", made.Name)
	}
}

// drawingCalled returns the drawing of a name, or nil where there is none.
func (s *scope) drawingCalled(name string) *site.Drawing {
	found := s.resolver.Tree.Find(path.Join(s.owner.Folder, media.DrawingFolder, name+".svg"))
	if found == nil || found.Drawing == nil {
		return nil
	}
	s.deps.UseFile(found)
	made := *found.Drawing
	return &made
}

// joinDrawings gives a page one file for all of its drawings. Pages with the same drawings share it.
func (s *scope) joinDrawings(page *site.Page) {
	drawings := page.ShownDrawings(s.resolver.Options.Fields)
	key := []string{s.shown.Folder}
	for _, drawing := range drawings {
		key = append(key, cmp.Or(drawing.URL, drawing.Name))
	}
	made, _ := s.resolver.joined.LoadOrStore(strings.Join(key, " "), sync.OnceValue(func() *media.File {
		return media.JoinDrawings(s.shown.Folder, drawings)
	}))
	if joined := made.(func() *media.File)(); joined != nil {
		page.Drawings = joined.URL
		s.deps.UseFile(joined)
	}
}

func (s *scope) fillTiles(tiles *site.Tiles, at *outline.Place) {
	for i, tile := range tiles.Items {
		s.light("scene", &tiles.Steps, tiles.Scene, tile.Part, i, at.Child("items").Item(i).Child("part"))
	}
}

// completeChat returns a copy of the chat with the parts that its messages light.
func (s *scope) completeChat(chat *site.Chat, at *outline.Place) *site.Chat {
	made := *chat
	for i, message := range chat.Messages {
		for j, part := range message.Parts {
			s.light("drawing", &made.Steps, chat.Drawing, part, i, at.Child("messages").Item(i).Child("parts").Item(j))
		}
	}
	return &made
}

// light notes which step lights a part of a drawing: the first tile or message that names it.
// It reports a part that the drawing does not have.
func (s *scope) light(key string, steps *map[string]int, drawing *site.Drawing, part string, step int,
	at *outline.Place,
) {
	switch {
	case part == "": // which is reported already, where it must not be
		return
	case drawing == nil:
		s.at(at, "part-without-drawing", fmt.Sprintf("Name one under %s, or remove this line.", key),
			"There is no drawing that could have the part %q.", part)
		return
	case drawing.URL == "": // which is reported already
		return
	case !slices.Contains(drawing.Parts, part):
		s.at(at, "unknown-part", text.Meant(part, drawing.Parts), "The drawing %q has no part %q.", drawing.Name, part)
		return
	}
	if *steps == nil {
		*steps = map[string]int{}
	}
	if _, earlier := (*steps)[part]; !earlier {
		(*steps)[part] = step + 1
	}
}
