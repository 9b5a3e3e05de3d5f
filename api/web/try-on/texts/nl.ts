import type { FirstTexts } from './en.ts';
import { pluralIn } from './plural.ts';
import { reasons } from './reasons/nl.ts';

const plural = pluralIn('nl');

export const nl: FirstTexts = {
  shell: {
    tryingOn: 'Om te passen',
    items: (count) =>
      plural(count, { zero: 'Nog geen artikelen', one: '1 artikel', other: `${count} artikelen` }),
    steps: (steps) => plural(steps, { one: '1 stap', other: `${steps} stappen` }),
    back: 'Terug',
    close: 'Sluiten',
    backToShop: (store) => `Terug naar ${store}`,
    retry: 'Opnieuw proberen',
    unexpected: 'Er is iets misgegaan op deze pagina',
    reload: 'Opnieuw laden',
  },
  photo: {
    title: 'Je foto',
    lead: 'Een foto van jou of je kamer, in goed licht.',
    leadOf: {
      person: 'In goed licht. Ga zo ver naar achteren dat je schouders op de foto staan.',
      room: 'Een foto van je kamer in goed licht, met de plek waar het komt te staan of hangen.',
    },
    take: 'Foto maken',
    choose: 'Foto kiezen',
    drop: 'Of sleep of plak hier een foto',
    dropNow: 'Laat los om de foto te gebruiken',
    privacy: (hours) =>
      `Alleen voor je pasbeurt gebruikt. Verwijderd na ${plural(hours, { one: '1 uur', other: `${hours} uur` })}.`,
    last: 'Je laatste foto',
    useLast: 'Deze foto gebruiken',
    delete: 'Foto verwijderen',
    deleted: 'Foto verwijderd.',
    deleteFailed: 'De foto is niet verwijderd. Probeer het opnieuw.',
    models: 'Of gebruik er een van ons',
    useModel: (name) => `De foto “${name}” gebruiken`,
    preparing: 'Je foto wordt voorbereid',
    uploading: 'Je foto wordt geüpload',
    own: 'Je foto',
  },
  remedies: {
    browse: 'Artikelen bekijken',
    otherPhoto: 'Een andere foto gebruiken',
    editItems: 'Artikelen wijzigen',
    tryAgain: 'Opnieuw proberen',
  },
  reasons,
};
