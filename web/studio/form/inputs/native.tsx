import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { clockWords } from '../../make/shown';
import { useForm } from '../form-context';
import { words } from '../words';
import type { InputProps } from './Scalar';
import { Line } from './text';

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  type: 'date' | 'time' | 'color';
  value: string;
  /** Whether nothing is a value, too. */
  isOptional?: boolean;
  onChange: (value: string) => void;
}

/**
 * An input of the browser's own. While a value is not complete it says nothing, and setting it would take away what was
 * typed so far: it is set only when the value is another one, or when it is left.
 */
export function NativeInput({ value, isOptional, onChange, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const reset = () => {
    if (input.current && input.current.value !== value) input.current.value = value;
  };
  useEffect(reset, [value]);
  return (
    <input
      {...rest}
      ref={input}
      className="input"
      defaultValue={value}
      onChange={({ target }) => {
        if (target.value || (isOptional && !target.validity.badInput)) onChange(target.value);
      }}
      onBlur={reset}
    />
  );
}

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}))?$/;

/** A day, and a time of it where there may be one. What else is written, such as {{today}}, is edited as a text. */
export function Moment(props: InputProps) {
  const { control, label, schema, value, onChange } = props;
  const [, day = '', time = ''] = pattern.exec(value) ?? [];
  const { zone } = useForm().choices;
  const [isText] = useState(value !== '' && !day);
  if (isText) return <Line {...props} />;
  const write = (...parts: string[]) => onChange(parts.filter(Boolean).join(' '));
  return (
    <div className="grid grid-cols-[3fr_2fr] gap-2">
      {schema.format !== 'date' && zone && <p className="col-span-2 text-muted text-sm">{clockWords(zone)}</p>}
      <NativeInput {...control} type="date" value={day} onChange={(next) => write(next, time)} />
      {schema.format !== 'date' && day && (
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

/** A colour as it is written, and, where browsers can choose it, their own choice of colours; else how it looks. */
export const Colour = (props: InputProps) => (
  <div className="grid grid-cols-[1fr_4rem] gap-2">
    <Line {...props} />
    {/^#[0-9a-f]{6}$/i.test(props.value) ? (
      <NativeInput
        type="color"
        aria-label={`${props.label}: ${words.colour}`}
        value={props.value.toLowerCase()}
        onChange={props.onChange}
      />
    ) : (
      <span className="rounded-lg border border-edge" style={{ background: props.value }} />
    )}
  </div>
);
