import { pluralIn } from '../plural.ts';
import type { FlowTexts } from './en.ts';

const plural = pluralIn('de');

export const flow: FlowTexts = {
  step: (step, of, name) => `Schritt ${step} von ${of}: ${name}`,
  choose: (min, max) => `Wähle ${min < max ? `${min} bis ${max}` : max} Artikel.`,
  orSkip: 'Oder überspringe diesen Schritt.',
  next: (name) => `Weiter: ${name}`,
  skip: 'Überspringen',
  skipAndTryOn: (count) =>
    plural(count, {
      one: 'Überspringen und anprobieren',
      other: `Überspringen und ${count} Artikel anprobieren`,
    }),
  full: (max) =>
    `In diesem Schritt sind ${max} Artikel möglich. Entferne einen, um einen anderen hinzuzufügen.`,
  exit: 'Alle Artikel ansehen',
  exitTitle: (flow) => `„${flow}“ verlassen?`,
  exitText: 'Deine Artikel bleiben. Die Schritte enden hier, und du wählst aus allen Artikeln des Shops.',
  exitConfirm: 'Schritte verlassen',
  stay: 'Weitermachen',
};
