import { pluralIn } from '../plural.ts';
import type { SharingTexts } from './en.ts';

const plural = pluralIn('nl');

export const sharing: SharingTexts = {
  sharing: {
    share: 'Delen',
    title: (store) => `Een look van ${store}`,
    until: (date) => `Iedereen met de link kan deze look zien tot ${date}.`,
    link: 'Link naar deze look',
    copy: 'Kopiëren',
    copied: 'De link is gekopieerd.',
    copyYourself: 'Kopieer de link uit het veld.',
    failed: 'De look kon niet worden gedeeld. Probeer het zo opnieuw.',
    stop: 'Niet meer delen',
    stopQuestion: 'Deze look niet meer delen?',
    stopText:
      'De link werkt dan voorgoed voor niemand meer. Je kunt de look opnieuw delen met een nieuwe link.',
    keep: 'Blijven delen',
    stopped: 'De look wordt niet meer gedeeld.',
    stopFailed: 'De look wordt nog gedeeld. Probeer het zo opnieuw.',
  },
  shared: {
    title: 'Een gedeelde look',
    heading: (store) => `Een look van ${store}`,
    picture: (titles) => `Een pasbeeld met ${titles}`,
    tryOn: 'Zelf passen',
    ownLook: 'Terug naar mijn eigen look',
    leave: 'Beginnen met passen',
    gone: 'Deze look wordt niet meer gedeeld',
    goneText: 'Links verlopen na een tijd, en wie een look heeft gedeeld, kan hem terugnemen.',
    failed: 'De look kon niet worden geladen',
    missing: (count) =>
      plural(count, {
        one: '1 artikel is niet meer in de winkel.',
        other: `${count} artikelen zijn niet meer in de winkel.`,
      }),
  },
};
