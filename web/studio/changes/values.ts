import type { Operation, Value } from '../api/types';

/** Keys of tables and places in lists, in turn. */
type Keys = (string | number)[];

/** The keys of a path such as `sections[0].hero.title`. Those that are there may have dots in them, as names of files. */
export function keysOf(root: Value, path: string): Keys {
  const keys: Keys = [];
  let value: Value | undefined = root;
  for (let rest = path; rest; ) {
    const index = /^\[(\d+)\]/.exec(rest);
    const key = index ? Number(index[1]) : nameAt(value, rest);
    keys.push(key);
    rest = rest.slice(index ? index[0].length : String(key).length).replace(/^\./, '');
    value = child(value, key);
  }
  return keys;
}

function nameAt(value: Value | undefined, path: string): string {
  const names = isTable(value) ? Object.keys(value) : [];
  const known = names.find((name) => name === path) ?? names.find((name) => name && isBegin(name, path));
  return known ?? /^[^.[]+|^./.exec(path)?.[0] ?? path;
}

/** Whether a path is another one, or leads to a value below it. */
export const isBegin = (outer: string, path: string) =>
  outer === '' || path === outer || (path.startsWith(outer) && /[.[]/.test(path.charAt(outer.length)));

const isTable = (value: Value | undefined): value is { [key: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function child(value: Value | undefined, key: string | number): Value | undefined {
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined;
  return isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at a path; undefined where nothing is written. */
export const valueAt = (root: Value, path: string): Value | undefined =>
  keysOf(root, path).reduce<Value | undefined>(child, root);

/** The values with an operation. What does not fit them, since they have changed, leaves them as they are. */
export function applied(root: Value, { op, at, to, value = null }: Operation): Value {
  const keys = keysOf(root, at);
  if (!keys.length) return root; // a whole file as text: only the server can read it
  if (op !== 'move') return edited(root, keys, op, value);
  const moved = valueAt(root, at);
  if (moved === undefined || !to) return root;
  return edited(edited(root, keys, 'remove', null), keysOf(root, to), 'insert', moved);
}

function edited(value: Value, [key, ...rest]: Keys, op: Operation['op'], put: Value): Value {
  if (key === undefined) return value;
  const inner = child(value, key);
  if (rest.length) return inner === undefined ? value : withChild(value, key, edited(inner, rest, op, put));
  if (op === 'set') return withChild(value, key, put);
  if (Array.isArray(value) && typeof key === 'number')
    return op === 'insert' ? value.toSpliced(key, 0, put) : value.toSpliced(key, 1);
  if (op === 'insert' || !isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

function withChild(value: Value, key: string | number, put: Value): Value {
  if (Array.isArray(value)) return typeof key === 'number' && key < value.length ? value.with(key, put) : value;
  return typeof key === 'string' && (isTable(value) || value === null) ? { ...value, [key]: put } : value;
}

/** The operation that takes another one back. */
export function opposite({ op, at, to, value = null, old }: Operation): Operation {
  switch (op) {
    case 'insert':
      return { op: 'remove', at, old: value };
    case 'remove':
      return { op: 'insert', at, value: old ?? null };
    case 'move':
      return { op: 'move', at: to ?? at, to: at };
    case 'unset':
      return { op: 'set', at, value: old ?? null };
    case 'set':
      return old === undefined ? { op: 'unset', at, old: value } : { op: 'set', at, value: old, old: value };
  }
}
