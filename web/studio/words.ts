import { inLanguage } from './language';

/** Words of Studio itself; those of forms and of the preview are with them. */
export const words = inLanguage({
  studio: ['Studio', 'Studio', 'Studio'],
  publish: ['Publish', 'Veröffentlichen', 'Publicar'],
  changes: [
    (count: number) => (count === 1 ? '1 change' : `${count} changes`),
    (count: number) => (count === 1 ? '1 Änderung' : `${count} Änderungen`),
    (count: number) => (count === 1 ? '1 cambio' : `${count} cambios`),
  ],
});
