import { pluralIn } from '../plural.ts';
import type { SharingTexts } from './en.ts';

const plural = pluralIn('fr');

export const sharing: SharingTexts = {
  sharing: {
    share: 'Partager',
    title: (store) => `Un look de ${store}`,
    until: (date) => `Toute personne qui a le lien peut voir ce look jusqu’au ${date}.`,
    link: 'Lien vers ce look',
    copy: 'Copier',
    copied: 'Le lien est copié.',
    copyYourself: 'Copiez le lien dans le champ.',
    failed: 'Le look n’a pas pu être partagé. Réessayez dans un instant.',
    stop: 'Ne plus partager',
    stopQuestion: 'Ne plus partager ce look ?',
    stopText:
      'Le lien cesse de fonctionner pour tout le monde. Vous pourrez partager le look par un nouveau lien.',
    keep: 'Continuer à partager',
    stopped: 'Le look n’est plus partagé.',
    stopFailed: 'Le look est encore partagé. Réessayez dans un instant.',
  },
  shared: {
    title: 'Un look partagé',
    heading: (store) => `Un look de ${store}`,
    picture: (titles) => `Un essayage avec ${titles}`,
    tryOn: 'L’essayer vous-même',
    ownLook: 'Revenir à mon look',
    leave: 'Commencer un essayage',
    gone: 'Ce look n’est plus partagé',
    goneText: 'Les liens expirent, et la personne qui a partagé un look peut le retirer.',
    failed: 'Le look n’a pas pu être chargé',
    missing: (count) =>
      plural(count, {
        one: `${count} article n’est plus dans la boutique.`,
        other: `${count} articles ne sont plus dans la boutique.`,
      }),
  },
};
