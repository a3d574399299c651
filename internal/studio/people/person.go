package people

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// Person is somebody who was invited.
type Person struct {
	Email string `json:"email"` // as [Address] writes it
	Role  Role   `json:"role"`
	// The ids of the sites that the role is for, each with its languages, in order; none stands for all.
	Sites []string `json:"sites"`
	// When they were invited first, and seen last; zero for not yet.
	Since    time.Time `json:"since,omitzero"`
	LastSeen time.Time `json:"seen,omitzero"`
}

// Role says what somebody may do.
type Role string

// The roles.
const (
	RoleOwner  Role = "owner"  // everything, and says who may come in
	RoleEditor Role = "editor" // changes content, but not the design, and publishes it
	RoleWriter Role = "writer" // changes content
	RoleInbox  Role = "inbox"  // reads what visitors sent
)

// Action is something that not everybody may do.
type Action string

// The actions.
const (
	View    Action = "view"    // see content with the changes that are not published
	Edit    Action = "edit"    // change it
	Publish Action = "publish" // let visitors see the changes
	Design  Action = "design"  // change what an owner decides alone: the look, addresses, who gets mail
	Manage  Action = "manage"  // say who may do what
	Inbox   Action = "inbox"   // read what visitors sent
)

var allowed = map[Role][]Action{
	RoleOwner:  {View, Edit, Publish, Design, Manage, Inbox},
	RoleEditor: {View, Edit, Publish},
	RoleWriter: {View, Edit},
	RoleInbox:  {Inbox},
}

// May reports whether somebody may do something with a site, such as creative or, of its German, creative.de. An empty
// id stands for what belongs to no single site: who has some sites only may do nothing with that. Nothing else decides
// this.
func (p Person) May(action Action, siteID string) bool {
	covers := func(own string) bool { return siteID == own || strings.HasPrefix(siteID, own+".") }
	return slices.Contains(allowed[p.Role], action) && (len(p.Sites) == 0 || slices.ContainsFunc(p.Sites, covers))
}

// mayManage reports whether somebody may decide about all sites of another one.
func (p Person) mayManage(other Person) bool {
	sites := other.Sites
	if len(sites) == 0 {
		sites = []string{""}
	}
	return !slices.ContainsFunc(sites, func(id string) bool { return !p.May(Manage, id) })
}

// Address returns an address as people are known by it: without spaces around it, in small letters, with an ASCII
// domain; empty where it is none.
func Address(typed string) string {
	if len(typed) > 500 { // twice of what any has
		return ""
	}
	return strings.ToLower(site.VisitorAddress(typed))
}

// fit returns a person as it is stored. The error is an [ErrUnfit].
func fit(p Person) (Person, error) {
	email := Address(p.Email)
	if email == "" {
		return p, fmt.Errorf("%w: %q is no mail address", ErrUnfit, p.Email)
	}
	if allowed[p.Role] == nil {
		return p, fmt.Errorf("%w: there is no role %q", ErrUnfit, p.Role)
	}
	sites := slices.Compact(slices.Sorted(slices.Values(p.Sites)))
	for _, id := range sites {
		if !slices.Equal(strings.Fields(id), []string{id}) {
			return p, fmt.Errorf("%w: %q is no id of a site", ErrUnfit, id)
		}
	}
	return Person{Email: email, Role: p.Role, Sites: sites}, nil
}
