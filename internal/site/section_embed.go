package site

import "strings"

func init() { registerSection[Embed]("embed") }

// Embed shows a film that is kept at YouTube or Vimeo. Nothing is loaded from there before somebody asks for it.
//
// Visitors see the picture and press play; until then neither YouTube nor Vimeo learns of them. A film of your own is better kept in files, see video.
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
	return PermitSource("frame-src", host).With(PermitFeature(host, "autoplay", "encrypted-media", "fullscreen", "picture-in-picture"))
}
