// What hooks do while a page is drawn once and thrown away: React keeps the
// functions behind them in one place, and so they can be exchanged.

import * as React from 'react';
import { Unsupported } from './unsupported';

type Context = React.Context<unknown> & { _currentValue2: unknown; $$typeof: symbol };

const internals = (React as unknown as Record<string, { H: unknown }>)
  .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;

if (!internals || !('H' in internals)) throw new Error('React keeps its hooks elsewhere: see web/src/server/hooks.ts');

/** Ids that the component which is being drawn has asked for. */
let count = 0;
let makeId = (_count: number): string => '';

const nothing = () => undefined;
const setState = () => {
  throw new Unsupported('state that changes while a page is drawn');
};
const read = (context: Context) => {
  if (context.$$typeof !== Symbol.for('react.context')) throw new Unsupported('use() of anything but a context');
  return context._currentValue2;
};

const hooks = {
  readContext: read,
  use: read,
  useContext: (context: Context) => context._currentValue2,
  useMemo: (make: () => unknown) => make(),
  useCallback: (callback: unknown) => callback,
  useState: (initial: unknown) => [typeof initial === 'function' ? initial() : initial, setState],
  useReducer: (_: unknown, argument: unknown, init?: (argument: unknown) => unknown) => [
    init === undefined ? argument : init(argument),
    setState,
  ],
  useRef: (initial: unknown) => ({ current: initial }),
  useId: () => makeId(count++),
  useEffect: nothing,
  useLayoutEffect: nothing,
  useInsertionEffect: nothing,
  useImperativeHandle: nothing,
  useDebugValue: nothing,
  useDeferredValue: (value: unknown, initial?: unknown) => (initial === undefined ? value : initial),
  useTransition: () => [false, setState],
  useOptimistic: (value: unknown) => [value, setState],
  useSyncExternalStore: (_: unknown, __: unknown, serverSnapshot?: () => unknown) => {
    if (!serverSnapshot) throw new Unsupported('a store without a state for the server');
    return serverSnapshot();
  },
};

/** Calls draw with the server's hooks in place; ids come from makeId, which is told how many the component had. */
export function withHooks<Result>(ids: (count: number) => string, draw: () => Result): Result {
  const before = internals as { H: unknown };
  const held = before.H;
  before.H = hooks;
  makeId = ids;
  try {
    return draw();
  } finally {
    before.H = held;
  }
}

/** Says that a component begins. */
export function beginComponent(): void {
  count = 0;
}

/** Whether the component that was drawn last asked for an id. */
export function askedForId(): boolean {
  return count > 0;
}
