package content

import (
	"fmt"
	"slices"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// mostWindows is how many doors have room beside each other below a shop window.
const mostWindows = 6

// completeSample returns the sample with its class, and reports what does not go together.
// The sample itself stays as it is: the next revision may be resolved from the same files
// while pages of this one are rendered.
func (s *scope) completeSample(typed *site.Sample, at *place) *site.Sample {
	if typed == nil {
		return nil
	}
	sample := *typed
	sample.Class = sample.StyleClass()
	if fonts := s.resolver.options.Fonts; fonts != nil && sample.Font != "" && !slices.Contains(fonts, sample.Font) {
		s.at(at.child("font"), "unknown-font", fmt.Sprintf("There is no font %q.", sample.Font), text.DidYouMean(sample.Font, fonts, text.KnownAre(fonts)))
	}
	if sample.Colors == nil {
		return &sample
	}
	if palette, readable := paletteOf(*sample.Colors); readable {
		sample.Dark = palette.IsDark()
	}
	s.deps.warnContrast(s.file, *sample.Colors, at.child("colors").String())
	return &sample
}

// checkWindows reports what is missing for a section of industries with the layout windows.
func (s *scope) checkWindows(body *site.Industries, at *place) {
	if body.Layout != site.LayoutWindows {
		return
	}
	if body.Label == "" {
		s.at(at, "no-label", "The windows need the key label, so that nobody takes them for websites of clients.", "Add it, such as label: Sample design.")
	}
	if n := len(body.Items); n > mostWindows {
		s.at(at.child("refs"), "many-windows", fmt.Sprintf("There are %d industries, and a shop window has room for %d doors.", n, mostWindows), "Leave some out, or remove layout.")
	}
	for _, industry := range body.Items {
		if industry.Sample == nil {
			s.at(at.child("layout"), "no-sample", fmt.Sprintf("The industry %q has no sample to dress the window with.", industry.ID),
				"Add the key sample to it in industries.yaml, or remove layout.")
		}
	}
}
