import useSWR from 'swr';
import type { FileAnswer, Operation } from '../api/types';
import { valueAt } from '../changes/values';
import { labelOf } from '../form/schema';
import { Sign } from '../status/Sign';
import { words } from './words';

/** Words of one colour on another one: `least` is the contrast that they should have. */
interface Contrast {
  key: string;
  color: string;
  onKey: string;
  on: string;
  ratio: number;
  least: number;
}

interface Props {
  site: string;
  file: FileAnswer;
  isLocked: boolean;
  onChange: (operation: Operation) => void;
}

const at = 'theme.character';
const number = (value: number) => (Math.floor(value * 10) / 10).toLocaleString(document.documentElement.lang);

/** What the fields of the look cannot show: the characters to choose from, and how well the colours can be read. */
export function Look({ site, file, isLocked, onChange }: Props) {
  const { data } = useSWR<Record<string, Contrast[]>, Error>(`look?${new URLSearchParams({ site })}`);
  const character = valueAt(file.values, at) ?? '';
  const isNew = character === '';
  const choose = (value: string) =>
    onChange(value ? { op: 'set', at, value, old: character || null, isNew } : { op: 'unset', at, old: character });
  return (
    <>
      <fieldset disabled={isLocked} className="grid">
        <legend className="font-medium text-sm">
          {words.character} {isLocked && <span className="font-normal text-muted">({words.owners})</span>}
        </legend>
        {Object.entries(words.characters).map(([key, said]) => (
          <label key={key} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="character"
              className="size-5 shrink-0"
              checked={character === key}
              onChange={() => choose(key)}
            />
            {said}
          </label>
        ))}
      </fieldset>
      <section className="grid gap-2" aria-label={words.contrast}>
        <h3 className="font-medium text-sm">{words.contrast}</h3>
        <p className="text-muted text-sm">{words.contrastHow}</p>
        {(['light', 'dark'] as const).map(
          (scheme) => data?.[scheme] && <Palette key={scheme} title={labelOf(scheme)} pairs={data[scheme]} />,
        )}
      </section>
    </>
  );
}

const Palette = ({ title, pairs }: { title: string; pairs: Contrast[] }) => (
  <>
    <h4 className="text-sm">{title}</h4>
    <ul className="grid gap-1" aria-live="polite">
      {pairs.map(({ key, color, onKey, on, ratio, least }) => (
        <li key={`${key} ${onKey}`} className="grid grid-cols-[auto_1fr_auto] items-center gap-3 text-sm">
          <span
            aria-hidden
            className="grid size-11 place-content-center rounded-lg border border-line font-semibold text-lg"
            style={{ color, background: on }}
          >
            {words.letters}
          </span>
          <span className="min-w-0">
            {labelOf(key)} {words.on} {labelOf(onKey)}
            <span className="block text-muted">
              {words.ratio(number(ratio))}, {ratio < least ? words.hard(number(least)) : words.readable}
            </span>
          </span>
          <Sign level={ratio < least ? 'look' : 'good'} />
        </li>
      ))}
    </ul>
  </>
);
