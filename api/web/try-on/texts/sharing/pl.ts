import { pluralIn } from '../plural.ts';
import type { SharingTexts } from './en.ts';

const plural = pluralIn('pl');

export const sharing: SharingTexts = {
  sharing: {
    share: 'Udostępnij',
    title: (store) => `Zestaw ze sklepu ${store}`,
    until: (date) => `Każdy, kto ma link, może zobaczyć ten zestaw do ${date}.`,
    link: 'Link do tego zestawu',
    copy: 'Kopiuj',
    copied: 'Link skopiowany.',
    copyYourself: 'Skopiuj link z pola.',
    failed: 'Nie udało się udostępnić zestawu. Spróbuj za chwilę.',
    stop: 'Przestań udostępniać',
    stopQuestion: 'Przestać udostępniać ten zestaw?',
    stopText:
      'Link przestanie działać dla wszystkich, na zawsze. Możesz udostępnić zestaw ponownie nowym linkiem.',
    keep: 'Udostępniaj dalej',
    stopped: 'Zestaw nie jest już udostępniany.',
    stopFailed: 'Zestaw nadal jest udostępniany. Spróbuj za chwilę.',
  },
  shared: {
    title: 'Udostępniony zestaw',
    heading: (store) => `Zestaw ze sklepu ${store}`,
    picture: (titles) => `Przymierzenie: ${titles}`,
    tryOn: 'Przymierz to na sobie',
    ownLook: 'Wróć do mojego zestawu',
    leave: 'Zacznij przymierzać',
    gone: 'Ten zestaw nie jest już udostępniany',
    goneText: 'Linki po pewnym czasie wygasają, a kto udostępnił zestaw, może go wycofać.',
    failed: 'Nie udało się wczytać zestawu',
    missing: (count) =>
      plural(count, {
        one: '1 produktu nie ma już w sklepie.',
        few: `${count} produktów nie ma już w sklepie.`,
        many: `${count} produktów nie ma już w sklepie.`,
      }),
  },
};
