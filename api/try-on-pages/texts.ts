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
  nl: {
    unknownStore: {
      title: 'Hier is geen paskamer',
      text: 'Controleer het adres of open de paskamer op de pagina van de winkel.',
    },
    unavailable: {
      title: 'De paskamer is nu niet beschikbaar',
      text: 'Er gaat niets verloren. Probeer het over een minuut opnieuw.',
      again: 'Opnieuw proberen',
    },
    sharedLook: {
      title: (store) => `Een look van ${store}`,
      text: 'Bekijk wat erbij hoort en pas het zelf.',
      picture: (store) => `Een pasbeeld van een klant bij ${store}`,
    },
    noScript:
      'De paskamer heeft JavaScript nodig. Zet het aan in de instellingen van je browser en laad de pagina opnieuw.',
    loading: 'De paskamer wordt geladen',
  },
  it: {
    unknownStore: {
      title: 'Qui non c’è nessuna prova',
      text: 'Controlla l’indirizzo o apri la prova dalla pagina del negozio.',
    },
    unavailable: {
      title: 'La prova ora non è disponibile',
      text: 'Non hai perso nulla. Riprova tra un minuto.',
      again: 'Riprova',
    },
    sharedLook: {
      title: (store) => `Un look di ${store}`,
      text: 'Guarda che cosa contiene e provalo anche tu.',
      picture: (store) => `La prova di un cliente da ${store}`,
    },
    noScript:
      'La prova ha bisogno di JavaScript. Attivalo nelle impostazioni del browser e ricarica la pagina.',
    loading: 'Caricamento della prova',
  },
  pl: {
    unknownStore: {
      title: 'Nie ma tu przymierzalni',
      text: 'Sprawdź adres lub otwórz przymierzalnię na stronie sklepu.',
    },
    unavailable: {
      title: 'Przymierzalnia jest teraz niedostępna',
      text: 'Nic nie przepadło. Spróbuj ponownie za minutę.',
      again: 'Spróbuj ponownie',
    },
    sharedLook: {
      title: (store) => `Zestaw ze sklepu ${store}`,
      text: 'Zobacz, co zawiera, i przymierz go na sobie.',
      picture: (store) => `Przymierzenie w sklepie ${store}`,
    },
    noScript:
      'Przymierzalnia wymaga JavaScriptu. Włącz go w ustawieniach przeglądarki i wczytaj stronę ponownie.',
    loading: 'Wczytywanie przymierzalni',
  },
  ja: {
    unknownStore: {
      title: 'ここに試着はありません',
      text: 'アドレスを確認するか、ショップのページから試着を開いてください。',
    },
    unavailable: {
      title: '試着は現在ご利用いただけません',
      text: '失われたものはありません。1分後にもう一度お試しください。',
      again: 'もう一度試す',
    },
    sharedLook: {
      title: (store) => `${store}のルック`,
      text: '何が含まれているかを見て、自分でも試着できます。',
      picture: (store) => `${store}での試着`,
    },
    noScript: '試着にはJavaScriptが必要です。ブラウザの設定で有効にして、ページを再読み込みしてください。',
    loading: '試着を読み込んでいます',
  },
  ar: {
    unknownStore: { title: 'لا توجد تجربة هنا', text: 'تحقق من العنوان، أو افتح التجربة من صفحة المتجر.' },
    unavailable: {
      title: 'التجربة غير متاحة الآن',
      text: 'لم يُفقد شيء. حاول مرة أخرى بعد دقيقة.',
      again: 'إعادة المحاولة',
    },
    sharedLook: {
      title: (store) => `إطلالة من \u2068${store}\u2069`,
      text: 'شاهد ما فيها، وجرّبها بنفسك.',
      picture: (store) => `تجربة أحد المتسوقين في \u2068${store}\u2069`,
    },
    noScript: 'تحتاج التجربة إلى JavaScript. فعّله في إعدادات متصفحك ثم أعد تحميل الصفحة.',
    loading: 'جارٍ تحميل التجربة',
  },
};
