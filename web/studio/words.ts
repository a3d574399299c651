import { inLanguage } from './language';

/** Words of Studio itself; those of forms and of the preview are with them. */
export const words = inLanguage({
  // The frame around everything
  studio: ['Studio', 'Studio', 'Studio'],
  menu: ['Pages and more', 'Seiten und mehr', 'Páginas y más'],
  pages: ['Pages', 'Seiten', 'Páginas'],
  findPage: ['Find a page', 'Seite finden', 'Buscar una página'],
  changed: ['changed', 'geändert', 'cambiada'],
  draft: ['not published', 'nicht veröffentlicht', 'sin publicar'],
  changesTitle: ['Changes', 'Änderungen', 'Cambios'],
  history: ['History', 'Verlauf', 'Historial'],
  people: ['People', 'Personen', 'Personas'],
  signOut: ['Sign out', 'Abmelden', 'Cerrar sesión'],
  close: ['Close', 'Schließen', 'Cerrar'],
  back: ['Back', 'Zurück', 'Volver'],
  undo: ['Undo', 'Rückgängig', 'Deshacer'],
  redo: ['Redo', 'Wiederholen', 'Rehacer'],
  retry: ['Try again', 'Noch einmal versuchen', 'Intentar de nuevo'],
  cannotReach: ['Studio cannot be reached.', 'Studio ist nicht erreichbar.', 'No se puede acceder a Studio.'],
  lost: ['There is nothing here.', 'Hier ist nichts.', 'Aquí no hay nada.'],

  // What becomes of a change
  saving: ['Saving…', 'Wird gespeichert …', 'Guardando…'],
  saved: ['Saved', 'Gespeichert', 'Guardado'],
  unreachable: ['Not reachable: kept here', 'Nicht erreichbar: bleibt hier', 'Sin conexión: se queda aquí'],
  signedOut: ['Signed out: kept here', 'Abgemeldet: bleibt hier', 'Sesión cerrada: se queda aquí'],
  unkept: ['Not saved: stay on this page', 'Nicht gespeichert: bitte bleiben', 'Sin guardar: no cierre la página'],
  needsYou: ['Please look at this', 'Bitte ansehen', 'Revíselo, por favor'],
  clash: ['Somebody else changed this', 'Jemand anders hat das geändert', 'Otra persona lo cambió'],
  refused: ['This could not be saved', 'Das ließ sich nicht speichern', 'No se pudo guardar'],
  left: ['This was not saved last time', 'Das wurde letztes Mal nicht gespeichert', 'Esto no se guardó la última vez'],
  yours: ['Yours', 'Ihres', 'Lo suyo'],
  theirs: ['The other', 'Das andere', 'Lo otro'],
  now: ['Now', 'Jetzt', 'Ahora'],
  takeMine: ['Take yours', 'Ihres nehmen', 'Tomar lo suyo'],
  takeTheirs: ['Take the other', 'Das andere nehmen', 'Tomar lo otro'],
  dropIt: ['Drop it', 'Verwerfen', 'Descartar'],
  asText: ['File as text', 'Datei als Text', 'Archivo como texto'],

  // Values
  nothing: ['nothing', 'nichts', 'nada'],
  added: ['Added', 'Neu', 'Añadido'],
  removed: ['Removed', 'Entfernt', 'Eliminado'],
  moved: ['Moved', 'Verschoben', 'Movido'],

  // A page
  pick: [
    'Choose a word, a price or a picture in the page.',
    'Wählen Sie in der Seite ein Wort, einen Preis oder ein Bild.',
    'Elija en la página una palabra, un precio o una imagen.',
  ],
  stale: [
    'The page cannot be shown like this yet.',
    'So lässt sich die Seite noch nicht zeigen.',
    'La página aún no se puede mostrar así.',
  ],
  sections: ['Parts of this page', 'Teile dieser Seite', 'Partes de esta página'],
  wholePage: ['The page itself', 'Die Seite selbst', 'La página misma'],
  fields: ['Fields', 'Felder', 'Campos'],
  problems: ['What is wrong', 'Was nicht stimmt', 'Qué no está bien'],
  noProblems: ['Nothing is wrong.', 'Alles stimmt.', 'Todo está bien.'],
  line: [(line: number) => `Line ${line}`, (line: number) => `Zeile ${line}`, (line: number) => `Línea ${line}`],

  // Publishing
  working: ['One moment…', 'Einen Moment …', 'Un momento…'],
  publish: ['Publish', 'Veröffentlichen', 'Publicar'],
  changes: [
    (count: number) => (count === 1 ? '1 change' : `${count} changes`),
    (count: number) => (count === 1 ? '1 Änderung' : `${count} Änderungen`),
    (count: number) => (count === 1 ? '1 cambio' : `${count} cambios`),
  ],
  nothingToPublish: ['Nothing to publish', 'Nichts zu veröffentlichen', 'Nada que publicar'],
  live: [
    (time: string) => `Live since ${time}`,
    (time: string) => `Live seit ${time}`,
    (t: string) => `En línea desde ${t}`,
  ],
  held: ['Visitors still see the former', 'Besucher sehen noch das Bisherige', 'Los visitantes aún ven lo anterior'],
  takeBack: ['Take back', 'Zurücknehmen', 'Revertir'],
  bringBack: ['Bring back what was before', 'Zurückholen, was davor war', 'Recuperar lo anterior'],
  onDisk: ['Saved in the folder', 'Im Ordner gespeichert', 'Guardado en la carpeta'],
  nothingYet: ['Nothing yet.', 'Noch nichts.', 'Todavía nada.'],

  // People
  email: ['Email address', 'E-Mail-Adresse', 'Correo electrónico'],
  sendCode: ['Send me a code', 'Code senden', 'Enviarme un código'],
  codeSent: [
    'If this address was invited, a mail with six digits is on its way.',
    'Wenn diese Adresse eingeladen ist, kommt gleich eine E-Mail mit sechs Ziffern.',
    'Si esta dirección está invitada, llegará un correo con seis dígitos.',
  ],
  code: ['Six digits from the mail', 'Sechs Ziffern aus der E-Mail', 'Seis dígitos del correo'],
  signIn: ['Sign in', 'Anmelden', 'Iniciar sesión'],
  otherEmail: ['Another address', 'Andere Adresse', 'Otra dirección'],
  invite: ['Invite', 'Einladen', 'Invitar'],
  inviteLink: [
    'Send this link. It works once, for 24 hours:',
    'Senden Sie diesen Link. Er gilt einmal, 24 Stunden lang:',
    'Envíe este enlace. Sirve una vez, durante 24 horas:',
  ],
  role: ['May do', 'Darf', 'Puede'],
  owner: ['everything, people too', 'alles, auch Personen', 'todo, también personas'],
  editor: ['change and publish', 'ändern und veröffentlichen', 'cambiar y publicar'],
  writer: ['change, not publish', 'ändern, nicht veröffentlichen', 'cambiar, no publicar'],
  inbox: ['read what visitors send', 'lesen, was Besucher senden', 'leer lo que envían los visitantes'],
  sites: ['Sites (none: all)', 'Websites (keine: alle)', 'Sitios (ninguno: todos)'],
  allSites: ['all sites', 'alle Websites', 'todos los sitios'],
  lastSeen: ['last here', 'zuletzt hier', 'última visita'],
  remove: ['Remove', 'Entfernen', 'Eliminar'],
});
