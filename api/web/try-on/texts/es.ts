import type { FirstTexts } from './en.ts';
import { pluralIn } from './plural.ts';
import { reasons } from './reasons/es.ts';

const plural = pluralIn('es');

export const es: FirstTexts = {
  shell: {
    tryingOn: 'Para probar',
    items: (count) =>
      plural(count, { zero: 'Sin artículos todavía', one: '1 artículo', other: `${count} artículos` }),
    steps: (steps) => plural(steps, { one: '1 paso', other: `${steps} pasos` }),
    back: 'Atrás',
    close: 'Cerrar',
    backToShop: (store) => `Volver a ${store}`,
    retry: 'Reintentar',
    unexpected: 'Algo ha fallado en esta página',
    reload: 'Recargar',
  },
  photo: {
    title: 'Tu foto',
    lead: 'Una foto tuya o de tu espacio, con buena luz.',
    leadOf: {
      person: 'Con buena luz. Aléjate para que se vean tus hombros en la foto.',
      room: 'Una foto de tu espacio con buena luz, con el sitio donde irá el artículo.',
    },
    take: 'Hacer una foto',
    choose: 'Elegir una foto',
    drop: 'O arrastra o pega una foto aquí',
    dropNow: 'Suelta la foto para usarla',
    privacy: (hours) =>
      `Solo se usa para tu prueba. Se elimina después de ${plural(hours, { one: '1 hora', other: `${hours} horas` })}.`,
    last: 'Tu última foto',
    useLast: 'Usar esta foto',
    delete: 'Eliminar foto',
    deleted: 'Foto eliminada.',
    deleteFailed: 'La foto no se ha eliminado. Inténtalo de nuevo.',
    models: 'O usa una de las nuestras',
    useModel: (name) => `Usar la foto «${name}»`,
    preparing: 'Preparando tu foto',
    uploading: 'Subiendo tu foto',
    own: 'Tu foto',
  },
  remedies: {
    browse: 'Ver artículos',
    otherPhoto: 'Usar otra foto',
    editItems: 'Cambiar artículos',
    tryAgain: 'Reintentar',
  },
  reasons,
};
