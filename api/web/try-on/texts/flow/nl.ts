import { pluralIn } from '../plural.ts';
import type { FlowTexts } from './en.ts';

const plural = pluralIn('nl');

export const flow: FlowTexts = {
  step: (step, of, name) => `Stap ${step} van ${of}: ${name}`,
  choose: (min, max) =>
    min < max
      ? `Kies ${min} tot ${max} artikelen.`
      : plural(max, { one: 'Kies 1 artikel.', other: `Kies ${max} artikelen.` }),
  orSkip: 'Of sla deze stap over.',
  next: (name) => `Volgende: ${name}`,
  skip: 'Overslaan',
  skipAndTryOn: (count) =>
    plural(count, { one: 'Overslaan en passen', other: `Overslaan en ${count} artikelen passen` }),
  full: (max) => `Deze stap heeft plaats voor ${max}. Verwijder een artikel om een ander toe te voegen.`,
  exit: 'Alle artikelen bekijken',
  exitTitle: (flow) => `“${flow}” verlaten?`,
  exitText:
    'Je artikelen blijven bewaard. De stappen eindigen hier en je kiest uit alle artikelen van de winkel.',
  exitConfirm: 'De stappen verlaten',
  stay: 'Doorgaan',
};
