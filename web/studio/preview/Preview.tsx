import { clsx } from 'clsx';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { Unreachable } from '../api/client';
import type { Page } from '../api/types';
import { words } from '../words';
import type { Pick } from './align';
import { isPage, load } from './load';
import { StandingPage } from './standing-page';

export interface PreviewHandle {
  /** Shows what is being typed at a path, until the server does. */
  show(at: string, words: string): void;
}

interface Props {
  ref?: Ref<PreviewHandle>;
  /** Of the page with its drafts. */
  address: string;
  page: Page;
  /** Changes whenever the page may have changed. */
  version: number;
  /** The path of what is edited; empty where nothing is. */
  focus: string;
  onPick: (pick: Pick) => void;
  /** Is told why the page could not be brought up to date, and stands as it was; nothing once that is over. */
  onProblem: (problem: Error | undefined) => void;
}

interface Frame {
  number: number;
  address: string;
  /** Of the page when it began to load. */
  version: number;
  /** No page came. */
  failed?: boolean;
}

/** What the server sent for an address, and how much had been typed when it was asked. */
interface Answer {
  address: string;
  sent: Document;
  turn: number;
}

/**
 * The real page. What changes is exchanged in it; where that cannot be, and for another page, a second frame loads
 * behind it and takes over when it is ready.
 */
export function Preview({ ref, address, page, version, focus, onPick, onProblem }: Props) {
  const [{ shown, next }, setFrames] = useState<{ shown?: Frame; next?: Frame }>({
    next: { number: 0, address, version },
  });
  const standing = useRef<StandingPage>(undefined);
  /** The last answer that came while the second frame was loading. */
  const waiting = useRef<Answer>(undefined);
  const pick = useEffectEvent(onPick);
  useImperativeHandle(ref, () => ({ show: (at, typed) => standing.current?.show(at, typed) }));

  const latest = next ?? shown;
  const begin = () => setFrames({ shown, next: { number: (latest?.number ?? 0) + 1, address, version } });
  if (latest?.address !== address) begin();

  const onFailure = useEffectEvent(onProblem);
  const settle = useEffectEvent((answer: Answer) => {
    onProblem(undefined);
    if (next && !next.failed) waiting.current = answer;
    else if (next || !standing.current?.take(answer.sent, answer.turn)) begin();
  });
  const isShown = useEffectEvent((wanted: number) => latest?.version === wanted);
  useEffect(() => {
    if (isShown(version)) return;
    let isLate = false;
    const turn = standing.current?.turn ?? 0;
    load(address).then(
      (sent) => isLate || settle({ address, sent, turn }),
      (problem) => isLate || onFailure(problem),
    );
    return () => {
      isLate = true;
    };
  }, [version, address]);
  useEffect(() => {
    if (shown?.address !== address) return;
    standing.current?.align(page);
    standing.current?.setFocus(focus);
  }, [shown, address, page, focus]);

  function onLoad(frame: Frame, { contentDocument }: HTMLIFrameElement) {
    if (!isPage(contentDocument)) {
      if (frame === next) setFrames({ shown, next: { ...frame, failed: true } });
      load(address).then(() => onProblem(new Unreachable('the frame shows no page')), onProblem);
      return;
    }
    const loaded = new StandingPage(contentDocument, page, (picked) => pick(picked));
    const answer = waiting.current;
    waiting.current = undefined;
    if (answer?.address === frame.address && !loaded.take(answer.sent, answer.turn)) return begin();
    if (standing.current && shown?.address === frame.address) loaded.follow(standing.current);
    standing.current = loaded;
    setFrames({ shown: frame });
    onProblem(undefined);
  }

  return (
    <div className={clsx('relative min-h-0 overflow-hidden', shown && 'bg-white')} aria-busy={next && !next.failed}>
      {!shown && <p className="wait absolute inset-0 grid place-content-center">{words.opening}</p>}
      {[shown, next].map(
        (frame) =>
          frame && (
            <iframe
              key={frame.number}
              src={frame.address}
              title={page.title}
              // Until its clicks are caught they would lead away, and those in a former page are about none that is open.
              inert={frame !== shown || frame.address !== address}
              className={clsx('absolute inset-0 size-full', frame === shown && 'z-1')}
              onLoad={(event) => onLoad(frame, event.currentTarget)}
            />
          ),
      )}
    </div>
  );
}
