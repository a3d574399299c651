/**
 * Sets data-near on elements that ask for it with data-await-near, once they are less than a screen away. With
 * data-measured (layout/Footer.tsx) it also gets what the browser has measured.
 */
export function followNear(): void {
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue;
        target.setAttribute('data-near', 'true');
        if (target.hasAttribute('data-measured'))
          import('./measured').then(({ measure }) => measure(target), console.error);
      }
    },
    { rootMargin: '100%' },
  );
  const observe = () => {
    for (const element of document.querySelectorAll('[data-await-near]')) observer.observe(element);
  };
  observe();
  // Each page that the client shows has new children of the root.
  const root = document.getElementById('root');
  if (root) new MutationObserver(observe).observe(root, { childList: true });
}
