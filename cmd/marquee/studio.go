package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/inbox/mail"
	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/database"
	"github.com/evenlight/marquee/internal/studio/people"
)

type studioCommand struct {
	Invite studioInviteCommand `cmd:"" help:"Invite somebody, or say anew what they may do, and print a link for them."`
	Link   studioLinkCommand   `cmd:"" help:"Print another link for somebody who was invited."`
	People studioPeopleCommand `cmd:"" help:"List who was invited, and where they are signed in."`
	Remove studioRemoveCommand `cmd:"" help:"Let somebody in no more, and sign them out everywhere."`
}

type personFlag struct {
	dataFlags
	Email string `arg:"" help:"Mail address of the person."`
}

type studioLinkCommand struct {
	contentFlags
	personFlag
}

func (c studioLinkCommand) Run(ctx context.Context, p *Program, chosen *choices, config contentConfig) error {
	return withPeople(ctx, chosen, func(store *people.Store, all []people.Person) error {
		known := c.among(all)
		if known == nil {
			return c.notInvited(chosen)
		}
		return p.invite(ctx, store, *known, config)
	})
}

type studioInviteCommand struct {
	contentFlags
	personFlag
	Role     anyCase  `help:"What they may do: owner, editor, writer or inbox. Default: as before; owner for the first person, editor for others." enum:"owner,editor,writer,inbox," default:"" placeholder:"ROLE"`
	Site     []string `help:"Only this site, with its languages; several with commas between. Default: as before; all for others." placeholder:"ID" xor:"sites"`
	AllSites bool     `help:"All sites, for somebody who had some." xor:"sites"`
}

func (c studioInviteCommand) Run(ctx context.Context, p *Program, chosen *choices, config contentConfig) error {
	return withPeople(ctx, chosen, func(store *people.Store, all []people.Person) error {
		person := people.Person{Email: c.Email, Role: people.RoleEditor}
		if len(all) == 0 {
			person.Role = people.RoleOwner
		}
		person = *cmp.Or(c.among(all), &person)
		person.Role = cmp.Or(people.Role(c.Role), person.Role)
		if len(c.Site) > 0 || c.AllSites {
			person.Sites = c.Site
		}
		return p.invite(ctx, store, person, config, c.Site...)
	})
}

// invite prints where a person comes in: on the host of their first site, which may be one of its own. Content with
// errors keeps nobody out where --base-url says what the host is.
func (p *Program) invite(
	ctx context.Context, store *people.Store, person people.Person, config contentConfig, typed ...string,
) error {
	revision, _, err := load(ctx, config)
	if err != nil {
		return err
	}
	base := config.BaseURL
	if revision != nil {
		for _, id := range typed {
			if revision.ByID(id) == nil {
				return usageError{fmt.Errorf("there is no site %q", id)}
			}
		}
		home := revision.Main()
		if len(person.Sites) > 0 {
			home = cmp.Or(revision.ByID(person.Sites[0]), home)
		}
		base = home.Site.BaseURL
	}
	if base == "" {
		return errors.New("nobody knows where the website is: give --base-url, or add a baseURL to site.yaml, " +
			"and see with marquee check that the content has no errors")
	}
	token, err := store.Invite(ctx, person, "")
	if errors.Is(err, people.ErrUnfit) {
		return usageError{err}
	}
	if err == nil {
		fmt.Fprintf(p.Stdout, "%s%s%s\n", base, site.JoinPath, token)
		until := time.Now().Add(people.InvitationLife).Format("2006-01-02 15:04 MST")
		fmt.Fprintf(p.Stderr, "Until %s, this address lets one browser in, once: %s, %s of %s.\n",
			until, people.Address(person.Email), person.Role, sitesOf(person))
	}
	return err
}

type studioPeopleCommand struct{ dataFlags }

func (studioPeopleCommand) Run(ctx context.Context, p *Program, chosen *choices) error {
	return withPeople(ctx, chosen, func(store *people.Store, all []people.Person) error {
		if len(all) == 0 {
			return fmt.Errorf("nobody was invited with the data folder %s: name --data as for serve",
				chosen.get("data"))
		}
		table := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "PERSON\tROLE\tSITES\tINVITED\tLAST SEEN")
		for _, one := range all {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n",
				one.Email, one.Role, sitesOf(one), moment(one.Since), moment(one.LastSeen))
		}
		fmt.Fprintln(table, "\nSIGNED IN\tSINCE\tLAST SEEN\tBROWSER")
		for _, one := range all {
			sessions, err := store.Sessions(ctx, one.Email)
			if err != nil {
				return err
			}
			for _, in := range sessions {
				agent := strings.Join(strings.Fields(calm(in.Agent)), " ")
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", one.Email, moment(in.Since), moment(in.Seen), agent)
			}
		}
		return table.Flush()
	})
}

type studioRemoveCommand struct{ personFlag }

func (c studioRemoveCommand) Run(ctx context.Context, p *Program, chosen *choices) error {
	return withPeople(ctx, chosen, func(store *people.Store, _ []people.Person) error {
		err := store.Remove(ctx, c.Email, "")
		if errors.Is(err, people.ErrNotInvited) {
			return c.notInvited(chosen)
		}
		if err == nil {
			fmt.Fprintf(p.Stdout, "%s is signed out everywhere, and cannot come in any more.\n", people.Address(c.Email))
		}
		return err
	})
}

func withPeople(ctx context.Context, chosen *choices, do func(*people.Store, []people.Person) error) error {
	data := chosen.get("data")
	if err := chosen.err(); err != nil {
		return err
	}
	return withPeopleIn(ctx, data, do)
}

// withPeopleIn opens the database of Studio in a data folder for as long as a function needs it.
func withPeopleIn(ctx context.Context, data string, do func(*people.Store, []people.Person) error) (err error) {
	db, err := database.Open(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	store, err := people.Open(ctx, db, time.Now)
	if err != nil {
		return err
	}
	all, err := store.List(ctx)
	if err != nil {
		return err
	}
	return do(store, all)
}

func (f personFlag) among(all []people.Person) *people.Person {
	at := slices.IndexFunc(all, func(p people.Person) bool { return p.Email == people.Address(f.Email) })
	if at < 0 {
		return nil
	}
	return &all[at]
}

func (f personFlag) notInvited(chosen *choices) error {
	return fmt.Errorf("%q was not invited with the data folder %s: name --data as for serve",
		f.Email, chosen.get("data"))
}

func sitesOf(p people.Person) string { return cmp.Or(strings.Join(p.Sites, ", "), "all sites") }

// moment writes a time on the clock of this machine.
func moment(at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	return at.Local().Format("2006-01-02 15:04")
}

// newLetterSender returns what sends a mail at once, by what all mail leaves by, in the look of the first site of a
// space. Its button leads where the content says that the space is: never to a host that a request named, which may be
// a stranger's.
func newLetterSender(
	from string, revision func() *site.Revision, sender outbox.Sender,
) func(ctx context.Context, space string, l site.Letter) error {
	composer := &mail.Composer{From: from}
	return func(ctx context.Context, space string, l site.Letter) error {
		ctx, cancel := context.WithTimeout(ctx, people.CodeLife)
		defer cancel()
		message := composer.Letter(revision().Nearest(space+"/").Site, l)
		err := sender.Reserve(ctx)
		if err == nil {
			_, err = sender.Send(ctx, l.Kind+"/"+uuid.NewString(), message)
		}
		return err
	}
}
