import { type ComponentType, createElement } from 'react';
import type { components as forms } from './forms.gen';
import type { components as more } from './more.gen';

/** Components that few pages show, by name: those whose files say @lazy. */
type Components = typeof forms & typeof more;

const loaded = new Map<string, ComponentType>();

/** Makes components known: on the server at its start, in the client before it draws a page with one (load.ts). */
export function install(components: Partial<Components>): void {
  for (const [name, component] of Object.entries(components)) loaded.set(name, component as ComponentType);
}

/** Returns a component that draws the one of that name, and throws when that was not loaded. */
export function lazy<Name extends keyof Components>(name: Name): Components[Name] {
  const draw = (props: object) => {
    const Component = loaded.get(name);
    if (!Component) throw new Error(`${name} is drawn before it was loaded`);
    return createElement(Component, props);
  };
  return draw as Components[Name];
}
