import { language } from '../../language';
import { labelOf } from '../schema';
import type { InputProps } from './Scalar';

const track = 'before:absolute before:inset-x-0 before:inset-y-2 before:rounded-full before:border before:border-edge';
const knob = 'after:absolute after:inset-y-3 after:start-1 after:aspect-square after:rounded-full after:bg-edge';
const on = 'checked:before:bg-accent checked:after:start-auto checked:after:end-1 checked:after:bg-on-accent';

export const Switch = ({ control, value, onChange }: InputProps) => (
  <input
    {...control}
    type="checkbox"
    role="switch"
    className={`relative h-11 w-12 appearance-none ${track} ${knob} ${on}`}
    aria-checked={/^true$/i.test(value)}
    checked={/^true$/i.test(value)}
    onChange={(event) => onChange(String(event.target.checked))}
  />
);

const currencies = Intl.supportedValuesOf('currency');
const names = new Intl.DisplayNames(language, { type: 'currency' });

/** One of some values, or of the world's currencies. What is written and is none of them stays until one is chosen. */
export function Select({ control, schema: { enum: choices }, value, onChange }: InputProps) {
  const options = choices ?? currencies;
  return (
    <select {...control} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
      {!options.includes(value) && <option value={value}>{value || '–'}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {choices ? labelOf(option) : `${option} · ${names.of(option)}`}
        </option>
      ))}
    </select>
  );
}
