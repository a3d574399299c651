import { clsx } from 'clsx';
import type { FieldKind } from '../field-kinds';
import { Labelled } from '../Labelled';

/** The button of a field for files. */
const chooser = clsx(
  'cursor-pointer file:me-4 file:cursor-pointer file:rounded-(--radius) file:border-0',
  'file:bg-primary/10 file:px-3 file:py-1 file:font-medium file:text-text',
);

export const kind: FieldKind = {
  Draw: (props) => (
    <Labelled {...props}>
      {(control) => (
        <input
          {...control}
          accept={props.field.acceptTypes}
          className={clsx(control.className, chooser)}
          multiple={(props.field.max ?? 1) > 1}
          type="file"
        />
      )}
    </Labelled>
  ),
};
