import { type FormEvent, useId, useState } from 'react';
import type { Site } from '../api/types';
import { usePages } from '../api/use-api';
import { useAct } from '../changes/use-queue';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { Field } from '../ui/Field';
import { words as common } from '../words';
import { slug } from './slug';
import type { Made } from './types';
import { words } from './words';

interface Props {
  site: Site;
  /** The call, and what it takes beside title and address. */
  call: string;
  body: { [key: string]: unknown };
  /** What the address begins with; of an entry that is no page, nothing. */
  base?: string | undefined;
  /** An address, and where it leads. */
  leads?: boolean;
  title?: string;
  note: string;
  onMade: (made: Made) => void;
}

/** Asks for the least that something new needs. The address follows the title until somebody writes another one. */
export function Begin({ site, call, body, base, leads, title: first = '', note, onMade }: Props) {
  const [title, setTitle] = useState(first);
  const [typed, setTyped] = useState<string>();
  const [to, setTo] = useState('');
  const { act, busy, error } = useAct();
  const address = typed ?? (leads ? '' : (base ?? '') + slug(title, site.lang));

  function begin(event: FormEvent) {
    event.preventDefault();
    act<Made>('POST', call, { ...body, title, address, ...(leads && { to }) }, onMade);
  }
  return (
    <form onSubmit={begin} className="grid gap-4">
      {!leads && (
        <Field
          label={base === undefined ? words.name : words.title}
          value={title}
          required
          maxLength={100}
          autoFocus
          data-own-undo
          onChange={({ target }) => setTitle(target.value)}
        />
      )}
      <Field
        label={leads ? words.from : base === undefined ? words.id : words.address}
        value={address}
        required
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        autoFocus={leads}
        data-own-undo
        onChange={({ target }) => setTyped(target.value)}
      />
      {leads && <PageField label={words.to} site={site.id} value={to} onChange={setTo} required />}
      <p className="text-muted text-sm">{note}</p>
      <Alert>{error}</Alert>
      <Button type="submit" kind="primary" disabled={busy}>
        {busy ? common.working : words.create}
      </Button>
    </form>
  );
}

interface PageFieldProps {
  label: string;
  site: string;
  value: string;
  required?: boolean;
  onChange: (value: string) => void;
}

/** How many pages are offered beside a field; others are typed. */
const most = 200;

/** An address, with those of the site to choose from. */
export function PageField({ label, site, value, required, onChange }: PageFieldProps) {
  const { data: pages = [] } = usePages();
  const id = useId();
  return (
    <>
      <Field
        label={label}
        list={id}
        value={value}
        required={required}
        autoCapitalize="off"
        autoComplete="off"
        data-own-undo
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {pages
          .filter((page) => page.site === site && page.path)
          .slice(0, most)
          .map(({ path, title }) => (
            <option key={path} value={path}>
              {title}
            </option>
          ))}
      </datalist>
    </>
  );
}
