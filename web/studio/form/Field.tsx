import type { Value } from '../api/types';
import { Button, IconButton } from '../ui/Button';
import { Disclosure } from './Disclosure';
import { Frame, ProblemWords } from './Frame';
import { problemsAt, useForm, useOpen } from './form-context';
import { Picture } from './inputs/Picture';
import { Scalar } from './inputs/Scalar';
import { Week } from './inputs/Week';
import { Keys } from './Keys';
import { List } from './List';
import { helpOf, type Schema, schemaOf, shapeOf, wordsOf } from './schema';
import { words } from './words';

export interface FieldProps {
  at: string;
  label: string;
  /** As it stands in the schema of what the value is in. */
  schema: Schema;
  /** Undefined where nothing is written. */
  value: Value | undefined;
  isRequired?: boolean;
  /** Has its label for screen readers alone. */
  isQuiet?: boolean;
  onRemove?: (() => void) | undefined;
}

const fields = { scalar: Scalar, picture: Picture, week: Week, list: List, keys: Group, other: AsText };

/** Edits a value with what fits its schema. */
export function Field(props: FieldProps) {
  const Fitting = fields[shapeOf(useForm().root, props.schema, props.value)];
  return <Fitting {...props} />;
}

/** Edits a value whose name stands above it already. */
export function Body(props: FieldProps) {
  const { root, file } = useForm();
  const { at, schema, value } = props;
  if (shapeOf(root, schema, value) !== 'keys') return <Field isQuiet {...props} />;
  return (
    <>
      <ProblemWords problems={problemsAt(file.problems, at)} />
      <Keys {...props} schema={schemaOf(root, schema, value)} />
    </>
  );
}

/** What has keys of its own, under its name. */
function Group(props: FieldProps) {
  const { at, label, value, isRequired, onRemove } = props;
  const schema = schemaOf(useForm().root, props.schema, value);
  const [open, setOpen] = useOpen([at], isRequired || schema['x-kind'] === 'price' ? at : undefined);
  return (
    <Disclosure
      at={at}
      label={label}
      summary={wordsOf(value)}
      isOpen={open === at}
      onToggle={() => setOpen(open === at ? undefined : at)}
      after={onRemove && <IconButton icon="close" label={words.removeThis(label)} onClick={onRemove} />}
    >
      <p className="text-muted text-sm empty:hidden">{helpOf(schema, label)}</p>
      <Body {...props} />
    </Disclosure>
  );
}

/** The way to the file as text, for what no schema foresees. */
function AsText(props: FieldProps) {
  const { file, onOpen } = useForm();
  const target = { file: file.file, at: props.at, asText: true } as const;
  return (
    <Frame {...props} deep>
      {(control) => (
        <Button {...control} className="justify-self-start" onClick={() => onOpen(target)}>
          {words.asText}
        </Button>
      )}
    </Frame>
  );
}
