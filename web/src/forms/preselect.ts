import type { Form } from '../content/types.gen';

/** The form that a link names: ?form=booking. The server draws pages without a query. */
export function namedForm(query: string): string | undefined {
  return query ? (new URLSearchParams(query).get('form') ?? undefined) : undefined;
}

/**
 * What a link chooses in the fields with options, by the name of the field:
 * ?form=booking&service=discovery-call. All else of the query is somebody else's.
 */
export function choices(query: string, form: Form): [field: string, value: string][] {
  const asked = new URLSearchParams(query);
  if ((asked.get('form') ?? form.id) !== form.id) return [];
  return form.fields.flatMap(({ name, options }): [string, string][] =>
    (options ?? []).filter(({ value }) => value === asked.get(name)).map(({ value }) => [name, value]),
  );
}
