import { pluralIn } from '../plural.ts';
import type { SharingTexts } from './en.ts';

const plural = pluralIn('es');

export const sharing: SharingTexts = {
  sharing: {
    share: 'Compartir',
    title: (store) => `Un look de ${store}`,
    until: (date) => `Quien tenga el enlace puede ver este look hasta el ${date}.`,
    link: 'Enlace a este look',
    copy: 'Copiar',
    copied: 'El enlace está copiado.',
    copyYourself: 'Copia el enlace del campo.',
    failed: 'No se ha podido compartir el look. Inténtalo de nuevo en un momento.',
    stop: 'Dejar de compartir',
    stopQuestion: '¿Dejar de compartir este look?',
    stopText:
      'El enlace deja de funcionar para todo el mundo. Puedes volver a compartir el look con un enlace nuevo.',
    keep: 'Seguir compartiendo',
    stopped: 'El look ya no se comparte.',
    stopFailed: 'El look sigue compartido. Inténtalo de nuevo en un momento.',
  },
  shared: {
    title: 'Un look compartido',
    heading: (store) => `Un look de ${store}`,
    picture: (titles) => `Una prueba con ${titles}`,
    tryOn: 'Pruébatelo',
    ownLook: 'Volver a mi look',
    leave: 'Empezar una prueba',
    gone: 'Este look ya no se comparte',
    goneText: 'Los enlaces caducan, y quien compartió un look puede retirarlo.',
    failed: 'No se ha podido cargar el look',
    missing: (count) =>
      plural(count, {
        one: '1 artículo ya no está en la tienda.',
        other: `${count} artículos ya no están en la tienda.`,
      }),
  },
};
