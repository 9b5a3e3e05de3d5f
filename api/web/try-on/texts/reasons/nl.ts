import type { ReasonTexts } from './en.ts';

export const reasons: ReasonTexts = {
  not_an_image: { title: 'Dat bestand is geen foto', text: 'Kies een foto als JPEG, PNG of WebP.' },
  photo_too_small: {
    title: 'Die foto is te klein',
    text: 'Kies er een die aan de korte kant minstens 256 pixels heeft.',
  },
  photo_too_dark: {
    title: 'Die foto is te donker',
    text: 'Doe een lamp aan of ga naar een raam staan en maak de foto opnieuw.',
  },
  photo_too_large: { title: 'Die foto is te groot', text: 'Kies er een van minder dan 8 MB.' },
  photo_gone: {
    title: 'Je foto is niet meer opgeslagen',
    text: 'Voeg de foto opnieuw toe om verder te gaan. Je artikelen blijven bewaard.',
  },
  format_unsupported: {
    title: 'Je browser kan deze foto niet openen',
    text: 'Foto’s van een iPhone zijn soms HEIC-bestanden. Kies een JPEG of maak hier een nieuwe foto.',
  },
  no_product_images: {
    title: 'Een van de artikelen heeft geen bruikbare foto',
    text: 'Kies een ander artikel in plaats daarvan.',
  },
  product_gone: {
    title: 'Een van de artikelen is niet meer in de winkel',
    text: 'Kies een ander artikel in plaats daarvan.',
  },
  insufficient_credits: {
    title: 'De paskamer neemt pauze',
    text: 'Deze winkel kan nu geen nieuwe beelden maken. Kom later terug.',
  },
  visitor_limit: { title: 'Dat was je laatste beeld voor vandaag', text: 'Morgen kun je nieuwe maken.' },
  store_limit: {
    title: 'Passen is vandaag erg populair',
    text: 'Deze winkel heeft voor nu genoeg beelden gemaakt. Kom later terug.',
  },
  rate_limited: { title: 'Dat ging iets te snel', text: 'Wacht een minuut en probeer het opnieuw.' },
  unavailable: {
    title: 'De paskamer is niet bereikbaar',
    text: 'Probeer het zo opnieuw. Je foto en artikelen blijven bewaard.',
  },
  generation_failed: {
    title: 'Het beeld is niet gelukt',
    text: 'Het lag niet aan jou. Probeer het opnieuw of gebruik een foto waarop meer van jou of de kamer te zien is.',
  },
  timeout: { title: 'Dat duurde te lang', text: 'Er worden nu veel beelden gemaakt. Probeer het opnieuw.' },
  cancelled: { title: 'Het beeld is geannuleerd', text: 'Je foto en artikelen blijven bewaard.' },
  offline: { title: 'Je bent offline', text: 'Controleer je verbinding en probeer het opnieuw.' },
};
