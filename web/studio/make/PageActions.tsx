import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Me, Page } from '../api/types';
import { usePages } from '../api/use-api';
import { useFile, useQueue } from '../changes/use-queue';
import { valueAt } from '../changes/values';
import { folderOf } from '../form/facts';
import { buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Sheet } from '../ui/Sheet';
import { addressOf, mayPublish } from '../views/part';
import { Begin } from './Begin';
import { Links } from './Links';
import { Removal } from './Removal';
import { shownWords } from './shown';
import { words } from './words';

interface Props {
  me: Me;
  page: Page;
  site: string;
  path: string;
}

const row = buttonClass('plain', 'w-full justify-start');

const Action = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <li>
    <button type="button" className={row} onClick={onClick}>
      {name}
    </button>
  </li>
);

/** What can be done with a page as a whole. */
export function PageActions({ me, page, site: id, path }: Props) {
  const [open, setOpen] = useState<'copy' | 'link' | 'remove'>();
  const { data: pages = [] } = usePages();
  const { file } = useFile(page.file);
  const queue = useQueue();
  const navigate = useNavigate();
  const site = me.sites.find((each) => each.id === id);
  const isChanged = pages.some((each) => each.file === page.file && each.changed);
  const home = `${folderOf(page.file)}/site.yaml`;
  const { file: settings } = useFile(home);
  const list = valueAt(settings?.values ?? null, 'navigation.links');
  const isInNavigation = JSON.stringify(list ?? '').includes(`"to":${JSON.stringify(path)}`);
  const close = () => setOpen(undefined);
  if (!site || me.readOnly) return null;
  const isHome = path === site.path;

  const draft = valueAt(file?.values ?? null, 'draft');
  const noDraft =
    page.shown.draft && draft !== undefined ? [{ file: page.file, op: 'unset' as const, at: 'draft', old: draft }] : [];
  /** What leads to a draft would lead nowhere: both are one step. */
  function toNavigation(count: number) {
    const value = { label: page.title, to: path };
    queue.change(...noDraft, { file: home, op: 'insert', at: `navigation.links[${count}]`, value });
  }
  return (
    <>
      <h2 className="px-3 pt-6 pb-1 font-semibold text-muted text-sm">{words.thisPage}</h2>
      <p className="px-3 pb-2">{shownWords(page.shown, isChanged)}</p>
      <ul>
        {noDraft.length > 0 && <Action name={words.letSee} onClick={() => queue.change(...noDraft)} />}
        {Array.isArray(list) && !isHome && !isInNavigation && (
          <Action name={words.toNavigation} onClick={() => toNavigation(list.length)} />
        )}
        {mayPublish(me) && <Action name={words.previewLink} onClick={() => setOpen('link')} />}
        <Action name={words.duplicate} onClick={() => setOpen('copy')} />
        {!isHome && <Action name={words.removePage} onClick={() => setOpen('remove')} />}
        <li>
          <Link to={addressOf('new', { site: id })} className={row}>
            <Icon name="plus" /> {words.newIn(site.name)}
          </Link>
        </li>
      </ul>
      {open === 'copy' && (
        <Sheet title={words.duplicate} onClose={close}>
          <Begin
            site={site}
            call="duplicate"
            body={{ file: page.file }}
            base={path.replace(/[^/]*$/, '')}
            title={words.copyOf(page.title)}
            note={words.isDraft}
            onMade={({ path = '', file }) => navigate(addressOf('edit', { site: id, path, file, at: 'title' }))}
          />
        </Sheet>
      )}
      {open === 'link' && <Links file={page.file} mayEnd={mayPublish(me)} onClose={close} />}
      {open === 'remove' && (
        <Removal
          file={page.file}
          at=""
          title={page.title}
          site={id}
          leadsTo={page.shown.hidden ? '' : path.replace(/\/[^/]*$/, '') || site.path}
          onClose={close}
          onRemoved={() => navigate(addressOf('edit', { site: id, path: site.path }), { replace: true })}
        />
      )}
    </>
  );
}
