import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import useSWR from 'swr';
import type { Me } from '../api/types';
import { Button, buttonClass } from '../ui/Button';
import { Choice } from '../ui/Choice';
import { SearchField } from '../ui/SearchField';
import { Select } from '../ui/Select';
import { time } from '../ui/time';
import { View } from '../ui/View';
import { Badges } from './Badges';
import type { InquiryList, Listed } from './types';
import { words } from './words';

const states: Record<string, string> = {
  '': words.all,
  unread: words.unread,
  open: words.open,
  suspect: words.suspect,
  failed: words.failed,
};
const page = 50;
const most = 1000;
/** How long nobody types before it is searched, in milliseconds. */
const pause = 300;

/** What visitors sent, newest first. What is chosen is in the address, so that one comes back to it. */
export function List({ me }: { me: Me }) {
  const [query, setQuery] = useSearchParams();
  const [count, setCount] = useState(page);
  const [typed, setTyped] = useState(query.get('q') ?? '');
  const { data, error, isLoading } = useSWR<InquiryList, Error>(`inquiries?${query}&most=${count}`, {
    keepPreviousData: true,
  });
  function choose(more: object) {
    const next = { ...Object.fromEntries(query), q: typed.trim(), ...more };
    setQuery(
      Object.entries(next).filter(([, text]) => text),
      { replace: true },
    );
  }
  const search = useEffectEvent(() => typed.trim() !== (query.get('q') ?? '') && choose({}));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew
  useEffect(() => {
    const timer = setTimeout(search, pause);
    return () => clearTimeout(timer);
  }, [typed]);

  const site = query.get('site') ?? '';
  const sites = me.sites.filter(({ of }) => !of);
  const forms = data?.forms.filter((form) => form.site === site || (sites.length === 1 && !site)) ?? [];
  return (
    <View title={words.title} error={error?.message} isLoading={isLoading}>
      <div className="grid gap-2">
        <SearchField label={words.search} value={typed} onChange={setTyped} />
        <Choice
          label={words.show}
          options={states}
          value={query.get('state') ?? ''}
          onChoose={(state) => choose({ state })}
        />
        <div className="grid gap-2 empty:hidden sm:grid-cols-2">
          {sites.length > 1 && (
            <Select
              label={words.site}
              isQuiet
              value={site}
              options={[{ id: '', name: words.allSites }, ...sites]}
              onChoose={(id) => choose({ site: id, form: '' })}
            />
          )}
          {forms.length > 1 && (
            <Select
              label={words.form}
              isQuiet
              value={query.get('form') ?? ''}
              options={[{ id: '', name: words.allForms }, ...forms.map(({ id, title }) => ({ id, name: title }))]}
              onChoose={(form) => choose({ form })}
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
          {data.more && count < most && <Button onClick={() => setCount(count + page)}>{words.more}</Button>}
          {data.more && count >= most && <p className="text-muted">{words.narrow}</p>}
        </>
      )}
      <p className="flex flex-wrap gap-2 border-line border-t pt-4">
        <Link to="/inquiries/report" className={buttonClass('quiet')}>
          {words.report}
        </Link>
        {!!data?.inquiries.length &&
          (['csv', 'json'] as const).map((format) => (
            <a
              key={format}
              href={`/studio/api/inquiries/export?${query}&format=${format}`}
              download
              className={buttonClass('quiet')}
            >
              {words[format]}
            </a>
          ))}
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
        <span className="line-clamp-2 min-w-0 wrap-anywhere empty:hidden" dir="auto">
          {begin}
        </span>
        <Badges inquiry={inquiry} />
      </Link>
    </li>
  );
}
