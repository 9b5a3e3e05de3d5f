import { pluralIn } from '../plural.ts';
import type { SharingTexts } from './en.ts';

const plural = pluralIn('it');

export const sharing: SharingTexts = {
  sharing: {
    share: 'Condividi',
    title: (store) => `Un look di ${store}`,
    until: (date) => `Chi ha il link può vedere questo look fino al ${date}.`,
    link: 'Link a questo look',
    copy: 'Copia',
    copied: 'Il link è stato copiato.',
    copyYourself: 'Copia il link dal campo.',
    failed: 'Non è stato possibile condividere il look. Riprova tra un momento.',
    stop: 'Interrompi la condivisione',
    stopQuestion: 'Non condividere più questo look?',
    stopText:
      'Il link smette di funzionare per tutti, per sempre. Puoi condividere di nuovo il look con un altro link.',
    keep: 'Continua a condividere',
    stopped: 'Il look non è più condiviso.',
    stopFailed: 'Il look è ancora condiviso. Riprova tra un momento.',
  },
  shared: {
    title: 'Un look condiviso',
    heading: (store) => `Un look di ${store}`,
    picture: (titles) => `Una prova con ${titles}`,
    tryOn: 'Provalo anche tu',
    ownLook: 'Torna al mio look',
    leave: 'Inizia una prova',
    gone: 'Questo look non è più condiviso',
    goneText: 'I link scadono dopo un po’, e chi ha condiviso un look può ritirarlo.',
    failed: 'Non è stato possibile caricare il look',
    missing: (count) =>
      plural(count, {
        one: '1 articolo non è più nel negozio.',
        other: `${count} articoli non sono più nel negozio.`,
      }),
  },
};
