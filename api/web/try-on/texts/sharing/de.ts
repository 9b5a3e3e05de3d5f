import { pluralIn } from '../plural.ts';
import type { SharingTexts } from './en.ts';

const plural = pluralIn('de');

export const sharing: SharingTexts = {
  sharing: {
    share: 'Teilen',
    title: (store) => `Ein Look von ${store}`,
    until: (date) => `Wer den Link hat, kann diesen Look bis ${date} sehen.`,
    link: 'Link zu diesem Look',
    copy: 'Kopieren',
    copied: 'Der Link ist kopiert.',
    copyYourself: 'Kopiere den Link aus dem Feld.',
    failed: 'Der Look konnte nicht geteilt werden. Versuche es gleich noch einmal.',
    stop: 'Nicht mehr teilen',
    stopQuestion: 'Diesen Look nicht mehr teilen?',
    stopText:
      'Der Link funktioniert dann für niemanden mehr. Mit einem neuen Link kannst du den Look wieder teilen.',
    keep: 'Weiter teilen',
    stopped: 'Der Look wird nicht mehr geteilt.',
    stopFailed: 'Der Look wird noch geteilt. Versuche es gleich noch einmal.',
  },
  shared: {
    title: 'Ein geteilter Look',
    heading: (store) => `Ein Look von ${store}`,
    picture: (titles) => `Eine Anprobe mit ${titles}`,
    tryOn: 'Selbst anprobieren',
    ownLook: 'Zurück zu meinem Look',
    leave: 'Anprobe starten',
    gone: 'Dieser Look wird nicht mehr geteilt',
    goneText: 'Links enden nach einiger Zeit, und wer einen Look geteilt hat, kann das zurücknehmen.',
    failed: 'Der Look konnte nicht geladen werden',
    missing: (count) =>
      plural(count, {
        one: '1 Artikel gibt es im Shop nicht mehr.',
        other: `${count} Artikel gibt es im Shop nicht mehr.`,
      }),
  },
};
