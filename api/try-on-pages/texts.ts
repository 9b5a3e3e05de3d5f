import type { Language } from '../../shared/try-on/contract.ts';

interface Notice {
  title: string;
  text: string;
}

/** Texts of the pages that are shown before, or instead of, the application. */
export interface PageTexts {
  unknownStore: Notice;
  unavailable: Notice & { again: string };
  /** Preview of a shared look's link in messengers and social networks. */
  sharedLook: {
    title: (store: string) => string;
    text: string;
    /** The alternative text of the image. */
    picture: (store: string) => string;
  };
  /** With JavaScript off. */
  noScript: string;
  loading: string;
}

export const pageTexts: Record<Language, PageTexts> = {
  en: {
    unknownStore: {
      title: 'There is no try-on here',
      text: 'Check the address, or open the try-on from the shop’s own page.',
    },
    unavailable: {
      title: 'The try-on is not available right now',
      text: 'Nothing of yours is lost. Try again in a minute.',
      again: 'Try again',
    },
    sharedLook: {
      title: (store) => `A look from ${store}`,
      text: 'See what is in it, and try it on yourself.',
      picture: (store) => `A shopper’s try-on at ${store}`,
    },
    noScript:
      'The try-on needs JavaScript. Switch it on in the settings of your browser and load the page again.',
    loading: 'Loading the try-on',
  },
  de: {
    unknownStore: {
      title: 'Hier gibt es keine Anprobe',
      text: 'Prüfe die Adresse oder öffne die Anprobe auf der Seite des Shops.',
    },
    unavailable: {
      title: 'Die Anprobe ist gerade nicht verfügbar',
      text: 'Nichts ist verloren. Versuche es in einer Minute noch einmal.',
      again: 'Noch einmal versuchen',
    },
    sharedLook: {
      title: (store) => `Ein Look von ${store}`,
      text: 'Sieh dir an, was dazugehört, und probiere es selbst an.',
      picture: (store) => `Eine Anprobe bei ${store}`,
    },
    noScript:
      'Die Anprobe braucht JavaScript. Schalte es in den Einstellungen deines Browsers ein und lade die Seite neu.',
    loading: 'Die Anprobe wird geladen',
  },
  fr: {
    unknownStore: {
      title: 'Il n’y a pas d’essayage ici',
      text: 'Vérifiez l’adresse ou ouvrez l’essayage depuis la page de la boutique.',
    },
    unavailable: {
      title: 'L’essayage est momentanément indisponible',
      text: 'Rien n’est perdu. Réessayez dans une minute.',
      again: 'Réessayer',
    },
    sharedLook: {
      title: (store) => `Un look de ${store}`,
      text: 'Découvrez les articles et essayez-les vous-même.',
      picture: (store) => `Un essayage chez ${store}`,
    },
    noScript:
      'L’essayage a besoin de JavaScript. Activez-le dans les réglages de votre navigateur, puis rechargez la page.',
    loading: 'Chargement de l’essayage',
  },
  es: {
    unknownStore: {
      title: 'Aquí no hay ningún probador',
      text: 'Comprueba la dirección o abre el probador desde la página de la tienda.',
    },
    unavailable: {
      title: 'El probador no está disponible en este momento',
      text: 'No se ha perdido nada. Inténtalo de nuevo en un minuto.',
      again: 'Intentar de nuevo',
    },
    sharedLook: {
      title: (store) => `Un look de ${store}`,
      text: 'Mira qué lleva y pruébatelo.',
      picture: (store) => `Una prueba en ${store}`,
    },
    noScript:
      'El probador necesita JavaScript. Actívalo en los ajustes del navegador y vuelve a cargar la página.',
    loading: 'Cargando el probador',
  },
};
