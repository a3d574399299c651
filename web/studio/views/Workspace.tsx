import { Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { useSWRConfig } from 'swr';
import type { Me } from '../api/types';
import { areasOf, isAuthor } from '../areas';
import { QueueContext, useNewQueue } from '../changes/use-queue';
import { useSending } from '../media/use-uploads';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { useWidth } from '../ui/use-width';
import { View } from '../ui/View';
import { words } from '../words';
import { Bar } from './Bar';
import { Edit } from './Edit';
import { Side } from './Side';

interface Props {
  me: Me;
  signedOut: boolean;
}

/** Where somebody begins: at the first page or, who sees none, at what visitors sent. */
const firstView = (me: Me) =>
  isAuthor(me) ? `/edit?site=${me.sites[0]?.id ?? ''}&path=${me.sites[0]?.path ?? '/'}` : '/inquiries';

/** Everything for who is signed in: pages beside the view, or behind a button where there is no room, and the bar. */
export function Workspace({ me, signedOut }: Props) {
  const queue = useNewQueue(me.email);
  const { mutate } = useSWRConfig();
  useSending(me.email, queue);
  const isWide = useWidth(64);
  const { key: location } = useLocation();
  /** Where the menu was opened: whoever goes elsewhere has left it. */
  const [menu, setMenu] = useState('');

  useEffect(() => {
    if (!signedOut) queue.flush();
    return queue.subscribe(() => queue.state.status === 'signed-out' && mutate('me'));
  }, [queue, signedOut, mutate]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (key === 'f6') {
        event.preventDefault();
        return enterArea(event.shiftKey ? -1 : 1);
      }
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
      if (event.target instanceof Element && event.target.closest('[data-own-undo]')) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) queue.redo();
      else queue.undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [queue]);

  const side = <Side me={me} />;
  return (
    <QueueContext value={queue}>
      <div className="studio">
        <Bar me={me} onMenu={isWide ? undefined : () => setMenu(location)} />
        {isWide && <aside className="overflow-auto border-line border-e p-2">{side}</aside>}
        {!isWide && menu === location && (
          <Sheet title={words.studio} atSide onClose={() => setMenu('')}>
            {side}
          </Sheet>
        )}
        <main className="min-h-0 min-w-0">
          <ErrorBoundary FallbackComponent={Failed} resetKeys={[location]}>
            <Suspense fallback={<p className="wait p-4">{words.working}</p>}>
              <Routes>
                <Route index element={<Navigate to={firstView(me)} replace />} />
                <Route path="sign-in" element={<Navigate to="/" replace />} />
                {isAuthor(me) && <Route path="edit" element={<Edit me={me} isWide={isWide} />} />}
                {areasOf(me).map(({ path, View: Area }) => (
                  <Route key={path} path={`${path}/*`} element={<Area me={me} />} />
                ))}
                <Route path="*" element={<View title={words.lost}>{null}</View>} />
              </Routes>
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
    </QueueContext>
  );
}

/** Stands for a view that cannot be drawn: the bar beside it leads on. */
const Failed = () => (
  <View title={words.failed}>
    <Button className="justify-self-start" onClick={() => location.reload()}>
      {words.retry}
    </Button>
  </View>
);

const areas = '.bar, .studio > aside, .studio > main:not(:has(.edit)), .edit iframe:not([inert]), .panel';

/** Leads to the area beside the one with the focus, as F6 does in many programs: nobody has to pass all of a page. */
function enterArea(by: number): void {
  const all = [...document.querySelectorAll<HTMLElement>(areas)];
  const here = all.findIndex((area) => area.contains(document.activeElement));
  const area = all.at((here + by) % all.length);
  const first = area?.querySelector<HTMLElement>('input, textarea') ?? area?.querySelector<HTMLElement>('a, button');
  (first ?? area)?.focus();
}
