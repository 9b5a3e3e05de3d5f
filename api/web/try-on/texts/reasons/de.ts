import type { ReasonTexts } from './en.ts';

export const reasons: ReasonTexts = {
  not_an_image: {
    title: 'Diese Datei ist kein Foto',
    text: 'Wähle ein Foto als JPEG, PNG oder WebP aus.',
  },
  photo_too_small: {
    title: 'Dieses Foto ist zu klein',
    text: 'Wähle eines, das an der kurzen Seite mindestens 256 Pixel hat.',
  },
  photo_too_dark: {
    title: 'Dieses Foto ist zu dunkel',
    text: 'Mach Licht an oder stell dich ans Fenster, und nimm es neu auf.',
  },
  photo_too_large: {
    title: 'Dieses Foto ist zu groß',
    text: 'Wähle eines unter 8 MB.',
  },
  photo_gone: {
    title: 'Dein Foto ist nicht mehr gespeichert',
    text: 'Füge es erneut hinzu. Deine Artikel bleiben erhalten.',
  },
  format_unsupported: {
    title: 'Dein Browser kann dieses Foto nicht öffnen',
    text: 'Fotos vom iPhone sind manchmal HEIC-Dateien. Wähle ein JPEG oder nimm hier ein neues Foto auf.',
  },
  no_product_images: {
    title: 'Einer der Artikel hat kein brauchbares Bild',
    text: 'Wähle an seiner Stelle einen anderen.',
  },
  product_gone: {
    title: 'Einer der Artikel ist nicht mehr im Shop',
    text: 'Wähle an seiner Stelle einen anderen.',
  },
  insufficient_credits: {
    title: 'Die Anprobe macht gerade Pause',
    text: 'Dieser Shop kann im Moment keine neuen Bilder erstellen. Schau später wieder vorbei.',
  },
  visitor_limit: {
    title: 'Das war dein letztes Bild für heute',
    text: 'Morgen kannst du neue erstellen.',
  },
  store_limit: {
    title: 'Die Anprobe ist heute sehr beliebt',
    text: 'Dieser Shop hat seine Bilder vorerst aufgebraucht. Schau später wieder vorbei.',
  },
  rate_limited: {
    title: 'Das war etwas schnell',
    text: 'Warte eine Minute und versuche es erneut.',
  },
  unavailable: {
    title: 'Die Anprobe ist nicht erreichbar',
    text: 'Versuche es gleich noch einmal. Dein Foto und deine Artikel bleiben erhalten.',
  },
  generation_failed: {
    title: 'Das Bild ist nicht gelungen',
    text: 'Das lag nicht an dir. Versuche es erneut oder nimm ein Foto, das mehr von dir oder dem Raum zeigt.',
  },
  timeout: {
    title: 'Das hat zu lange gedauert',
    text: 'Gerade werden viele Bilder erstellt. Versuche es erneut.',
  },
  cancelled: {
    title: 'Das Bild wurde abgebrochen',
    text: 'Dein Foto und deine Artikel bleiben erhalten.',
  },
  offline: {
    title: 'Du bist offline',
    text: 'Prüfe deine Verbindung und versuche es erneut.',
  },
};
