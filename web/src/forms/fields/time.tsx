import type { FieldKind } from '../field-kinds';
import { Draw } from './select';

export const kind: FieldKind = { Draw };
