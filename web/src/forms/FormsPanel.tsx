import type { ComponentType } from 'react';
import type { Form } from '../content/types.gen';

export interface FormsPanelProps {
  /** The forms, in order; the first one is open. */
  forms: Form[];
}

let View: ComponentType<FormsPanelProps> | undefined;

/**
 * Installs what draws forms. The server does so when it starts; the client
 * before it draws the first page with forms, so that other pages do without
 * the code, and hydration never has to wait in the middle.
 */
export function installFormsPanel(view: ComponentType<FormsPanelProps>): void {
  View = view;
}

/** One form, or several that share their place as tabs. */
export function FormsPanel(props: FormsPanelProps) {
  if (!View) throw new Error('a page with forms is drawn before installFormsPanel was called');
  return <View {...props} />;
}
