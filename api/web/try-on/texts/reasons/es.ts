import type { ReasonTexts } from './en.ts';

export const reasons: ReasonTexts = {
  not_an_image: {
    title: 'Ese archivo no es una foto',
    text: 'Elige una foto JPEG, PNG o WebP.',
  },
  photo_too_small: {
    title: 'Esa foto es demasiado pequeña',
    text: 'Elige una de al menos 256 píxeles en el lado corto.',
  },
  photo_too_dark: {
    title: 'Esa foto es demasiado oscura',
    text: 'Enciende una luz o colócate frente a una ventana y repítela.',
  },
  photo_too_large: {
    title: 'Esa foto es demasiado grande',
    text: 'Elige una de menos de 8 MB.',
  },
  photo_gone: {
    title: 'Tu foto ya no está guardada',
    text: 'Añádela de nuevo. Tus artículos se conservan.',
  },
  format_unsupported: {
    title: 'Tu navegador no puede abrir esta foto',
    text: 'Las fotos de iPhone a veces son archivos HEIC. Elige un JPEG o haz una foto aquí.',
  },
  no_product_images: {
    title: 'Uno de los artículos no tiene una imagen válida',
    text: 'Elige otro artículo en su lugar.',
  },
  product_gone: {
    title: 'Uno de los artículos ya no está en la tienda',
    text: 'Elige otro artículo en su lugar.',
  },
  insufficient_credits: {
    title: 'El probador está en pausa',
    text: 'Esta tienda no puede crear imágenes nuevas ahora. Vuelve más tarde.',
  },
  visitor_limit: {
    title: 'Esa fue tu última imagen de hoy',
    text: 'Mañana podrás crear más.',
  },
  store_limit: {
    title: 'El probador tiene mucho éxito hoy',
    text: 'Esta tienda ha llegado a su número de imágenes por ahora. Vuelve más tarde.',
  },
  rate_limited: {
    title: 'Eso fue un poco rápido',
    text: 'Espera un minuto e inténtalo de nuevo.',
  },
  unavailable: {
    title: 'No se puede acceder al probador',
    text: 'Inténtalo de nuevo en un momento. Tu foto y tus artículos se conservan.',
  },
  generation_failed: {
    title: 'La imagen no ha salido bien',
    text: 'No es culpa tuya. Inténtalo de nuevo o usa una foto en la que se vea más de ti o del espacio.',
  },
  timeout: {
    title: 'Ha tardado demasiado',
    text: 'Se están creando muchas imágenes. Inténtalo de nuevo.',
  },
  cancelled: {
    title: 'La imagen se ha cancelado',
    text: 'Tu foto y tus artículos se conservan.',
  },
  offline: {
    title: 'No hay conexión',
    text: 'Comprueba tu conexión e inténtalo de nuevo.',
  },
};
