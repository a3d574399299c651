import { type ComponentProps, useEffect, useRef } from 'react';

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
  useEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value;
  }, [value]);
  return (
    <input
      {...rest}
      ref={input}
      className="input"
      defaultValue={value}
      onChange={({ target }) => {
        if (target.value || (isOptional && !target.validity.badInput)) onChange(target.value);
      }}
      onBlur={({ target }) => {
        if (target.value !== value) target.value = value;
      }}
    />
  );
}
