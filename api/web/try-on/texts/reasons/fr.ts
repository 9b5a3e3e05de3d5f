import type { ReasonTexts } from './en.ts';

export const reasons: ReasonTexts = {
  not_an_image: {
    title: 'Ce fichier n’est pas une photo',
    text: 'Choisissez une photo JPEG, PNG ou WebP.',
  },
  photo_too_small: {
    title: 'Cette photo est trop petite',
    text: 'Choisissez-en une d’au moins 256 pixels sur le petit côté.',
  },
  photo_too_dark: {
    title: 'Cette photo est trop sombre',
    text: 'Allumez une lumière ou placez-vous face à une fenêtre, puis reprenez-la.',
  },
  photo_too_large: {
    title: 'Cette photo est trop lourde',
    text: 'Choisissez-en une de moins de 8 Mo.',
  },
  photo_gone: {
    title: 'Votre photo n’est plus enregistrée',
    text: 'Ajoutez-la à nouveau. Vos articles sont conservés.',
  },
  format_unsupported: {
    title: 'Votre navigateur ne peut pas ouvrir cette photo',
    text: 'Les photos d’iPhone sont parfois des fichiers HEIC. Choisissez un JPEG, ou prenez une photo ici.',
  },
  no_product_images: {
    title: 'Un des articles n’a pas d’image utilisable',
    text: 'Choisissez un autre article à sa place.',
  },
  product_gone: {
    title: 'Un des articles n’est plus dans la boutique',
    text: 'Choisissez un autre article à sa place.',
  },
  insufficient_credits: {
    title: 'L’essayage fait une pause',
    text: 'Cette boutique ne peut pas créer de nouvelles images pour le moment. Revenez plus tard.',
  },
  visitor_limit: {
    title: 'C’était votre dernière image du jour',
    text: 'Vous pourrez en créer de nouvelles demain.',
  },
  store_limit: {
    title: 'L’essayage a beaucoup de succès aujourd’hui',
    text: 'Cette boutique a atteint son nombre d’images pour le moment. Revenez plus tard.',
  },
  rate_limited: {
    title: 'C’était un peu rapide',
    text: 'Attendez une minute, puis réessayez.',
  },
  unavailable: {
    title: 'L’essayage est injoignable',
    text: 'Réessayez dans un instant. Votre photo et vos articles sont conservés.',
  },
  generation_failed: {
    title: 'L’image n’est pas réussie',
    text: 'Ce n’est pas de votre fait. Réessayez, ou utilisez une photo qui vous montre davantage, vous ou la pièce.',
  },
  timeout: {
    title: 'Cela a pris trop de temps',
    text: 'Beaucoup d’images sont en cours de création. Réessayez.',
  },
  cancelled: {
    title: 'L’image a été annulée',
    text: 'Votre photo et vos articles sont conservés.',
  },
  offline: {
    title: 'Vous êtes hors ligne',
    text: 'Vérifiez votre connexion, puis réessayez.',
  },
};
