import clsx from 'clsx';
import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'select'>, 'onChange'> {
  label: string;
  /** Whether the label is for screen readers alone. */
  isQuiet?: boolean;
  options: { id: string | number; name: string }[];
  onChoose?: (id: string) => void;
}

/** One of some things that have names. */
export const Select = ({ label, isQuiet, options, onChoose, className, ...rest }: Props) => (
  <label className={clsx('grid gap-1 font-medium text-sm', className)}>
    <span className={clsx(isQuiet && 'sr-only')}>{label}</span>
    <select {...rest} className="input font-normal" onChange={({ target }) => onChoose?.(target.value)}>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  </label>
);
