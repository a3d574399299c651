import { SingleBox } from '../Boxes';
import type { FieldKind } from '../field-kinds';

/** It sends what is agreed to. */
export const kind: FieldKind = { Draw: (props) => <SingleBox {...props} sends={props.field.label} /> };
