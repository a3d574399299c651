import { inLanguage } from '../language';

const count = (one: string, many: string) => (n: number) => `${n} ${n === 1 ? one : many}`;

/** Words of the view that says how things stand. */
export const words = inLanguage({
  good: ['All is well', 'Alles in Ordnung', 'Todo en orden'],
  look: ['Worth a look', 'Einen Blick wert', 'Conviene mirarlo'],
  bad: ['Something needs fixing', 'Etwas ist zu beheben', 'Hay algo que arreglar'],
  liveSince: ['Live since', 'Live seit', 'En línea desde'],
  heldSince: [
    'Held back: visitors see what was there before, since',
    'Zurückgehalten: Besucher sehen das Bisherige, seit',
    'Retenido: los visitantes ven lo anterior, desde',
  ],
  neverLive: ['Not there for visitors yet', 'Für Besucher noch nicht da', 'Aún no visible para los visitantes'],
  because: ['What to fix', 'Was zu beheben ist', 'Qué hay que arreglar'],
  behind: [
    count('file waits', 'files wait'),
    count('Datei wartet', 'Dateien warten'),
    count('archivo espera', 'archivos esperan'),
  ],
  unread: [
    'The content folder cannot be read',
    'Der Ordner mit den Inhalten lässt sich nicht lesen',
    'No se puede leer la carpeta de contenidos',
  ],
  warnings: [count('warning', 'warnings'), count('Hinweis', 'Hinweise'), count('aviso', 'avisos')],
  warningsHow: [
    'The website works. Fix them when you have time.',
    'Die Website läuft. Bei Gelegenheit beheben.',
    'El sitio funciona. Arréglelos cuando pueda.',
  ],
  forms: ['Forms', 'Formulare', 'Formularios'],
  open: ['open', 'offen', 'abiertos'],
  closed: ['closed', 'geschlossen', 'cerrados'],
  mail: ['Mail', 'E-Mail', 'Correo'],
  allSent: ['all is sent', 'alles ist versandt', 'todo enviado'],
  captured: [
    'nobody gets any: no mail service is set up',
    'niemand bekommt welche: kein Versand eingerichtet',
    'no se envía ninguno: falta el servicio de correo',
  ],
  waiting: [count('waits', 'wait'), count('wartet', 'warten'), count('espera', 'esperan')],
  since: ['since', 'seit', 'desde'],
  parked: [
    count('refused for now', 'refused for now'),
    count('vorerst abgelehnt', 'vorerst abgelehnt'),
    count('rechazado por ahora', 'rechazados por ahora'),
  ],
  failed: [count('failed', 'failed'), count('fehlgeschlagen', 'fehlgeschlagen'), count('fallido', 'fallidos')],
  disk: ['Disk space', 'Speicherplatz', 'Espacio en disco'],
  free: ['free', 'frei', 'libres'],
  used: [(n: number) => `${n} % used`, (n: number) => `${n} % belegt`, (n: number) => `${n} % en uso`],
  backup: ['Backup', 'Sicherung', 'Copia de seguridad'],
  never: ['none was made here yet', 'hier wurde noch keine gemacht', 'aún no se hizo ninguna aquí'],
  certificate: ['Certificate', 'Zertifikat', 'Certificado'],
  until: ['good until', 'gültig bis', 'válido hasta'],
  unseen: ['could not be seen', 'war nicht zu sehen', 'no se pudo ver'],
});
