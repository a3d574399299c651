import type { FieldKind } from '../field-kinds';
import { Labelled, tooShort, written } from '../Labelled';

export const kind: FieldKind = {
  Draw: (props) => (
    <Labelled {...props}>{(control) => <textarea {...control} {...written(props.field)} rows={6} />}</Labelled>
  ),
  misfit: tooShort,
};
