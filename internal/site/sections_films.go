package site

import "strings"

func init() {
	registerSection[Video]("video")
	registerSection[Embed]("embed")
}

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
	// The film: a file of the folder files, such as files/tour.mp4, or main:files/tour.mp4 of another site. MP4 (H.264)
	// plays everywhere; WebM is smaller.
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

// Embed shows a film that is kept at YouTube or Vimeo. Nothing is loaded from there before somebody asks for it.
//
// Visitors see the picture and press play; until then neither YouTube nor Vimeo learns of them. A film of your own is
// better kept in files, see video.
//
//	sections:
//	  - embed:
//	      title: A Morning with Us
//	      youtube: aqz-KE-bpKQ
//	      poster: {src: images/morning.jpg, alt: Ada at the oven at four in the morning}
type Embed struct {
	Heading
	// Id of a film at YouTube: what its address has behind v=, such as aqz-KE-bpKQ.
	YouTube string `yaml:"youtube" json:"-" validate:"required_without=Vimeo,excluded_with=Vimeo"`
	// Number of a film at Vimeo: what its address ends with, such as 76979871.
	Vimeo string `yaml:"vimeo" json:"-"`
	// The picture that stands there until somebody presses play; without a title its alt says what is played.
	Poster *Image `yaml:"poster" json:"poster,omitempty" slot:"wide"`
	// A line below the film, such as where it is loaded from.
	Caption Text `yaml:"caption" json:"caption,omitempty"`

	// What the film is called.
	Name Text `yaml:"-" json:"name"`
	// Address of the player.
	Player string `yaml:"-" json:"player"`
	// The film's page there, for browsers without scripts.
	Link *Link `yaml:"-" json:"link"`
}

// Hosts of players.
const (
	youtubePlayer = "https://www.youtube-nocookie.com"
	vimeoPlayer   = "https://player.vimeo.com"
)

// Resolve fills in the addresses. The ids must be as the services write them.
func (e *Embed) Resolve() {
	watch := "https://www.youtube.com/watch?v=" + e.YouTube
	e.Player = youtubePlayer + "/embed/" + e.YouTube + "?autoplay=1&rel=0"
	if e.Vimeo != "" {
		id, private, _ := strings.Cut(e.Vimeo, "/")
		watch, e.Player = "https://vimeo.com/"+e.Vimeo, vimeoPlayer+"/video/"+id+"?autoplay=1&dnt=1"
		if private != "" {
			e.Player += "&h=" + private
		}
	}
	e.Name = e.Title
	if e.Name == "" && e.Poster != nil {
		e.Name = e.Poster.Alt
	}
	e.Link = &Link{Label: e.Name, To: Text(watch), Href: watch, Kind: LinkExternal}
}

// Permits implements [Permitted].
func (e *Embed) Permits() Policy {
	host := youtubePlayer
	if e.Vimeo != "" {
		host = vimeoPlayer
	}
	return PermitSource("frame-src", host).With(
		PermitFeature(host, "autoplay", "encrypted-media", "fullscreen", "picture-in-picture"))
}
