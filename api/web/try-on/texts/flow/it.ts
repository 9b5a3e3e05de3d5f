import { pluralIn } from '../plural.ts';
import type { FlowTexts } from './en.ts';

const plural = pluralIn('it');

export const flow: FlowTexts = {
  step: (step, of, name) => `Passo ${step} di ${of}: ${name}`,
  choose: (min, max) =>
    min < max
      ? `Scegli da ${min} a ${max} articoli.`
      : plural(max, { one: 'Scegli 1 articolo.', other: `Scegli ${max} articoli.` }),
  orSkip: 'Oppure salta questo passo.',
  next: (name) => `Avanti: ${name}`,
  skip: 'Salta',
  skipAndTryOn: (count) => plural(count, { one: 'Salta e prova', other: `Salta e prova ${count} articoli` }),
  full: (max) => `Questo passo prende ${max} articoli. Rimuovine uno per aggiungerne un altro.`,
  exit: 'Sfoglia tutti gli articoli',
  exitTitle: (flow) => `Uscire da “${flow}”?`,
  exitText: 'I tuoi articoli restano. I passi finiscono qui e scegli tra tutti gli articoli del negozio.',
  exitConfirm: 'Esci dai passi',
  stay: 'Continua',
};
