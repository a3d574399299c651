import { type FormEvent, useState } from 'react';
import type { Me } from '../api/types';
import { usePeople } from '../api/use-api';
import { useAct } from '../changes/use-queue';
import { Button } from '../ui/Button';
import { CopyField } from '../ui/CopyField';
import { Field } from '../ui/Field';
import { Row } from '../ui/Row';
import { Select } from '../ui/Select';
import { time } from '../ui/time';
import { View } from '../ui/View';
import { words } from '../words';

const roles = (['owner', 'editor', 'writer', 'inbox'] as const).map((id) => ({ id, name: words[id] }));

/** Who may do what on which sites. Inviting somebody again changes that, and is a new way in. */
export function People({ me }: { me: Me }) {
  const { data: people = [] } = usePeople();
  const { act, error } = useAct();
  const [link, setLink] = useState('');

  function invite(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const person = { email: form.get('email'), role: form.get('role'), sites: form.getAll('sites') };
    act<{ link: string }>('POST', 'people/invite', person, (answer) => setLink(answer.link));
  }
  const nameOf = (site: string) => me.sites.find(({ id }) => id === site)?.name ?? site;
  return (
    <View title={words.people} error={error}>
      <ul className="grid gap-2">
        {people.map(({ email, role, sites, seen }) => (
          <Row
            key={email}
            title={email}
            note={[
              ...(email === me.email ? [words[role]] : []),
              sites.map(nameOf).join(', ') || words.allSites,
              ...(seen ? [`${words.lastSeen} ${time(seen)}`] : []),
            ].join(', ')}
            action={words.remove}
            onAct={email !== me.email && (() => act('POST', 'people/remove', { email }))}
          >
            {email !== me.email && (
              <Select
                className="col-span-2"
                label={`${words.role}: ${email}`}
                isQuiet
                value={role}
                options={roles}
                onChoose={(next) =>
                  act<{ link: string }>(
                    'POST',
                    'people/invite',
                    { email, role: next, sites },
                    (answer) => link && setLink(answer.link), // the former one leads nowhere now
                  )
                }
              />
            )}
          </Row>
        ))}
      </ul>
      <form onSubmit={invite} className="card">
        <h2 className="font-semibold">{words.invite}</h2>
        <Field label={words.email} name="email" type="email" required />
        <Select label={words.role} name="role" defaultValue="editor" options={roles} />
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
        <div aria-live="polite">{link && <CopyField label={words.inviteLink} value={link} />}</div>
      </form>
    </View>
  );
}
