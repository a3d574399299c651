import { unread } from '../controls';
import type { FieldKind } from '../field-kinds';
import { Labelled } from '../Labelled';

export const kind: FieldKind = {
  Draw: (props) => (
    <Labelled {...props}>
      {(control) => <input {...control} max={props.field.maxDate} min={props.field.minDate} type="date" />}
    </Labelled>
  ),
  misfit: ({ minDate, maxDate }, value) => {
    if (value === unread) return 'format';
    if (minDate && value < minDate) return 'tooLow';
    return maxDate && value > maxDate ? 'tooHigh' : undefined;
  },
};
