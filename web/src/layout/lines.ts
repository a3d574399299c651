import { clsx } from 'clsx';

const item = clsx(
  'flex min-h-11 items-center text-muted transition-paint hover:text-text aria-[current]:text-text bar:rounded-md',
  'bar:text-sm',
);

/** A line of the bar: on phones, of the screen that the menu is there. */
export const top = clsx(
  item,
  'border-b border-line py-3 font-display text-3xl/tight text-text',
  'aria-[current]:underline bar:no-underline!',
  'bar:border-0 bar:py-0 bar:font-text bar:leading-normal bar:max-lg:px-2 bar:not-aria-[current]:text-muted lg:px-3',
);

/** A line of a list that one of them opens. */
export const below = clsx(item, 'text-lg bar:px-3');
