import { useState } from 'react';
import { words } from '../words';
import { NativeInput } from './NativeInput';
import type { InputProps } from './Scalar';
import { Line } from './text';

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}))?$/;

/** A day, and a time of it where there may be one. What else is written, such as {{today}}, is edited as a text. */
export function Moment(props: InputProps) {
  const { control, label, schema, value, onChange } = props;
  const [, day = '', time = ''] = pattern.exec(value) ?? [];
  const [isText] = useState(value !== '' && !day);
  if (isText) return <Line {...props} />;
  const hasTime = schema.format !== 'date';
  const write = (nextDay: string, nextTime: string) => onChange(nextTime ? `${nextDay} ${nextTime}` : nextDay);
  return (
    <div className="grid grid-cols-[3fr_2fr] gap-2">
      <NativeInput {...control} type="date" value={day} onChange={(next) => write(next, time)} />
      {hasTime && day && (
        <NativeInput
          type="time"
          aria-label={`${label}: ${words.time}`}
          isOptional
          value={time.replace(/^\d:/, '0$&')}
          onChange={(next) => write(day, next)}
        />
      )}
    </div>
  );
}
