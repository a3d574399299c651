package site

func init() { registerSection[Video]("video") }

// Video plays a film that is one of the site's own files.
//
// A film at YouTube or Vimeo is shown by embed.
//
//	sections:
//	  - video:
//	      title: How Bread Is Made
//	      src: files/tour.mp4
//	      poster: {src: images/oven.jpg, alt: The oven in the morning}
//	      captions: files/tour.vtt
type Video struct {
	Heading
	// The film: a file of the folder files, such as files/tour.mp4. MP4 (H.264) plays everywhere; WebM is smaller.
	Src string `yaml:"src" json:"-" validate:"required"`
	// The picture that stands there until somebody presses play. Left out, browsers show the first moment of the film.
	Poster *Image `yaml:"poster" json:"poster,omitempty" slot:"poster"`
	// What is said and heard, for people who do not hear it: a file in WebVTT, such as files/tour.vtt.
	Captions string `yaml:"captions" json:"-"`
	// A line below the film.
	Caption Text `yaml:"caption" json:"caption,omitempty"`

	// Addresses of the film and its captions, with the hash of their bytes in the name.
	URL         string `yaml:"-" json:"url"`
	CaptionsURL string `yaml:"-" json:"captionsUrl,omitempty"`
	// Media type of the film, such as video/mp4.
	ContentType string `yaml:"-" json:"contentType"`
	// Size in pixels; 0 where the file does not tell.
	Width  int `yaml:"-" json:"width,omitempty"`
	Height int `yaml:"-" json:"height,omitempty"`
}

// Permits implements [Permitted].
func (*Video) Permits() Policy {
	return PermitSource("media-src", "'self'").With(PermitFeature("", "fullscreen", "picture-in-picture"))
}
