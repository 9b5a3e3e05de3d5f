import type { FirstTexts } from './en.ts';
import { pluralIn } from './plural.ts';
import { reasons } from './reasons/de.ts';

const plural = pluralIn('de');

export const de: FirstTexts = {
  shell: {
    tryingOn: 'Zum Anprobieren',
    items: (count) =>
      plural(count, { zero: 'Noch keine Artikel', one: '1 Artikel', other: `${count} Artikel` }),
    steps: (steps) => plural(steps, { one: '1 Schritt', other: `${steps} Schritte` }),
    back: 'Zurück',
    close: 'Schließen',
    backToShop: (store) => `Zurück zu ${store}`,
    retry: 'Erneut versuchen',
    unexpected: 'Auf dieser Seite ist etwas schiefgegangen',
    reload: 'Neu laden',
  },
  photo: {
    title: 'Dein Foto',
    lead: 'Ein Foto von dir oder deinem Raum, in gutem Licht.',
    leadOf: {
      person: 'In gutem Licht. Geh so weit zurück, dass deine Schultern auf dem Foto sind.',
      room: 'Dein Raum in gutem Licht, mit der Stelle, an der es stehen soll.',
    },
    take: 'Foto aufnehmen',
    choose: 'Foto auswählen',
    drop: 'Oder ein Foto hierher ziehen oder einfügen',
    dropNow: 'Loslassen, um das Foto zu verwenden',
    privacy: (hours) =>
      `Nur für deine Anprobe verwendet. Nach ${plural(hours, { one: '1 Stunde', other: `${hours} Stunden` })} gelöscht.`,
    last: 'Dein letztes Foto',
    useLast: 'Dieses Foto verwenden',
    delete: 'Foto löschen',
    deleted: 'Foto gelöscht.',
    deleteFailed: 'Das Foto wurde nicht gelöscht. Versuche es erneut.',
    models: 'Oder nimm eines von uns',
    useModel: (name) => `Das Foto „${name}“ verwenden`,
    preparing: 'Dein Foto wird vorbereitet',
    uploading: 'Dein Foto wird hochgeladen',
    own: 'Dein Foto',
  },
  remedies: {
    browse: 'Artikel ansehen',
    otherPhoto: 'Anderes Foto verwenden',
    editItems: 'Artikel ändern',
    tryAgain: 'Erneut versuchen',
  },
  reasons,
};
