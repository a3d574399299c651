import { type FormEvent, useState } from 'react';
import type { Me, Person, Role } from '../api/types';
import { usePeople } from '../api/use-api';
import { useAct } from '../changes/use-queue';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { time } from '../ui/time';
import { View } from '../ui/View';
import { words } from '../words';

const roles: Role[] = ['owner', 'editor', 'writer', 'inbox'];

/** Who may do what on which sites. Inviting somebody again changes that, and is a new way in. */
export function People({ me }: { me: Me }) {
  const { data: people = [] } = usePeople();
  const { act, busy, error } = useAct();
  const [link, setLink] = useState('');

  function invite(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const person = { email: form.get('email'), role: form.get('role'), sites: form.getAll('sites') };
    act<{ link: string }>('POST', 'people/invite', person, (answer) => setLink(answer.link));
  }
  const siteNames = ({ sites }: Person) =>
    sites.map((id) => me.sites.find((site) => site.id === id)?.name ?? id).join(', ') || words.allSites;
  return (
    <View title={words.people} error={error}>
      <ul className="grid gap-2">
        {people.map((person) => (
          <li key={person.email} className="card grid-cols-[1fr_auto] items-center">
            <p>
              {person.email}
              <span className="block text-muted text-sm">
                {words[person.role]}, {siteNames(person)}
                {person.seen && `, ${words.lastSeen} ${time(person.seen)}`}
              </span>
            </p>
            {person.email !== me.email && (
              <Button
                disabled={busy}
                onClick={() => act('POST', 'people/remove', { email: person.email })}
                aria-label={`${words.remove}: ${person.email}`}
              >
                {words.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <form onSubmit={invite} className="card">
        <h2 className="font-semibold">{words.invite}</h2>
        <Field label={words.email} name="email" type="email" required />
        <label className="grid gap-1 font-medium text-sm">
          {words.role}
          <select name="role" className="input" defaultValue="editor">
            {roles.map((role) => (
              <option key={role} value={role}>
                {words[role]}
              </option>
            ))}
          </select>
        </label>
        <fieldset>
          <legend className="font-medium text-sm">{words.sites}</legend>
          {me.sites.map(({ id, name, of }) => (
            <label key={id} className="flex min-h-11 items-center gap-3" hidden={!!of}>
              <input type="checkbox" name="sites" value={id} className="size-5 accent-accent" /> {name}
            </label>
          ))}
        </fieldset>
        <Button type="submit" kind="primary">
          {words.invite}
        </Button>
        <div role="status">
          {link && (
            <>
              <p>{words.inviteLink}</p>
              <input
                className="input"
                readOnly
                value={link}
                aria-label={words.inviteLink}
                onFocus={(event) => event.target.select()}
              />
            </>
          )}
        </div>
      </form>
    </View>
  );
}
