const box = 'grid w-full gap-1.5 rounded-md border-s-3 bg-band px-5 py-4 text-[0.9375rem]';

/** The box that says what became of a form. */
export const outcome = {
  sent: `${box} border-success`,
  failed: `${box} border-danger`,
} as const;
