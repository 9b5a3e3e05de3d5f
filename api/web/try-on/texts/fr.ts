import type { FirstTexts } from './en.ts';
import { pluralIn } from './plural.ts';
import { reasons } from './reasons/fr.ts';

const plural = pluralIn('fr');

export const fr: FirstTexts = {
  shell: {
    tryingOn: 'À essayer',
    items: (count) =>
      plural(count, { zero: 'Aucun article', one: `${count} article`, other: `${count} articles` }),
    steps: (steps) => plural(steps, { one: '1 étape', other: `${steps} étapes` }),
    back: 'Retour',
    close: 'Fermer',
    backToShop: (store) => `Retour à ${store}`,
    retry: 'Réessayer',
    unexpected: 'Un problème est survenu sur cette page',
    reload: 'Recharger',
  },
  photo: {
    title: 'Votre photo',
    lead: 'Une photo de vous ou de votre pièce, bien éclairée.',
    leadOf: {
      person: 'Bien éclairée. Reculez pour que vos épaules soient sur la photo.',
      room: 'Une photo de votre pièce, bien éclairée, avec l’endroit où l’article sera placé.',
    },
    take: 'Prendre une photo',
    choose: 'Choisir une photo',
    drop: 'Ou déposez ou collez une photo ici',
    dropNow: 'Déposez la photo pour l’utiliser',
    privacy: (hours) =>
      `Utilisée uniquement pour votre essayage. Supprimée après ${plural(hours, { one: `${hours} heure`, other: `${hours} heures` })}.`,
    last: 'Votre dernière photo',
    useLast: 'Utiliser cette photo',
    delete: 'Supprimer la photo',
    deleted: 'Photo supprimée.',
    deleteFailed: 'La photo n’a pas été supprimée. Réessayez.',
    models: 'Ou utilisez l’une des nôtres',
    useModel: (name) => `Utiliser la photo « ${name} »`,
    preparing: 'Préparation de votre photo',
    uploading: 'Envoi de votre photo',
    own: 'Votre photo',
  },
  remedies: {
    browse: 'Voir les articles',
    otherPhoto: 'Utiliser une autre photo',
    editItems: 'Changer d’articles',
    tryAgain: 'Réessayer',
  },
  reasons,
};
