import type { Form } from '../content/types.gen';
import { type Content, contentOf, controlsOf } from './controls';

/** The times of an appointment at which its location is open; undefined where nothing is known of that, or not yet. */
export function openTimes({ offer }: Form, values: Content['values']): string[] | undefined {
  const date = offer && values[offer.date];
  const place = offer?.open?.[values[offer.location] ?? offer.location];
  return date ? (place?.[date] ?? place?.[new Date(date).getUTCDay()]) : undefined;
}

/** Lets visitors choose those times alone. */
export function offerTimes(element: HTMLFormElement, form: Form): void {
  if (!form.offer) return;
  const open = openTimes(form, contentOf(element, form).values);
  const [time] = controlsOf(element, form.offer.time) as unknown as HTMLSelectElement[];
  for (const option of time?.options ?? []) {
    if (!option.value) continue;
    option.disabled = open !== undefined && !open.includes(option.value);
    if (option.disabled && option.selected && time) time.value = '';
  }
}
