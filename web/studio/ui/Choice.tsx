import { Button } from './Button';

interface Props<Id extends string> {
  /** For screen readers. */
  label: string;
  options: Record<Id, string>;
  value: Id;
  onChoose: (id: Id) => void;
}

/** One of a few things, all in sight. */
export const Choice = <Id extends string>({ label, options, value, onChoose }: Props<Id>) => (
  <fieldset className="flex flex-wrap gap-2">
    <legend className="sr-only">{label}</legend>
    {(Object.keys(options) as Id[]).map((id) => (
      <Button
        key={id}
        aria-pressed={id === value}
        className="aria-pressed:border-accent aria-pressed:bg-tint"
        onClick={() => onChoose(id)}
      >
        {options[id]}
      </Button>
    ))}
  </fieldset>
);
