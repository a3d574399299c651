import { Boxes } from '../Boxes';
import type { FieldKind } from '../field-kinds';

export const kind: FieldKind = { Draw: (props) => <Boxes {...props} type="radio" /> };
