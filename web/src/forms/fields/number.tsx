import type { FieldKind } from '../field-kinds';
import { Labelled } from '../Labelled';

export const kind: FieldKind = {
  // Not of the type number: what browsers make of 12,50 depends on their own language.
  Draw: (props) => (
    <Labelled {...props}>
      {(control) => (
        <input
          {...control}
          dir="ltr"
          inputMode={(props.field.min ?? 0) < 0 ? 'text' : 'decimal'}
          placeholder={props.field.placeholder}
          type="text"
        />
      )}
    </Labelled>
  ),
  misfit: ({ min = 0, max, step = '1' }, value) => {
    // These mean the same in all languages. The server reads others as the language of the site writes them.
    if (!/^-?\d+(?:[.,]\d{1,2})?$/.test(value)) return /\p{Nd}/u.test(value) ? undefined : 'format';
    const number = Number(value.replace(',', '.'));
    if (number < min) return 'tooLow';
    if (max && number > max) return 'tooHigh';
    const steps = (number - min) / Number(step);
    return Math.abs(steps - Math.round(steps)) < 1e-6 ? undefined : 'step';
  },
};
