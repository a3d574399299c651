import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Me } from '../api/types';
import { Button, buttonClass } from '../ui/Button';
import { Select } from '../ui/Select';
import { time } from '../ui/time';
import { View } from '../ui/View';
import { useInquiries } from './api';
import { Badges } from './Badges';
import type { Listed } from './types';
import { words } from './words';

const states = { '': words.all, unread: words.unread, open: words.open, suspect: words.suspect, failed: words.failed };
const page = 50;
const most = 1000;
/** How long nobody types before it is searched, in milliseconds. */
const pause = 300;

/** What visitors sent, newest first. What is chosen is in the address, so that one comes back to it. */
export function List({ me }: { me: Me }) {
  const [query, setQuery] = useSearchParams();
  const [count, setCount] = useState(page);
  const [typed, setTyped] = useState(query.get('q') ?? '');
  const { data, error, isLoading } = useInquiries(`${query}&most=${count}`);
  function choose(key: string, value: string) {
    const next = new URLSearchParams(query);
    if (key === 'site') next.delete('form');
    for (const [name, text] of [['q', typed.trim()] as const, [key, value] as const]) {
      if (text) next.set(name, text);
      else next.delete(name);
    }
    setQuery(next, { replace: true });
  }
  const search = useEffectEvent(() => typed.trim() !== (query.get('q') ?? '') && choose('q', typed.trim()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew
  useEffect(() => {
    const timer = setTimeout(search, pause);
    return () => clearTimeout(timer);
  }, [typed]);

  const site = query.get('site') ?? '';
  const sites = me.sites.filter(({ of }) => !of);
  const forms = data?.forms.filter((form) => form.site === site || (sites.length === 1 && !site)) ?? [];
  const address = (format: string) => `/studio/api/inquiries/export?${query}&format=${format}`;
  return (
    <View title={words.title} error={error?.message} isLoading={isLoading}>
      <div className="grid gap-2">
        <input
          type="search"
          className="input"
          aria-label={words.search}
          placeholder={words.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          data-own-undo
        />
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">{words.show}</legend>
          {Object.entries(states).map(([state, name]) => (
            <Button
              key={state}
              kind={(query.get('state') ?? '') === state ? 'primary' : 'quiet'}
              aria-pressed={(query.get('state') ?? '') === state}
              onClick={() => choose('state', state)}
            >
              {name}
            </Button>
          ))}
        </fieldset>
        <div className="grid gap-2 empty:hidden sm:grid-cols-2">
          {sites.length > 1 && (
            <Select
              label={words.site}
              isQuiet
              value={site}
              options={[{ id: '', name: words.allSites }, ...sites]}
              onChoose={(id) => choose('site', id)}
            />
          )}
          {forms.length > 1 && (
            <Select
              label={words.form}
              isQuiet
              value={query.get('form') ?? ''}
              options={[{ id: '', name: words.allForms }, ...forms.map(({ id, title }) => ({ id, name: title }))]}
              onChoose={(id) => choose('form', id)}
            />
          )}
        </div>
      </div>
      {data && (
        <>
          {!data.inquiries.length && <p className="text-muted">{words.none}</p>}
          <ul className="grid gap-2">
            {data.inquiries.map((inquiry) => (
              <Entry key={inquiry.id} inquiry={inquiry} withSite={sites.length > 1} />
            ))}
          </ul>
          {data.more && count < most && (
            <Button onClick={() => setCount(Math.min(count + page, most))}>{words.more}</Button>
          )}
          {data.more && count >= most && <p className="text-muted">{words.narrow}</p>}
        </>
      )}
      <p className="flex flex-wrap gap-2 border-line border-t pt-4">
        <Link to="/inquiries/report" className={buttonClass('quiet')}>
          {words.report}
        </Link>
        {!!data?.inquiries.length && (
          <>
            <a href={address('csv')} download className={buttonClass('quiet')}>
              {words.csv}
            </a>
            <a href={address('json')} download className={buttonClass('quiet')}>
              {words.json}
            </a>
          </>
        )}
      </p>
    </View>
  );
}

function Entry({ inquiry, withSite }: { inquiry: Listed; withSite: boolean }) {
  const { id, from, site, form, received, zone, begin, handling, state } = inquiry;
  const isUnread = !handling.seenAt && state !== 'suspect' && state !== 'unconfirmed';
  return (
    <li>
      <Link to={`/inquiries/${id}`} className="card min-w-0 hover:bg-raised">
        <span className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3">
          <span className={`min-w-0 wrap-anywhere ${isUnread ? 'font-semibold' : ''}`} dir="auto">
            {isUnread && (
              <span
                className="me-2 inline-block size-2.5 rounded-full bg-accent align-middle"
                role="img"
                aria-label={words.unread}
              />
            )}
            {from || words.unnamed}
          </span>
          <span className="text-muted text-sm">{time(received, zone)}</span>
        </span>
        <span className="min-w-0 wrap-anywhere text-muted text-sm">{withSite ? `${form} · ${site}` : form}</span>
        {begin && (
          <span className="line-clamp-2 min-w-0 wrap-anywhere" dir="auto">
            {begin}
          </span>
        )}
        <span className="flex min-w-0 flex-wrap gap-1 empty:hidden">
          <Badges inquiry={inquiry} />
        </span>
      </Link>
    </li>
  );
}
