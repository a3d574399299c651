import type { ComponentType } from 'react';
import type { FieldProps } from '../Field';
import { type Control, Frame } from '../Frame';
import { useForm } from '../form-context';
import { type Schema, schemaOf } from '../schema';
import { Colour } from './Colour';
import { Currency, Select, Switch } from './choices';
import { IconInput, LinkInput, ReferenceInput } from './combobox';
import { Moment } from './Moment';
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
export function Scalar({ value, onRemove, ...props }: FieldProps) {
  const { root, set } = useForm();
  const schema = schemaOf(root, props.schema, value);
  const text = typeof value === 'string' ? value : '';
  const Input = inputOf(schema);
  return (
    <Frame {...props} schema={schema} text={text} onRemove={onRemove}>
      {(control) => (
        <Input
          control={control}
          label={props.label}
          schema={schema}
          value={text}
          onChange={(next) => set(props.at, next)}
        />
      )}
    </Frame>
  );
}

function inputOf({ 'x-kind': kind, type, enum: choices, format }: Schema): ComponentType<InputProps> {
  if (kind === 'icon') return IconInput;
  if (kind === 'link') return LinkInput;
  if (kind === 'reference') return ReferenceInput;
  if (kind === 'file') return PictureInput;
  if (kind === 'date') return Moment;
  if (kind === 'colour') return Colour;
  if (type === 'boolean') return Switch;
  if (format === 'currency') return Currency;
  if (choices) return Select;
  // Words for visitors may be anything; a word for programs is no boolean.
  return kind === 'rich' || type?.includes('boolean') ? Words : Line;
}
