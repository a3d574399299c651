import type { Operation, Value } from '../api/types';

/** The keys of a path such as `sections[0].hero.title`. Those that are there may have dots in them, as names of files. */
export function keysOf(root: Value, path: string): (string | number)[] {
  const keys: (string | number)[] = [];
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
  const names = Object.keys(value && typeof value === 'object' ? value : {});
  const known = names.find((name) => name === path) ?? names.find((name) => name && isBegin(name, path));
  return known ?? /^[^.[]+|^./.exec(path)?.[0] ?? path;
}

/** Whether a path is another one, or leads to a value below it. */
export const isBegin = (outer: string, path: string) =>
  outer === '' || path === outer || (path.startsWith(outer) && /[.[]/.test(path.charAt(outer.length)));

/** What stands in a value by a name of it, or by a place in a list. */
function child(value: Value | undefined, key: string | number): Value | undefined {
  if (typeof value !== 'object' || !value || Array.isArray(value) !== (typeof key === 'number')) return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string | number, Value>)[key] : undefined;
}

/** The value at a path; undefined where nothing is written. */
export const valueAt = (root: Value, path: string): Value | undefined =>
  keysOf(root, path).reduce<Value | undefined>(child, root);

/** The values with an operation. What does not fit them, since they have changed, leaves them as they are. */
export function applied(root: Value, { op, at, to, value = null }: Operation): Value {
  if (op !== 'move') return edited(root, keysOf(root, at), op, value);
  const moved = valueAt(root, at);
  if (moved === undefined || !to) return root;
  return applied(applied(root, { op: 'remove', at }), { op: 'insert', at: to, value: moved });
}

function edited(value: Value, [key, ...rest]: (string | number)[], op: Operation['op'], put: Value): Value {
  if (key === undefined) return value; // a whole file as text: only the server can read it
  const inner = child(value, key);
  if (inner === undefined && (rest.length || !['set', 'insert'].includes(op))) return value;
  const next = rest.length ? edited(inner as Value, rest, op, put) : put;
  if (Array.isArray(value)) {
    if (typeof key === 'string' || (op === 'set' && key >= value.length)) return value;
    if (rest.length || op === 'set') return value.with(key, next);
    return op === 'insert' ? value.toSpliced(key, 0, put) : value.toSpliced(key, 1);
  }
  if (typeof key === 'number' || typeof value === 'string') return value;
  if (rest.length || op === 'set') return { ...value, [key]: next };
  return op === 'insert' ? value : Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => name !== key));
}

/** The operation that takes another one back. */
export function opposite({ op, at, to, value = null, old, isNew }: Operation): Operation {
  if (op === 'move') return { op, at: to ?? at, to: at };
  if (op === 'insert') return { op: 'remove', at, old: value };
  if (op === 'remove') return { op: 'insert', at, value: old ?? null };
  if (op === 'set' && (isNew || old === undefined)) return { op: 'unset', at, old: value };
  return { op: 'set', at, value: old ?? null, old: op === 'set' ? value : undefined };
}
