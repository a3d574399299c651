import type { Form } from '../content/types.gen';

/** The field that nobody sees: programs that fill in whatever they find give themselves away. */
export const honeypot = 'homepage';

/** The controls of a field: one, or all boxes that share its name. */
export function controlsOf(form: HTMLFormElement, name: string): HTMLInputElement[] {
  const found = form.elements.namedItem(name);
  // Selects and textareas have what is asked of them here, too.
  if (found instanceof RadioNodeList) return Array.from(found) as HTMLInputElement[];
  return found ? [found as HTMLInputElement] : [];
}

const isBox = ({ type }: HTMLInputElement) => type === 'checkbox' || type === 'radio';

/** Stands for what a browser cannot read as a number or a day: else it would be taken for an empty field. */
export const unread = '?';

/** What was filled into a field: of several boxes the ticked ones, each on a line. */
export function filledIn(form: HTMLFormElement, name: string): string {
  return controlsOf(form, name)
    .filter((control) => control.type !== 'file' && (!isBox(control) || control.checked))
    .map((control) => (control.validity.badInput ? unread : control.value))
    .join('\n');
}

/** Fills in a field that is empty, and says whether it did. */
export function fillIn(form: HTMLFormElement, name: string, value: string): boolean {
  if (!value || filledIn(form, name)) return false;
  for (const control of controlsOf(form, name)) {
    if (isBox(control)) control.checked = value.split('\n').includes(control.value);
    else control.value = value;
  }
  return true;
}

/** What was filled into a form: words and files, by the names of their fields. */
export interface Content {
  values: Record<string, string>;
  files: Record<string, File[]>;
}

/** What was filled into the fields of a form, and into the one that nobody sees. */
export function contentOf(element: HTMLFormElement, { fields }: Form): Content {
  const content: Content = { values: {}, files: {} };
  for (const { name } of fields) {
    content.values[name] = filledIn(element, name);
    const files = controlsOf(element, name).flatMap((control) => Array.from(control.files ?? []));
    if (files.length > 0) content.files[name] = files;
  }
  const trapped = filledIn(element, honeypot);
  if (trapped) content.values[honeypot] = trapped;
  return content;
}

/** Puts files back into an empty field. */
export function chooseAgain(form: HTMLFormElement, name: string, files: File[]): void {
  const [control] = controlsOf(form, name);
  if (control?.type !== 'file' || control.files?.length) return;
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  control.files = transfer.files;
}
