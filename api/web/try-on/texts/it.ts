import type { FirstTexts } from './en.ts';
import { pluralIn } from './plural.ts';
import { reasons } from './reasons/it.ts';

const plural = pluralIn('it');

export const it: FirstTexts = {
  shell: {
    tryingOn: 'Da provare',
    items: (count) =>
      plural(count, { zero: 'Ancora nessun articolo', one: '1 articolo', other: `${count} articoli` }),
    steps: (steps) => plural(steps, { one: '1 passo', other: `${steps} passi` }),
    back: 'Indietro',
    close: 'Chiudi',
    backToShop: (store) => `Torna a ${store}`,
    retry: 'Riprova',
    unexpected: 'Si è verificato un problema in questa pagina',
    reload: 'Ricarica',
  },
  photo: {
    title: 'La tua foto',
    lead: 'Una foto di te o della tua stanza, con una buona luce.',
    leadOf: {
      person: 'Con una buona luce. Allontanati finché le spalle sono nella foto.',
      room: 'Una foto della tua stanza con una buona luce, con il punto in cui andrà l’articolo.',
    },
    take: 'Scatta una foto',
    choose: 'Scegli una foto',
    drop: 'Oppure trascina o incolla qui una foto',
    dropNow: 'Rilascia la foto per usarla',
    privacy: (hours) =>
      `Usata solo per la tua prova. Eliminata dopo ${plural(hours, { one: '1 ora', other: `${hours} ore` })}.`,
    last: 'La tua ultima foto',
    useLast: 'Usa questa foto',
    delete: 'Elimina la foto',
    deleted: 'Foto eliminata.',
    deleteFailed: 'La foto non è stata eliminata. Riprova.',
    models: 'Oppure usa una delle nostre',
    useModel: (name) => `Usa la foto “${name}”`,
    preparing: 'Preparazione della foto',
    uploading: 'Caricamento della foto',
    own: 'La tua foto',
  },
  remedies: {
    browse: 'Sfoglia gli articoli',
    otherPhoto: 'Usa un’altra foto',
    editItems: 'Cambia articoli',
    tryAgain: 'Riprova',
  },
  reasons,
};
