import type { FieldKind } from '../field-kinds';
import { Line, tooShort } from '../Labelled';

export const kind: FieldKind = {
  Draw: (props) => <Line {...props} type="text" />,
  misfit: tooShort,
};
