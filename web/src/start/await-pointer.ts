/** Loads what follows the pointer once a mouse moves on a page that asks for it with data-await-pointer. */
export function awaitPointer(): void {
  if (!matchMedia('(prefers-reduced-motion: no-preference) and (hover: hover)').matches) return;
  const begin = (event: PointerEvent) => {
    // Browsers send an event for a page that came below a pointer at rest, too.
    const moved = event.movementX !== 0 || event.movementY !== 0;
    if (!moved || event.pointerType === 'touch' || !document.querySelector('[data-await-pointer]')) return;
    removeEventListener('pointermove', begin);
    import('./follow-pointer').then(({ followPointer }) => followPointer(event), console.error);
  };
  addEventListener('pointermove', begin, { passive: true });
}
