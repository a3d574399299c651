import type { ComponentType } from 'react';
import type { Field, FieldChecks } from '../content/types.gen';
import type { FieldProps } from './Labelled';

/** A type of field: what a file in fields, called like the type, exports as kind. */
export interface FieldKind {
  Draw: ComponentType<FieldProps>;
  /** Which of its rules a value breaks that is not empty. */
  misfit?: (field: Field, value: string) => keyof FieldChecks | undefined;
}

const files = import.meta.glob<FieldKind>('./fields/*.tsx', { eager: true, import: 'kind' });

export const kindOf = ({ type }: Field) => files[`./fields/${type}.tsx`] as FieldKind;
