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

interface Option {
  value: string;
  words: string;
}

/** One of some values. What is written and is none of them stays until another one is chosen. */
function Options({ control, value, onChange, options }: InputProps & { options: Option[] }) {
  const isKnown = options.some((option) => option.value === value);
  return (
    <select {...control} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
      {!isKnown && <option value={value}>{value || '–'}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.words}
        </option>
      ))}
    </select>
  );
}

export const Select = (props: InputProps) => (
  <Options {...props} options={(props.schema.enum ?? []).map((value) => ({ value, words: labelOf(value) }))} />
);

const names = new Intl.DisplayNames(language, { type: 'currency' });
const currencies = Intl.supportedValuesOf('currency').map((value) => ({
  value,
  words: `${value} · ${names.of(value)}`,
}));

export const Currency = (props: InputProps) => <Options {...props} options={currencies} />;
