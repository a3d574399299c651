import { inLanguage } from '../language';

/** What is said to who cannot see that something can be picked. */
export const words = inLanguage({
  change: ['Change', 'Ändern', 'Cambiar'],
  picture: ['Picture', 'Bild', 'Imagen'],
});
