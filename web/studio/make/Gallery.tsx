import { useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import useSWR from 'swr';
import { useFile, useQueue } from '../changes/use-queue';
import { valueAt } from '../changes/values';
import { language } from '../language';
import { SearchField } from '../ui/SearchField';
import { View } from '../ui/View';
import { addressOf, sectionName } from '../views/part';
import { search } from './search';
import type { Sample } from './types';
import { words } from './words';

/** All parts that a page can have, as pictures in the look of the site. The one that is chosen comes last on the page. */
export function Gallery() {
  const [query] = useSearchParams();
  const { site = '', path = '', file: name = '' } = Object.fromEntries(query) as Partial<Record<string, string>>;
  const at = query.get('at') ?? 'sections';
  const { data, error } = useSWR<Sample[], Error>(`gallery?${new URLSearchParams({ site })}`, {
    refreshInterval: 0,
    revalidateOnFocus: false,
  });
  const { file, error: lost } = useFile(name);
  const queue = useQueue();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState('');
  const parts = useMemo(
    () => data?.toSorted((a, b) => sectionName(a.type).localeCompare(sectionName(b.type), language)) ?? [],
    [data],
  );
  const found = search(parts, wanted, (each) => `${sectionName(each.type)} ${each.words}`);

  function add({ type, sample }: Sample) {
    if (!file) return;
    const list = valueAt(file.values, at);
    const count = Array.isArray(list) ? list.length : 0;
    if (count) queue.change({ file: name, op: 'insert', at: `${at}[${count}]`, value: sample });
    else queue.change({ file: name, op: 'set', at, value: [sample], old: list ?? null, isNew: list === undefined });
    navigate(addressOf('edit', { site, path, file: name, at: `${at}[${count}].${type}` }), { replace: true });
  }
  return (
    <View title={words.gallery} error={(error ?? lost)?.message} isLoading={!data || !file}>
      <SearchField label={words.findPart} value={wanted} onChange={setWanted} />
      <ul className="grid gap-4 sm:grid-cols-2">
        {file && found.map((each) => <SampleCard key={each.type} sample={each} onChoose={() => add(each)} />)}
      </ul>
      <p role="status" className="text-muted empty:hidden">
        {parts.length > 0 && !found.length && words.noPart}
      </p>
    </View>
  );
}

/** A part as it looks: the real page, made small, of which nothing but the part is left. */
function SampleCard({ sample, onChoose }: { sample: Sample; onChoose: () => void }) {
  const { type, words: said, preview } = sample;
  const box = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  function onLoad(frame: HTMLIFrameElement) {
    const part = frame.contentDocument?.querySelector<HTMLElement>(`[data-section="${CSS.escape(type)}"]`);
    if (!part || !box.current) return;
    for (let inner: Element | null = part; inner && inner.localName !== 'body'; inner = inner.parentElement)
      for (const beside of inner.parentElement?.querySelectorAll<HTMLElement>(':scope > *') ?? [])
        if (beside !== inner) beside.style.display = 'none';
    frame.style.transform = `scale(${box.current.clientWidth / frameWidth})`;
    setShown(true);
  }
  return (
    <li className="relative overflow-hidden rounded-xl border border-line bg-panel hover:bg-raised">
      {preview ? (
        <div ref={box} className="relative aspect-8/5 overflow-hidden border-line border-b bg-white" aria-hidden="true">
          <iframe
            src={preview}
            title={sectionName(type)}
            loading="lazy"
            inert
            tabIndex={-1}
            className={`absolute start-0 top-0 h-[640px] w-[1024px] origin-top-left ${isShown ? '' : 'opacity-0'}`}
            onLoad={(event) => onLoad(event.currentTarget)}
          />
        </div>
      ) : (
        <p className="grid aspect-8/5 place-content-center border-line border-b bg-raised p-4 text-center text-muted text-sm">
          {words.noPicture}
        </p>
      )}
      <button
        type="button"
        className="grid w-full gap-1 p-4 text-start after:absolute after:inset-0"
        onClick={onChoose}
      >
        <span className="font-semibold">{sectionName(type)}</span> <span className="text-muted text-sm">{said}</span>
      </button>
    </li>
  );
}

/** Of the window that a part is drawn for, in pixels: it is as wide to its height as its place in the gallery. */
const frameWidth = 1024;
