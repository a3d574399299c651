import { Link, useNavigate, useSearchParams } from 'react-router';
import useSWR from 'swr';
import type { Me } from '../api/types';
import { usePages } from '../api/use-api';
import { labelOf } from '../form/schema';
import { buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { View } from '../ui/View';
import { addressOf } from '../views/part';
import { Begin } from './Begin';
import type { Made, Makeable } from './types';
import { kindNames, words } from './words';

const nameOf = (kind: string) => kindNames[kind] ?? labelOf(kind);

/** What can be added to a site; then the least that it needs. */
export function New({ me }: { me: Me }) {
  const [query] = useSearchParams();
  const site = me.sites.find(({ id }) => id === query.get('site')) ?? me.sites[0];
  const wanted = query.get('kind');
  const { data: pages = [] } = usePages();
  const { data: kinds, error } = useSWR<Makeable[], Error>(site && `make?${new URLSearchParams({ site: site.id })}`);
  const navigate = useNavigate();
  if (!site) return <View title={words.what} />;

  const lists = pages.filter((page) => page.site === site.id && page.collection);
  const choices = [
    { kind: 'page', name: words.page, of: '', base: `${site.path.replace(/\/$/, '')}/` },
    ...lists.map(({ path, title, collection = '' }) => ({ kind: path, name: nameOf(collection), of: title, base: '' })),
    ...(kinds ?? []).map(({ kind }) => ({ kind, name: nameOf(kind), of: '', base: undefined })),
  ];
  const chosen = choices.find(({ kind }) => kind === wanted);
  const leads = !!kinds?.find(({ kind }) => kind === wanted)?.leads;

  /** A new page opens with its title, all else with its first field, beside the first page of the site. */
  function open({ file, at, path }: Made) {
    const place = { site: site?.id ?? '', path: path ?? site?.path ?? '/', file, at: at || 'title' };
    navigate(addressOf('edit', place), { replace: true });
  }
  return (
    <View title={chosen ? `${chosen.name} · ${site.name}` : words.newIn(site.name)} error={error?.message}>
      {me.readOnly && <p className="text-warn">{me.readOnly}</p>}
      {chosen ? (
        <Begin
          key={chosen.kind}
          site={site}
          call="make"
          body={{ site: site.id, kind: chosen.kind }}
          base={chosen.base}
          leads={leads}
          note={chosen.base === undefined ? `${leads ? '' : words.asEntry} ${words.onPublish}` : words.asDraft}
          onMade={open}
        />
      ) : (
        <>
          <p className="text-muted">{words.what}</p>
          <ul className="grid gap-2 sm:grid-cols-2">
            {choices.map(({ kind, name, of }) => (
              <li key={kind}>
                <Link
                  to={`?${new URLSearchParams({ site: site.id, kind })}`}
                  className={buttonClass('quiet', 'w-full justify-start')}
                >
                  <Icon name="plus" />
                  <span className="min-w-0 break-words">
                    {name} {of && <span className="text-muted text-sm">{of}</span>}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </View>
  );
}
