import { createContext } from 'react';
import type { Form, FormState } from './types.gen';

/**
 * What a form of the page shows besides itself, where the page answers a native
 * form post. Such a page comes without a script: what needs one is drawn so
 * that it does without. In the client there is never such a state, and all that
 * asks for it asks for `import.meta.env.SSR` first, so that the bundler takes
 * it out: `import.meta.env.SSR && use(FormStateContext)`.
 */
export const FormStateContext = /* @__PURE__ */ createContext<FormState | undefined>(undefined);

/** The form that the state belongs to. */
export function formOf(state: FormState | undefined, forms: Form[]): Form | undefined {
  return forms.find((form) => form.site === state?.site && form.id === state.form);
}
