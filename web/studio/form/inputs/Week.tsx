import { language } from '../../language';
import { IconButton } from '../../ui/Button';
import type { FieldProps } from '../Field';
import { Frame } from '../Frame';
import { useForm } from '../form-context';
import { stepsTo, weekOf } from '../hours';
import { below } from '../schema';
import { words } from '../words';
import { NativeInput } from './native';

const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
/** From Monday, with which 2024 began. */
const names = Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, day + 1)));

/** Opening hours, day by day. Lines of other days than those that change stay as they are written. */
export function Week({ value, ...props }: FieldProps) {
  const { at } = props;
  const { change } = useForm();
  const lines = Array.isArray(value) ? value : [];
  const week = weekOf(lines) ?? [];
  const pathOf = (line: number | undefined) => (line === undefined ? at : below(at, line));

  function write(day: number, hours: string) {
    const steps = stepsTo(lines, day, hours);
    if (lines.length) change(...steps.map(({ index, ...step }) => ({ ...step, at: below(at, index) })));
    else change({ op: 'set', at, value: steps.flatMap((step) => step.value ?? []) });
  }
  return (
    <Frame {...props} schema={{}} isGroup deep>
      {() => (
        <ul className="grid gap-2">
          {week.map(({ hours, line }, day) => (
            <DayRow
              key={day}
              at={week.findIndex((other) => other.line === line) === day ? pathOf(line) : undefined}
              name={names[day] ?? ''}
              hours={hours}
              onChange={(next) => write(day, next)}
            />
          ))}
        </ul>
      )}
    </Frame>
  );
}

/** A span that begins an hour after another one, and lasts three, at most until midnight. */
function spanAfter(span: string): string {
  const [hour = 0, minutes = 0] = span
    .slice(span.indexOf('-') + 1)
    .split(':')
    .map(Number);
  const at = (later: number) => (hour + later < 24 ? [hour + later, minutes] : [24, 0]);
  const written = (time: number[]) => time.map((part) => String(part).padStart(2, '0')).join(':');
  return `${written(hour < 23 ? at(1) : [hour, minutes])}-${written(at(4))}`;
}

interface Props {
  /** Of the first day in a line: its path. */
  at: string | undefined;
  name: string;
  hours: string;
  onChange: (hours: string) => void;
}

function DayRow({ at, name, hours, onChange }: Props) {
  const spans: string[] = hours.match(/[\d:]+-[\d:]+/g) ?? [];
  const write = (next: string[]) => onChange(next.join(', '));
  return (
    <li className="grid gap-1 border-line border-b pb-2">
      <div className="grid grid-cols-2 items-center gap-2">
        <span className="text-sm">{name}</span>
        <select
          className="input"
          data-at={at}
          aria-label={name}
          value={hours}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value={spans.length ? hours : '09:00-17:00'}>{words.opened}</option>
          <option value="">{words.closed}</option>
          <option value="by appointment">{words.byAppointment}</option>
        </select>
      </div>
      {spans.map((span, i) => {
        const times = span.split('-');
        return (
          <div key={i} className="grid grid-cols-[1fr_1fr_auto] items-center gap-2">
            {[words.from, words.until].map((word, end) => (
              <NativeInput
                key={word}
                type="time"
                aria-label={`${name} ${word}`}
                value={times[end]?.replace('24:', '00:') ?? ''}
                // A day may end at midnight, which inputs call 00:00.
                onChange={(next) =>
                  write(spans.with(i, times.with(end, end ? next.replace(/^00:00$/, '24:00') : next).join('-')))
                }
              />
            ))}
            {i === 0 ? (
              <IconButton
                icon="plus"
                label={`${words.addHours}: ${name}`}
                onClick={() => write([...spans, spanAfter(spans.at(-1) ?? span)])}
              />
            ) : (
              <IconButton
                icon="close"
                label={words.removeThis(`${name} ${times.join('–')}`)}
                onClick={() => write(spans.toSpliced(i, 1))}
              />
            )}
          </div>
        );
      })}
    </li>
  );
}
