import { clsx } from 'clsx';
import { useId } from 'react';
import type { Period } from '../content/types.gen';

const choices = clsx(
  'mx-auto mb-10 flex w-fit max-w-full flex-wrap justify-center gap-1 rounded-(--radius) border border-line',
  'bg-surface p-1 print:hidden',
);
const choice = clsx(
  'min-h-11 cursor-pointer rounded-(--radius) px-5 py-2.5 text-sm font-medium text-muted transition-paint',
  'hover:text-text has-checked:bg-primary has-checked:text-on-primary forced-colors:has-checked:underline',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
);

/** Chooses whose prices are shown. The style sheet does the rest (.plans), so that it works without a script. */
export function PeriodChoice({ periods, about }: { periods: Period[]; about?: string }) {
  const name = useId();
  return (
    <fieldset className={choices} data-words="none">
      {about && <legend className="sr-only">{about}</legend>}
      {periods.map((period, index) => (
        <label className={choice} key={period.name}>
          <input className="sr-only" defaultChecked={index === 0} name={name} type="radio" value={period.name} />
          {period.label}
        </label>
      ))}
    </fieldset>
  );
}
