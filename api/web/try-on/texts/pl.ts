import type { FirstTexts } from './en.ts';
import { pluralIn } from './plural.ts';
import { reasons } from './reasons/pl.ts';

const plural = pluralIn('pl');

export const pl: FirstTexts = {
  shell: {
    tryingOn: 'Do przymierzenia',
    items: (count) =>
      plural(count, {
        zero: 'Brak produktów',
        one: '1 produkt',
        few: `${count} produkty`,
        many: `${count} produktów`,
      }),
    steps: (steps) => plural(steps, { one: '1 krok', few: `${steps} kroki`, many: `${steps} kroków` }),
    back: 'Wstecz',
    close: 'Zamknij',
    backToShop: (store) => `Wróć do ${store}`,
    retry: 'Spróbuj ponownie',
    unexpected: 'Na tej stronie coś poszło nie tak',
    reload: 'Wczytaj ponownie',
  },
  photo: {
    title: 'Twoje zdjęcie',
    lead: 'Zdjęcie Twoje lub Twojego pokoju, w dobrym świetle.',
    leadOf: {
      person: 'W dobrym świetle. Odsuń się tak, aby na zdjęciu było widać ramiona.',
      room: 'Zdjęcie Twojego pokoju w dobrym świetle, z miejscem, w którym stanie lub zawiśnie produkt.',
    },
    take: 'Zrób zdjęcie',
    choose: 'Wybierz zdjęcie',
    drop: 'Albo przeciągnij lub wklej tutaj zdjęcie',
    dropNow: 'Upuść zdjęcie, aby go użyć',
    privacy: (hours) =>
      `Używane tylko do przymierzenia. Usuwane po ${plural(hours, { one: '1 godzinie', few: `${hours} godzinach`, many: `${hours} godzinach` })}.`,
    last: 'Twoje ostatnie zdjęcie',
    useLast: 'Użyj tego zdjęcia',
    delete: 'Usuń zdjęcie',
    deleted: 'Zdjęcie usunięte.',
    deleteFailed: 'Zdjęcie nie zostało usunięte. Spróbuj ponownie.',
    models: 'Albo użyj jednego z naszych',
    useModel: (name) => `Użyj zdjęcia „${name}”`,
    preparing: 'Przygotowywanie zdjęcia',
    uploading: 'Przesyłanie zdjęcia',
    own: 'Twoje zdjęcie',
  },
  remedies: {
    browse: 'Przeglądaj produkty',
    otherPhoto: 'Użyj innego zdjęcia',
    editItems: 'Zmień produkty',
    tryAgain: 'Spróbuj ponownie',
  },
  reasons,
};
