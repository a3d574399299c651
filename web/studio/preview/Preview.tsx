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
  onProblem?: (problem: Error | undefined) => void;
}

interface Frame {
  number: number;
  address: string;
  /** No page came. */
  failed?: boolean;
}

/** What the server sent, and how much had been typed when it was asked. */
interface Answer {
  sent: Document;
  turn: number;
}

/**
 * The real page. What changes is exchanged in it; where that cannot be, and for another page, a second frame loads
 * behind it and takes over when it is ready.
 */
export function Preview({ ref, address, page, version, focus, onPick, onProblem }: Props) {
  const [{ shown, next }, setFrames] = useState<{ shown?: Frame; next?: Frame }>({ next: { number: 0, address } });
  const standing = useRef<StandingPage>(undefined);
  /** The last answer that came while the second frame was loading. */
  const waiting = useRef<Answer>(undefined);
  /** The number of questions, and that of the last one which was answered: an answer to an earlier one is late. */
  const asked = useRef(0);
  const answered = useRef(0);
  const seen = useRef({ version, address });
  const pick = useRef(onPick);
  useImperativeHandle(ref, () => ({ show: (at, typed) => standing.current?.show(at, typed) }));

  const latest = next ?? shown;
  const begin = () => setFrames({ shown, next: { number: (latest?.number ?? 0) + 1, address } });
  if (latest?.address !== address) begin();

  const settle = useEffectEvent((number: number, problem?: Error, answer?: Answer) => {
    if (number <= answered.current) return;
    answered.current = number;
    onProblem?.(problem);
    if (!answer) return;
    if (next && !next.failed) waiting.current = answer;
    else if (next || !standing.current?.take(answer.sent, answer.turn)) begin();
  });
  useEffect(() => {
    const before = seen.current;
    seen.current = { version, address };
    if (before.address !== address) {
      answered.current = asked.current;
      waiting.current = undefined;
    }
    if (before.version === version) return;
    const number = ++asked.current;
    const turn = standing.current?.turn ?? 0;
    load(address).then(
      (sent) => settle(number, undefined, { sent, turn }),
      (problem) => settle(number, problem),
    );
  }, [version, address]);
  useEffect(() => {
    pick.current = onPick;
  }, [onPick]);
  useEffect(() => {
    if (shown?.address !== address) return;
    standing.current?.align(page);
    standing.current?.setFocus(focus);
  }, [shown, address, page, focus]);

  function onLoad(frame: Frame, { contentDocument }: HTMLIFrameElement) {
    if (!isPage(contentDocument)) {
      if (frame === next) setFrames({ shown, next: { ...frame, failed: true } });
      load(address).then(
        () => onProblem?.(new Unreachable('the frame shows no page')),
        (problem) => onProblem?.(problem),
      );
      return;
    }
    const loaded = new StandingPage(contentDocument, page, (picked) => pick.current(picked));
    const answer = waiting.current;
    waiting.current = undefined;
    if (answer && !loaded.take(answer.sent, answer.turn)) return begin();
    if (standing.current && shown?.address === frame.address) loaded.follow(standing.current);
    standing.current = loaded;
    setFrames({ shown: frame });
    onProblem?.(undefined);
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
              // Until its clicks are caught they would lead away.
              inert={frame !== shown}
              className={clsx('absolute inset-0 size-full', frame === shown && 'z-1')}
              onLoad={(event) => onLoad(frame, event.currentTarget)}
            />
          ),
      )}
    </div>
  );
}
