import type { KeyboardEvent, MouseEvent } from 'react';
import { Button } from '../ui/Button';
import { Thumbnail } from './Thumbnail';
import { words } from './words';

interface Props {
  /** The path of the value. */
  at: string;
  /** The file that names the picture. */
  file: string;
  src: string;
  /** Such as "62% 30%"; empty for the middle. */
  value: string;
  onChange: (value: string) => void;
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-2, 0],
  ArrowRight: [2, 0],
  ArrowUp: [0, -2],
  ArrowDown: [0, 2],
};
const within = (share: number) => Math.round(Math.min(100, Math.max(0, share)));

/** Says what of a picture stays in sight wherever it is cut: a touch, or the arrow keys, move a ring. */
export function FocusPoint({ at, file, src, value, onChange }: Props) {
  const [x = 50, y = 50] = (value.match(/\d+/g) ?? []).map(Number);
  const put = (left: number, top: number) => onChange(`${within(left)}% ${within(top)}%`);
  function onClick(event: MouseEvent<HTMLButtonElement>) {
    if (!event.detail) return; // a key
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    put((100 * (event.clientX - left)) / width, (100 * (event.clientY - top)) / height);
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    put(x + step[0], y + step[1]);
  }
  return (
    <div className="grid justify-items-start gap-1">
      <button
        type="button"
        className="relative max-w-full touch-manipulation overflow-hidden rounded-lg"
        aria-label={`${words.focus}: ${x}% ${y}%`}
        data-at={at}
        title={words.focusHow}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <Thumbnail file={file} src={src} className="max-h-64 max-w-full object-contain" />
        <span
          aria-hidden
          className="-translate-1/2 pointer-events-none absolute size-9 rounded-full border-3 border-[#fff] shadow-[0_0_0_2px_black,inset_0_0_0_2px_black]"
          style={{ left: `${x}%`, top: `${y}%`, opacity: value ? 1 : 0.6 }}
        />
      </button>
      <p className="text-muted text-sm">{words.focusHow}</p>
      {value && (
        <Button kind="plain" className="-ms-3 text-sm" onClick={() => onChange('')}>
          {words.middle}
        </Button>
      )}
    </div>
  );
}
