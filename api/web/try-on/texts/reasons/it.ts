import type { ReasonTexts } from './en.ts';

export const reasons: ReasonTexts = {
  not_an_image: { title: 'Quel file non è una foto', text: 'Scegli una foto JPEG, PNG o WebP.' },
  photo_too_small: {
    title: 'Quella foto è troppo piccola',
    text: 'Scegline una con almeno 256 pixel sul lato corto.',
  },
  photo_too_dark: {
    title: 'Quella foto è troppo scura',
    text: 'Accendi una luce o mettiti davanti a una finestra e scattala di nuovo.',
  },
  photo_too_large: { title: 'Quella foto è troppo grande', text: 'Scegline una sotto gli 8 MB.' },
  photo_gone: {
    title: 'La tua foto non è più conservata',
    text: 'Aggiungila di nuovo per continuare. I tuoi articoli restano.',
  },
  format_unsupported: {
    title: 'Il tuo browser non può aprire questa foto',
    text: 'Le foto di un iPhone a volte sono file HEIC. Scegli un JPEG o scatta qui una nuova foto.',
  },
  no_product_images: {
    title: 'Uno degli articoli non ha un’immagine utilizzabile',
    text: 'Scegli un altro articolo al suo posto.',
  },
  product_gone: {
    title: 'Uno degli articoli non è più nel negozio',
    text: 'Scegli un altro articolo al suo posto.',
  },
  insufficient_credits: {
    title: 'La prova è in pausa',
    text: 'Questo negozio ora non può creare nuove immagini. Torna più tardi.',
  },
  visitor_limit: { title: 'Era la tua ultima immagine di oggi', text: 'Domani potrai crearne altre.' },
  store_limit: {
    title: 'La prova è molto richiesta oggi',
    text: 'Questo negozio ha raggiunto le sue immagini per ora. Torna più tardi.',
  },
  rate_limited: { title: 'Un po’ troppo veloce', text: 'Aspetta un minuto e riprova.' },
  unavailable: {
    title: 'La prova non è raggiungibile',
    text: 'Riprova tra un momento. La tua foto e i tuoi articoli restano.',
  },
  generation_failed: {
    title: 'L’immagine non è riuscita',
    text: 'Non hai sbagliato nulla. Riprova, o usa una foto che mostri di più te o la stanza.',
  },
  timeout: {
    title: 'Ci è voluto troppo tempo',
    text: 'In questo momento si creano molte immagini. Riprova.',
  },
  cancelled: { title: 'L’immagine è stata annullata', text: 'La tua foto e i tuoi articoli restano.' },
  offline: { title: 'Non sei in linea', text: 'Controlla la connessione e riprova.' },
};
