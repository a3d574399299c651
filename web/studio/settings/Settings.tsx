import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { FileAnswer, Me, Value } from '../api/types';
import { useChoices, useSchema } from '../api/use-api';
import { useFile, useQueue } from '../changes/use-queue';
import { valueAt } from '../changes/values';
import { factsIn } from '../form/facts';
import type { FormChoices } from '../form/form-context';
import { below, blank, isTable, nearest, type Schema, schemaAt, wordsOf } from '../form/schema';
import { Icon } from '../ui/Icon';
import { Select } from '../ui/Select';
import { View } from '../ui/View';
import { addressOf, mayDesign } from '../views/part';
import { words as all } from '../words';
import { words } from './words';

/** What belongs to the owner of a site, under headings of theirs: each leads to its field beside the page. */
export function Settings({ me }: { me: Me }) {
  const sites = me.sites.filter(({ of }) => !me.sites.some(({ id }) => id === of));
  const [id, setId] = useState(sites[0]?.id ?? '');
  return (
    <View title={all.settings}>
      {sites.length > 1 && <Select label={words.site} value={id} options={sites} onChoose={setId} />}
      <SiteSettings key={id} me={me} id={id} />
    </View>
  );
}

interface More {
  /** Whether owners alone change it. */
  isOwned?: boolean;
  note?: ReactNode;
}

function SiteSettings({ me, id }: { me: Me; id: string }) {
  const folder = id.replaceAll('.', '/');
  const { file: site, error } = useFile(`${folder}/site.yaml`);
  const { file: places } = useFile(`${folder}/locations.yaml`);
  const { file: forms } = useFile(`${folder}/forms.yaml`);
  const schema = useSchema(site?.schema) as Schema | undefined;
  const choices: FormChoices | undefined = useChoices(id).data;
  const queue = useQueue();
  const navigate = useNavigate();
  const path = me.sites.find((each) => each.id === id)?.path ?? '/';
  if (error) return <p role="alert">{error.message}</p>;
  if (!site || !schema) return <p className="wait">{all.working}</p>;

  /** Words as the site shows them, with what they refer to. */
  const said = (text: string) =>
    text.replace(/\{\{[^{}]*\}\}/g, (fact) => factsIn(fact, site.file, choices?.facts)[0]?.words ?? fact);
  /** A row that leads to a value, or to what it is in where there is none yet. */
  const row = (file: FileAnswer, at: string, title: string, { isOwned = false, note }: More = {}) => {
    const value = valueAt(file.values, at);
    const near = file === site ? at : nearest(file.values, at);
    const to = addressOf('edit', { site: id, path, file: file.file, at: near });
    const isLocked = isOwned && !mayDesign(me);
    if (file !== site || value !== undefined || isLocked || me.readOnly)
      return (
        <SettingRow
          key={at}
          to={to}
          title={title}
          note={note ?? (said(inWords(value)) || words.none)}
          isLocked={isLocked}
        />
      );
    /** What the site does not have begins as the schema says, and is filled in beside the page. */
    const add = () => {
      const begun = blank(schema, schemaAt(schema, file.values, at)?.schema ?? {});
      queue.change({ file: file.file, op: 'set', at, value: begun, old: null, isNew: true });
      navigate(to);
    };
    return (
      <button key={at} type="button" className={rowClass} onClick={add}>
        <Icon name="plus" /> {words.add(title)}
      </button>
    );
  };
  const swatches = (
    <span className="flex gap-1">
      {entries(valueAt(site.values, 'theme.colors')).map(([key, colour]) => (
        <span key={key} className="size-6 rounded-full border border-line" style={{ background: String(colour) }} />
      ))}
    </span>
  );
  return (
    <>
      <Group title={words.who}>
        {(['name', 'tagline', 'email', 'phone', 'facts'] as const).map((at) => row(site, at, words[at]))}
      </Group>
      {places &&
        entries(places.values).map(([key, place]) => (
          <Group key={key} title={`${words.where}: ${wordsOf(place) || key}`}>
            {(['address', 'hours', 'exceptions'] as const).map((part) => row(places, below(key, part), words[part]))}
          </Group>
        ))}
      <Group title={words.around}>
        {(['announcement', 'navigation', 'footer'] as const).map((at) => row(site, at, words[at]))}
      </Group>
      <Group title={words.looks}>{row(site, 'theme', words.theme, { isOwned: true, note: swatches })}</Group>
      <Group title={words.received}>
        {row(site, 'mail.recipients', words.everything, { isOwned: true })}
        {forms &&
          entries(forms.values).map(([key, form]) => {
            const note = valueAt(form, 'recipients') === undefined ? words.sameAsAll : undefined;
            return row(forms, below(key, 'recipients'), words.form(wordsOf(form) || key), { isOwned: true, note });
          })}
      </Group>
      {mayDesign(me) && (
        <Group title={all.people}>
          <SettingRow to="/people" title={words.people} note="" />
        </Group>
      )}
    </>
  );
}

const entries = (values: Value | undefined) => Object.entries(isTable(values) ? values : {});

/** A few words of a value, whatever it is in; of a link they are its label. */
function inWords(value: Value | undefined): string {
  if (typeof value === 'string' || (isTable(value) && typeof (value.label ?? value.title ?? value.text) === 'string'))
    return wordsOf(value);
  return Object.values(value ?? {})
    .map(inWords)
    .filter(Boolean)
    .join(' · ');
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-1" aria-label={title}>
    <h2 className="pt-2 font-semibold">{title}</h2>
    <div className="grid overflow-hidden rounded-xl border border-line bg-panel">{children}</div>
  </section>
);

const rowClass =
  'flex min-h-14 w-full min-w-0 items-center gap-3 border-line border-b px-4 py-2 text-start last:border-b-0 hover:bg-raised';

interface RowProps {
  to: string;
  title: string;
  note: ReactNode;
  isLocked?: boolean;
}

const SettingRow = ({ to, title, note, isLocked }: RowProps) => (
  <Link to={to} className={rowClass}>
    <span className="min-w-0 grow">
      <span className="block break-words">{title}</span>
      <span className="line-clamp-2 break-words text-muted text-sm empty:hidden">{note}</span>
      {isLocked && <span className="block text-muted text-xs">{words.owners}</span>}
    </span>
    <span className="-rotate-90 text-muted">
      <Icon name="chevron" />
    </span>
  </Link>
);
