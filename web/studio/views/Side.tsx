import clsx from 'clsx';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link, NavLink, useSearchParams } from 'react-router';
import { call } from '../api/client';
import type { Me } from '../api/types';
import { usePages } from '../api/use-api';
import { areasOf, isAuthor } from '../areas';
import { useQueue } from '../changes/use-queue';
import { search } from '../make/search';
import { words as making } from '../make/words';
import { Button, buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { SearchField } from '../ui/SearchField';
import { words } from '../words';
import { addressOf } from './part';

const link = ({ isActive }: { isActive: boolean }) =>
  buttonClass('plain', `w-full justify-start ${isActive ? 'bg-tint font-medium' : ''}`);

/** How many pages of a site are listed at once; the others are found by typing. */
const most = 100;

/** The ways to everything: pages, where somebody may see them, then the other views. */
export function Side({ me }: { me: Me }) {
  const queue = useQueue();
  async function signOut() {
    await queue.flush();
    await call('POST', 'sign-out');
    location.assign('/studio/');
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <nav aria-label={words.studio} className={clsx('grid', isAuthor(me) && 'grid-cols-2 border-line border-b pb-2')}>
        {areasOf(me).map(
          ({ path, name, Mark }) =>
            name && (
              <NavLink key={path} to={`/${path}`} className={link}>
                <span className="min-w-0 truncate">{name}</span> {Mark && <Mark />}
              </NavLink>
            ),
        )}
      </nav>
      {isAuthor(me) && <SidePages me={me} />}
      <Button kind="plain" className="w-full justify-start border-line border-t" onClick={signOut}>
        {words.signOut} <span className="truncate text-muted text-sm">{me.email}</span>
      </Button>
    </div>
  );
}

const moreThan = (count: number) => count > most && making.more(count - most);

/** The pages of all sites, each with its languages. */
function SidePages({ me }: { me: Me }) {
  const { data: pages } = usePages();
  const [query] = useSearchParams();
  const [wanted, setWanted] = useState('');
  const originals = me.sites.filter(({ of }) => !me.sites.some(({ id }) => id === of));
  const sites = originals.flatMap((site) => [site, ...me.sites.filter(({ of }) => of === site.id)]);
  const later = useDeferredValue(wanted);
  const found = useMemo(() => search(pages ?? [], later, ({ title, path }) => `${title} ${path}`), [pages, later]);
  const pagesOf = (id: string) => found.filter(({ site }) => site === id);
  return (
    <nav aria-label={words.pages} className="grid gap-3">
      <SearchField label={words.findPage} value={wanted} onChange={setWanted} />
      {sites.map(({ id, name, lang }) => (
        <section key={id} aria-label={`${name} (${lang})`}>
          <div className="flex items-center justify-between gap-2 ps-3 text-muted">
            <h2 className="flex min-w-0 grow items-baseline justify-between gap-2 font-semibold text-sm">
              <span className="min-w-0 break-words">{name}</span>
              <span className="font-normal text-xs uppercase">{lang}</span>
            </h2>
            <Link
              to={addressOf('new', { site: id })}
              className={buttonClass('plain', 'shrink-0')}
              aria-label={making.newIn(`${name} (${lang})`)}
              title={making.newIn(`${name} (${lang})`)}
            >
              <Icon name="plus" />
            </Link>
          </div>
          <ul>
            {pagesOf(id)
              .slice(0, most)
              .map(({ path, title, changed, draft }) => {
                const isHere = query.get('site') === id && query.get('path') === path;
                const note = draft ? words.draft : changed ? words.changed : '';
                return (
                  <li key={path}>
                    <Link
                      to={addressOf('edit', { site: id, path })}
                      className={link({ isActive: isHere })}
                      aria-current={isHere ? 'page' : undefined}
                    >
                      <span className="min-w-0 grow break-words">{title}</span>
                      {note && <span className="text-accent text-xs">{note}</span>}
                    </Link>
                  </li>
                );
              })}
          </ul>
          <p className="px-3 py-2 text-muted text-sm empty:hidden">{moreThan(pagesOf(id).length)}</p>
        </section>
      ))}
    </nav>
  );
}
