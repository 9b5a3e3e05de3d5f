import { pluralIn } from '../plural.ts';
import type { FlowTexts } from './en.ts';

const plural = pluralIn('es');

export const flow: FlowTexts = {
  step: (step, of, name) => `Paso ${step} de ${of}: ${name}`,
  choose: (min, max) =>
    min < max
      ? `Elige de ${min} a ${max} artículos.`
      : plural(max, { one: 'Elige 1 artículo.', other: `Elige ${max} artículos.` }),
  orSkip: 'O sáltate este paso.',
  next: (name) => `Siguiente: ${name}`,
  skip: 'Saltar',
  skipAndTryOn: (count) =>
    plural(count, { one: 'Saltar y probar', other: `Saltar y probar ${count} artículos` }),
  full: (max) => `Este paso admite ${max} artículos. Quita uno para añadir otro.`,
  exit: 'Ver todos los artículos',
  exitTitle: (flow) => `¿Salir de «${flow}»?`,
  exitText:
    'Tus artículos se conservan. Los pasos terminan aquí y eliges entre todos los artículos de la tienda.',
  exitConfirm: 'Salir de los pasos',
  stay: 'Seguir',
};
