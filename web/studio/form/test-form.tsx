import { readFileSync } from 'node:fs';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { vi } from 'vitest';
import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Operation, Problem, Value } from '../api/types';
import { applied } from '../changes/values';
import { Form } from './Form';
import type { FormChoices, Target } from './form-context';
import type { Schema } from './schema';

export const repository = `${import.meta.dirname}/../../../`;

const schemas = new Map<string, Schema>();

/** A schema of content, which is read once. */
export function readSchema(name: string): Schema {
  const schema: Schema =
    schemas.get(name) ?? JSON.parse(readFileSync(`${repository}content/.schemas/${name}.json`, 'utf8'));
  schemas.set(name, schema);
  return schema;
}

/** What a file of YAML, or of Markdown with a head, says, as the server answers it. */
export function valuesOf(text: string): Value {
  const [, head, markdown] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const values = tree(parseDocument(head ?? text).contents);
  return markdown === undefined ? values : { ...(values as object), markdown };
}

function tree(node: unknown): Value {
  if (isMap(node)) return Object.fromEntries(node.items.map(({ key, value }) => [String(tree(key)), tree(value)]));
  if (isSeq(node)) return node.items.map(tree);
  if (isAlias(node)) throw new Error('content has no aliases');
  if (!isScalar(node) || node.value === null) return null;
  return typeof node.value === 'string' ? node.value : (node.source ?? '');
}

export const noChoices: FormChoices = { icons: [], pictures: [], links: [], references: {}, zone: '' };

interface Options {
  /** The name of a schema of content, or one of the test's own. */
  schema: string | Schema;
  values: Value;
  file?: string;
  at?: string;
  focus?: string;
  problems?: Partial<Problem>[];
  choices?: Partial<FormChoices>;
  isOwner?: boolean;
}

/** Shows a form as Studio does: what it asks for is applied to the values at once. */
export function showForm({ schema, values, file = 'main/site.yaml', problems = [], choices, ...places }: Options) {
  const changes: Operation[] = [];
  const onOpen = vi.fn<(target: Target) => void>();
  const place = { file, line: 1, column: 1, at: '' };
  const problem = { ...place, severity: 'error' as const, code: '', message: '', hint: '' };
  const props = {
    schema: typeof schema === 'string' ? readSchema(schema) : schema,
    choices: { ...noChoices, ...choices },
    problems: problems.map((each): Problem => ({ ...problem, ...each })),
    at: '',
    isOwner: true,
    file,
    values,
    changes,
    onOpen,
    ...places,
  };
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const { rerender, container } = render(<Host {...props} />);
  const show = (others: Partial<HostProps>) => rerender(<Host {...props} {...others} />);
  return { user, container, changes, onOpen, show, focusOn: (focus: string) => show({ focus }) };
}

interface HostProps extends Omit<ComponentProps<typeof Form>, 'file' | 'onChange'> {
  file: string;
  values: Value;
  problems: Problem[];
  changes: Operation[];
  /** What the server has made of them. */
  saved?: Value;
}

function Host({ file, values: before, problems, changes, saved, ...rest }: HostProps) {
  const [values, setValues] = useState(before);
  const [last, setLast] = useState(saved);
  if (saved !== undefined && saved !== last) {
    setLast(saved);
    setValues(saved);
  }
  const answer = { file, version: '1', schema: '', values, source: '', changes: [], problems };
  const change = (...operations: Operation[]) => {
    changes.push(...operations);
    setValues((current) => operations.reduce(applied, current));
  };
  return (
    <CSPProvider disableStyleElements>
      <Form {...rest} file={answer} onChange={change} />
    </CSPProvider>
  );
}
