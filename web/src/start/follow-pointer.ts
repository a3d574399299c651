/**
 * Sets --pointer-x and --pointer-y on elements that ask for it with data-await-pointer: which way the pointer is, seen
 * from the middle of the element. Together they are never longer than 1, which they are from one width of it on. They
 * are 0 while the pointer is outside of the window.
 */
export function followPointer(first: PointerEvent): void {
  let at: PointerEvent | undefined = first;
  let frame = 0;
  const follow = () => {
    frame = 0;
    // Where all are is read before anything is written: so the page is laid out once.
    const eyes = [...document.querySelectorAll<SVGElement>('[data-await-pointer]')];
    const ways = eyes.map((eye) => {
      const { left, top, width, height } = eye.getBoundingClientRect();
      const [x, y] = at ? [at.clientX - left - width / 2, at.clientY - top - height / 2] : [0, 0];
      const length = Math.max(Math.hypot(x, y), width, 1);
      return [x / length, y / length] as const;
    });
    eyes.forEach(({ style }, index) => {
      const [x, y] = ways[index] ?? [0, 0];
      style.setProperty('--pointer-x', x.toFixed(3));
      style.setProperty('--pointer-y', y.toFixed(3));
    });
  };
  const notice = (event?: PointerEvent) => {
    at = event;
    if (frame === 0) frame = requestAnimationFrame(follow);
  };
  addEventListener('pointermove', notice, { passive: true });
  document.documentElement.addEventListener('pointerleave', () => notice());
  notice(first);
}
