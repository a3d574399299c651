import { useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Me } from '../api/types';
import { usePage } from '../api/use-api';
import { useQueueState } from '../changes/use-queue';
import { isBegin } from '../changes/values';
import type { Place } from '../form/facts';
import { words as making } from '../make/words';
import { Preview, type PreviewHandle } from '../preview/Preview';
import { buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { useHeading } from '../ui/use-heading';
import { View } from '../ui/View';
import { words } from '../words';
import { PageParts } from './PageParts';
import { Panel, useFormSoon } from './Panel';
import { Problems } from './Problems';

/** The real page, and beside it what was clicked there. The address says both, so that going back leads back. */
export function Edit({ me, isWide }: { me: Me; isWide: boolean }) {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const { site = '', path = '', file = '', at = '' } = Object.fromEntries(query) as Partial<Record<string, string>>;
  const parts = query.get('parts');
  const { data: page, error } = usePage(site, path);
  const { saves } = useQueueState();
  const navigate = useNavigate();
  const [stale, setStale] = useState<Error>();
  const preview = useRef<PreviewHandle>(null);
  const picked = useRef<Element>(null);
  useFormSoon();
  const heading = useHeading(page?.title ?? '');
  // A page that says something else without a change from here was changed by others, or on disk.
  const [seen, setSeen] = useState({ page, saves, others: 0 });
  if (seen.page !== page) setSeen({ page, saves, others: seen.others + (saves === seen.saves ? 1 : 0) });

  const addressOf = (place?: Place) =>
    `?${new URLSearchParams({ site, path, ...(place && { file: place.file, at: place.at }) })}`;
  /** Opens a value. One that another one leads to keeps the way back. */
  function open(place: Place, leads = false) {
    picked.current = document.activeElement;
    navigate(addressOf(place), leads || !file ? { state: leads } : { replace: true, state });
  }
  function close() {
    navigate(addressOf(), { replace: true });
    if (picked.current instanceof HTMLElement) picked.current.focus();
  }
  if (error && !page) return <View title={words.lost}>{error.message}</View>;
  return (
    <div className="edit">
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        {page?.title}
      </h1>
      <div className="relative grid min-h-0 min-w-0">
        {!page && <p className="wait place-self-center">{words.opening}</p>}
        {page && (
          <Preview
            ref={preview}
            address={page.preview}
            page={page}
            version={saves + seen.others}
            focus={at}
            onPick={open}
            onProblem={setStale}
          />
        )}
        <div className="pointer-events-none absolute inset-x-2 bottom-2 z-2 flex max-h-3/5 flex-col gap-2">
          {page && !isWide && !file && !parts && (
            <Link
              to={`${addressOf()}&parts=1`}
              className={buttonClass('quiet', 'pointer-events-auto shrink-0 self-end shadow-lg')}
            >
              <Icon name="more" /> {making.thisPage}
            </Link>
          )}
          {(stale || page?.held) && (
            <div
              role="status"
              className="pointer-events-auto overflow-auto overscroll-contain rounded-lg border border-warn bg-panel p-2"
            >
              <p className="px-2">{page?.held ? words.waits : words.stale}</p>
              <Problems
                problems={page?.held?.filter((problem) => problem.file !== file || !isBegin(at, problem.at)) ?? []}
              />
            </div>
          )}
        </div>
      </div>
      {page && file && (
        <Panel
          me={me}
          page={page}
          site={site}
          path={path}
          file={file}
          at={at}
          onOpen={open}
          onClose={close}
          onType={(words) => preview.current?.show(at, words)}
        />
      )}
      {page && !file && (isWide || parts) && (
        <PageParts me={me} page={page} site={site} path={path} to={addressOf} onClose={isWide ? undefined : close} />
      )}
    </div>
  );
}
