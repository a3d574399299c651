import { Boxes, SingleBox } from '../Boxes';
import type { FieldKind } from '../field-kinds';

/** What a single box sends when it is ticked (internal/site/field_choice.go). */
const ticked = 'yes';

export const kind: FieldKind = {
  Draw: (props) =>
    props.field.options ? <Boxes {...props} type="checkbox" /> : <SingleBox {...props} sends={ticked} />,
};
