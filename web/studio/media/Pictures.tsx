import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import useSWR from 'swr';
import type { Me } from '../api/types';
import { usePages } from '../api/use-api';
import { useQueue } from '../changes/use-queue';
import { Button, buttonClass } from '../ui/Button';
import { Choice } from '../ui/Choice';
import { Select } from '../ui/Select';
import { Sheet } from '../ui/Sheet';
import { number } from '../ui/time';
import { View } from '../ui/View';
import { addressOf, useTitle } from '../views/part';
import { words as studioWords } from '../words';
import { Grid } from './Grid';
import { Taker } from './Taker';
import { Thumbnail } from './Thumbnail';
import type { MediaAnswer, Medium, Use } from './types';
import { UploadList } from './UploadList';
import { uploads } from './use-uploads';
import { words } from './words';

const isPicture = ({ src }: Medium) => src.startsWith('images/');
const nameOf = ({ src }: Medium) => src.replace(/^[^/]*\//, '');
const tabs = { all: words.all, unused: words.unused, files: words.files };
type Tab = keyof typeof tabs;

/** All pictures and downloads of a site: taken, found, replaced, removed. */
export function Pictures({ me }: { me: Me }) {
  const [query, setQuery] = useSearchParams();
  const originals = me.sites.filter(({ of }) => !of);
  const site = query.get('site') ?? (originals[0] ?? me.sites[0])?.id ?? '';
  const tab = (Object.keys(tabs) as Tab[]).find((each) => each === query.get('show')) ?? 'all';
  const { data, error, isLoading } = useSWR<MediaAnswer, Error>(`media?${new URLSearchParams({ site })}`);
  const show = (more: object) => setQuery({ site, show: tab, ...more }, { replace: true });
  const { media = [], folder = '' } = data ?? {};
  const mayEdit = !!data?.edit && !me.readOnly;
  const shown = media.filter(
    (each) => isPicture(each) === (tab !== 'files') && (tab !== 'unused' || !each.uses.length),
  );
  const open = media.find(({ file }) => file === query.get('file'));
  const home = `${folder}/site.yaml`;
  const to = `${folder}/${tab === 'files' ? 'files' : 'images'}`;
  return (
    <View title={studioWords.pictures} error={error?.message} isLoading={isLoading}>
      {originals.length > 1 && (
        <Select label={words.site} value={site} options={originals} onChoose={(id) => show({ site: id })} />
      )}
      {mayEdit && (
        <Taker isFiles={tab === 'files'} onTake={(files) => uploads.add(files, () => ({ to }))}>
          <p className="hidden w-full text-muted text-sm pointer-fine:block">{words.dropHere}</p>
        </Taker>
      )}
      <UploadList />
      <Choice label={studioWords.pictures} options={tabs} value={tab} onChoose={(next) => show({ show: next })} />
      {data && !shown.length && <p className="text-muted">{tab === 'unused' ? words.noUnused : words.none}</p>}
      <ul className={tab === 'files' ? 'grid gap-2' : 'grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3'}>
        {shown.map((each) => (
          <li key={each.file} className="grid min-w-0">
            <button
              type="button"
              className="card content-start gap-1 p-2 text-start"
              onClick={() => show({ file: each.file })}
            >
              {isPicture(each) && <Thumbnail file={home} src={each.src} className="aspect-4/3 w-full object-contain" />}
              <span className="min-w-0 break-words text-sm">{nameOf(each)}</span>
              <span className="text-muted text-sm">
                {[words.used(each.uses.length), !isPicture(each) && sizeOf(each), each.changed && words.fresh]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <MediumSheet
          key={open.file}
          medium={open}
          others={media.filter((each) => isPicture(each) && each !== open)}
          home={home}
          mayEdit={mayEdit}
          onClose={() => show({})}
        />
      )}
    </View>
  );
}

function sizeOf({ size }: Medium): string {
  const [count, unit] = size < 2 ** 20 ? [size / 2 ** 10, 'kilobyte'] : [size / 2 ** 20, 'megabyte'];
  return number(count, { style: 'unit', unit, maximumFractionDigits: count < 10 ? 1 : 0 });
}

interface SheetProps {
  medium: Medium;
  /** The other pictures, of which one can take its place. */
  others: Medium[];
  /** The file of the site, which names pictures. */
  home: string;
  mayEdit: boolean;
  onClose: () => void;
}

/** A picture or a download: where it is used, and what can be done with it. */
function MediumSheet({ medium, others, home, mayEdit, onClose }: SheetProps) {
  const queue = useQueue();
  const [isReplacing, setReplacing] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const { src, file, uses, notes, sum, lasting, width, height, problem } = medium;
  const address = lasting && `${location.origin}${lasting}`;
  /** Names another picture in all files that name this one: one step, which is undone as one. */
  function replaceBy(other: string) {
    queue.change(
      ...uses.map(({ file, at, text }) => ({
        file,
        op: 'set' as const,
        at,
        value: text === src || text.endsWith(`:${src}`) ? text.replace(src, other) : renamed(text, src, other),
        old: text,
      })),
    );
    onClose();
  }
  function remove() {
    queue.change(
      { file, op: 'unset', at: '', old: `sha256:${sum}` },
      ...notes.map(({ file, at, value }) => ({ file, op: 'unset' as const, at, old: value })),
    );
    onClose();
  }
  return (
    <Sheet title={nameOf(medium)} onClose={onClose}>
      <div className="grid gap-4">
        {isPicture(medium) && <Thumbnail file={home} src={src} className="max-h-64 max-w-full justify-self-center" />}
        <p className="text-muted text-sm">
          {[width > 0 && `${width} × ${height}`, sizeOf(medium), medium.changed && words.fresh]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {problem && <p className="break-words text-bad">{problem}</p>}
        {address && (
          <div className="grid gap-1">
            <p className="text-sm">{words.address}</p>
            <p className="flex flex-wrap items-center gap-2">
              <code className="min-w-0 break-all">{address}</code>
              <Button onClick={() => navigator.clipboard.writeText(address).then(() => setCopied(true), console.error)}>
                {words.copy}
              </Button>
              <span role="status" className="text-good">
                {isCopied && words.copied}
              </span>
            </p>
          </div>
        )}
        {mayEdit && !isReplacing && (
          <p className="flex flex-wrap gap-2">
            {isPicture(medium) && uses.length > 0 && (
              <Button onClick={() => setReplacing(true)}>{words.replace}</Button>
            )}
            {uses.length === 0 && <Button onClick={remove}>{words.remove}</Button>}
          </p>
        )}
        {mayEdit && !isPicture(medium) && (
          <Taker
            isFiles
            label={words.replaceFile}
            onTake={([newer]) => newer && uploads.add([newer], () => ({ to: file }))}
          />
        )}
        <UploadList of={({ to }) => to === file} />
        {uses.length > 0 && mayEdit && <p className="text-muted text-sm">{words.removeFirst}</p>}
        {isReplacing && (
          <Grid label={words.replace} file={home} pictures={others.map((other) => other.src)} onChoose={replaceBy} />
        )}
        <Uses uses={uses} />
      </div>
    </Sheet>
  );
}

/** A text that names a file, in the midst of others perhaps that begin alike, with another one. */
const renamed = (text: string, src: string, other: string) =>
  text.replace(/(?:images|files)\/[^\s"'()<>#?|]+/g, (name) => (name === src ? other : name));

/** Where something is used, each the way there. */
function Uses({ uses }: { uses: Use[] }) {
  const { data: pages = [] } = usePages();
  const titleOf = useTitle();
  if (!uses.length) return <p>{words.usedNowhere}</p>;
  const pageOf = ({ file, site }: Use) =>
    pages.find((page) => page.file === file) ?? pages.find((page) => page.site === site);
  return (
    <div className="grid gap-1">
      <p className="font-medium text-sm">{words.usedIn}</p>
      <ul className="grid">
        {uses
          .toSorted((a, b) => a.site.length - b.site.length)
          .map((use) => {
            const page = pageOf(use);
            const to = { site: use.site, path: page?.path ?? '/', file: use.file, at: use.at };
            return (
              <li key={`${use.file} ${use.at}`}>
                <Link to={addressOf('edit', to)} className={buttonClass('plain', '-ms-3 text-accent underline')}>
                  {titleOf(use.file, use.at)}
                </Link>
              </li>
            );
          })}
      </ul>
    </div>
  );
}
