import type { ComponentType } from 'react';
import type { FieldProps } from '../Field';
import { type Control, Frame } from '../Frame';
import { useForm } from '../form-context';
import { type Schema, schemaOf } from '../schema';
import { Select, Switch } from './choices';
import { IconInput, LinkInput, ReferenceInput } from './combobox';
import { Colour, Moment } from './native';
import { PictureInput } from './Picture';
import { Line, Words } from './text';

export interface InputProps {
  control: Control;
  label: string;
  schema: Schema;
  value: string;
  onChange: (value: string) => void;
}

/** A text, in an input that fits what it is about. */
export function Scalar({ value, ...props }: FieldProps) {
  const { root, change } = useForm();
  const { at, label } = props;
  const schema = schemaOf(root, props.schema, value);
  const text = typeof value === 'string' ? value : '';
  const Input = inputOf(schema);
  const set = (next: string) => change({ op: 'set', at, value: next });
  return (
    <Frame {...props} schema={schema} text={text}>
      {(control) => <Input key={at} control={control} label={label} schema={schema} value={text} onChange={set} />}
    </Frame>
  );
}

const inputs: Partial<Record<NonNullable<Schema['x-kind']>, ComponentType<InputProps>>> = {
  icon: IconInput,
  link: LinkInput,
  reference: ReferenceInput,
  file: PictureInput,
  date: Moment,
  colour: Colour,
  rich: Words,
};

function inputOf({ 'x-kind': kind, type, enum: choices, pattern }: Schema): ComponentType<InputProps> {
  if (type === 'boolean') return Switch;
  if (choices || pattern === currency) return Select;
  // Words for visitors may be anything; a word for programs is no boolean.
  return (kind && inputs[kind]) ?? (type?.includes('boolean') ? Words : Line);
}

/** How the schema tells a currency of ISO 4217. */
const currency = '^[A-Z]{3}$';
