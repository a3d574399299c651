/** Loads what follows the pointer once a mouse moves on a page that asks for it with data-await-pointer. */
export function awaitPointer(): void {
  if (!matchMedia('(prefers-reduced-motion: no-preference) and (hover: hover)').matches) return;
  const begin = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || !document.querySelector('[data-await-pointer]')) return;
    removeEventListener('pointermove', begin);
    import('./follow-pointer').then(({ followPointer }) => followPointer(event), console.error);
  };
  addEventListener('pointermove', begin, { passive: true });
}
