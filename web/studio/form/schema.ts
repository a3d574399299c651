import type { Value } from '../api/types';
import { keysOf, valueAt } from '../changes/values';
import { day } from '../ui/time';
import { weekOf } from './hours';
import { labels } from './words-labels';

/** What a value is edited with; `file` is the file of a picture. */
type Kind = 'rich' | 'icon' | 'link' | 'picture' | 'file' | 'reference' | 'date' | 'hours' | 'price' | 'colour';

/** What is used of JSON Schema, and what Studio adds to it. */
export interface Schema {
  description?: string;
  'x-kind'?: Kind;
  /** Of a reference: the kind of content that it leads to, such as plans. */
  'x-of'?: string;
  /** Whether owners of the website alone change it. */
  'x-owner'?: true;
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: false | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  definitions?: Record<string, Schema>;
}

/** How a value is edited. `other` is what its schema does not foresee: in the file as text. */
export type Shape = 'scalar' | 'keys' | 'list' | 'picture' | 'week' | 'other';

export const isTable = (value: Value | undefined): value is { [key: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The path of what stands below another one. */
export const below = (at: string, key: string | number) =>
  typeof key === 'number' ? `${at}[${key}]` : at ? `${at}.${key}` : key;

/** The path of what a value stands in. */
export const above = (values: Value, at: string) => keysOf(values, at).slice(0, -1).reduce<string>(below, '');

/** The nearest path that leads to a value. */
export const nearest = (values: Value, at: string): string =>
  at && valueAt(values, at) === undefined ? nearest(values, above(values, at)) : at;

/** The path of the first value in another one that holds no others. */
export function firstIn(at: string, value: Value): string {
  const [first] = Object.entries(value && typeof value === 'object' ? value : {});
  return first ? firstIn(below(at, Array.isArray(value) ? 0 : first[0]), first[1]) : at;
}

/** A schema without references and alternatives, as it is for a value. */
export function schemaOf(root: Schema, schema: Schema, value: Value | undefined): Schema {
  const { $ref, anyOf, ...own } = schema;
  if ($ref) return schemaOf(root, { ...root.definitions?.[$ref.replace('#/definitions/', '')], ...own }, value);
  if (anyOf) {
    const forms = anyOf.filter(({ type }) => type !== 'null').map((form) => schemaOf(root, form, value));
    const fitting = forms.find(({ type }) => type === (isTable(value) ? 'object' : 'string'));
    return { ...(fitting ?? forms[0]), ...own };
  }
  const named = isTable(value) && own.oneOf?.find((form) => form.properties && (form.required?.[0] ?? '') in value);
  return named ? { ...named, ...own, oneOf: [] } : own;
}

/** Whether items are told apart by the one key that each has, as sections are. */
export const isNamed = (root: Schema, items: Schema) => !!schemaOf(root, items, undefined).oneOf?.[0]?.properties;

/** What the schema says of the value at a path, and whether the value has to be there. */
export function schemaAt(root: Schema, values: Value, at: string): { schema: Schema; isRequired: boolean } | undefined {
  let found = { schema: root, isRequired: true };
  let value: Value | undefined = values;
  for (const key of keysOf(values, at)) {
    const { items, properties, additionalProperties, required } = schemaOf(root, found.schema, value);
    const schema = typeof key === 'number' ? items : (properties?.[key] ?? additionalProperties);
    if (!schema) return undefined;
    found = { schema, isRequired: typeof key === 'string' && !!required?.includes(key) };
    value = (value as Record<string | number, Value> | null)?.[key];
  }
  return found;
}

/** Whether owners of the website alone change a value, or what it is in. */
export function isOwned(root: Schema, values: Value, at: string): boolean {
  const keys = keysOf(values, at);
  return keys.some((_, i) => schemaAt(root, values, keys.slice(0, i + 1).reduce<string>(below, ''))?.schema['x-owner']);
}

export function shapeOf(root: Schema, schema: Schema, value: Value | undefined): Shape {
  const { type, properties, additionalProperties, items, 'x-kind': kind } = schemaOf(root, schema, value);
  const types = [type ?? []].flat();
  const isEmpty = value === null || value === undefined;
  if (Array.isArray(value) || (isEmpty && types[0] === 'array')) {
    if (!items) return 'other';
    return schemaOf(root, items, '')['x-kind'] === 'hours' && weekOf(value ?? []) ? 'week' : 'list';
  }
  if (kind === 'picture' || (properties?.src && properties.alt)) return 'picture';
  if (isTable(value) || (isEmpty && types[0] === 'object'))
    return properties || additionalProperties ? 'keys' : 'other';
  return types.some((each) => each !== 'array' && each !== 'object') ? 'scalar' : 'other';
}

/** What a new value begins as. Of several kinds of items none is chosen. */
export function blank(root: Schema, schema: Schema): Value {
  const { type, items, properties, required, enum: choices, minimum } = schemaOf(root, schema, undefined);
  switch (shapeOf(root, schema, undefined)) {
    case 'week':
      return [];
    case 'list':
      return items && !isNamed(root, items) ? [blank(root, items)] : [];
    case 'keys':
      return Object.fromEntries((required ?? []).map((key) => [key, blank(root, properties?.[key] ?? {})]));
    default:
      return type === 'boolean' ? 'true' : (choices?.[0] ?? String(minimum ?? ''));
  }
}

/** The words by which a value is known in a list. */
export function wordsOf(value: Value | undefined): string {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value;
  if (!value) return '';
  const names = ['title', 'label', 'name', 'question', 'text', 'quote', 'src', 'value'] as const;
  const named = isTable(value) && names.map((name) => value[name]).find((each) => each && typeof each === 'string');
  const texts = Object.values(value).filter((each) => each && typeof each === 'string');
  return (
    wordsOf(named || null) || texts.map(wordsOf).join(' · ') || (Object.values(value).map(wordsOf).find(Boolean) ?? '')
  );
}

/** What a schema says of a field, unless that is no more than its label. */
export function helpOf({ description = '' }: Schema, label: string): string {
  return /^(The|Its) (.*)\.$/.exec(description)?.[2]?.toLowerCase() === label.toLowerCase() ? '' : description;
}

/** A key as words: baseURL is "Base URL". */
export function labelOf(key: string | number | undefined): string {
  if (typeof key === 'number') return String(key + 1);
  if (key && Object.hasOwn(labels, key)) return labels[key] ?? '';
  const words = (key ?? '').replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s_-]+/);
  const sentence = words.map((word) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase())).join(' ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
