import { pluralIn } from '../plural.ts';
import type { FlowTexts } from './en.ts';

const plural = pluralIn('pl');

export const flow: FlowTexts = {
  step: (step, of, name) => `Krok ${step} z ${of}: ${name}`,
  choose: (min, max) =>
    min < max
      ? `Wybierz od ${min} do ${max} produktów.`
      : plural(max, {
          one: 'Wybierz 1 produkt.',
          few: `Wybierz ${max} produkty.`,
          many: `Wybierz ${max} produktów.`,
        }),
  orSkip: 'Albo pomiń ten krok.',
  next: (name) => `Dalej: ${name}`,
  skip: 'Pomiń',
  skipAndTryOn: (count) =>
    plural(count, {
      one: 'Pomiń i przymierz',
      few: `Pomiń i przymierz ${count} produkty`,
      many: `Pomiń i przymierz ${count} produktów`,
    }),
  full: (max) =>
    plural(max, {
      one: 'W tym kroku mieści się 1 produkt. Usuń go, aby dodać inny.',
      few: `W tym kroku mieszczą się ${max} produkty. Usuń jeden, aby dodać inny.`,
      many: `W tym kroku mieści się ${max} produktów. Usuń jeden, aby dodać inny.`,
    }),
  exit: 'Przeglądaj wszystkie produkty',
  exitTitle: (flow) => `Opuścić „${flow}”?`,
  exitText: 'Twoje produkty zostają. Kroki kończą się tutaj i wybierasz spośród wszystkich produktów sklepu.',
  exitConfirm: 'Opuść kroki',
  stay: 'Kontynuuj',
};
