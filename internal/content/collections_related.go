package content

import "cmp"

// candidate is an entry that may be shown as related to another one.
type candidate struct {
	page             *pageState
	shared, distance int // tags that both have, and how far they are from each other in the list
}

// closer tells whether an entry goes before another one among those that are related.
func (c candidate) closer(other candidate) bool {
	return cmp.Or(other.shared-c.shared, c.distance-other.distance, c.page.place-other.page.place) < 0
}

// relate finds for each entry those that share most tags with it; of as many, those
// that are nearest in the list.
func (c *collection) relate(tags map[string]*tag) {
	c.related = make(map[*pageState][]*pageState, len(c.shown))
	for i, page := range c.shown {
		page.place, page.found = i, -1
	}
	within := map[string]int{} // how far each tag's list was gone through
	var found []candidate
	for i, page := range c.shown {
		found = found[:0]
		for _, slug := range page.tags {
			list, at := tags[slug].shown, within[slug]
			within[slug]++
			list = list[:len(list)-tags[slug].past] // nobody goes to an event that is over
			for n := max(0, at-relatedReach); n < min(len(list), at+relatedReach+1); n++ {
				other := list[n]
				switch {
				case other == page:
				case other.found >= 0:
					found[other.found].shared++
				default:
					other.found = len(found)
					found = append(found, candidate{other, 1, max(i-other.place, other.place-i)})
				}
			}
		}
		var best [maxRelated]candidate
		for _, f := range found {
			f.page.found = -1
			for n := range best {
				if best[n].page == nil || f.closer(best[n]) {
					f, best[n] = best[n], f
				}
				if f.page == nil {
					break
				}
			}
		}
		for _, b := range best {
			if b.page != nil {
				c.related[page] = append(c.related[page], b.page)
			}
		}
	}
}
