import { inLanguage } from '../language';

/** Labels of fields whose keys say little to who has never seen the file. */
export const labels: Partial<Record<string, string>> = inLanguage({
  alt: ['Description of the picture', 'Beschreibung des Bildes', 'Descripción de la imagen'],
  exceptions: ['Holidays and other days', 'Feiertage und andere Tage', 'Festivos y otros días'],
  expireAt: ['Visible until', 'Sichtbar bis', 'Visible hasta'],
  eyebrow: ['Line above the title', 'Zeile über dem Titel', 'Línea sobre el título'],
  id: ['Short name for links', 'Kurzname für Links', 'Nombre corto para enlaces'],
  noIndex: ['Hide from search engines', 'Vor Suchmaschinen verbergen', 'Ocultar a los buscadores'],
  publishAt: ['Visible from', 'Sichtbar ab', 'Visible desde'],
  ref: ['Which one', 'Auswahl', 'Selección'],
  refs: ['Which ones', 'Auswahl', 'Selección'],
  seo: ['Search engines', 'Suchmaschinen', 'Buscadores'],
  src: ['File', 'Datei', 'Archivo'],
  to: ['Leads to', 'Führt nach', 'Lleva a'],
  url: ['Web address', 'Webadresse', 'Dirección web'],
});
