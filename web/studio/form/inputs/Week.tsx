import { language } from '../../language';
import { IconButton } from '../../ui/Button';
import type { FieldProps } from '../Field';
import { Frame } from '../Frame';
import { useForm } from '../form-context';
import { type Day, type Span, stepsBetween, weekOf, withDay } from '../hours';
import { below } from '../schema';
import { words } from '../words';
import { NativeInput } from './NativeInput';

const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
/** From Monday, with which 2024 began. */
const names = Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, day + 1)));
const usual: Span = ['09:00', '17:00'];

/** Opening hours, day by day. Lines of other days than those that change stay as they are written. */
export function Week({ value, ...props }: FieldProps) {
  const { at } = props;
  const { set, insert, remove } = useForm();
  const lines = Array.isArray(value) ? value : [];
  const week = weekOf(lines) ?? [];

  const lineAt = (line: number | undefined) => (line === undefined ? at : below(at, line));

  function change(day: number, hours: Day) {
    const next = withDay(lines, day, hours);
    if (!lines.length) return set(at, next);
    for (const { op, index } of stepsBetween(lines, next)) {
      const path = below(at, index);
      if (op === 'remove') remove(path);
      else (op === 'set' ? set : insert)(path, next[index] ?? null);
    }
  }
  return (
    <Frame {...props} schema={{}} isGroup deep>
      {() => (
        <ul className="grid gap-2">
          {week.map(({ hours, line }, day) => (
            <DayRow
              key={day}
              at={week.findIndex((other) => other.line === line) === day ? lineAt(line) : undefined}
              name={names[day] ?? ''}
              hours={hours}
              onChange={(next) => change(day, next)}
            />
          ))}
        </ul>
      )}
    </Frame>
  );
}

interface Props {
  /** Of the first day in a line: its path. */
  at: string | undefined;
  name: string;
  hours: Day;
  onChange: (hours: Day) => void;
}

function DayRow({ at, name, hours, onChange }: Props) {
  const spans = typeof hours === 'string' ? [] : hours;
  const state = typeof hours === 'string' ? 'appointment' : spans.length ? 'open' : 'closed';
  // A day may end at midnight, which inputs call 00:00.
  const withSpan = (i: number, span: Span) =>
    onChange(spans.with(i, [span[0], span[1] === '00:00' ? '24:00' : span[1]]));
  return (
    <li className="grid gap-1 border-line border-b pb-2">
      <div className="grid grid-cols-2 items-center gap-2">
        <span className="text-sm">{name}</span>
        <select
          className="input"
          data-at={at}
          aria-label={name}
          value={state}
          onChange={({ target }) =>
            onChange(target.value === 'open' ? [usual] : target.value === 'appointment' ? 'by appointment' : [])
          }
        >
          <option value="open">{words.opened}</option>
          <option value="closed">{words.closed}</option>
          <option value="appointment">{words.byAppointment}</option>
        </select>
      </div>
      {spans.map(([from, until], i) => (
        <div key={i} className="grid grid-cols-[1fr_1fr_auto] items-center gap-2">
          <NativeInput
            type="time"
            aria-label={`${name} ${words.from}`}
            value={from}
            onChange={(next) => withSpan(i, [next, until])}
          />
          <NativeInput
            type="time"
            aria-label={`${name} ${words.until}`}
            value={until.replace('24:', '00:')}
            onChange={(next) => withSpan(i, [from, next])}
          />
          {i === 0 ? (
            <IconButton icon="plus" label={words.addTo(name)} onClick={() => onChange([...spans, [until, '24:00']])} />
          ) : (
            <IconButton
              icon="close"
              label={words.removeThis(`${name} ${from}–${until}`)}
              onClick={() => onChange(spans.toSpliced(i, 1))}
            />
          )}
        </div>
      ))}
    </li>
  );
}
