import { useState } from 'react';
import { Link, NavLink, useSearchParams } from 'react-router';
import { call } from '../api/client';
import type { Me } from '../api/types';
import { usePages } from '../api/use-api';
import { areasOf } from '../areas';
import { useQueue } from '../changes/use-queue';
import { Button, buttonClass } from '../ui/Button';
import { words } from '../words';

const link = ({ isActive }: { isActive: boolean }) =>
  buttonClass('plain', `w-full justify-start ${isActive ? 'bg-tint font-medium' : ''}`);

/** The ways to everything: pages of all sites, each with its languages, then the other views. */
export function Side({ me }: { me: Me }) {
  const { data: pages = [] } = usePages();
  const [query] = useSearchParams();
  const [wanted, setWanted] = useState('');
  const queue = useQueue();
  const originals = me.sites.filter(({ of }) => !me.sites.some(({ id }) => id === of));
  const sites = originals.flatMap((site) => [site, ...me.sites.filter(({ of }) => of === site.id)]);
  const isWanted = (text: string) => text.toLowerCase().includes(wanted.toLowerCase().trim());

  async function signOut() {
    await queue.flush();
    await call('POST', 'sign-out');
    location.assign('/studio/');
  }
  return (
    <div className="grid min-h-full content-between gap-6">
      <nav aria-label={words.pages} className="grid gap-3">
        <input
          type="search"
          className="input"
          aria-label={words.findPage}
          placeholder={words.findPage}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          data-own-undo
        />
        {sites.map((site) => (
          <section key={site.id} aria-label={`${site.name} (${site.lang})`}>
            <h2 className="flex items-baseline justify-between gap-2 px-3 py-1 font-semibold text-muted text-sm">
              {site.name} <span className="font-normal text-xs uppercase">{site.lang}</span>
            </h2>
            <ul>
              {pages
                .filter((page) => page.site === site.id && isWanted(`${page.title} ${page.path}`))
                .map(({ path, title, changed, draft }) => {
                  const isHere = query.get('site') === site.id && query.get('path') === path;
                  const note = draft ? words.draft : changed ? words.changed : '';
                  return (
                    <li key={path}>
                      <Link
                        to={`/edit?${new URLSearchParams({ site: site.id, path })}`}
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
          </section>
        ))}
      </nav>
      <nav aria-label={words.studio} className="border-line border-t pt-2">
        {areasOf(me).map(
          ({ path, name, Mark }) =>
            name && (
              <NavLink key={path} to={`/${path}`} className={link}>
                {name} {Mark && <Mark />}
              </NavLink>
            ),
        )}
        <Button kind="plain" className="w-full justify-start" onClick={signOut}>
          {words.signOut} <span className="truncate text-muted text-sm">{me.email}</span>
        </Button>
      </nav>
    </div>
  );
}
