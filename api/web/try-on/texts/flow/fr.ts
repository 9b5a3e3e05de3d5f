import { pluralIn } from '../plural.ts';
import type { FlowTexts } from './en.ts';

const plural = pluralIn('fr');

export const flow: FlowTexts = {
  step: (step, of, name) => `Étape ${step} sur ${of} : ${name}`,
  choose: (min, max) =>
    min < max
      ? `Choisissez ${min} à ${max} articles.`
      : plural(max, { one: `Choisissez ${max} article.`, other: `Choisissez ${max} articles.` }),
  orSkip: 'Ou passez cette étape.',
  next: (name) => `Suivant : ${name}`,
  skip: 'Passer',
  skipAndTryOn: (count) =>
    plural(count, { one: 'Passer et essayer', other: `Passer et essayer ${count} articles` }),
  full: (max) => `Cette étape accepte ${max} articles. Retirez-en un pour en ajouter un autre.`,
  exit: 'Voir tous les articles',
  exitTitle: (flow) => `Quitter « ${flow} » ?`,
  exitText:
    'Vos articles sont conservés. Les étapes s’arrêtent ici, et vous choisissez parmi tous les articles de la boutique.',
  exitConfirm: 'Quitter les étapes',
  stay: 'Continuer',
};
