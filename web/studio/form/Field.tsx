import type { Value } from '../api/types';
import { Button, IconButton } from '../ui/Button';
import { Disclosure } from './Disclosure';
import { Entries } from './Entries';
import { Frame, ProblemWords } from './Frame';
import { problemsAt, useForm, useOpen } from './form-context';
import { Picture } from './inputs/Picture';
import { Scalar } from './inputs/Scalar';
import { Week } from './inputs/Week';
import { Keys } from './Keys';
import { List } from './List';
import { type Schema, schemaOf, shapeOf, wordsOf } from './schema';
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

/** Edits a value with what fits its schema. */
export function Field(props: FieldProps) {
  const { root } = useForm();
  switch (shapeOf(root, props.schema, props.value)) {
    case 'scalar':
      return <Scalar {...props} />;
    case 'picture':
      return <Picture {...props} />;
    case 'week':
      return <Week {...props} />;
    case 'list':
      return <List {...props} />;
    case 'keys':
    case 'table':
      return <Group {...props} />;
    case 'other':
      return <AsText {...props} />;
  }
}

/** Edits a value whose name stands above it already. */
export function Body(props: FieldProps) {
  const { root, file } = useForm();
  const { at, schema, value } = props;
  const shape = shapeOf(root, schema, value);
  if (shape !== 'keys' && shape !== 'table') return <Field {...props} isQuiet />;
  return (
    <>
      <ProblemWords problems={problemsAt(file.problems, at)} />
      {shape === 'keys' ? <Keys {...props} schema={schemaOf(root, schema, value)} /> : <Entries {...props} />}
    </>
  );
}

/** What has keys of its own, under its name. */
function Group(props: FieldProps) {
  const { at, label, schema, value, isRequired, onRemove } = props;
  const { root } = useForm();
  const own = schemaOf(root, schema, value);
  const [open, setOpen] = useOpen([at], isRequired || own['x-kind'] === 'price' ? at : undefined);
  return (
    <Disclosure
      at={at}
      label={label}
      summary={wordsOf(value)}
      isOpen={open === at}
      onToggle={() => setOpen(open === at ? undefined : at)}
      after={onRemove && <IconButton icon="close" label={words.removeThis(label)} onClick={onRemove} />}
    >
      <p className="text-muted text-sm empty:hidden">{own.description}</p>
      <Body {...props} />
    </Disclosure>
  );
}

/** The way to the file as text, for what no schema foresees. */
function AsText({ at, label, schema, isQuiet = false, onRemove }: FieldProps) {
  const { file, open } = useForm();
  return (
    <Frame at={at} label={label} schema={schema} isQuiet={isQuiet} deep onRemove={onRemove}>
      {(control) => (
        <Button {...control} className="justify-self-start" onClick={() => open({ file: file.file, at, asText: true })}>
          {words.asText}
        </Button>
      )}
    </Frame>
  );
}
